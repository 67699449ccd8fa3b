import type { Link, Page } from "@llmstxt-service/page";
import { expect, test } from "vitest";
import { cpuGrowth } from "../../../../test/cpu-growth.ts";
import { examplePage } from "../../../../test/llmstxt/example-page.ts";
import type { ListedPage } from "../listed-page.ts";
import { renderLlmsTxt } from "../llmstxt.ts";

const SITE = "https://x.dev/";
const options = { descLength: 500, generatedAt: new Date("2026-11-22T00:00:00Z"), source: SITE };

const link = (path: string, text: string, group: readonly string[] = []): Link => ({
  url: SITE + path,
  text,
  rel: [],
  place: "navigation",
  ...(group.length > 0 && { group }),
});

/** Sections of a site whose home page is X, each with how many pages it holds. */
function sections(pages: readonly ListedPage[], home: Partial<Page> = {}): Record<string, number> {
  const start = examplePage(SITE, { title: "X", ...home }, { depth: 0 });
  const { sections: rendered } = renderLlmsTxt([start, ...pages], options);
  return Object.fromEntries(rendered.map(({ name, pages: count }) => [name, count]));
}

const numbers = (count: number) => Array.from({ length: count }, (_, index) => index);
const menuOf = (labels: readonly string[], paths: readonly string[], above: readonly string[] = []) =>
  paths.map((path, index) => link(path, path, [...above, labels[index % labels.length] ?? ""]));

test("a folder that holds nearly all pages is divided by the labels of the menu", () => {
  const paths = numbers(40).map((number) => `contents/p${number}`);
  const links = menuOf(["Sorting", "Graphs", "Geometry", "Physics"], paths);
  expect(sections(paths.map((path) => examplePage(SITE + path, { title: path, links })))).toEqual({
    Sorting: 10,
    Graphs: 10,
    Geometry: 10,
    Physics: 10,
  });
});

test("pages that lie nowhere are divided by the menu, too, and the menu's own name is no section", () => {
  const paths = numbers(12).map((number) => `p${number}`);
  const links = menuOf(["Nature", "Musique"], paths, ["Menu principal"]);
  expect(sections(paths.map((path) => examplePage(SITE + path, { title: path, links })))).toEqual({
    Nature: 6,
    Musique: 6,
  });
});

test.each([
  ["links alone", "Names"],
  ["the beginnings of what it lists", "The beginning of a text. ".repeat(160)],
])("what no menu names stands with the page that lists it: %s", (_shows, shown) => {
  const titles = ["Classes", "Mariages"];
  const lists = titles.map((title, at) =>
    examplePage(SITE + title, {
      title,
      kind: "list",
      text: shown,
      links: numbers(10).map((n) => ({ ...link(`${at}-${n}`, `${n}`), place: "content" as const })),
    }),
  );
  const others = titles.flatMap((_, at) =>
    numbers(10).map((n) => examplePage(`${SITE}${at}-${n}`, { title: `T ${at} ${n}` })),
  );
  expect(sections([...lists, ...others])).toEqual({ Classes: 11, Mariages: 11 });
});

test("a small site's own pages are not divided by the years they were written in", () => {
  const pages = numbers(14).map((n) =>
    examplePage(`${SITE}p${n}`, { title: `P ${n}`, published: `${2018 + (n % 3)}-05-01` }),
  );
  expect(sections(pages)).toEqual({ Pages: 14 });
});

test("posts are divided by category, else by year", () => {
  const post = (n: number, page: Partial<Page>) =>
    examplePage(`${SITE}blog/post-${n}`, { title: `Post ${n}`, ...page });
  const filed = numbers(40).map((n) => post(n, { section: n % 2 === 0 ? "Essays" : "Interviews" }));
  expect(sections(filed)).toEqual({ "Blog: Essays": 20, "Blog: Interviews": 20 });
  const dated = numbers(40).map((n) => post(n, { published: `${2020 + (n % 4)}-05-01T00:00:00Z` }));
  expect(sections(dated)).toEqual({ "Blog: 2023": 10, "Blog: 2022": 10, "Blog: 2021": 10, "Blog: 2020": 10 });
});

