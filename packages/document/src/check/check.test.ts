import fc from "fast-check";
import { expect, test } from "vitest";
import { readLikeJavaScript, readLikePython } from "../../../../test/check/official-parsers.ts";
import { crawlFindings, parse, RULES, type Rule, validate } from "./check.ts";
import { isLossy } from "./rules.ts";

const GOOD = `# X

> Tables for terminals.

Generated: 2026-11-21T05:50:00Z | Source: https://x.dev/ | Pages: 3

## Docs

- [Getting started](https://x.dev/start.md): Install and render a first table.
- [Colours](https://x.dev/colours): Sixteen names, and true colour.
`;

const codesOf = (text: string): string[] => validate(text).findings.map(({ code, line }) => `${code} ${line}`);

test("a document written by this program has no findings", () => {
  expect(validate(GOOD)).toEqual({ valid: true, findings: [], more: 0 });
});

test("a finding has its line, its level, what is wrong and what to do", () => {
  expect(validate(GOOD.replace("## Docs", "### Docs"))).toEqual({
    valid: true,
    findings: [
      {
        code: "heading-depth",
        level: "warning",
        line: 7,
        message: "A heading is deeper than `##`. Make it `##`: parsers make a section of it, with `#` in its name.",
      },
    ],
    more: 0,
  });
});

