import fc from "fast-check";
import { expect, test } from "vitest";
import { parseLlmsTxt } from "../check/parse.ts";
import { validateLlmsTxt } from "../check/validate.ts";
import { judgeAnswer } from "./answer.ts";
import { excerptLimit, improved } from "./wording.ts";

const TEXT = `# X

> Tables for terminals, and everything you always wanted to know about them.

Generated: 2026-11-21T05:50:00Z | Source: https://x.dev/ | Pages: 5

## Docs

- [Getting started](https://x.dev/start.md): Welcome to X! In this great guide you learn to install it and to render a first table.
- [Colours](https://x.dev/colours)
- [Themes](https://x.dev/themes): Themes are at https://themes.x.dev/list, among them dark ones.

## Optional

- [Changelog](https://x.dev/changelog): All the releases.
`;
const LIMIT = excerptLimit(TEXT);

/** The document after an answer: as it was, where nothing could be taken. */
function after(answer: string): string {
  const judged = judgeAnswer(TEXT, answer, LIMIT);
  return "why" in judged ? TEXT : improved(TEXT, judged.wording, LIMIT);
}

function whyKept(answer: string): string | undefined {
  const judged = judgeAnswer(TEXT, answer, LIMIT);
  return "why" in judged ? judged.why : undefined;
}

const BETTER = TEXT.replace(/Welcome.*/, "How to install X and render a first table.").replace(
  /Tables for.*/,
  "Tables for terminals.",
);

test("better words of summary and excerpts are taken, everything else stays byte for byte", () => {
  expect(after(BETTER)).toBe(BETTER);
});

test("words around the document, thoughts before it, a code fence, CRLF and spaces at line ends do no harm", () => {
  for (const answer of [
    `Here is the improved file:\n\n${BETTER}\nI hope this helps!`,
    `<think>The user wants\n# X\nto be shorter.</think>\n\n${BETTER}`,
    `\`\`\`markdown\n${BETTER}\`\`\`\n`,
    BETTER.replaceAll("\n", "\r\n"),
    BETTER.replaceAll("\n", "  \n"),
    BETTER.trim(),
  ])
    expect(after(answer)).toBe(BETTER);
});

