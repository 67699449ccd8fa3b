import { expect, test } from "vitest";
import { bodyDigest, movesAfter } from "./moves.ts";

const TEXT = "A sentence of the page that is moved. ".repeat(10);
const bodies = (pages: Record<string, string>) =>
  new Map(Object.entries(pages).map(([path, text]) => [path, bodyDigest(text, `https://x.dev${path}`)]));

/** The moves after bundles of these pages, one after the other. */
function after(...bundles: readonly Record<string, string>[]) {
  let text: string | undefined;
  let moves: Record<string, string> = {};
  for (const pages of bundles) {
    const next = movesAfter(text, bodies(pages), "/");
    text = next.text;
    moves = Object.fromEntries(next.moves);
  }
  return moves;
}

test("a page whose text stands at one other address has moved there", () => {
  expect(after({ "/": "Home", "/old": TEXT }, { "/": "Home", "/new": TEXT })).toEqual({ "/old": "/new" });
});

test("it is found again crawls later, and stays moved when its text changes", () => {
  expect(after({ "/old": TEXT }, { "/": "Home" }, { "/new": TEXT }, { "/new": `${TEXT}More.` })).toEqual({
    "/old": "/new",
  });
});

test("texts that are short, changed, or stand at two addresses tell nothing", () => {
  expect(after({ "/old": "Short" }, { "/new": "Short" })).toEqual({});
  expect(after({ "/old": TEXT }, { "/new": `${TEXT}More.` })).toEqual({});
  expect(after({ "/old": TEXT }, { "/new": TEXT, "/third": TEXT })).toEqual({});
});

test("a chain leads to its end, whatever the texts became", () => {
  const other = `${TEXT}Another.`;
  expect(after({ "/a": TEXT }, { "/b": TEXT }, { "/b": other }, { "/c": other })).toEqual({ "/a": "/c", "/b": "/c" });
});

test("a page that comes back ends its move, and one whose end is gone waits", () => {
  expect(after({ "/a": TEXT }, { "/b": TEXT }, { "/a": TEXT })).toEqual({ "/b": "/a" });
  expect(after({ "/a": TEXT }, { "/b": TEXT }, { "/": "Home" })).toEqual({});
  expect(after({ "/a": TEXT }, { "/b": TEXT }, { "/": "Home" }, { "/b": TEXT })).toEqual({ "/a": "/b" });
});

test("links of a page to its own parts do not hide that it moved", () => {
  const of = (path: string) => `${TEXT}[Below](https://x.dev${path}#below)`;
  expect(after({ "/a": of("/a") }, { "/b": of("/b") })).toEqual({ "/a": "/b" });
});

test("the same pages give the same file, at most a thousand pages and moves that are gone stay in it", () => {
  const many = (prefix: string) =>
    Object.fromEntries(Array.from({ length: 3_000 }, (_, n) => [`/${prefix}${n}`, `${TEXT}${n}`]));
  const first = movesAfter(undefined, bodies(many("a")), "/");
  const moved = movesAfter(first.text, bodies(many("b")), "/");
  expect(moved.moves.size).toBe(1_000);
  const again = movesAfter(moved.text, bodies(many("b")), "/");
  expect(again.text).toBe(moved.text);
  expect(Object.keys(JSON.parse(again.text).bodies)).toHaveLength(4_000);
});

test.each(["", "{}", "[", '{"base":"/docs/","moves":{"/a":"/b"},"bodies":{}}'])(
  "%s is no earlier bundle of this base URL",
  (before) => {
    expect([...movesAfter(before, bodies({ "/b": TEXT }), "/").moves]).toEqual([]);
  },
);