const DAMAGES: readonly (readonly [string, (text: string) => string])[] = [
  ["byte-order-mark 1", (text) => `\uFEFF${text}`],
  ["carriage-return 1", (text) => text.replaceAll("\n", "\r\n")],
  ["final-newline 10", (text) => text.trimEnd()],
  ["final-newline 12", (text) => `${text}\n`],
  ["front-matter 1", (text) => `---\ntitle: X\n---\n\n${text}`],
  ["hidden-character 3", (text) => text.replace("Tables", "Ta\u200Bbles")],
  ["hidden-character 9", (text) => text.replace("Install", "In\u2028stall")],
  ["name-missing 1", (text) => text.replace("# X\n\n", "")],
  ["name-first 3", (text) => `hello\n\n${text}`],
  ["name-form 1", (text) => text.replace("# X", "#  X")],
  ["name-form 1", (text) => text.replace("# X", "#X")],
  ["name-form 1", (text) => text.replace("# X", "X\n===")],
  ["name-repeated 5", (text) => text.replace("Generated", "# Y\n\nGenerated")],
  ["name-repeated 12", (text) => `${text}\n# Y\n`],
  ["head-empty 1", () => "# X\n\n## Docs\n\n- [A](https://x.dev/a)\n"],
  ["head-spacing 2", (text) => text.replace("# X\n\n", "# X\n")],
  ["head-spacing 4", (text) => text.replace("terminals.\n\n", "terminals.\n")],
  ["summary-late 5", (text) => text.replace("# X", "# X\n\nhello")],
  ["summary-lines 4", (text) => text.replace("terminals.", "terminals.\n> And more.")],
  ["summary-form 3", (text) => text.replace("> Tables", ">Tables")],
  ["summary-lost 3", (text) => text.replace(/Generated.*\n\n/, "")],
  ["summary-missing 1", (text) => text.replace(/> .*\n\n/, "")],
  ["summary-length 3", (text) => text.replace("Tables", "Tables ".repeat(50))],
  ["heading-form 7", (text) => text.replace("## Docs", "##  Docs")],
  ["heading-form 7", (text) => text.replace("## Docs", "##Docs")],
  ["heading-number 7", (text) => text.replace("## Docs", "## 2024")],
  ["heading-depth 7", (text) => text.replace("## Docs", "### Docs")],
  ["heading-in-code 13", (text) => `${text}\n\`\`\`sh\n# it\n\`\`\`\n`],
  ["heading-in-code 13", (text) => `${text}\n\`\`\`md\n### Deep\n\`\`\`\n`],
  ["section-repeated 12", (text) => `${text}\n## docs\n\n- [A](https://x.dev/a)\n`],
  ["section-empty 12", (text) => `${text}\n## More\n`],
  ["section-prose 8", (text) => text.replace("## Docs\n", "## Docs\nSome words.\n")],
  ["optional-form 7", (text) => text.replace("## Docs", "## optional:")],
  ["optional-last 7", (text) => `${text.replace("## Docs", "## Optional")}\n## More\n\n- [A](https://x.dev/a)\n`],
  ["links-missing 1", (text) => text.replace(/## Docs[\s\S]*/, "")],
  ["item-form 9", (text) => text.replace("- [Getting", "* [Getting")],
  ["item-form 9", (text) => text.replace("Getting started", "Getting [started]")],
  ["item-form 9", (text) => text.replace("[Getting started]", "**[Getting started]**")],
  ["item-space 10", (text) => text.replace("colour.", "colour. ")],
  ["excerpt-form 9", (text) => text.replace("): Install", ") - Install")],
  ["excerpt-length 9", (text) => text.replace("Install", "Install ".repeat(300))],
  [
    "excerpt-repeated 11",
    (text) => `${text.replace(/: (?:Install|Sixteen).*$/gm, ": Same.")}- [B](https://x.dev/b): Same.\n`,
  ],
  ["excerpt-title 10", (text) => text.replace("Sixteen names, and true colour.", "colours.")],
  ["excerpts-missing 10", (text) => text.replace(": Sixteen names, and true colour.", "")],
  ["live-link 9", (text) => text.replace("Install", "[Install](https://evil.example/)")],
  ["html 9", (text) => text.replace("Install", "<b>Install</b>")],
  ["template 3", (text) => text.replace("Tables", "%%sitedesc%%")],
  ["template 10", (text) => text.replace("Colours", "{{ page.title }}")],
  ["title-missing 10", (text) => text.replace("Colours", "https://x.dev/colours")],
  ["title-repeated 10", (text) => text.replace("Colours", "getting started")],
  ["title-length 10", (text) => text.replace("Colours", "Colours".repeat(30))],
  ["url-form 10", (text) => text.replace("https://x.dev/colours", "https://[")],
  ["url-relative 10", (text) => text.replace("https://x.dev/colours", "/colours")],
  ["url-scheme 10", (text) => text.replace("https://x.dev/colours", "mailto:a@x.dev")],
  ["url-written 10", (text) => text.replace("https://x.dev/colours", "<https://x.dev/colours>")],
  ["url-parenthesis 10", (text) => text.replace("/colours", "/colours_(red)")],
  ["url-repeated 10", (text) => text.replace("/colours", "/start.md")],
  ["url-fragment 10", (text) => text.replace("/colours", "/colours#red")],
  ["size 1", (text) => text.replace("Install", "Install ".repeat(7_000))],
  ["size-cut 1", (text) => text.replace("Install", "Install ".repeat(20_000))],
  ["is-empty 1", () => " \n"],
  ["is-html 1", () => "\uFEFF\n<!-- made by x -->\n<!DOCTYPE html><html><title># No</title></html>"],
  ["is-html 1", () => "<?xml version='1.0'?><urlset></urlset>"],
  ["is-json 1", () => '{"error": "not found", "code": 404}'],
  ["is-text 1", () => "ok"],
  ["is-binary 1", () => "\u0000\uFFFD#\u0000"],
  ["is-robots 1", () => "# robots.txt\nUser-agent: *\nDisallow: /admin/\n\nSitemap: https://x.dev/sitemap.xml\n"],
  [
    "is-full 1",
    () => ["A", "B", "C"].map((n) => `# ${n}\nSource: https://x.dev/${n}\n\n${"Words. ".repeat(400)}`).join("\n"),
  ],
];

test.each(DAMAGES)("the fault %s is found", (finding, damage) => {
  expect(codesOf(damage(GOOD))).toContain(finding);
});

test("every rule has a test", () => {
  const tested = new Set(DAMAGES.map(([found]) => found.replace(/ \d+$/, "")));
  const elsewhere = /^(?:section-large|section-count|dead-link|link-|crawl-)/;
  const untested = Object.keys(RULES).filter((code) => !tested.has(code) && !elsewhere.test(code));
  expect(untested).toEqual([]);
});

test("a text that is no llms.txt has one finding, and so has a file without links", () => {
  expect(codesOf("<!doctype html><p>x\n\n# X\n\n## Y\n")).toEqual(["is-html 1"]);
  expect(codesOf(`# X\n\n> S.\n\nD.\n\n## A\n\n${"Words.\n\n".repeat(50)}## B\n`)).toEqual(["links-missing 1"]);
});

test("many sections, and a section with more than half of a long list, are found", () => {
  const items = (from: number, count: number) =>
    Array.from(
      { length: count },
      (_, n) => `- [P${from + n}](https://x.dev/${from + n}): Words of ${from + n}.\n`,
    ).join("");
  const sections = Array.from({ length: 20 }, (_, n) => `## S${n}a\n\n${items(n * 100, n === 0 ? 40 : 1)}`).join("\n");
  const codes = codesOf(GOOD.replace(/## Docs[\s\S]*/, sections));
  expect(codes).toEqual(["section-large 7", expect.stringMatching(/^section-count /)]);
});

test("at most a thousand findings are listed, and the rest are counted", () => {
  const { findings, more } = validate(`${GOOD}${"\nwords\n".repeat(5_000)}`);
  expect([findings.length, more]).toEqual([1_000, 4_000]);
});

test("a crawl with mostly failed pages is an error, with some failed pages a warning", () => {
  const told = (pages: number, failed: number) => crawlFindings({ pages, failed }).map(({ level }) => level);
  expect([told(1, 5), told(8, 2), told(50, 2), told(3, 0)]).toEqual([["error"], ["warning"], [], []]);
  expect(crawlFindings({ pages: 1, failed: 5 })[0]?.message).toContain("5 of 6 pages failed");
});

const LINE = fc.constantFrom(
  "# X",
  "#Y",
  "## Docs",
  "##  Docs",
  "### Deep",
  "## Optional",
  "> A summary.",
  ">x",
  "Words of a page.",
  "",
  " ",
  "- [A](https://x.dev/a): Words.",
  "- [B](https://x.dev/b)",
  "* [C](/c) - more",
  "- [D](https://x.dev/d_(1)): x",
  "- [E [e]](https://x.dev/e)",
  "- **[F](https://x.dev/f)**",
  "| [G](https://x.dev/g) | x |",
  "- https://x.dev/h",
  "```",
  "~~~",
  "---",
  "===",
  "<b>x</b>",
  "\u2028",
  "1. [I](https://x.dev/i) · [J](https://x.dev/j)",
  "Generated: 2026-11-21T05:50:00Z | Source: https://x.dev/ | Pages: 3",
);
const FILE = fc.array(LINE, { maxLength: 14 }).map((lines) => lines.join("\n"));

test("both official parsers read all of a file without lossy findings, with the same result", () => {
  fc.assert(
    fc.property(FILE, fc.boolean(), (text, isGood) => {
      const file = isGood ? `${GOOD}${text}\n` : `${text}\n`;
      // A file without links has that finding only.
      if (validate(file).findings.some(({ code }) => isLossy(code) || code === "links-missing")) return;
      const { name, summary, sections } = parse(file);
      for (const read of [readLikePython, readLikeJavaScript]) {
        const found = read(file);
        expect([found.title, found.summary]).toEqual([name, summary]);
        expect(
          [...found.sections].map(([own, links]) => [own, links.map(({ title, url, desc }) => [title, url, desc])]),
        ).toEqual(sections.map((own) => [own.name, own.items.map(({ title, url, excerpt }) => [title, url, excerpt])]));
      }
    }),
    { numRuns: 2_000 },
  );
});

test("other line ends change no result, and every address outside of code is found", () => {
  fc.assert(
    fc.property(FILE, fc.constantFrom("\r\n", "\r"), (text, end) => {
      const { faults: _, ...plain } = parse(`${text}\n`);
      const { faults: __, ...other } = parse(`${text}\n`.replaceAll("\n", end));
      expect(other).toEqual(plain);
      if (text.includes("```") || text.includes("~~~")) return;
      const urls = plain.links.map(({ url }) => url).join("\n");
      for (const [address] of text.matchAll(/https:\/\/x\.dev\/[a-j]\b/g)) expect(urls).toContain(address);
    }),
  );
});

/** Lines for which a regular expression could take quadratic time, by their repeated pattern. */
const HOSTILE: Readonly<Record<string, (filling: (pattern: string) => string) => string>> = {
  "white space in an address": (filling) => `- [a](http://x.test/${filling(" ")}x)`,
  "angle brackets in an address": (filling) => `- [a](http://x.test/${filling("> ")}x)`,
  "white space behind a link": (filling) => `- [a](http://x.test/)${filling(" ")}x`,
  "white space in a title": (filling) => `- [a${filling(" ")}b](http://x.test/)`,
  "brackets without an end": (filling) => `- ${filling("[")}`,
  "links without an end": (filling) => `- ${filling("[a](")}`,
  "parentheses in an address": (filling) => `- [a](http://x.test/${filling("()")}`,
  "addresses in addresses": (filling) => `- ${filling("http://")}`,
  "addresses and parentheses": (filling) => `- ${filling("http://x(")}`,
  backticks: (filling) => `- ${filling("` `` ``` ")}`,
  "a long fence": (filling) => `${filling("`")}x`,
  "white space in a section's name": (filling) => `## a${filling(" ")}b`,
  "white space in a summary": (filling) => `> a${filling(" ")}b`,
  "braces in an excerpt": (filling) => `- [a](http://x.test/): ${filling("{{")}`,
  "comments in an excerpt": (filling) => `- [a](http://x.test/): ${filling("<a <!")}`,
  "marks behind a link": (filling) => `- ${filling("*_")}[a](http://x.test/)`,
};

/** Milliseconds of this thread's processor time: the least of three runs. */
function cpuMs(call: () => void): number {
  const runs = Array.from({ length: 3 }, () => {
    const before = process.threadCpuUsage();
    call();
    const { user, system } = process.threadCpuUsage(before);
    return (user + system) / 1_000;
  });
  return Math.min(...runs);
}

test.each(Object.entries(HOSTILE))("the time for %s grows in proportion to their length", (_name, write) => {
  const fileOf = (size: number) =>
    `# X\n\n> s\n\nd\n\n## A\n\n${write((pattern) => pattern.repeat(size / pattern.length))}\n`;
  const [short, long] = [fileOf(100_000), fileOf(400_000)];
  const before = cpuMs(() => validate(short));
  // Linear work grows four times, quadratic work sixteen times.
  expect(cpuMs(() => validate(long))).toBeLessThan(Math.max(before, 15) * 12);
});

test("every rule's message says what is wrong and what to do", () => {
  for (const code of Object.keys(RULES) as Rule[]) expect(RULES[code][1], code).toMatch(/^[A-Z`].*[.:] ?.*\.$/);
});
