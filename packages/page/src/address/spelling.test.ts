import { expect, test } from "vitest";
import { spellingKey } from "./spelling.ts";

const at = (path: string) => `https://x.dev${path}`;

test("the spellings of one address have one key", () => {
  const keys = ["/a", "/a/", "/a.html", "/a/index.html", "/A/", "/a//"].map((path) => spellingKey(at(path)));
  expect(new Set(keys)).toHaveProperty("size", 1);
  expect(spellingKey(at("/a?x=1"))).not.toBe(spellingKey(at("/a")));
});
