import { expect, test } from "vitest";
import { isMendable, mendText } from "./mend-text.ts";
import { RULES, type Rule } from "./rules.ts";
import { validateLlmsTxt } from "./validate.ts";

const file = (...lines: readonly string[]) =>
  ["# Tern", "", "> A tool.", "", "Text.", "", "## Docs", "", ...lines, ""].join("\n");

const GOOD = "- [How to start](https://tern.dev/start): The first steps with the tool, from nothing.";

/** A text that breaks a rule, for every rule that can be mended. */
const BROKEN: Readonly<Partial<Record<Rule, string>>> = {
  "byte-order-mark": `\uFEFF${file(GOOD)}`,
  "carriage-return": file(GOOD).replaceAll("\n", "\r\n"),
  "final-newline": `${file(GOOD)}\n\n`,
  "hidden-character": file(GOOD.replace("first", "fir\u200bst")),
  "name-repeated": file(GOOD, "", "# Tern again", "", "- [B](https://tern.dev/b): Other words stand here."),
  "heading-depth": file(GOOD, "", "### Deep", "", "- [B](https://tern.dev/b): Other words stand here."),
  "heading-space": file(GOOD, "", "##Near", "", "- [B](https://tern.dev/b): Other words stand here."),
  "optional-form": file(GOOD, "", "## optional", "", "- [B](https://tern.dev/b): Other words stand here."),
  "section-empty": file(GOOD, "", "## Empty"),
  "summary-length": file(GOOD).replace("A tool.", "A tool that does a thing. ".repeat(60)),
  "item-form": file("- **[How to start](https://tern.dev/start)**: The first steps with the tool."),
  "item-space": file(`${GOOD}  `),
  "excerpt-form": file("- [How to start](https://tern.dev/start) - The first steps with the tool."),
  "excerpt-boilerplate": file("- [How to start](https://tern.dev/start): Lorem ipsum dolor sit amet"),
  "excerpt-repeated": file(GOOD, GOOD.replace("How to start", "Other").replace("/start", "/other")),
  "excerpt-title": file("- [How to start](https://tern.dev/start): How to start"),
  "excerpt-length": file(`- [How to start](https://tern.dev/start): ${"The first steps. ".repeat(200)}`),
  "title-length": file(`- [${"How to start ".repeat(30)}](https://tern.dev/start): The first steps.`),
  "live-link": file("- [How to start](https://tern.dev/start): The [first](https://x.dev/a) steps with the tool."),
  html: file("- [How to start](https://tern.dev/start): The <b>first</b> steps with the tool."),
  "url-fragment": file(GOOD.replace("/start", "/start#one")),
  "url-repeated": file(GOOD, GOOD.replace("How to start", "Again").replace("first", "very first")),
  "url-scheme": file(GOOD, "- [Mail](ftp://tern.dev/x): Files to be fetched."),
  "page-facet": file(GOOD, "- [Tag](https://tern.dev/tag/news): News by tag."),
  "order-secondary": file("- [Terms of service](https://tern.dev/terms): What holds for all users.", GOOD),
};

const findingsOf = (text: string, rule: Rule) =>
  validateLlmsTxt(text, { profile: "strict" }).findings.filter((finding) => finding.rule === rule);

test.for(Object.entries(BROKEN))("%s is mended by the text alone, and is not found again", ([name, text]) => {
  const rule = Object.keys(RULES).find((one): one is Rule => one === name) ?? "size";
  const found = findingsOf(text, rule);
  expect(found.length).toBeGreaterThan(0);
  if (!isMendable(rule)) throw new Error(`${rule} has no mend`);
  const mended = mendText(text, rule, new Set(found.flatMap(({ line, lines = [] }) => [line, ...lines])));
  expect(findingsOf(mended, rule)).toEqual([]);
  const errors = (of: string) => validateLlmsTxt(of, { profile: "strict" }).findings.filter((f) => f.level === "error");
  expect(errors(mended).length).toBeLessThanOrEqual(errors(text).length);
});

test("lines that no mend is for stay as they are, to the byte", () => {
  const text = file(
    "-  [Odd](https://tern.dev/odd) — as it was",
    "- [How to start](https://tern.dev/start): How to start",
  );
  const mended = mendText(text, "excerpt-title", new Set([10]));
  expect(mended).toBe(text.replace(": How to start", ""));
});

test("what goes to Optional stands below it, whether or not there was one", () => {
  const terms = "- [Terms](https://tern.dev/terms): What holds.";
  expect(mendText(file(terms, GOOD), "order-secondary", new Set([9]))).toBe(file(GOOD, "", "## Optional", "", terms));
  const optional = file(terms, GOOD, "", "## Optional", "", "- [Log](https://tern.dev/log): Changes.");
  expect(mendText(optional, "order-secondary", new Set([9]))).toBe(
    file(GOOD, "", "## Optional", "", "- [Log](https://tern.dev/log): Changes.", terms),
  );
});
