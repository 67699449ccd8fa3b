import { expect, test } from "vitest";
import { TAG_LIMITS, tagOf, tagsOf } from "./tags.ts";

test("a tag that is written in two ways is one tag", () => {
  for (const text of ["Client: North", "  client:   north ", "CLIENT:\u00a0NORTH"])
    expect(tagOf(text)).toBe("client: north");
  expect(tagOf("Caf\u0065\u0301")).toBe(tagOf("caf\u00e9"));
  expect(tagsOf(["Docs", "docs ", "shop"])).toEqual(["docs", "shop"]);
});

test.each([
  "",
  "   ",
  "a,b",
  "a;b",
  "a\u0000b",
  "a\u202eb",
  "\ud800",
  "x".repeat(TAG_LIMITS.characters + 1),
  " ".repeat(1_000_000),
])("%j is no tag", (text) => {
  expect(tagOf(text)).toBeUndefined();
  expect(tagsOf(["docs", text])).toBeUndefined();
});

test("a site has so many tags and no more, each counted once", () => {
  const many = Array.from({ length: TAG_LIMITS.tags }, (_, index) => `tag ${index}`);
  expect(tagsOf([...many, "TAG 0"])).toEqual(many);
  expect(tagsOf([...many, "one more"])).toBeUndefined();
});
