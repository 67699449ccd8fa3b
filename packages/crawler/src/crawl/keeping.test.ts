import type { Link } from "@llmstxt-service/page";
import { expect, test } from "vitest";
import { crawlExample, SMALL } from "../../../../test/crawl/example-crawl.ts";
import { HOST } from "../../../../test/crawl/example-site.ts";
import { Keeping } from "./keeping.ts";

const menu = (text: string, more: Partial<Link> = {}): Link => ({
  url: `${HOST}/a`,
  text,
  rel: [],
  place: "navigation",
  ...more,
});

test("a link that stands on several pages is kept once; another text, place, label or heading makes it another", async () => {
  const { end } = await crawlExample(SMALL);
  const [home] = end.pages;
  if (home === undefined) throw new Error("a crawl has a homepage");
  const keeping = new Keeping({});
  const kept = (links: readonly Link[]) => keeping.kept({ ...home.page, links }).links;
  const [first] = kept([menu("A")]);
  const others = [
    menu("B"),
    menu("A", { place: "footer" }),
    menu("A", { rel: ["next"] }),
    menu("A", { group: ["Guides"] }),
    menu("A", { place: "content", heading: 1 }),
    menu("A", { place: "content", heading: 2 }),
  ];
  const links = kept([menu("A"), ...others]);
  expect(links).toEqual([menu("A"), ...others]);
  expect(links[0]).toBe(first);
  expect(new Set(kept([...others, menu("A")])).size).toBe(others.length + 1);
  expect(kept([...others, menu("A")]).every((link) => links.includes(link))).toBe(true);
});

test("a page that gives one address a thousand texts is kept as it is", async () => {
  const { end } = await crawlExample(SMALL);
  const [home] = end.pages;
  if (home === undefined) throw new Error("a crawl has a homepage");
  const links = Array.from({ length: 1_000 }, (_, index) => menu(`Text ${index}`));
  expect(new Keeping({}).kept({ ...home.page, links }).links).toEqual(links);
});

test("without texts a crawl gives the same pages, and says how long their texts were", async () => {
  const [whole, light] = [await crawlExample(SMALL), await crawlExample(SMALL, { withText: false })];
  const withoutText = whole.end.pages.map((page) => ({ ...page, page: { ...page.page, text: "" } }));
  expect(light.end.pages).toEqual(withoutText);
  expect(light.end.pages.every(({ page }) => page.textLength > 0)).toBe(true);
});