test("posts at the top are divided by the folder of categories that each links into, unless it links into many", () => {
  const post = (n: number, categories: readonly string[]) =>
    examplePage(`${SITE}p${n}`, {
      title: `Post ${n}`,
      links: categories.map((name) => link(`categories/${name.toLowerCase()}`, name)),
    });
  const all = ["Reviews", "Code", "Food", "Films", "Books", "Travel"];
  const filed = numbers(40).map((n) => post(n, [n % 2 === 0 ? "Reviews" : "Code", "Food"]));
  expect(sections([...filed, post(40, all), post(41, all)])).toEqual({ Reviews: 20, Code: 20, Pages: 2 });
});

test("a flat site is divided by its homepage's headings, the largest of them where there are too many", () => {
  const names = numbers(40).map((n) => `Formats of ${n}`);
  const sizes = names.map((_, n) => (n < 10 ? 5 : n < 25 ? 2 : 1));
  const paths = sizes.flatMap((size, heading) => numbers(size).map((n) => `f${heading}-${n}`));
  const headings = [{ level: 1, text: "Gallery" }, ...names.map((text) => ({ level: 4, text }))];
  const headingOf = (path: string) => Number(/\d+/.exec(path)?.[0]) + 1;
  const twice = paths.slice(0, 20).map((path) => ({ ...link(path, path), place: "content" as const, heading: 40 }));
  const links = paths.map((path) => ({ ...link(path, path), place: "content" as const, heading: headingOf(path) }));
  const pages = paths.map((path) => examplePage(SITE + path, { title: path }));
  const found = sections(pages, { headings, links: [...links, ...twice], text: "Gallery" });
  expect(found).toEqual({ ...Object.fromEntries(names.slice(0, 10).map((name) => [name, 5])), Pages: 45 });
});

test("what a homepage lists under one heading is called so, not after a list in the menu that arranges it again", () => {
  const paths = numbers(40).map((number) => `${number}`);
  const listing = (heading: number) =>
    paths.map((path) => ({ ...link(path, path), place: "content" as const, heading }));
  const menu = [link("cast", "Cast"), link("blog", "Blog")];
  const pages = [
    ...paths.map((path) => examplePage(SITE + path, { title: path, links: menu })),
    examplePage(`${SITE}cast`, { title: "Cast", kind: "list", links: [...menu, ...listing(0)], text: "Cast" }),
    examplePage(`${SITE}blog`, { title: "Blog", links: menu }),
  ];
  const headings = [{ level: 2, text: "Episodes" }, ...paths.map((text) => ({ level: 3, text }))];
  expect(sections(pages, { headings, links: [...menu, ...listing(0)], text: "X" })).toEqual({ Episodes: 40, Pages: 2 });
});

test("a folder is called what the site writes its words like, dots and capitals kept", () => {
  const pages = [
    "vscode/a",
    "vscode/b",
    "newsandupdates/a",
    "newsandupdates/b",
    "1.x/a",
    "1.x/b",
    "us-projects/a",
    "us-projects/b",
  ];
  const links = [link("elsewhere", "VS Code"), link("elsewhere2", "News and Updates")];
  const names = Object.keys(sections(pages.map((path) => examplePage(SITE + path, { title: path, links }))));
  expect(names).toEqual(expect.arrayContaining(["VS Code", "News and Updates", "1.x"]));
});

test("two spellings of one label in a menu are one, and a button's description is none", () => {
  const paths = numbers(12).map((number) => `p${number}`);
  const links = menuOf(["Doc Documentation", "Toggle navigation of MuJoCo"], paths);
  expect(sections(paths.map((path) => examplePage(SITE + path, { title: path, links })))).toEqual({
    Documentation: 6,
    MuJoCo: 6,
  });
});

test("a redirect to a folder of the latest version puts no such folder before every section", () => {
  const home = examplePage(`${SITE}docs/latest/`, { title: "X" }, { depth: 0 });
  const paths = ["guides/a", "guides/b", "recipes/a", "recipes/b"];
  const pages = paths.map((path) => examplePage(`${SITE}docs/latest/${path}`, { title: path }));
  const { sections: rendered } = renderLlmsTxt([home, ...pages], options);
  expect(rendered.map(({ name }) => name)).toEqual(["Guides", "Recipes"]);
});

test("a lone page that begins the subject stands first, not among what lies in no part", () => {
  const paths = ["installation", ...numbers(6).map((n) => `guides/${n}`), ...numbers(3).map((n) => `p${n}`)];
  const pages = paths.map((path) => examplePage(SITE + path, { title: `T ${path}` }));
  expect(Object.entries(sections(pages))[0]).toEqual(["Getting started", 1]);
});

