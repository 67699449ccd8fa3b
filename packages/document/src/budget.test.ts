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

const excerptsAt = (documentBudget: number) => {
  const { document, shortened } = fitted(DOCUMENT, { documentBudget });
  return [document.sections.flatMap(({ items }) => items.map(({ excerpt }) => excerpt)), shortened];
};

test("a document inside the budget stays as it is", () => {
  expect(fitted(DOCUMENT, { documentBudget: writeLlmsTxt(DOCUMENT).length })).toEqual({
    document: DOCUMENT,
    shortened: 0,
    over: 0,
  });
});

test("over the budget excerpts shorten to their first sentence, then those in Optional go, and no page does", () => {
  const length = writeLlmsTxt(DOCUMENT).length;
  expect(excerptsAt(length - 1)).toEqual([["One of all.", undefined, "One of can."], 2]);
  expect(excerptsAt(length - 30)).toEqual([["One of all.", undefined, undefined], 2]);
  expect(excerptsAt(0)).toEqual([["One of all.", undefined, undefined], 2]);
});

test("sentences that are too long are cut all alike, step by step, to 80 characters", () => {
  const excerpt = `${"word ".repeat(60)}end.`;
  const items = [1, 2].map((number) => ({ title: `t${number}`, url: `https://x.dev/${number}`, excerpt }));
  const long = { ...DOCUMENT, sections: [{ name: "Docs", items }] };
  const longest = (documentBudget: number) =>
    fitted(long, { documentBudget }).document.sections.flatMap(({ items }) =>
      items.map(({ excerpt = "" }) => excerpt.length),
    );
  const length = writeLlmsTxt(long).length;
  expect(longest(length - 1)).toEqual([240, 240]);
  expect(longest(length - 200)).toEqual([160, 160]);
  expect(longest(0)).toEqual([80, 80]);
});

test("what is still over the budget is told in code points", () => {
  const emoji = { name: "X", metadata: "😀😀", sections: [] };
  expect(fitted(emoji, { documentBudget: 7 }).over).toBe(1);
  expect(fitted(emoji, { documentBudget: 8 }).over).toBe(0);
});
