import { expect, test } from "vitest";
import { pathFilter } from "./globs.ts";

/** Which of the paths are wanted. */
function wanted(include: readonly string[], exclude: readonly string[], ...paths: readonly string[]) {
  const isWanted = pathFilter(include, exclude);
  return paths.filter((path) => isWanted(`https://x.dev${path}`));
}

test("without globs everything is wanted", () => {
  expect(wanted([], [], "/", "/a/b?c")).toEqual(["/", "/a/b?c"]);
});

test("a folder's glob holds its own page, with and without its slash, and no neighbour", () => {
  expect(wanted(["/docs/**"], [], "/docs", "/docs/", "/docs/a/b", "/docs-old", "/a/docs/b")).toEqual([
    "/docs",
    "/docs/",
    "/docs/a/b",
  ]);
});

test("a glob is of the whole path from its beginning, whether or not it begins with a slash", () => {
  expect(wanted(["docs/*"], [], "/docs/a", "/a/docs/a", "/docs/a/b")).toEqual(["/docs/a"]);
  expect(wanted(["**/intro"], [], "/a/b/intro", "/intro", "/a/introduction")).toEqual(["/a/b/intro", "/intro"]);
  expect(wanted(["/docs/*"], [], "/docs/a/", "/a/docs/x")).toEqual(["/docs/a/"]);
});

test("folders whose names begin with a dot are folders like others", () => {
  expect(wanted(["/docs/**"], [], "/docs/.well-known/a")).toEqual(["/docs/.well-known/a"]);
});

test("what is excluded stays out although it is included", () => {
  expect(wanted(["/docs/**"], ["/docs/old/**"], "/docs/a", "/docs/old/a", "/docs/old/")).toEqual(["/docs/a"]);
});

test("globs are written as addresses are read, and a percent sign that encodes nothing is itself", () => {
  expect(wanted(["/größe/*"], [], "/gr%C3%B6%C3%9Fe/a")).toEqual(["/gr%C3%B6%C3%9Fe/a"]);
  expect(wanted(["/100%/*"], [], "/100%/a", "/100/a")).toEqual(["/100%/a"]);
});
