import { describe, expect, it } from "vitest";
import { html, menu, outlineOf, pagesOf, prose } from "./fixtures/small-site.ts";

const page = (title: string, nav = "", body = "") => html(`${title} | Harbour`, `${nav}${prose(title)}${body}`);
const each = (paths: readonly string[], nav = "", body: (path: string) => string = () => "") =>
  Object.fromEntries(paths.map((path) => [path, page(`T${path}`, nav, body(path))]));

describe("Optional", () => {
  const titled = (names: Readonly<Record<string, string>>, nav = "") =>
    Object.fromEntries(Object.entries(names).map(([path, title]) => [path, page(title, nav)]));

  it("holds legal pages, even if the menu links to them", () => {
    const nav = menu("Berths /berths", "Privacy policy /privacy", "Terms /terms");
    const site = {
      "/": page("Harbour", nav),
      ...titled(
        {
          "/berths": "Berths",
          "/privacy": "Privacy policy",
          "/terms": "Terms of service",
          "/refund": "Refund policy",
          "/x": "General disclaimer",
        },
        nav,
      ),
    };
    expect(outlineOf(pagesOf(site)).Optional).toEqual(
      expect.arrayContaining(["Privacy policy", "Terms of service", "Refund policy", "General disclaimer"]),
    );
  });

  it.each([
    ["Politika privatnosti", "Uvjeti korištenja"],
    ["Zásady ochrany osobních údajů", "Ochrana osobných údajov"],
    ["Gizlilik Politikası", "Kullanım Koşulları"],
    ["Politică de confidențialitate", "Kebijakan Privasi"],
    ["Integritetspolicy", "Tietosuojaseloste"],
    ["Πολιτική απορρήτου", "Політика конфіденційності"],
    ["מדיניות פרטיות", "سياسة الخصوصية"],
  ])("holds legal pages of further languages: %s, %s", (...titles) => {
    const site = titled({ "/a": titles[0], "/b": titles[1], "/c": "Berths", "/d": "Cranes" });
    expect(outlineOf(pagesOf({ "/": page("Harbour"), ...site })).Optional?.toSorted()).toEqual(titles.toSorted());
  });

  it("holds legal pages whose titles are spelt with accents or without", () => {
    const names = {
      "/berths": "Berths",
      "/a": "Política de cookies",
      "/b": "Politica de privacidad",
      "/c": "Licença",
      "/d": "Lizenzen",
    };
    expect(outlineOf(pagesOf({ "/": page("Harbour"), ...titled(names) })).Optional).toEqual(
      Object.values(names).slice(1),
    );
  });

  it("does not hold a page that only has a legal word by chance, in the main menu or among similar pages", () => {
    const nav = menu("Cookies /cookies", "Impressum /impressum", ["Recipes", ["Terms /recipes/terms"]]);
    const names = {
      "/cookies": "Cookies",
      "/recipes/terms": "Terms",
      "/recipes/data": "Data",
      "/impressum": "Impressum",
    };
    expect(outlineOf(pagesOf({ "/": page("Harbour", nav), ...titled(names, nav) })).Optional).toEqual(["Impressum"]);
    const footer = "<footer><a href='/cookies'>Cookies</a></footer>";
    const site = { "/": page("Harbour", footer), ...titled({ "/cookies": "Cookies", "/a": "Berths" }, footer) };
    expect(outlineOf(pagesOf(site)).Optional).toEqual(["Cookies"]);
  });

  it.each(["Old town", "History", "Mentions", "Local pet policy"])("does not hold %s", (title) => {
    const nav = menu("Berths /berths", "X /x");
    const site = { "/": page("Harbour", nav), "/berths": page("Berths", nav), "/x": page(title, nav) };
    expect(outlineOf(pagesOf(site)).Optional).toBeUndefined();
  });

  it("does not hold a page deep in the site that only has a legal word in its address", () => {
    const site = titled({
      "/crew/policy": "How the crew votes",
      "/crew/archive": "Archive a boat",
      "/crew/privacy": "Privacy settings",
      "/policy": "How we use data",
    });
    expect(outlineOf(pagesOf({ "/": page("Harbour"), ...site })).Optional).toEqual(["How we use data"]);
  });

  it("holds a change log that only the footer links to, not a change log of the main menu", () => {
    const site = (nav: string) => ({
      "/": page("Harbour", nav),
      "/a": page("Berths", nav),
      "/changelog": page("Changelog", nav),
    });
    expect(outlineOf(pagesOf(site("<footer><a href='/changelog'>Changelog</a></footer>"))).Optional).toEqual([
      "Changelog",
    ]);
    expect(outlineOf(pagesOf(site(menu("Berths /a", "Changelog /changelog")))).Optional).toBeUndefined();
  });

  it("holds an empty page, so that none is lost", () => {
    const moved = html("Page moved", "<main><h1>Page moved</h1><p>You will find it in the new harbour.</p></main>");
    expect(outlineOf(pagesOf({ "/": page("Harbour"), ...each(["/a", "/b"]), "/c": moved })).Optional).toEqual([
      "Page moved",
    ]);
  });

  it("holds pages outside of the scope and the few pages in another language", () => {
    const pages = pagesOf({
      "/": page("Harbour"),
      ...each(["/a", "/b", "/c", "/d"]),
      "/de": page("Hafen").replace('lang="en"', 'lang="de"'),
    });
    const outside = pages.map((one) => (one.url.endsWith("/d") ? { ...one, inScope: false } : one));
    expect(outlineOf(outside).Optional).toEqual(["T/d", "Hafen"]);
  });

  it("takes what stands below a legal page, whatever its title", () => {
    const up = (title: string, above: string) => html(title, prose(title), `<link rel="up" href="${above}">`);
    const site = {
      "/": html("Harbour", prose("Harbour")),
      "/legal.html": up("FDL of GNU", "/"),
      "/fdl1": up("Verbatim copies", "/legal.html"),
      "/fdl2": up("Further copies", "/legal.html"),
    };
    expect(outlineOf(pagesOf(site)).Optional?.length).toBe(3);
  });
});
