import { expect, test } from "vitest";
import { PROFILES, type Profile } from "../profile.ts";
import { validateLlmsTxt } from "./validate.ts";

const GOOD = `# X

> Tables for terminals.

Generated: 2026-11-21T05:50:00Z | Source: https://x.dev/ | Pages: 3

## Docs

- [Getting started](https://x.dev/start.md): Install and render a first table.
- [Colours](https://x.dev/colours): Sixteen names, and true colour.
`;

function rulesOf(text: string, profile: Profile = "strict"): string[] {
  return validateLlmsTxt(text, { profile }).findings.map(({ rule, line }) => `${rule} ${line}`);
}

test("a document as this program writes it has no finding and the full score", () => {
  for (const profile of PROFILES)
    expect(validateLlmsTxt(GOOD, { profile })).toEqual({
      profile,
      valid: true,
      score: 100,
      parts: { findable: 100, selection: 100, titles: 100, sections: 100, links: 100 },
      notMeasured: ["links", "sitemap", "questions"],
      findings: [],
      more: 0,
    });
});

test("a finding names its rule, line, message and what to do", () => {
  expect(validateLlmsTxt(GOOD.replace("## Docs", "### Docs"), { profile: "strict" })).toMatchObject({
    valid: false,
    score: 96,
    parts: { sections: 90 },
    findings: [
      {
        level: "error",
        rule: "heading-depth",
        line: 7,
        message: "A heading is deeper than `##`",
        fix: "Make it `##`: parsers make a section of it, with `#` in its name.",
        part: "sections",
        points: 4,
        lines: [7],
      },
    ],
  });
});

