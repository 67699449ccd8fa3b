import { expect, test } from "vitest";
import { type Described, folder, navigation, outlineOf } from "../../../../test/llmstxt/example-outline.ts";
import { entriesOf, examplePage } from "../../../../test/llmstxt/example-page.ts";
import { sectionsOf } from "./sections.ts";

test("a folder is called what the navigation calls it, else by its index page, else in words", () => {
  const pages = [
    ["docs"],
    ...folder("docs", 2),
    ["kb", { title: "Knowledge base" }],
    ...folder("kb", 2),
    ...folder("rest_api", 2),
  ] as const;
  expect(outlineOf(pages, navigation([["docs", "Manual"]]))).toEqual([
    "Manual: docs, docs/p1, docs/p2",
    "REST API: rest_api/p1, rest_api/p2",
    "Knowledge base: kb, kb/p1, kb/p2",
  ]);
});

test("sections stand in the order a reader needs them, Optional last", () => {
  const names = ["blog", "reference", "guides", "integrations", "examples", "changelog", "products"];
  const loose = ["about", "team", "faq", "getting-help", "install", "overview", "anything", "else"];
  const pages = [...names.flatMap((name) => folder(name, 2)), ...loose.map((name) => [name] as const)];
  expect(outlineOf(pages).map((line) => line.split(":")[0])).toEqual([
    "Getting started",
    "Guides",
    "Examples",
    "Reference",
    "Products",
    "Integrations",
    "Pages",
    "Support",
    "Blog",
    "Company",
    "Optional",
  ]);
});

test.each([
  ...[
    "legal",
    "privacy",
    "terms",
    "terms-of-service",
    "changelog",
    "releases",
    "careers",
    "press",
    "archive",
    "license",
  ],
  ...["older-versions", "contributing", "code-of-conduct", "imprint", "cookie-policy", "deprecated"],
])("%s stands in Optional, a page of it as well as a folder", (name) => {
  const pages = name === "contributing" ? [[name] as const] : [[name] as const, ...folder(name, 2)];
  const sections = outlineOf([...folder("docs", 3), ...pages]);
  expect(sections.map((line) => line.split(":")[0])).toEqual(["Docs", "Optional"]);
});

test.each(["rechtliches", "impressum", "mentions-legales"])("%s stands in Optional", (name) => {
  expect(outlineOf([...folder("docs", 3), [name]])).toContain(`Optional: ${name}`);
});

test("what is for contributors stands with them, whatever it is called", () => {
  expect(
    outlineOf([...folder("docs", 2), ...folder("contributing", 2), ["contributing/coverage"], ["licence"]]),
  ).toEqual([
    "Docs: docs/p1, docs/p2",
    "Contributing: contributing/coverage, contributing/p1, contributing/p2",
    "Optional: licence",
  ]);
});

test("pages outside the base URL's path stand in Optional", () => {
  const [home, inside, outside] = [
    examplePage("https://x.dev/docs/"),
    examplePage("https://x.dev/docs/a"),
    examplePage("https://x.dev/shop/b", {}, { inScope: false }),
  ];
  const [first, ...entries] = entriesOf([home, inside, outside]);
  const sections = sectionsOf({ home: first, entries, name: "X", titleOf: ({ page }) => page.title });
  expect(sections.map(({ name }) => name)).toEqual(["Pages", "Optional"]);
});

test("a page alone in its folder joins Pages, and a page alone in Pages the largest part", () => {
  expect(outlineOf([...folder("docs", 3), ["one/a"], ["two/b"]])).toEqual([
    "Docs: docs/p1, docs/p2, docs/p3",
    "Pages: one/a, two/b",
  ]);
  expect(outlineOf([...folder("docs", 3), ["one/a"]])).toEqual(["Docs: docs/p1, docs/p2, docs/p3, one/a"]);
});

