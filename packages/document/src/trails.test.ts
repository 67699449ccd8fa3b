import { expect, it } from "vitest";
import { html, menu, outlineOf, pagesOf, prose } from "./fixtures/small-site.ts";

const page = (title: string, nav = "", body = "") =>
  html(title, `${nav}${prose(title).replace("</main>", `${body}</main>`)}`);
const each = (paths: readonly string[], nav = "", head = "") =>
  Object.fromEntries(paths.map((path) => [path, html(`T${path}`, nav + prose(path), head)]));

it("a group's own page is the entry of its name beside it, not one in another group", () => {
  const groups = [
    ["Sailing", ["T/s1 /s1", "T/s2 /s2"]],
    ["Club", ["Sailing /c1", "T/c2 /c2"]],
  ] as const;
  const nav = menu("Club /club", ...groups);
  const site = { "/": page("Harbour", nav), ...each(["/c1", "/c2", "/club", "/s1", "/s2"], nav) };
  expect(outlineOf(pagesOf(site))).toEqual({ Club: ["T/club", "T/c1", "T/c2"], Sailing: ["T/s1", "T/s2"] });
});

it("a label above other pages names their group even if it leads to the homepage", () => {
  const nav = menu("Life /", ["Life", ["T/l1 /l1", "T/l2 /l2"]], ["Club", ["T/c1 /c1", "T/c2 /c2"]]);
  const site = { "/": page("Harbour", nav), ...each(["/c1", "/c2", "/l1", "/l2"], nav) };
  expect(outlineOf(pagesOf(site))).toEqual({ Life: ["T/l1", "T/l2"], Club: ["T/c1", "T/c2"] });
});

it("a version in the address of all pages is no part above them", () => {
  const up = (path: string, above: string) => ({
    [path]: html(`T${path.slice(4)}`, prose(path), `<link rel="up" href="${above}">`),
  });
  const cranes = { ...up("/1.2/c", "/1.2/"), ...up("/1.2/c1", "/1.2/c"), ...up("/1.2/c2", "/1.2/c") };
  const home = page("Harbour", "", '<a href="/1.2/b">I. Berths</a>');
  const berths = { ...up("/1.2/b1", "/1.2/b"), ...up("/1.2/b2", "/1.2/b") };
  expect(outlineOf(pagesOf({ "/1.2/": home, ...berths, ...cranes }))).toEqual({
    "I. Berths": ["T/b1", "T/b2"],
    "T/c": ["T/c", "T/c1", "T/c2"],
  });
});

it("pages under several headings of one list are tagged, not divided", () => {
  const paths = Array.from({ length: 9 }, (_, at) => `/p${at}`);
  const listOf = (tag: number) =>
    paths.filter((_, at) => at % 3 !== tag).map((path) => `<li><a href="${path}">T${path}</a></li>`);
  const tags = ["Red", "Green", "Blue"].map((name, at) => `<h2>${name}</h2><ul>${listOf(at).join("")}</ul>`);
  const site = { "/": page("Harbour"), "/tags": page("Tags", "", tags.join("")), ...each(paths) };
  expect(Object.keys(outlineOf(pagesOf(site)))).toEqual(["Pages"]);
});

const said = (section: string) =>
  `<script type="application/ld+json">{"@type":"Article","articleSection":"${section}"}</script>`;

it("of several categories in one text a page stands in the first that is another page's only one", () => {
  const boats = each(["/a", "/b"], "", said("Boats"));
  const both = each(["/c", "/d"], "", said("Tides, Boats"));
  const arts = each(["/e", "/f"], "", said("Arts, Crafts"));
  expect(outlineOf(pagesOf({ "/": page("Harbour"), ...boats, ...both, ...arts }))).toEqual({
    Boats: ["T/a", "T/b", "T/c", "T/d"],
    "Arts, Crafts": ["T/e", "T/f"],
  });
});

it("the archive of all pages is no part of the site, however the menu calls it", () => {
  const paths = ["/a", "/b", "/c", "/d"];
  const nav = menu("Log /archives/", "Crew /crew");
  const list = paths.map((path) => `<p><a href="${path}">T${path}</a></p>`).join("");
  const archive = page("All of it", nav, list);
  const site = { "/": page("Harbour", nav), "/archives/": archive, ...each(["/crew", ...paths], nav) };
  expect(Object.keys(outlineOf(pagesOf(site)))).toEqual(["Pages"]);
});

