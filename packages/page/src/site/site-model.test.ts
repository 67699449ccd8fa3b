import { expect, test } from "vitest";
import { examplePage } from "../../../../test/llmstxt/example-page.ts";
import { pageUrl } from "../address/page-url.ts";
import type { Link, Page } from "../page.ts";
import { SiteModel } from "./site-model.ts";

const at = (path: string) => pageUrl(path, "https://x.dev");
const linkTo = (path: string): Link => ({ url: at(path), text: path, rel: [], place: "content" });
const numbers = (count: number) => Array.from({ length: count }, (_, index) => index);
const listOf = (paths: readonly string[], of = "/list/"): Page =>
  examplePage(at(of), { kind: "list", links: paths.map(linkTo) }).page;

/** A site whose homepage leads to these pages, and has a menu of three others. */
function siteOf(paths: readonly string[]): SiteModel {
  const menu = ["/a/", "/b/", "/c/"].map((path) => ({ ...linkTo(path), place: "navigation" as const }));
  const model = new SiteModel({ url: at("/"), links: [...menu, ...paths.map(linkTo)] });
  for (const path of paths) {
    model.feature(at(path));
    model.discover(at(path));
  }
  return model;
}

test("of many lists that the homepage's text names, those are wanted that are indexes of what lies below them", () => {
  const paths = numbers(10).map((n) => `/list${n}/`);
  const model = siteOf(paths);
  const judged = (path: string, below: string) =>
    model.judge(
      at(path),
      listOf(
        numbers(3).map((n) => `${below}${n}`),
        path,
      ),
    ).isWanted;
  expect(judged("/list1/", "/list1/page")).toBe(true);
  expect(judged("/list2/", "/elsewhere/page")).toBe(false);
});

test("a page beside a folder of its name is the index of what lies in it, as one inside it is", () => {
  const lists = numbers(12).map((n) => `/board${n}.html`);
  const model = siteOf([...lists, ...numbers(4).map((n) => `/board1/topics/${n}.html`)]);
  const judged = lists.map((path) => model.judge(at(path), listOf(["/x/1", "/x/2", "/x/3"], path)));
  expect(judged[1]).toMatchObject({ kind: "list", isWanted: true });
  expect(judged.at(-1)).toMatchObject({ isWanted: false });
});

test("where a site has many tags, one with a slash in its name is a tag, whatever stands on it", () => {
  const model = siteOf([..."abcdefghi"].map((name) => `/tags/${name}/`));
  const { page } = examplePage(at("/tags/gnu/linux/"), {
    kind: "content",
    text: "A long text of an episode. ".repeat(40),
  });
  expect(model.judge(at("/tags/gnu/linux/"), page).kind).toBe("facet");
  expect(model.expected(at("/tags/gnu/linux/"))).toBe("facet");
  expect(siteOf(["/tags/a/"]).judge(at("/tags/gnu/linux/"), page).kind).toBe("content");
});

test("the class pages of a reference, lists of what lies below each, are expected like content; lists of what lies elsewhere are not", () => {
  const model = siteOf(["/a/"]);
  const names = numbers(12).map((n) => `/api/C${n}/index.html`);
  for (const name of names) model.discover(at(name));
  const members = (name: string) => numbers(4).map((n) => at(name.replace("index.html", `m${n}.html`)));
  for (const name of names.slice(0, 3)) model.learn(at(name), listOf(members(name), name), 4);
  expect(model.judge(at("/api/C3/index.html"), listOf(members("/api/C3/index.html"), "/api/C3/index.html"))).toEqual({
    kind: "list",
    isWanted: true,
  });
  expect(model.expected(at("/api/C4/index.html"))).toBe("content");
  const shelves = numbers(12).map((n) => `/shelf/s${n}/`);
  for (const shelf of shelves) model.discover(at(shelf));
  for (const shelf of shelves.slice(0, 3)) model.learn(at(shelf), listOf(["/x/1", "/x/2", "/x/3"], shelf), 0);
  expect(model.expected(at("/shelf/s5/"))).toBe("facet");
});
