import { expect, test } from "vitest";
import { HOST } from "./example-site.ts";
import { Frontier } from "./frontier.ts";
import { pageUrl } from "./url.ts";

function frontier() {
  const dropped: string[] = [];
  const line = new Frontier({
    review: () => undefined,
    onDropped: (url, { reason }) => dropped.push(`${url}: ${reason}`),
  });
  const add = (path: string) => line.add({ url: pageUrl(HOST + path), level: 1, isInScope: true, isFeatured: false });
  return { line, dropped, add };
}

test("at most 20,000 pages wait, however large the site", () => {
  const { line, add } = frontier();
  const added = Array.from({ length: 20_001 }, (_, index) => add(`/p${index}`));
  expect(added.lastIndexOf(true)).toBe(19_999);
  expect(line.waiting).toBe(20_000);
});

test("of one path fifty variants are kept, and each further one is a trap", () => {
  const { line, dropped, add } = frontier();
  for (let index = 0; index < 60; index++) add(`/list?id=${index}`);
  expect(line.waiting).toBe(50);
  expect(dropped).toHaveLength(10);
  expect(dropped[0]).toBe(`${HOST}/list?id=50: trap`);
});

test("a page is in line once, and not when it was reached another way", () => {
  const { line, add } = frontier();
  line.claim(pageUrl(`${HOST}/home`));
  expect([add("/a"), add("/a"), add("/home")]).toEqual([true, false, false]);
});

test("a folder whose pages only repeat others is closed", () => {
  const { line, dropped, add } = frontier();
  for (let index = 0; index < 30; index++) add(`/v/p${index}`);
  let asked = 0;
  for (let next = line.next(); next !== undefined; next = line.next(), asked++) line.settle(next, "repeated");
  expect(asked).toBe(8);
  expect(dropped).toHaveLength(22);
});