test("in another language what lies in no part is called by its word for pages", () => {
  const pages = [...numbers(6).map((n) => `kochen/${n}`), "a", "b"].map((path) =>
    examplePage(SITE + path, { title: path }),
  );
  expect(Object.keys(sections(pages, { lang: "de" }))).toEqual(["Kochen", "Seiten"]);
});

test("the order in which pages arrive changes no group", () => {
  const paths = numbers(40).map((number) => `contents/p${number}`);
  const pages = paths.map((path, index) =>
    examplePage(SITE + path, {
      title: path,
      links: menuOf(index % 2 === 0 ? ["A one", "B two"] : ["A one", "C three"], paths),
    }),
  );
  const text = (ordered: readonly ListedPage[]) =>
    renderLlmsTxt([examplePage(SITE, { title: "X" }), ...ordered], options).text;
  expect(text(pages.toReversed())).toBe(text(pages));
});

test("sections of pages with many links of their own cost in proportion to the links", () => {
  const prepare = (count: number) => {
    const links = (of: number) => Array.from({ length: 100 }, (_, n) => link(`some/long/path/${of}-${n}`, "t"));
    const pages = Array.from({ length: count }, (_, n) => examplePage(`${SITE}p${n}`, { links: links(n) }));
    return () => renderLlmsTxt(pages, options);
  };
  expect(cpuGrowth(prepare, 100)).toBeLessThan(3);
});

const paged = (n: number, page: Partial<Page> = {}) =>
  examplePage(`${SITE}thread/${n}`, { title: `Topic ${n}`, ...page });

test("a forum is divided by the boards that its topics name above themselves", () => {
  const boards = ["ASM", "Звук"];
  const topics = numbers(40).map((n) => paged(n, { headings: [{ level: 2, text: `${boards[n % 2]} > Topic ${n}` }] }));
  expect(sections(topics)).toEqual({ ASM: 20, Звук: 20 });
});

const text = "Words of an article. ".repeat(60);

test("a wiki is divided by the categories that its pages link back to, by no article that mentions many", () => {
  const names = ["Category_Elements", "Category_Relations"];
  const to = (url: string, words: string) => ({ url, text: words, rel: [], place: "content" as const });
  const own = (at: number) => numbers(40).filter((n) => n % 2 === at);
  const lists = names.map((name, at) =>
    examplePage(`${SITE}thread/${name}`, {
      title: name.replace("_", ":"),
      kind: "list",
      links: own(at).map((n) => to(`${SITE}thread/${n}`, `Topic ${n}`)),
    }),
  );
  const articles = numbers(40).map((n) =>
    paged(n, {
      text,
      links: [
        to(`${SITE}thread/${names[n % 2]}`, names[n % 2] ?? ""),
        ...own(1 - (n % 2)).map((other) => to(`${SITE}thread/${other}`, "x")),
      ],
    }),
  );
  expect(sections([...lists, ...articles])).toEqual({ Elements: 21, Relations: 21 });
});

test("a short page that links on to its neighbours, as all pages do, names no section", () => {
  const pages = numbers(42).map((n) => {
    const links = [1, 2, 3, 10].map((step) => ({
      ...link(`t-${(n + step) % 42}`, "Mooring"),
      place: "content" as const,
    }));
    return examplePage(`${SITE}t-${n}`, { title: `Mooring ${n}`, links, text: n % 10 === 9 ? "Words." : text });
  });
  expect(Object.keys(sections(pages))).toHaveLength(1);
});

test("categories of a wiki that are not listed divide its pages, too, in any language", () => {
  const names = ["Игры", "Люди"];
  const articles = numbers(40).map((n) => {
    const name = names[n % 2] ?? "";
    const url = encodeURI(`${SITE}wiki/Категория:${name}`);
    return examplePage(`${SITE}wiki/${n}`, {
      text,
      title: `С ${n}`,
      links: [{ url, text: name, rel: [], place: "content" }],
    });
  });
  expect(Object.values(sections(articles))).toEqual([20, 20]);
});

