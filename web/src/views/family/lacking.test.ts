import { expect, test } from "vitest";
import { readDocument } from "../../document/read.ts";
import { lackingOf } from "./lacking.ts";

const documentOf = (base: string, sections: Readonly<Record<string, readonly string[]>>) =>
  readDocument(
    `# Site\n\n${Object.entries(sections)
      .map(([name, paths]) => `## ${name}\n\n${paths.map((path) => `- [T](https://x.dev/${base}${path})\n`).join("")}`)
      .join("\n")}`,
  );

const main = { ...documentOf("en/latest/", { Docs: ["a", "b/c"], API: ["d"] }), language: "en", version: "latest" };

const named = (found: ReturnType<typeof lackingOf>) =>
  found?.sections.map(({ name, items }) => [name, items.map(({ url }) => url)]);

test("pages that a language lacks are found by their addresses, without the language and version in them", () => {
  const german = { ...documentOf("de/latest/", { Doku: ["a"], API: ["d"] }), language: "de-DE", version: "latest" };
  expect(named(lackingOf(main, german))).toEqual([["Docs", ["https://x.dev/en/latest/b/c"]]]);
  const older = { ...documentOf("en/v1.0/", { Docs: ["A", "b/c"] }), language: "en", version: "1.0" };
  expect(named(lackingOf(main, older))).toEqual([["API", ["https://x.dev/en/latest/d"]]]);
  expect(lackingOf(main, main)).toEqual({ count: 0, sections: [] });
});

test("of a file whose addresses are all its own no page is called missing", () => {
  expect(lackingOf(main, { ...documentOf("", { Doku: ["anfang"] }), language: "de" })).toBeUndefined();
});