it("a section has the name that the menu writes, whatever a page calls its category", () => {
  const nav = menu("Berths /berths", "Logbook /logbook/");
  const site = {
    "/": page("Harbour", nav),
    ...each(["/berths"], nav),
    "/logbook/": page("All of the log", nav),
    ...each(["/2020/a", "/2021/b", "/2021/c"], nav, said("logbook")),
  };
  expect(Object.keys(outlineOf(pagesOf(site)))).toContain("Logbook");
});

it("a folder with a year and words is no version, and one of a language and a country names nothing", () => {
  const nav = menu("Berths /berths");
  const issue = each(["/four/2021_edition_preview", "/four/a", "/four/b"], nav);
  const own = each(["/it-it/a", "/it-it/b", "/it-it/c"], nav);
  const site = { "/": page("Harbour", nav), ...each(["/berths"], nav), ...issue, ...own };
  expect(Object.keys(outlineOf(pagesOf(site)))).toEqual(["Pages", "Four"]);
});

it("a group of the menu of one folder is one part, though the homepage links to some of its pages without it", () => {
  const paths = ["/guide/a", "/guide/b", "/guide/c", "/guide/d"];
  const nav = menu(["Basics", paths.map((path) => `T${path} ${path}`)]);
  const bare = menu("Other /x", "T/guide/a /guide/a");
  const site = { "/": page("Harbour", bare), ...each(paths, nav), ...each(["/x", "/y", "/z"], menu("Other /x")) };
  expect(outlineOf(pagesOf(site))).toMatchObject({ Basics: paths.map((path) => `T${path}`) });
});

it("a part with nearly all pages of another keeps its own name where it is divided", () => {
  const groups = ["Berths", "Cranes"].map(
    (name, at) =>
      `<h2>${name}</h2>${Array.from({ length: 12 }, (_, no) => `<a href="/ref/${at}${no}">${at}${no}</a>`).join(" ")}`,
  );
  const rest = ["/ref/x1", "/ref/x2"].map((path) => `<a href="${path}">${path}</a>`).join(" ");
  const nav = menu(["Help", ["Reference /ref/", "FAQ /faq", "News /news"]], "Tour /tour");
  const paths = groups.flatMap((_, at) => Array.from({ length: 12 }, (_, no) => `/ref/${at}${no}`));
  const site = {
    "/": page("Harbour", nav),
    "/ref/": page("Reference", nav, `<p>${rest}</p>${groups.join("")}`),
    ...each(["/faq", "/news", "/tour", "/ref/x1", "/ref/x2", ...paths], nav),
  };
  const { Help, Reference } = outlineOf(pagesOf(site));
  expect([Help, Reference]).toEqual([
    ["T/faq", "T/news"],
    ["Reference", "T/ref/x1", "T/ref/x2"],
  ]);
});

it("a changelog that only the menu of the other pages names is aside, one that the homepage names is not", () => {
  const nav = menu("Guide /guide", "Changelog /changelog");
  const others = each(["/guide", "/tides", "/ropes"], nav);
  const site = (home: string) => ({ "/": page("Harbour", home), ...others, "/changelog": page("Changelog", nav) });
  expect(outlineOf(pagesOf(site(menu("Guide /guide")))).Optional).toEqual(["Changelog"]);
  expect(outlineOf(pagesOf(site(nav))).Optional).toBeUndefined();
});

it("the name of a menu is no section", () => {
  const paths = ["/guide/a", "/guide/b", "/guide/c"];
  const links = paths.map((path) => `<li><a href="${path}">T${path}</a></li>`).join("");
  const nav = `${menu("Top /top", "Shop /shop")}<nav><p>Site Navigation</p><ul>${links}</ul></nav>`;
  const site = { "/": page("Harbour", nav), ...each([...paths, "/top", "/shop"], nav) };
  expect(Object.keys(outlineOf(pagesOf(site)))).toEqual(["Pages", "Guide"]);
});