test("what stands on every page of a wiki is none of its categories, nor is what its boxes name", () => {
  const names = ["Ships", "Sectors"];
  const to = (path: string, words: string): Link => ({ ...link(`wiki/${path}`, words), place: "content" });
  const boxes = ["Fighters", "Escort"].map((name) => to(`Category:${name}`, name));
  const articles = numbers(40).map((n) => {
    const own = names[n % 2] ?? "";
    const categories = [to("Special:Categories", "Categories"), to("Category:Seldom", n === 7 ? "Seldom" : "")];
    const links = [
      ...boxes.slice(n % 3),
      ...categories,
      to(`Category:${own}`, own),
      to("X:Privacy_policy", "Privacy policy"),
    ];
    return examplePage(`${SITE}wiki/${n}`, { text, title: `Page ${n}`, links });
  });
  expect(sections(articles)).toEqual({ Ships: 20, Sectors: 20 });
});

test("topics of a forum stand with the board that they link back to", () => {
  const to = (path: string, words: string): Link => ({ ...link(path, words), place: "content" });
  const topics = numbers(40).map((n) =>
    examplePage(`${SITE}viewtopic.php?t=${n}`, {
      text,
      title: `Topic ${n}`,
      links: [to("index.php", "Forum Index"), to(`viewforum.php?f=${n % 2}`, n % 2 === 0 ? "Music" : "General")],
    }),
  );
  expect(sections(topics)).toEqual({ Music: 20, General: 20 });
});

test("a box of related pages is no menu: it has other links on each page", () => {
  const pages = numbers(40).map((n) =>
    paged(n, {
      links: [1, 2].map((next) => ({ ...link(`thread/${(n + next) % 40}`, "x"), group: ["Episódios relacionados"] })),
    }),
  );
  expect(Object.keys(sections(pages))).not.toContain("Episódios relacionados");
});

test("a folder named after a version or a program names no section", () => {
  const menu = menuOf(
    ["Начало", "Справка"],
    numbers(40).map((n) => `latest/p${n}`),
  );
  const pages = numbers(40).map((n) => examplePage(`${SITE}latest/p${n}`, { title: `P ${n}`, links: menu }));
  expect(sections(pages)).toEqual({ Начало: 20, Справка: 20 });
});

test("a reference whose files are called as its code is divided by namespace", () => {
  const names = [
    "Acme.Model",
    ...numbers(20).map((n) => `Acme.Model.Part${n}`),
    ...numbers(18).map((n) => `Acme.Store.Box${n}`),
  ];
  const pages = names.map((name) => examplePage(`${SITE}api/${name}.html`, { title: name, text }));
  expect(sections(pages)).toEqual({ "Acme.Model": 21, "Acme.Store": 18 });
});

test.each([
  [
    "Doxygen",
    "classacme_1_1v2__0_1_1model_1_1Part",
    "structacme_1_1v2__0_1_1store_1_1Box",
    "acme::model",
    "acme::store",
  ],
  ["JSDoc", "module-acme_model_Part", "module-acme_store_Box", "acme/model", "acme/store"],
])("a reference is divided by the namespaces in the names of its files: %s", (_name, first, second, one, other) => {
  const files = [...numbers(20).map((n) => `${first}${n}`), ...numbers(18).map((n) => `${second}${n}`)];
  const pages = files.map((file) => examplePage(`${SITE}api/${file}.html`, { title: file, text }));
  expect(sections(pages)).toEqual({ [one]: 20, [other]: 18 });
});

test("a part over half is divided by the headings of a page beside it that lists it, though prose names some pages again", () => {
  const paths = numbers(40).map((number) => `cmds/p${number}`);
  const names = ["Keywords", "Tools", "Helpers"];
  const headings = ["Commands", ...names, "Remarks"].map((text, at) => ({ level: at === 0 ? 1 : 2, text }));
  const inText = (path: string, heading: number): Link => ({ ...link(path, path), place: "content", heading });
  const links = [
    ...paths.map((path, index) => inText(path, 1 + (index % names.length))),
    ...numbers(5).flatMap((number) => [inText(`cmds/p${number}`, 4), inText(`cmds/p${number + 5}`, 4)]),
  ];
  const list = examplePage(`${SITE}commands`, {
    title: "Commands",
    headings,
    links,
    text: "About commands. ".repeat(900),
  });
  const commands = paths.map((path) => examplePage(SITE + path, { title: path }));
  expect(sections([list, ...commands])).toMatchObject({ "Cmds: Keywords": 15, "Cmds: Tools": 13, "Cmds: Helpers": 13 });
});
