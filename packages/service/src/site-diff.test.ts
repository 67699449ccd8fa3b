import { expect, test } from "vitest";
import { siteDiff } from "./site-diff.ts";

const document = (...sections: readonly (readonly [name: string, ...pages: readonly string[]])[]) =>
  `# X\n\n${sections
    .map(([name, ...pages]) => `## ${name}\n\n${pages.map((page) => `- [${page}](https://x.dev/${page})\n`).join("")}`)
    .join("\n")}`;

test("a section that only has another name was renamed, and its pages did not move", () => {
  const diff = siteDiff(document(["Articles", "a", "b"], ["API", "c"]), document(["Guides", "a", "b"], ["API", "c"]));
  expect(diff.renamed).toEqual([["Articles", "Guides"]]);
  expect(diff.moved).toEqual([]);
});

test("pages of one section that stand in two moved, and none of the sections was renamed", () => {
  const diff = siteDiff(document(["Articles", "a", "b"], ["API", "c"]), document(["Guides", "a"], ["API", "b", "c"]));
  expect(diff.renamed).toEqual([]);
  expect(diff.moved.map(({ title, from, section }) => [title, from, section])).toEqual([
    ["a", "Articles", "Guides"],
    ["b", "Articles", "API"],
  ]);
});
