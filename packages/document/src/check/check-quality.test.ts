import { readdirSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { qualityOf } from "../quality.ts";
import { validateLlmsTxt } from "./validate.ts";

const times = (count: number, line: (index: number) => string): string =>
  Array.from({ length: count }, (_, index) => line(index + 1)).join("\n");

const JUNK = {
  "a name alone": "# X\n",
  "one relative link": "# X\n\n## Docs\n\n- [A](a.md)\n",
  "one link": "# X\n\n## Docs\n\n- [A](https://x.dev/a)\n",
  "one page fifty times": `# X\n\n## Docs\n\n${times(50, (n) => `- [Page ${n}](https://x.dev/#part-${n})`)}\n`,
  "addresses without titles": `# X\n\n## Docs\n\n${times(20, (n) => `- https://x.dev/${n}`)}\n`,
  "relative links without a word on them": `# X\n\n## Docs\n\n${times(20, (n) => `- [Page ${n}](docs/${n}.md)`)}\n`,
  "the same title everywhere": `# X\n\n## Docs\n\n${times(20, (n) => `- [here](https://x.dev/${n})`)}\n`,
  "headings without links": `# X\n\n> X.\n\n${times(9, (n) => `## Part ${n}\n`)}\n- [A](https://x.dev/a)\n`,
  "links in a sentence, in no section": "# X\n\nSee [A](https://x.dev/a), or else [B](https://x.dev/b).\n",
  "addresses of nothing": `# X\n\n## Docs\n\n${times(9, (n) => `- [Page ${n}](mailto:${n}@x.dev)`)}\n`,
  "a site of 300 pages with two listed":
    "# X\n\nGenerated: 2026-11-21T05:50:00Z | Source: https://x.dev/ | Pages: 300\n\n## Docs\n\n- [A](https://x.dev/a)\n- [B](https://x.dev/b)\n",
} as const;

const item = (n: number): string => `- [Page ${n}](https://x.dev/${n}.md): Explains subject ${n} step by step.`;
const head = (pages: number): string =>
  `# X\n\n> Tables for terminals.\n\nGenerated: 2026-11-21T05:50:00Z | Source: https://x.dev/ | Pages: ${pages}\n\n## Docs\n\n`;

const EXAMPLES = new URL("../../../../docs/examples/", import.meta.url);
const GOOD = {
  "described pages": `# X\n\n> Tables for terminals.\n\n## Docs\n\n${times(20, item)}\n`,
  "described pages and a large Optional": `# X\n\n> Tables.\n\n## Docs\n\n${times(6, item)}\n\n## Optional\n\n${times(30, (n) => `- [Old ${n}](https://x.dev/old/${n})`)}\n`,
  "a site of one page, listed whole": `${head(1)}- [X](https://x.dev/): Tables for terminals.\n`,
  "a site of three pages, listed whole": `${head(3)}- [Start](https://x.dev/a): Install it.\n- [Colours](https://x.dev/b)\n`,
  "stars, dashes and line ends of another system":
    `# X\n\n> Tables.\n\n## Docs\n\n${times(9, (n) => `* **[Page ${n}](https://x.dev/${n})** – what ${n} does`)}\n`.replaceAll(
      "\n",
      "\r\n",
    ),
  "words of another script": `# 表格\n\n> 终端里的表格。\n\n## 文档\n\n${times(9, (n) => `- [第${n}页](https://x.dev/${n})：第${n}个主题的说明`)}\n`,
  "words from right to left": `# جداول\n\n> جداول للطرفيات.\n\n## وثائق\n\n${times(9, (n) => `- [صفحة ${n}](https://x.dev/${n}): شرح الموضوع ${n}`)}\n`,
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
  const bare = scoreOf((n) => `- [Page ${n}](https://x.dev/${n})`);
  const relative = scoreOf((n) => item(n).replace("https://x.dev", ""));
  const halfDescribed = scoreOf((n) => (n > 9 ? `- [Page ${n}](https://x.dev/${n})` : item(n)));
  expect([qualityOf(bare), qualityOf(relative)]).toEqual(["fair", "fair"]);
  expect(bare).toBeLessThan(halfDescribed);
  expect(halfDescribed).toBeLessThan(scoreOf(item));
});

test("the order of the findings, links and sections changes nothing about what a list costs", () => {
  const items = Array.from({ length: 12 }, (_, n) => (n % 3 ? item(n) : `- [Page ${n}](/${n})`));
  const scoreOf = (lines: readonly string[]) => validateLlmsTxt(`# X\n\n## Docs\n\n${lines.join("\n")}\n`).score;
  expect(scoreOf(items.toReversed())).toBe(scoreOf(items));
});
