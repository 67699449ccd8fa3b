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
