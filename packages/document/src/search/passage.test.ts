import { expect, test } from "vitest";
import { passageOf } from "./passage.ts";

const passage = (markdown: string, question: string, most = 400) =>
  passageOf(markdown, { question, weights: new Map(), most });
const PAGE = `> All pages of this site are listed in [llms.txt](https://x.dev/llms.txt).

# Tides (1/2)

This page goes on in [part 2 of 2](https://x.dev/tides.2.md).

The water comes and goes.

## Spring

The moon pulls twice a day.

\`\`\`sh
# moon of the harbour
tide --moon
\`\`\`

Source: https://x.dev/tides
`;

test("a passage stands below its heading, and goes on as far as there is room", () => {
  expect(passage(PAGE, "what does the moon pull?", 60)).toBe("## Spring\nThe moon pulls twice a day.");
  expect(passage(PAGE, "what does the moon pull?")).toMatch(/^## Spring\nThe moon pulls twice a day\.\n```sh\n# moon/);
});

test("a page without a word of the question shows how it begins; what stands around it is never shown", () => {
  expect(passage(PAGE, "zeppelin", 30)).toBe("The water comes and goes.");
  for (const question of ["tides", "listed pages site", "source", "part goes on"])
    expect(passage(PAGE, question), question).not.toMatch(/llms\.txt|Source:|part 2 of 2|^# /);
  expect(passage("", "tides")).toBe("");
  expect(passage("# Tides\n", "tides")).toBe("");
});

test("a passage is found without its accents, and shown with them", () => {
  expect(passage("Nic.\n\nPřeklad češtiny.\n", "preklad", 30)).toBe("Překlad češtiny.");
});

test("a line of code that begins with # is no heading", () => {
  expect(passage("## Run\n\n```\n# first\n```\n\nThe keeper.\n", "keeper")).toBe("## Run\nThe keeper.");
});

test("a long paragraph is shown from a word on", () => {
  const long = `${"harbour of ropes and lamps ".repeat(40)}where the moon stands still ${"and tides and maps ".repeat(40)}`;
  expect(passage(long, "moon")).toMatch(/^(?:harbour|of|ropes|and|lamps|where)\b.* moon /);
});

test("a passage is no longer than it may be, whatever the page", () => {
  for (const text of [
    "x".repeat(5_000),
    "😀".repeat(2_000),
    "## a\n\n".repeat(900),
    `moon ${"```\n".repeat(900)}`,
    "水".repeat(999),
  ])
    for (const most of [1, 2, 50, 400]) expect(passage(text, "moon x a", most).length).toBeLessThanOrEqual(most);
});
