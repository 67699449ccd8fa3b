import { expect, test } from "vitest";
import { fitted } from "./budget.ts";
import { writeLlmsTxt } from "./document.ts";

const item = (name: string) => ({
  title: name,
  url: `https://x.dev/${name}`,
  excerpt: `One of ${name}. Two of ${name}.`,
});
const DOCUMENT = {
  name: "X",
  metadata: "Generated: now",
  sections: [
    { name: "Docs", items: [item("all"), { title: "b", url: "https://x.dev/b" }] },
    { name: "Optional", items: [item("can")] },
  ],
};

const excerptsAt = (budget: number) => {
  const { document, shortened } = fitted(DOCUMENT, budget);
  return [document.sections.flatMap(({ items }) => items.map(({ excerpt }) => excerpt)), shortened];
};

test("a document inside the budget stays as it is", () => {
  expect(fitted(DOCUMENT, writeLlmsTxt(DOCUMENT).length)).toEqual({ document: DOCUMENT, shortened: 0 });
});

test("over the budget excerpts shorten to their first sentence, then those in Optional go, and no page does", () => {
  const length = writeLlmsTxt(DOCUMENT).length;
  expect(excerptsAt(length - 1)).toEqual([["One of all.", undefined, "One of can."], 2]);
  expect(excerptsAt(length - 30)).toEqual([["One of all.", undefined, undefined], 2]);
  expect(excerptsAt(0)).toEqual([["One of all.", undefined, undefined], 2]);
});