const DAMAGES: readonly (readonly [string, (text: string) => string])[] = [
  ["byte-order-mark 1", (text) => `\uFEFF${text}`],
  ["carriage-return 1", (text) => text.replaceAll("\n", "\r\n")],
  ["final-newline 10", (text) => text.trimEnd()],
  ["final-newline 11", (text) => `${text}\n`],
  ["front-matter 1", (text) => `---\ntitle: X\n---\n\n${text}`],
  ["hidden-character 3", (text) => text.replace("Tables", "Ta\u200Bbles")],
  ["hidden-character 9", (text) => text.replace("Install", "In\u2028stall")],
  ["name-missing 1", (text) => text.replace("# X\n\n", "")],
  ["name-first 3", (text) => `hello\n\n${text}`],
  ["name-form 1", (text) => text.replace("# X", "#  X")],
  ["heading-space 1", (text) => text.replace("# X", "#X")],
  ["name-repeated 5", (text) => text.replace("Generated", "# Y\n\nGenerated")],
  ["head-empty 1", () => "# X\n"],
  ["head-spacing 2", (text) => text.replace("# X\n\n", "# X\n")],
  ["head-spacing 4", (text) => text.replace("terminals.\n\n", "terminals.\n")],
  ["summary-late 5", (text) => text.replace("# X", "# X\n\nhello")],
  ["summary-lines 4", (text) => text.replace("terminals.", "terminals.\n> And more.")],
  ["summary-form 3", (text) => text.replace("> Tables", ">Tables")],
  ["summary-lost 3", (text) => text.replace(/Generated.*\n\n/, "")],
  ["summary-missing 1", (text) => text.replace(/> .*\n\n/, "")],
  ["summary-length 3", (text) => text.replace("Tables", "Tables ".repeat(50))],
  ["metadata-line 7", (text) => text.replace("Generated", "Made")],
  ["heading-form 7", (text) => text.replace("## Docs", "##  Docs")],
  ["heading-space 7", (text) => text.replace("## Docs", "##Docs")],
  ["heading-number 7", (text) => text.replace("## Docs", "## 2024")],
  ["heading-slug 7", (text) => text.replace("## Docs", "## user-guide")],
  ["section-repeated 12", (text) => `${text}\n## docs\n\n- [A](https://x.dev/a)\n`],
  ["section-empty 12", (text) => `${text}\n## More\n`],
  ["section-prose 8", (text) => text.replace("## Docs\n", "## Docs\nSome words.\n")],
  ["optional-form 7", (text) => text.replace("## Docs", "## optional:")],
  ["optional-last 7", (text) => `${text.replace("## Docs", "## Optional")}\n## More\n\n- [A](https://x.dev/a)\n`],
  ["links-missing 1", (text) => text.replace(/## Docs[\s\S]*/, "")],
  ["item-form 9", (text) => text.replace("- [Getting", "* [Getting")],
  ["item-form 9", (text) => text.replace("Getting started", "Getting [started]")],
  ["item-space 10", (text) => text.replace("colour.", "colour. ")],
  ["excerpt-form 9", (text) => text.replace("): Install", ") - Install")],
  ["excerpt-length 9", (text) => text.replace("Install", "Install ".repeat(300))],
  [
    "excerpt-repeated 10",
    (text) => text.replace("colours): Sixteen names, and true colour.", "colours): Install and render a first table."),
  ],
  ["excerpt-title 10", (text) => text.replace("colours): Sixteen names, and true colour.", "colours): colours.")],
  [
    "excerpt-boilerplate 10",
    (text) => text.replace("colours): Sixteen names, and true colour.", "colours): We use cookies on this site."),
  ],
  ["live-link 9", (text) => text.replace("Install", "[Install](https://evil.example/)")],
  ["html 9", (text) => text.replace("Install", "<b>Install</b>")],
  ["title-repeated 10", (text) => text.replace("Colours", "getting started")],
  ["title-length 10", (text) => text.replace("Colours", "Colours".repeat(30))],
  ["url-relative 10", (text) => text.replace("https://x.dev/colours", "/colours")],
  ["url-scheme 10", (text) => text.replace("https://x.dev/colours", "mailto:a@x.dev")],
  ["url-form 10", (text) => text.replace("https://x.dev/colours", "https://[")],
  ["title-missing 10", (text) => text.replace("Colours", "")],
  ["url-written 10", (text) => text.replace("https://x.dev/colours", "<https://x.dev/colours>")],
  ["url-parenthesis 10", (text) => text.replace("/colours", "/colours_(red)")],
  ["url-repeated 10", (text) => text.replace("/colours", "/start.md")],
  ["url-fragment 10", (text) => text.replace("/colours", "/colours#red")],
  ["size 1", (text) => text.replace("Install", "Install ".repeat(7_000))],
  ["size-cut 1", (text) => text.replace("Install", "Install ".repeat(20_000))],
  ["heading-in-code 13", (text) => `${text}\n\`\`\`sh\n# it\n\`\`\`\n`],
  ["page-versions 11", (text) => `${text}- [B](https://x.dev/v1/b)\n- [C](https://x.dev/v2/b)\n`],
];

test.each(DAMAGES)("%s is found", (finding, damage) => {
  expect(rulesOf(damage(GOOD))).toContain(finding);
});

test("many sections, single links and a shared affix are found", () => {
  const sections = Array.from(
    { length: 13 },
    (_, index) => `## S${index}a\n\n- [P${index} | X](https://x.dev/${index})\n`,
  );
  const found = rulesOf(GOOD.replace(/## Docs[\s\S]*/, sections.join("\n")));
  expect(found).toContain("section-count 55");
  expect(found).toContain("section-single 7");
  expect(found).toContain("title-affix 9");
});

test("links to other sites are found where the site is known", () => {
  const { findings } = validateLlmsTxt(GOOD, { site: "https://www.other.dev/" });
  expect(findings.map(({ rule }) => rule)).toEqual(["other-site", "other-site"]);
});

test("at most a thousand findings are told, and how many more there are", () => {
  const { findings, more, score } = validateLlmsTxt(`${GOOD}${"\nwords\n".repeat(5000)}`, {
    profile: "strict",
  });
  expect([findings.length, more, score]).toEqual([1000, 4000, 78]);
});
