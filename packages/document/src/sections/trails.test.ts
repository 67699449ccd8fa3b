import { expect, test } from "vitest";
import { type Described, folder, navigation, outlineOf } from "../../../../test/llmstxt/example-outline.ts";

const titled = (path: string, title: string): Described => [path, { title }];

test("the page of a category stands with what it gathers, and the folder of categories is no section", () => {
  const pages = [
    titled("docs/category/hr", "Human resources"),
    titled("docs/category/laravel", "Laravel"),
    ...folder("docs/human-resources", 2),
    ...folder("docs/laravel", 2),
    ...folder("docs/tools", 2),
  ];
  expect(outlineOf(pages)).toEqual([
    "Human resources: docs/category/hr, docs/human-resources/p1, docs/human-resources/p2",
    "Laravel: docs/category/laravel, docs/laravel/p1, docs/laravel/p2",
    "Tools: docs/tools/p1, docs/tools/p2",
  ]);
});

test("posts in folders of years and months are one section, the newest first, whatever their names begin with", () => {
  const pages = [
    ["2013/08/meeting-1"],
    ["2013/09/meeting-2"],
    ["2013/12/prep"],
    ["2013/09/quiz"],
    ["policies"],
    ["syllabus"],
  ] as const;
  expect(outlineOf(pages)).toEqual([
    "Pages: policies, syllabus",
    "Posts: 2013/12/prep, 2013/09/meeting-2, 2013/09/quiz, 2013/08/meeting-1",
  ]);
  expect(outlineOf(pages, { lang: "fr" })[1]).toMatch(/^Publications: /);
});

test("what was put away stands in Optional, and what is filed under nothing in no part", () => {
  const pages = [...folder("projects", 3), ...folder("_old/f23", 2), ...folder("backup", 2)];
  expect(outlineOf(pages)).toEqual([
    "Projects: projects/p1, projects/p2, projects/p3",
    "Optional: _old/f23/p1, _old/f23/p2, backup/p1, backup/p2",
  ]);
  const filed = ["a", "b"].map((path) => [path, { breadcrumbs: [{ text: "Без категорії" }] }] as const);
  expect(outlineOf(filed)).toEqual(["Pages: a, b"]);
});

test("the editions of a conference are no posts", () => {
  const pages = ["2023/speakers", "2023/venue", "2024/speakers", "2024/venue"].map((path) => [path] as const);
  expect(outlineOf(pages)).toEqual(["Pages: 2023/speakers, 2023/venue, 2024/speakers, 2024/venue"]);
});

test.each(["Main menu", "MENU UTAMA", "Recent Posts", "Neueste Beiträge", "最近の投稿", "Последние записи"])(
  "a box called %s names no section",
  (name) => {
    const paths = ["a", "b", "c", "d", "e", "f", "g", "h", "i", "j"];
    const { links } = navigation(paths.map((path) => [path, path]));
    const grouped = links.map((link) => ({ ...link, group: [name] }));
    const pages = paths.map((path) => [path, { links: grouped }] as const);
    expect(outlineOf(pages, { links: grouped }).map((line) => line.split(":")[0])).toEqual(["Pages"]);
  },
);

test("pages without a folder that says anything stand under the labels of their menu, which need be no links", () => {
  const own = navigation(["plan", "story"].map((path) => [`pages/${path}`, path])).links;
  const others = navigation(
    ["pages/shop", "pages/hall", "events/fair", "events/party"].map((path) => [path, path]),
  ).links;
  const menu = { links: [...own.map((link) => ({ ...link, group: ["Who we are"] })), ...others] };
  const pages = ["pages/plan", "pages/story", "pages/shop", "pages/hall", "events/fair", "events/party"];
  expect(
    outlineOf(
      pages.map((path) => [path, menu] as const),
      menu,
    ),
  ).toEqual([
    "Who we are: pages/plan, pages/story",
    "Pages: pages/shop, pages/hall",
    "Events: events/fair, events/party",
  ]);
});

