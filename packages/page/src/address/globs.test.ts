import { describe, expect, test } from "vitest";
import { globsProblem, pathFilter } from "./globs.ts";

const isMatched = (glob: string, path: string) => pathFilter([glob], [])(`https://x.dev${path}`);

describe("a glob matches the whole path", () => {
  test.each([
    ["/docs/**", ["/docs", "/docs/", "/docs/a/b", "/docs/.well-known/a"], ["/docs-old", "/a/docs/b", "/"]],
    ["docs/*", ["/docs/a", "/docs/a/"], ["/a/docs/a", "/docs/a/b", "/docs", "/docs/"]],
    ["**/intro", ["/intro", "/a/b/intro"], ["/a/introduction", "/intro/a"]],
    ["*.html", ["/a.html", "/.html"], ["/a/b.html", "/a.htm"]],
    ["/a/**/z", ["/a/z", "/a/b/z", "/a/b/c/z"], ["/a/bz", "/z", "/a/z/y"]],
    ["/**/a/*/c/**", ["/a/b/c", "/x/a/b/c/d/e", "/a/a/b/c"], ["/a/b/b/c", "/a/c"]],
    ["/**", ["/", "/a", "/a/b"], []],
    ["**", ["/", "/a/b"], []],
    ["/", ["/"], ["/a"]],
    ["/v?/*", ["/v1/a", "/vx/a"], ["/v/a", "/v10/a"]],
    ["/*a?c*", ["/abc", "/xxabcxx", "/aaabbabc"], ["/ac", "/aab"]],
    ["/a*b*c", ["/abc", "/aXbXbXc", "/a-c-b-c"], ["/ab", "/acb", "/abcd"]],
    ["/{en,de}/*", ["/en/a", "/de/a"], ["/fr/a", "/{en,de}/a", "/en"]],
    ["/{docs,guide/*}/x{,.html}", ["/docs/x", "/docs/x.html", "/guide/1/x"], ["/guide/x", "/docs/x.htm"]],
    ["/größe/*", ["/gr%C3%B6%C3%9Fe/a", "/gr%c3%b6%c3%9fe/a"], ["/grosse/a"]],
    ["/gr%C3%B6%C3%9Fe/?", ["/gr%C3%B6%C3%9Fe/ö", "/größe/%F0%9F%98%80"], ["/größe/ab"]],
    ["/用户/*", ["/%E7%94%A8%E6%88%B7/1"], ["/%E7%94%A8/1"]],
    ["/100%/*", ["/100%/a"], ["/100/a"]],
    ["/@scope/c++/a+b", ["/@scope/c++/a+b"], ["/@scope/cc/aab"]],
    ["/wiki/A_%28b%29", ["/wiki/A_(b)", "/wiki/A_%28b%29"], ["/wiki/A_b"]],
    ["/a.b", ["/a.b", "/a.b?q=1"], ["/axb"]],
  ])("%s", (glob, matched, others) => {
    expect(matched.filter((path) => !isMatched(glob, path))).toEqual([]);
    expect(others.filter((path) => isMatched(glob, path))).toEqual([]);
  });
});

test("without globs every path matches, and exclude wins over include", () => {
  expect(pathFilter([], [])("https://x.dev/a?b")).toBe(true);
  const isWanted = pathFilter(["/docs/**"], ["/docs/old/**"]);
  expect(["/docs/a", "/docs/old/a", "/docs/old/", "/a"].filter((path) => isWanted(`https://x.dev${path}`))).toEqual([
    "/docs/a",
  ]);
});

describe("an invalid glob is refused and named", () => {
  test.each([
    ["/[ab]", "holds ["],
    ["/a]", "holds ]"],
    ["/([a-z-]+)+X", "holds ("],
    ["/+(a|b)", "holds ("],
    ["/@(a)", "holds ("],
    ["/!(a)", "holds !"],
    ["!/a", "holds !"],
    ["/a\\*", "holds \\"],
    ["/a|b", "holds |"],
    ["", "is empty"],
    ["/{a", "has braces that do not pair"],
    ["/a}", "has braces that do not pair"],
    ["/}a,b{", "has braces that do not pair"],
    ["/{a,{b,c}}", "has braces that do not pair, or stand in each other"],
    ["/{1..9}", "has braces without a comma"],
    ["/{}", "has braces without a comma"],
    ["/a\0*", "holds the character NUL"],
    ["/docs**", "has ** beside other characters"],
    ["/***/a", "has ** beside other characters"],
    [`/${"a".repeat(500)}`, "has more than 500 characters"],
    ["/{a,b}".repeat(7), "stands for more than 64 alternatives"],
    ["{a,b}".repeat(90), "stands for more than 64 alternatives"],
  ])("%s", (glob, why) => {
    expect(globsProblem(["/ok", glob])).toContain(why);
    expect(() => pathFilter([], [glob])).toThrow(/^Invalid request: exclude: "/);
  });

  test("too many valid globs together", () => {
    expect(globsProblem(Array(100).fill("/{a,b}"))).toBeUndefined();
    expect(globsProblem(Array(50).fill(`/${"a".repeat(60)}{b,c}`))).toContain("more than 5000 characters");
  });
});

test.each([
  ["*a*a*…b", `/${"*a".repeat(120)}*b`, `/${"a".repeat(2_000)}`],
  ["*is*-*…X", `/${"*is*-".repeat(60)}X`, `/${"this-is-a-normal-slug-".repeat(90)}`],
  ["a?…b", `/*${"a?".repeat(120)}b*c`, `/${"a".repeat(2_000)}`],
  ["folders", `/**/${"a/".repeat(200)}b/**`, "/a".repeat(1_000)],
  ["** between", `${"/**/a".repeat(80)}/**/b/**/a`, "/a".repeat(1_000)],
])("matching the longest globs of %s takes less than a second", (_, glob, path) => {
  const isWanted = pathFilter(Array(10).fill(glob), []);
  const before = process.threadCpuUsage().user;
  expect(isWanted(`https://x.dev${path}`)).toBe(false);
  expect(process.threadCpuUsage().user - before).toBeLessThan(1_000_000);
});
