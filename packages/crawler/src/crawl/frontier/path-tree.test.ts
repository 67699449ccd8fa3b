import { expect, test } from "vitest";
import { PathTree } from "./path-tree.ts";

const placed = (path: string) => ({ path, segments: path.split("/").filter((segment) => segment !== "") });

/** The order in which these paths come out, each having its turn. */
function order(
  paths: readonly string[],
  turns = new Map<string, number>(),
  links: Readonly<Record<string, number>> = {},
): string[] {
  const tree = new PathTree<ReturnType<typeof placed>>(turns, (path) => links[path] ?? 0);
  for (const path of paths) tree.add(placed(path));
  const taken: string[] = [];
  for (let next = tree.take(() => true); next !== undefined; next = tree.take(() => true)) {
    tree.countServed(next);
    taken.push(next.path);
  }
  return taken;
}

const many = (folder: string, count: number) => Array.from({ length: count }, (_, index) => `${folder}/p${index}`);

test("pages of one folder come in the order they were added, after the folder's own", () => {
  expect(order(["/docs/b", "/docs/a", "/docs"])).toEqual(["/docs", "/docs/b", "/docs/a"]);
});

test("a large part of the site does not crowd out the small ones", () => {
  const first = order([...many("/api", 1000), ...many("/guide", 10), ...many("/learn", 10)]).slice(0, 12);
  for (const folder of ["/api", "/guide", "/learn"])
    expect(first.filter((path) => path.startsWith(folder))).toHaveLength(4);
});

test("pages straight in a folder come in fours to one of each folder below", () => {
  expect(order([...many("", 8), "/x/1", "/x/2", "/y/1"])).toEqual([
    "/p0",
    "/p1",
    "/p2",
    "/p3",
    "/x/1",
    "/y/1",
    "/p4",
    "/p5",
    "/p6",
    "/p7",
    "/x/2",
  ]);
});

test("a page with others below it stands among the pages beside it: a class with classes of its own", () => {
  const classes = ["/c/A", "/c/A/x", "/c/A/y", "/c/B", "/c/B/x", "/c/C", "/c/D", "/c/E"];
  expect(order(classes)).toEqual(["/c/A", "/c/B", "/c/C", "/c/D", "/c/A/x", "/c/B/x", "/c/E", "/c/A/y"]);
});

test("pages straight in a folder are half of what comes where it has many folders: members of classes", () => {
  const classes = Array.from({ length: 30 }, (_, index) => many(`/c/C${index}`, 5));
  const first = order([...many("/c", 40), ...classes.flat()]).slice(0, 40);
  expect(first.filter((path) => path.startsWith("/c/p"))).toHaveLength(20);
});

test("parts of a site have turns by how many links of the homepage lead there, and each has some", () => {
  const paths = ["/news", "/people", "/coins"].flatMap((folder) => many(folder, 100));
  const first = order(paths, new Map(), { "/news": 40, "/people": 5 }).slice(0, 40);
  const turns = ["/news", "/people", "/coins"].map((folder) => first.filter((path) => path.startsWith(folder)).length);
  expect(turns).toEqual([33, 4, 3]);
});

test("several trees can share their counts", () => {
  const turns = new Map<string, number>();
  order(many("/a", 3), turns);
  expect(order([...many("/a", 3), ...many("/b", 3)], turns).slice(0, 3)).toEqual(["/b/p0", "/b/p1", "/b/p2"]);
});

test("what may not be taken keeps its place while others pass", () => {
  const tree = new PathTree<ReturnType<typeof placed>>(new Map());
  for (const path of ["/a/1", "/b/1"]) tree.add(placed(path));
  expect(tree.take(({ path }) => path !== "/a/1")?.path).toBe("/b/1");
  expect(tree.take(() => true)?.path).toBe("/a/1");
  expect(tree.size).toBe(0);
});
