import type { Link, Page } from "@llmstxt-service/page";
import { expect, test } from "vitest";
import { entriesOf, examplePage } from "../../../../test/llmstxt/example-page.ts";
import { withoutRepeatedParts } from "./repeated.ts";

/** The pages without their repeated parts, the homepage first. */
function ownPages(pages: readonly Partial<Page>[]): readonly Page[] {
  const entries = entriesOf(pages.map((page, index) => examplePage(`https://x.dev/${index || ""}`, page)));
  return withoutRepeatedParts(entries, entries[0]).map(({ page }) => page);
}

const link = (path: string, text: string, more: Partial<Link> = {}): Link => ({
  url: `https://x.dev/${path}`,
  text,
  rel: [],
  place: "content",
  ...more,
});

const times = <T>(count: number, make: (index: number) => T): T[] => Array.from({ length: count }, (_, at) => make(at));

test("links that stand on most pages with the same words are a menu, whatever their markup", () => {
  const menu = [link("1", "À propos"), link("2", "Carte"), link("3", "Nous trouver")];
  const pages = ownPages(times(6, (at) => ({ links: [...menu, link(`${at}`, `Voir ${at}`)] })));
  for (const { links } of pages)
    expect(links.map(({ place }) => place)).toEqual(["navigation", "navigation", "navigation", "content"]);
});

test("the heading that such a menu stands under on most pages is its label", () => {
  const headings = [
    { level: 1, text: "" },
    { level: 3, text: "الدليل" },
  ];
  const pages = ownPages(
    times(4, (at) => ({
      headings: [{ level: 1, text: `P${at}` }, ...headings.slice(1)],
      links: [link("a", "ب", { heading: 1 })],
    })),
  );
  expect(pages.map(({ links }) => links[0]?.group)).toEqual(times(4, () => ["الدليل"]));
});

test("a page that texts mention in words of their own stays content, and so does what few pages link", () => {
  const pages = ownPages(times(6, (at) => ({ links: [link("a", `as page ${at} says`), link(`b${at >> 1}`, "next")] })));
  expect(new Set(pages.flatMap(({ links }) => links.map(({ place }) => place)))).toEqual(new Set(["content"]));
});

test("a notice and a heading on most pages are gone from all of them, and from the homepage's summary", () => {
  const notice = "これは読み取り専用のコピーです。";
  const pages = ownPages(
    times(5, (at) => ({
      headings: [
        { level: 1, text: "フォーラム" },
        { level: 2, text: `話題 ${at}` },
      ],
      descriptions: { paragraph: notice, opening: notice },
      excerpt: `${notice}話題 ${at} についての質問です。`,
    })),
  );
  expect(pages.map(({ descriptions }) => descriptions)).toEqual(times(5, () => ({})));
  expect(pages.map(({ excerpt }) => excerpt)).toEqual(times(5, (at) => `話題 ${at} についての質問です。`));
  expect(pages[0]?.headings[0]?.text).toBe("フォーラム");
  expect(pages.slice(1).map(({ headings }) => headings[0]?.text)).toEqual(times(4, () => ""));
});

test("variants of one thing leave the description they share to the first; pages that share a template's lose it", () => {
  const shirt = { descriptions: { meta: "Плотный хлопок, прямой крой." } };
  const template = { descriptions: { meta: "Интернет-магазин одежды." } };
  const pages = ownPages([
    { title: "Лавка", descriptions: { meta: "Одежда из хлопка." } },
    ...["красная", "синяя", "белая"].map((colour) => ({ title: `Рубашка ${colour}`, ...shirt })),
    ...["Доставка", "Оплата", "Возврат"].map((title) => ({ title, ...template })),
  ]);
  expect(pages.map(({ descriptions }) => descriptions.meta)).toEqual([
    "Одежда из хлопка.",
    "Плотный хлопок, прямой крой.",
    ...times(5, () => undefined),
  ]);
});

test("a homepage keeps the description that it shares with every page", () => {
  const meta = "Bread and cake, baked in the village.";
  const pages = ownPages(times(4, (at) => ({ title: `P${at}`, descriptions: { meta } })));
  expect(pages.map(({ descriptions }) => descriptions.meta)).toEqual([meta, undefined, undefined, undefined]);
});

test("pages that share nothing are as they were", () => {
  const pages = times(5, (at) => ({ links: [link(`${at}`, `L${at}`)], excerpt: `Text ${at}.`, title: `T${at}` }));
  expect(ownPages(pages)).toMatchObject(pages);
});
