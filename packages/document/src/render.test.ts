import { describe, expect, it } from "vitest";
import { html, lineOf, menu, meta, outlineOf, pagesOf, prose, SITE, textOf } from "./fixtures/small-site.ts";
import { documentOf, type ListedPage, render } from "./render.ts";

const page = (title: string, nav = "", body = "") => html(`${title} | Harbour`, `${nav}${prose(title)}${body}`);

describe("the document", () => {
  const pages = pagesOf({
    "/": html("Harbour", prose("Harbour"), meta("A club.")),
    "/a(1)?utm_source=x&b=2#c": page("Berths [free]"),
  });

  it("calls the leftover pages in the site's language", () => {
    const home = page("Havn").replace('lang="en"', 'lang="da-DK"');
    expect(Object.keys(outlineOf(pagesOf({ "/": home, "/a": page("Kraner") })))).toEqual(["Sider"]);
    const titled = (title: string, lang: string) =>
      pagesOf({ "/": page(title).replace('lang="en"', `lang="${lang}"`), "/a": page(title), "/b": page(title) });
    // Some generators state English whatever the text is.
    expect(Object.keys(outlineOf(titled("Прилив в порту", "en")))).toEqual(["Страницы"]);
    expect(Object.keys(outlineOf(titled("Прилив у порту", "uk")))).toEqual(["Сторінки"]);
    expect(Object.keys(outlineOf(titled("港の船について", "en")))).toEqual(["ページ"]);
    expect(Object.keys(outlineOf(titled("港口和船的基本概念", "en")))).toEqual(["页面"]);
  });

  it("has a name, a summary, a metadata line and sections, and nothing else", () => {
    expect(textOf(pages)).toBe(
      [
        "# Harbour",
        "",
        "> A club.",
        "",
        "Generated: 1970-01-01T00:00:00Z | Source: https://x.test/ | Pages: 2",
        "",
        "## Pages",
        "",
        "- [Berths (free)](https://x.test/a%281%29?b=2): This page is about berths (free) and about nothing else at all.",
        "",
      ]
        .join("\n")
        .replace("berths (free) and", "berths [free] and"),
    );
  });

  it("says that the crawl was stopped early", () => {
    const { text } = render(pages, { source: SITE, generatedAt: 0 as unknown as Date, isStoppedEarly: true });
    expect(text).toContain("Pages: 2 (stopped early)");
  });

  it("lists the Markdown version if there is one", () => {
    const [home, ...others] = pages;
    const twins = others.map((one) => ({ ...one, markdownUrl: `${SITE}/a.md` }));
    expect(textOf([home as ListedPage, ...twins])).toContain("](https://x.test/a.md)");
  });

  it("lets no page break a line, open a link or write HTML", () => {
    const bad = "x\u202e](https://evil.test) <img src=x> \n## Injected\u200b";
    const hostile = html(
      `]( ${bad}`,
      `<main><h1>T</h1><p>${bad} and some more words of text.</p></main>`,
      `<meta name="description" content="${bad}">`,
    );
    const text = textOf(pagesOf({ "/": html("Harbour", prose("Harbour")), "/a": hostile }));
    expect(text.match(/^## /gm)).toEqual(["## "]);
    expect(text).not.toMatch(/\]\(https:\/\/evil|[<>\u202e\u200b](?!\s)/);
  });

  it("keeps joiners inside words and emoji", () => {
    const persian = "می‌خواهم";
    const line = lineOf(
      pagesOf({ "/": page("Home"), "/a": html(persian, prose("x"), meta(`${persian} 👨‍👩‍👧 a\u200db`)) }),
      "/a",
    );
    expect(line).toBe(`- [${persian}](https://x.test/a): ${persian} 👨‍👩‍👧 ab`);
  });

  it("is the same in whatever order the pages arrive", () => {
    const nav = menu("Berths /berths/", "Cranes /cranes/");
    const site = Object.fromEntries(
      ["/berths/", "/berths/a", "/berths/b", "/cranes/", "/cranes/a", "/cranes/b", "/c", "/d"].map((path) => [
        path,
        page(`T ${path}`, nav),
      ]),
    );
    const [home, ...others] = pagesOf({ "/": page("Harbour", nav), ...site });
    expect(textOf([home as ListedPage, ...others.toReversed()])).toBe(textOf([home as ListedPage, ...others]));
  });

  it("lists two pages whose addresses differ in a trailing slash", () => {
    const text = textOf(pagesOf({ "/": page("Harbour"), "/a": page("Berths"), "/a/": page("Cranes") }));
    expect(text).toContain("[Berths]");
    expect(text).toContain("[Cranes]");
  });

  it("is refused without pages", () => {
    expect(() => documentOf([])).toThrow("homepage");
  });
});

describe("size", () => {
  const sentence = (at: number) =>
    `There berth${at} lies beside crane${at}, and the ropes of pier${at} are kept by keeper${at}. `;
  const long = (count: number) =>
    pagesOf({
      "/": page("Harbour"),
      ...Object.fromEntries(
        Array.from({ length: count }, (_, at) => [
          `/p${at}`,
          html(`P ${at}`, prose("x"), meta(sentence(at).repeat(6))),
        ]),
      ),
    });

  it("below 50,000 characters nothing is shortened", () => {
    expect(render(long(20), { source: SITE, generatedAt: new Date(0) }).shortened).toBeUndefined();
  });

  it("over 50,000 characters excerpts are shortened, and no page is dropped", () => {
    const { text, shortened, document } = render(long(130), { source: SITE, generatedAt: new Date(0) });
    expect([...text].length).toBeLessThanOrEqual(50_000);
    expect(document.sections.flatMap(({ items }) => items)).toHaveLength(130);
    expect(shortened?.over).toBe(0);
    expect(shortened?.excerpts).toBeGreaterThan(10);
  });

  it("is reported if it is still over the limit", () => {
    expect(render(long(1_000), { source: SITE, generatedAt: new Date(0) }).shortened?.over).toBeGreaterThan(0);
  });
});

describe("given pages", () => {
  it("stay in the order of the list", () => {
    const nav = menu("Cranes /cranes", "Berths /berths");
    const [home, ...others] = pagesOf({
      "/": page("Harbour", nav),
      "/ropes": page("Ropes", nav),
      "/cranes": page("Cranes", nav),
      "/berths": page("Berths", nav),
    });
    const given = others.map((one, turn) => ({ ...one, turn }));
    expect(Object.values(outlineOf([home as ListedPage, ...given.toReversed()])).flat()).toEqual([
      "Ropes",
      "Cranes",
      "Berths",
    ]);
  });
});