test("a large part whose pages lie in smaller ones is taken apart, its index page first in the first", () => {
  const pages = [
    ["guide", { title: "Guide" }],
    ...folder("guide/users", 8),
    ...folder("guide/recipes", 6),
    ...folder("api", 4),
  ] as const;
  expect(outlineOf(pages).map((line) => line.replace(/:.*,/, ":"))).toEqual([
    "Users: guide/users/p8",
    "Recipes: guide/recipes/p6",
    "API: api/p4",
  ]);
});

/** An index page in `reference` with these lists of pages under these headings. */
function index(lists: readonly (readonly [level: number, heading: string, pages: readonly string[]])[]): Described {
  return [
    "reference",
    {
      title: "Reference",
      headings: [{ level: 1, text: "Reference" }, ...lists.map(([level, text]) => ({ level, text }))],
      links: lists.flatMap(([, , pages], heading) =>
        pages.map((name) => ({
          url: `https://x.dev/reference/${name}`,
          text: name,
          rel: [],
          place: "content" as const,
          heading: heading + 1,
        })),
      ),
    },
  ];
}

const names = (letter: string, count: number) => Array.from({ length: count }, (_, number) => `${letter}${number}`);
const pagesOf = (name: string): Described => [`reference/${name}`];

test("a large part follows the headings of its index page, in its order", () => {
  const [z, y, x] = [names("z", 6), names("y", 5), names("x", 4)];
  const lists = index([
    [2, "Requests", []],
    [3, "Create", z],
    [3, "Debugging", y],
    [2, "Caching", x],
  ]);
  const pages = [lists, ...[...x, ...y, ...z].map(pagesOf)];
  const sections = outlineOf(pages).map((line) => line.replaceAll("reference/", ""));
  expect(sections).toEqual([
    `Requests: Create: reference, ${z.join(", ")}`,
    `Requests: Debugging: ${y.join(", ")}`,
    `Caching: ${x.join(", ")}`,
  ]);
});

test("what an index page leaves out stands with the pages that link to it, else in Optional", () => {
  const [a, b] = [names("a", 6), names("b", 6)];
  const link = { url: "https://x.dev/reference/inner", text: "inner", rel: [], place: "content" as const };
  const pages: Described[] = [
    index([
      [2, "Reading", a],
      [2, "Writing", b],
    ]),
    ...a.map(pagesOf),
    ...b.map((name): Described => [`reference/${name}`, { links: [link] }]),
    ["reference/inner"],
    ["reference/orphan"],
  ];
  const sections = outlineOf(pages).map((line) => line.replaceAll("reference/", ""));
  expect(sections).toEqual([
    `Reading: reference, ${a.join(", ")}`,
    `Writing: ${b.join(", ")}, inner`,
    "Optional: orphan",
  ]);
});

test("pages that an index page lists before its headings are its folder's, not the first heading's, where they are many", () => {
  const [a, b, before] = [names("a", 6), names("b", 6), names("c", 4)];
  const [path, page] = index([
    [2, "Reading", a],
    [2, "Writing", b],
  ]);
  const links = before.map((name) => ({ url: `https://x.dev/reference/${name}`, text: name, rel: [], heading: 0 }));
  const first = links.map((link) => ({ ...link, place: "content" as const }));
  const lists = [path, { ...page, links: [...first, ...(page?.links ?? [])] }] as const;
  const sections = outlineOf([lists, ...[...a, ...b, ...before].map(pagesOf)]);
  expect(sections.map((line) => line.replaceAll("reference/", ""))).toEqual([
    `Reference: reference, ${before.join(", ")}`,
    `Reading: ${a.join(", ")}`,
    `Writing: ${b.join(", ")}`,
  ]);
});

test("a page of prose with links all over it is no index", () => {
  const all = names("a", 14);
  const lists = index(["One", "Two", "Three"].map((heading) => [2, heading, all] as const));
  expect(outlineOf([lists, ...all.map(pagesOf)])).toHaveLength(1);
});