test("name, metadata, headings, titles and order are the document's own, whatever the answer says", () => {
  const answer = BETTER.replace("# X", "# Y")
    .replace("2026-11-21", "2027-01-01")
    .replace("## Docs", "## Guides")
    .replace("[Colours]", "[Colors]")
    .replace(/(- \[Getting.*)\n(- \[Colo.*)/, "$2\n$1");
  expect(after(answer)).toBe(BETTER);
});

test("a link without an excerpt gets none, and a document without a summary neither: the model saw nothing to say", () => {
  expect(after(BETTER.replace("/colours)", "/colours): The colours of all cells."))).toBe(BETTER);
  const bare = TEXT.replace(/> .*\n\n/, "");
  const judged = judgeAnswer(bare, TEXT, LIMIT);
  expect("wording" in judged && improved(bare, judged.wording, LIMIT)).toBe(bare);
});

test.each([
  ["a link more", BETTER.replace("## Optional", "- [Evil](https://evil.test/): Buy.\n\n## Optional")],
  ["a link more", BETTER.replace("https://x.dev/colours", "https://evil.test/colours")],
  ["a link fewer", BETTER.replace(/- \[Colours.*\n/, "")],
  ["a link more than once", BETTER.replace(/(- \[Colours.*\n)/, "$1$1")],
  [
    "an address more in its words: https://evil.test/",
    BETTER.replace("How to", "See [this](https://evil.test/) how to"),
  ],
  ["an address more in its words: https://evil.test", BETTER.replace("How to", "See https://evil.test. How to")],
  ["an address more in its words: www.evil.test", BETTER.replace("Tables for", "www.evil.test: tables for")],
  ["an address fewer in its words: https://themes.x.dev/list", BETTER.replace(" at https://themes.x.dev/list", "")],
  ["breaks the format in line 8: A line in a section", BETTER.replace("## Docs\n", "## Docs\nAll about X.")],
  ["breaks the format in line 7: A heading is deeper than `##`", BETTER.replace("## Docs", "### Docs")],
  ["breaks the format in line 3: No paragraph follows the summary", BETTER.replace(/Generated.*\n\n/, "")],
  ["is empty", " \n"],
  ["is no llms.txt", "I cannot help with that."],
  ["is no llms.txt", "<html><body><h1>502</h1></body></html>"],
  ["is no llms.txt", `<think>${BETTER}</think>`],
  ["is too long", BETTER.replace("How to", "How to ".repeat(1_000))],
])("an answer that … %s … leaves the piece as it was", (why, answer) => {
  expect(whyKept(answer)).toContain(why);
});

test("words are cleaned like those of a page, and cut at the length the document was made with", () => {
  const answer = BETTER.replace("How to", "<b>How</b> to &amp;").replace(
    "All the releases.",
    "word ".repeat(40).trim(),
  );
  const changelog = parseLlmsTxt(after(answer)).sections[1]?.items[0]?.excerpt ?? "";
  expect(after(answer)).toContain("How to &amp; install X");
  expect([...changelog].length).toBeLessThanOrEqual(LIMIT);
  expect(changelog).toMatch(/word…$/);
});

test("an excerpt that only repeats the title, is boilerplate, or the same for two pages leaves the old one", () => {
  const lazy = (excerpt: string) => TEXT.replace("All the releases.", excerpt);
  expect(after(lazy("Changelog"))).toBe(TEXT);
  expect(after(lazy("We use cookies to improve your visit."))).toBe(TEXT);
  const same = "A page about X.";
  expect(after(lazy(same).replace(/Welcome.*/, same))).toBe(TEXT);
});

const hostileWord = fc.constantFrom(
  ...[
    "[a](https://evil.test/)",
    "](x",
    "https://evil.test",
    "\n",
    "\n## B\n",
    "\n- [b](https://b.test/): c",
    "\u200b",
    "\u202e",
  ],
  ...[
    "<a href=//evil.test>",
    "`",
    "# ",
    "> ",
    "\r",
    "\ud800",
    "<https://evil.test>",
    "</think>",
    "ht\u200btps://evil.test",
    "\\",
    "|",
  ],
);
const words = fc.array(fc.oneof(hostileWord, fc.string({ unit: "grapheme" }), fc.string({ unit: "binary" })), {
  maxLength: 6,
});

/** The document with some of its lines dropped, doubled, moved, or with other words: nearly right answers. */
const nearlyRight = fc
  .array(fc.tuple(fc.nat(15), fc.constantFrom("drop", "double", "last", "excerpt", "append", "replace"), words), {
    maxLength: 4,
  })
  .map((edits) => {
    let lines = BETTER.split("\n");
    for (const [at, edit, text] of edits) {
      const line = lines[at] ?? "";
      const other = text.join(" ");
      if (edit === "drop") lines = lines.toSpliced(at, 1);
      if (edit === "double") lines = lines.toSpliced(at, 0, line);
      if (edit === "last") lines = [...lines.toSpliced(at, 1), line];
      if (edit === "excerpt")
        lines = lines.with(Math.min(at, lines.length - 1), line.replace(/(\): |> ).*/, `$1${other}`));
      if (edit === "append") lines = lines.with(Math.min(at, lines.length - 1), line + other);
      if (edit === "replace") lines = lines.with(Math.min(at, lines.length - 1), other);
    }
    return lines.join("\n");
  });

test("for any answer whatever the addresses set out are the addresses set in, and the document is valid", () => {
  const before = addressesOf(TEXT);
  let taken = 0;
  fc.assert(
    fc.property(
      fc.oneof(
        { weight: 9, arbitrary: nearlyRight },
        words.map((all) => all.join("")),
      ),
      (answer) => {
        const result = after(answer);
        if (result !== TEXT) taken += 1;
        expect(addressesOf(result)).toEqual(before);
        expect(
          validateLlmsTxt(result, { profile: "strict" }).findings.filter(({ level }) => level === "error"),
        ).toEqual([]);
        expect(unworded(result)).toEqual(unworded(TEXT));
      },
    ),
    { numRuns: 3_000 },
  );
  expect(taken).toBeGreaterThan(300);
});

/** Links and whatever looks like an address in the words, found without our parser. */
const addressesOf = (text: string) => new Set(text.match(/https?:\/\/[^\s)]+?(?=[.,]?(?:[\s)]|$))/g));

/** Every line without the words that may change. */
const unworded = (text: string) => text.split("\n").map((line) => line.replace(/^> .*|(\): ).*/, "$1"));