test("a tab that opens a page about the start is no folder of what else hangs below it", () => {
  const hung = ["install", "community", "compared", "users"];
  const tabs = ["getting-started", "guide/a", "guide/b"].map((path) => [path, path.replaceAll("-", " ")] as const);
  const below = navigation(hung.map((path) => [path, path])).links;
  const menu = {
    links: [...navigation(tabs).links, ...below.map((link) => ({ ...link, group: ["Getting started"] }))],
  };
  const pages = ["getting-started", ...hung, "guide/a", "guide/b"].map((path) => [path, menu] as const);
  expect(outlineOf(pages, menu)).toEqual([
    "Getting started: getting-started, install",
    "Guide: guide/a, guide/b",
    "Pages: community, compared, users",
  ]);
});

test("a label above the whole menu is no section, and neither is one above a page's links to itself", () => {
  const paths = ["a", "b", "c", "d"];
  const whole = paths.map((path) => ({
    url: `https://x.dev/${path}`,
    text: path,
    rel: [],
    place: "navigation" as const,
  }));
  const under = (group: string, links = whole) => links.map((link) => ({ ...link, group: [group] }));
  expect(
    outlineOf(
      paths.map((path) => [path, { links: under("Lab") }] as const),
      { links: under("Lab") },
    ),
  ).toEqual(["Pages: a, b, c, d"]);
  const tabs = paths.map((path, at) => [path, { links: under("Views", whole.slice(at, at + 1)) }] as const);
  expect(outlineOf(tabs)).toEqual(["Pages: a, b, c, d"]);
  // The tab leads to another address of the same page, which is listed, too.
  const doubled = paths.map(
    (path, at) => [path, { links: under("Views", whole.slice(at ^ 1, (at ^ 1) + 1)) }] as const,
  );
  expect(outlineOf(doubled)).toEqual(["Pages: a, b, c, d"]);
});

test("the folders of a language and of a version say nothing of the folders in them", () => {
  const pages = [...folder("doc", 2), ...folder("en/latest/examples", 3), ...folder("en/latest/reference", 3)];
  expect(outlineOf(pages).map((line) => line.split(":")[0])).toEqual(["Doc", "Examples", "Reference"]);
});

test("folders that all pages lie in, however many, leave those that divide them, and a language's name is no part", () => {
  const law = ["charter", "code"].flatMap((part) => folder(`us/ca/cities/san-mateo/${part}`, 4));
  expect(outlineOf(law).map((line) => line.split(":")[0])).toEqual(["Charter", "Code"]);
  const howtos = [
    ["category/howtos/en", { title: "English", kind: "list" }],
    ...folder("category/howtos/en", 6),
  ] as const;
  expect(outlineOf([["about"], ["faq"], ...howtos]).join("\n")).not.toContain("English");
});

test("a version in a menu names no section, and neither does a program in an address", () => {
  const { links } = navigation([["reference/p1", "v2.4 (latest)"]]);
  const pages = [...folder("reference", 4), ["index.php/1-a"], ["index.php/2-b"], ["c"], ["d"]] as const;
  expect(outlineOf(pages, { links }).map((line) => line.split(":")[0])).toEqual(["Reference", "Pages"]);
});

test("a folder and a series are called by the plural that the site writes", () => {
  const pages = [...folder("case-study", 3), ["episode-1"], ["episode-2"]] as const;
  const { links } = navigation([
    ["studies", "Case Studies"],
    ["all", "Episodes"],
  ]);
  expect(outlineOf(pages, { links }).map((line) => line.split(":")[0])).toEqual(["Case Studies", "Episodes"]);
});

test("a series of folders that has too many for the document is joined, neighbour with neighbour", () => {
  const pages = Array.from({ length: 14 }, (_, at) => folder(`month-${at + 1}`, at === 11 ? 2 : 3)).flat();
  const names = outlineOf([...pages, ["foreword"], ["about-it"]]).map((line) => line.split(":")[0]);
  expect(names).toHaveLength(10);
  expect(names).toContain("Month 11 – Month 12");
  expect(names.at(-1)).toMatch(/^(?:Month|Pages)/);
});