test("a site has at most twelve sections, whatever its folders", () => {
  const pages = Array.from({ length: 40 }, (_, index) =>
    folder(`part${String.fromCharCode(97 + (index % 26))}${index}`, 2),
  ).flat();
  expect(outlineOf(pages).length).toBeLessThanOrEqual(12);
});

test("breadcrumbs say the parts where addresses do not", () => {
  const crumb = (text: string) => ({ breadcrumbs: [{ text: "Home", url: "https://x.dev/" }, { text }] });
  expect(
    outlineOf([
      ["a", crumb("Guides")],
      ["b", crumb("Guides")],
      ["c", crumb("API")],
      ["d", crumb("API")],
    ]),
  ).toEqual(["Guides: a, b", "API: c, d"]);
});

test("of several words for a folder's index page the one that shares the folder's word is its name", () => {
  const menu = navigation([
    ["schools", "Results"],
    ["schools", "All schools"],
    ["docs", "Docs"],
  ]);
  const pages = [["schools"], ...folder("schools", 3), ["docs"], ...folder("docs", 3)] as const;
  expect(outlineOf(pages, menu).map((line) => line.split(":")[0])).toEqual(["All schools", "Docs"]);
});

test("a folder without an index page is called what one link of the homepage's menu calls it", () => {
  const pages = [...folder("deploy", 3), ...folder("admin", 3)];
  const menu = navigation([
    ["deploy/p1", "部署"],
    ["admin/p1", "管理员"],
    ["admin/p2", "用户"],
  ]);
  expect(outlineOf(pages, { ...menu, lang: "zh-CN" }).map((line) => line.split(":")[0])).toEqual(["部署", "Admin"]);
});

test.each([
  ["de", "Willkommen", ["Erste Schritte", "Anleitungen", "Beispiele", "API", "Seiten", "Optional"]],
  ["pt-BR", "Bem-vindo", ["Primeiros passos", "Guias", "Exemplos", "API", "Páginas", "Optional"]],
  ["en", "ようこそ、天気のノートへ", ["はじめに", "ガイド", "サンプル", "API", "ページ", "Optional"]],
  ["", "Добро пожаловать", ["Начало работы", "Руководства", "Примеры", "API", "Страницы", "Optional"]],
  ["", "به نشریه خوش آمدید چگونه", ["شروع", "راهنماها", "نمونه‌ها", "API", "صفحه‌ها", "Optional"]],
  ["zh-TW", "歡迎", ["入門", "指南", "範例", "API", "頁面", "Optional"]],
  ["eo", "Bonvenon", ["Getting started", "Guide", "Examples", "API", "Pages", "Optional"]],
])("where the site has no word of its own, sections are called in its language: %s %s", (lang, title, names) => {
  const titled = (paths: readonly Described[]): Described[] => paths.map(([path]) => [path, { title }]);
  const pages = titled([
    ["install"],
    ["setup"],
    ...folder("guide", 2),
    ...folder("examples", 2),
    ...folder("api", 2),
    ["a"],
    ["b"],
    ["legal"],
  ]);
  expect(outlineOf(pages, { lang, title }).map((line) => line.split(":")[0])).toEqual(names);
});

test("a folder that is only the site's language names no section", () => {
  const pages = [...folder("en", 4), ["en/intro"], ["en/install"]] as const;
  expect(outlineOf(pages).map((line) => line.split(":")[0])).toEqual(["Getting started", "Pages"]);
});

test("a pager's link gives no folder its name, and a package's page is the index of its folder", () => {
  const menu = navigation([["docs/requirements", "NextRequirements"]]);
  const titled = [["docs/requirements", { title: "Requirements" }], ...folder("docs", 3)] as const;
  expect(outlineOf(titled, menu).map((line) => line.split(":")[0])).toEqual(["Docs"]);
  const packages = ["rules", "runner"].flatMap((name): Described[] => [
    [`org/x/${name}/package-summary.html`, { title: `org.x.${name}` }],
    ...folder(`org/x/${name}`, 6),
  ]);
  expect(outlineOf(packages).map((line) => line.split(":")[0])).toEqual(["org.x.rules", "org.x.runner"]);
});

