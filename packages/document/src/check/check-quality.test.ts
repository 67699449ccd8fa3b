import { readdirSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { qualityOf } from "../quality.ts";
import { validateLlmsTxt } from "./validate.ts";

const times = (count: number, line: (index: number) => string): string =>
  Array.from({ length: count }, (_, index) => line(index + 1)).join("\n");

/** Words of no language, none twice: a line is told from the others by words that they do not have. */
const word = (n: number, letters = "bcdfghjklmnprstvwz"): string =>
  [n % 18, Math.floor(n / 18) % 18, (n * 7) % 18].map((at) => `${letters[at]}${"aeiou"[at % 5]}`).join("");
const words = (n: number): string => times(6, (k) => word(n * 6 + k)).replaceAll("\n", " ");
const item = (n: number): string => `- [${word(n * 6 + 1)}](https://x.dev/${word(n * 6 + 1)}.md): ${words(n)}.`;
/** Six characters of their own for each line. */
const han = (n: number): string =>
  times(6, (k) => String.fromCodePoint(0x4e00 + (((n * 6 + k) * 97) % 20_000))).replaceAll("\n", "");
const arabic = (n: number): string =>
  [...word(n)].map((letter) => String.fromCodePoint(0x627 + (letter.charCodeAt(0) - 97))).join("");
const head = (pages: number): string =>
  `# X\n\n> Tables for terminals.\n\nGenerated: 2026-11-21T05:50:00Z | Source: https://x.dev/ | Pages: ${pages}\n\n## Docs\n\n`;

const JUNK = {
  "a name alone": "# X\n",
  "one relative link": "# X\n\n## Docs\n\n- [A](a.md)\n",
  "one link": "# X\n\n## Docs\n\n- [A](https://x.dev/a)\n",
  "one page fifty times": `# X\n\n## Docs\n\n${times(50, (n) => `- [Page ${n}](https://x.dev/#part-${n})`)}\n`,
  "addresses without titles": `# X\n\n## Docs\n\n${times(20, (n) => `- https://x.dev/${n}`)}\n`,
  "relative links without a word on them": `# X\n\n## Docs\n\n${times(20, (n) => `- [Page ${n}](docs/${n}.md)`)}\n`,
  "the same title everywhere": `# X\n\n## Docs\n\n${times(20, (n) => `- [here](https://x.dev/${n})`)}\n`,
  "headings without links": `# X\n\n> X.\n\n${times(9, (n) => `## QualityPart ${n}\n`)}\n- [A](https://x.dev/a)\n`,
  "links in a sentence, in no section": "# X\n\nSee [A](https://x.dev/a), or else [B](https://x.dev/b).\n",
  "addresses of nothing": `# X\n\n## Docs\n\n${times(9, (n) => `- [Page ${n}](mailto:${n}@x.dev)`)}\n`,
  "98 lists by tag": `# X\n\n> Tables.\n\n## Docs\n\n${times(98, (n) => `- [${word(n)}](https://x.dev/tag/${word(n)}/): ${words(n)}.`)}\n`,
  "Untitled everywhere": `# X\n\n> Tables.\n\n## Docs\n\n${times(40, (n) => `- [Untitled](https://x.dev/${n}): ${words(n)}.`)}\n`,
  "149 bare links in one section": `# X\n\n> Tables.\n\n## Thread\n\n${times(149, (n) => `- [${word(n)}](https://x.dev/${n})`)}\n`,
  "the menu behind every link": `# X\n\n> Tables.\n\n## Docs\n\n${times(20, (n) => `- [${word(n)}](https://x.dev/${n}): Imprint, Board, Chronicle, Evenings`)}\n`,
  "half of the links in old versions": `# X\n\n> Tables.\n\n## Docs\n\n${times(20, (n) => `${item(n)}\n${item(n).replace("x.dev/", "x.dev/0.9/")}`)}\n`,
  "a site of 300 pages with two listed":
    "# X\n\nGenerated: 2026-11-21T05:50:00Z | Source: https://x.dev/ | Pages: 300\n\n## Docs\n\n- [A](https://x.dev/a)\n- [B](https://x.dev/b)\n",
} as const;

const EXAMPLES = new URL("../../../../docs/examples/", import.meta.url);
const GOOD = {
  "described pages": `# X\n\n> Tables for terminals.\n\n## Docs\n\n${times(20, item)}\n`,
  "described pages and a large Optional": `# X\n\n> Tables.\n\n## Docs\n\n${times(6, item)}\n\n## Optional\n\n${times(30, (n) => `- [${word(n + 500)}](https://x.dev/pages/${n})`)}\n`,
  "a site of one page, listed whole": `${head(1)}- [X](https://x.dev/): Tables for terminals.\n`,
  "a site of three pages, listed whole": `${head(3)}- [Start](https://x.dev/a): Install it and draw a first table.\n- [Colours](https://x.dev/b): Sixteen names, and true colour where the terminal has it.\n`,
  "stars, dashes and line ends of another system":
    `# X\n\n> Tables.\n\n## Docs\n\n${times(9, (n) => `* **[${word(n)}](https://x.dev/${n})** – ${words(n)}`)}\n`.replaceAll(
      "\n",
      "\r\n",
    ),
  "words of another script": `# 表格\n\n> 终端里的表格。\n\n## 文档\n\n${times(9, (n) => `- [${han(n)}](https://x.dev/${n})：${han(n + 40)}`)}\n`,
  "words from right to left": `# جداول\n\n> جداول للطرفيات.\n\n## وثائق\n\n${times(9, (n) => `- [${arabic(n)}](https://x.dev/${n}): ${times(6, (k) => arabic(n * 6 + k)).replaceAll("\n", " ")}`)}\n`,
  ...Object.fromEntries(
    readdirSync(EXAMPLES)
      .filter((name) => name.endsWith(".llms.txt"))
      .map((name) => [name, readFileSync(new URL(name, EXAMPLES), "utf8")]),
  ),
} as const;

test.each(Object.entries(JUNK))("junk is valid and poor: %s", (_, text) => {
  const { valid, score } = validateLlmsTxt(text);
  expect([valid, qualityOf(score)], `score ${score}`).toEqual([true, "poor"]);
});

test.each(Object.entries(GOOD))("a good list is valid and good: %s", (_, text) => {
  const { valid, score } = validateLlmsTxt(text, { descLength: 500 });
  expect([valid, qualityOf(score)], `score ${score}`).toEqual([true, "good"]);
});

test("between the two lie lists with a fault throughout: without descriptions, with relative addresses", () => {
  const list = (line: (n: number) => string) => `# X\n\n> Tables.\n\n## Docs\n\n${times(20, line)}\n`;
  const scoreOf = (line: (n: number) => string) => validateLlmsTxt(list(line)).score;
  const bare = scoreOf((n) => `- [${word(n)} ${word(n + 200)}](https://x.dev/${n})`);
  const relative = scoreOf((n) => item(n).replace("https://x.dev", ""));
  const halfDescribed = scoreOf((n) => (n > 9 ? `- [${word(n)} ${word(n + 200)}](https://x.dev/${n})` : item(n)));
  expect(relative).toBeLessThan(bare);
  expect(bare).toBeLessThan(halfDescribed);
  expect(halfDescribed).toBeLessThan(scoreOf(item));
});

test("addresses that are hardly any are judged, too", () => {
  const urls = [
    "https://x.dev//en",
    "https://x.dev/en",
    "https://x.dev//",
    "https://x.dev/v1//a",
    "//x.dev/a",
    "http://[",
  ];
  for (const url of urls)
    expect(() => validateLlmsTxt(`# X\n\n## Docs\n\n- [A](${url}): Words.\n- [B](https://x.dev/b)\n`)).not.toThrow();
});

test("the order of the findings, links and sections changes nothing about what a list costs", () => {
  const items = Array.from({ length: 12 }, (_, n) => (n % 3 ? item(n) : `- [${word(n)}](/${n})`));
  const scoreOf = (lines: readonly string[]) => validateLlmsTxt(`# X\n\n## Docs\n\n${lines.join("\n")}\n`).score;
  expect(scoreOf(items.toReversed())).toBe(scoreOf(items));
});

test("a list of 150,000 links that each have a finding is judged like a short one", () => {
  const links = Array.from({ length: 150_000 }, (_, n) => `- [Page ${n}](https://x.dev/p${n}): word`);
  const { score } = validateLlmsTxt(`# A\n\n> B\n\n## C\n\n${links.join("\n")}\n`);
  expect(qualityOf(score)).toBe("poor");
}, 60_000);

test("a file that says it has more pages than it lists loses by them; a divided one has them in its parts", () => {
  const validated = (pages: number, end = "") =>
    validateLlmsTxt(`${head(pages)}${times(20, (n) => item(n))}\n${end}`, { descLength: 200 });
  const faultsOf = ({ findings }: ReturnType<typeof validated>) => findings.map(({ rule }) => rule);
  expect(faultsOf(validated(20))).not.toContain("pages-stated");
  expect(faultsOf(validated(40))).toContain("pages-stated");
  expect(validated(40).score).toBeLessThan(validated(20).score - 20);
  expect(faultsOf(validated(40, "- [Part](https://x.dev/docs/llms.txt): A part.\n"))).not.toContain("pages-stated");
});

test("a section called by a link that leads back, and a site called Home, have poor names", () => {
  const text = `${head(20).replace("# X", "# Home").replace("Docs", "Back to posts")}${times(20, (n) => item(n))}\n`;
  const rules = validateLlmsTxt(text, { descLength: 200 }).findings.map(({ rule }) => rule);
  expect(rules).toEqual(expect.arrayContaining(["name-poor", "section-name"]));
});