test("sections stand as the homepage's menu names them, what begins the subject first and Optional last", () => {
  const menu = navigation([
    ["leistungen", "Leistungen"],
    ["team", "Team"],
    ["blog", "Blog"],
    ["privacy", "Privacy"],
  ]);
  const pages = [
    ...["blog", "team", "leistungen"].flatMap((name) => [[name] as const, ...folder(name, 2)]),
    ...folder("docs", 2),
    ["privacy"] as const,
    ["quickstart"] as const,
  ];
  expect(outlineOf(pages, menu).map((line) => line.split(":")[0])).toEqual([
    "Getting started",
    "Leistungen",
    "Team",
    "Blog",
    "Docs",
    "Optional",
  ]);
});

test("what most pages are about comes before what a menu names beside it", () => {
  const pages = [...folder("manual", 12), ["news"] as const, ...folder("news", 2)];
  expect(outlineOf(pages, navigation([["news", "News"]])).map((line) => line.split(":")[0])).toEqual([
    "Manual",
    "News",
  ]);
});

test("parts of one folder stay together, wherever the menu names one of them", () => {
  const pages = [
    ["guide"] as const,
    ...folder("guide/users", 8),
    ...folder("guide/recipes", 6),
    ...folder("pricing", 15),
  ];
  const menu = navigation([
    ["pricing/p1", "Prices"],
    ["guide", "Guide"],
  ]);
  expect(outlineOf(pages, menu).map((line) => line.split(":")[0])).toEqual(["Prices", "Users", "Recipes"]);
});

test.each([
  ["datenschutz", "Datenschutzerklärung"],
  ["agb", "AGB"],
  ["ruecksendungen", "Rücksendungen"],
  ["mentions-legales", "Mentions légales"],
  ["notice", "Site Notice"],
  ["shipping", "Shipping Policy"],
  ["aviso", "Aviso de Privacidad para los talleres"],
  ["p1", "個人情報保護方針"],
  ["p2", "سياسة الخصوصية وملفات تعريف الارتباط"],
  ["p3", "Политика конфиденциальности"],
  ["p4", "Polityka prywatności"],
  ["p5", "개인정보처리방침"],
])("a legal page stands in Optional in any language: %s, %s", (path, title) => {
  expect(outlineOf([...folder("docs", 3), [path, { title }]])).toContain(`Optional: ${path}`);
});

test("a function called cookie is a subject, not a legal page", () => {
  const pages = [
    ...folder("functions", 3),
    ["functions/cookie", { title: "Cookie" }],
    ["cookies", { title: "Cookies" }],
  ];
  expect(outlineOf(pages as readonly Described[])).toEqual([
    "Functions: functions/cookie, functions/p1, functions/p2, functions/p3",
    "Optional: cookies",
  ]);
});

test("posts stand by their days, the newest first, behind what has none", () => {
  const days = Array.from({ length: 12 }, (_, at) => [`2026/08/${at + 10}/post`] as const);
  const newest = days.map(([path]) => path).toReversed();
  expect(outlineOf([["about"], ...days])).toEqual(["Pages: about", `Posts: ${newest.join(", ")}`]);
  expect(outlineOf(days)).toEqual([`Posts: ${newest.join(", ")}`]);
});

test("words that lead on, such as `More about us…`, name no folder", () => {
  const pages = [["us"], ...folder("us", 6), ["about"]] as const;
  expect(outlineOf(pages, navigation([["us", "More about us…"]]))[0]).not.toMatch(/^More/);
});

test("a link to log in is no name of the folder that it leads to", () => {
  const pages = [["us"], ...folder("us", 6), ["about"]] as const;
  expect(outlineOf(pages, navigation([["us", "Login / Logout"]]))[0]).toMatch(/^(?!Log)/);
});
