import { expect, test } from "vitest";
import { RedirectRules } from "./redirect-rules.ts";

const ORIGIN = "https://site.example";

const rules = (text: string) => new RedirectRules(text, ORIGIN);
const found = (text: string, path: string, isThere = false) => rules(text).find(path, { isThere });

test.each([
  ["/old /new", "/old", { to: "/new", status: 301 }],
  ["/old /new 302 # for now", "/old", { to: "/new", status: 302 }],
  ["/old/ /new", "/old", { to: "/new", status: 301 }],
  ["/caf%C3%A9 /coffee", "/café", { to: "/coffee", status: 301 }],
  ["/blog/* /news/:splat 308", "/blog/2026/a b", { to: "/news/2026/a%20b", status: 308 }],
  ["/blog/* /news/:splat", "/blog", { to: "/news/", status: 301 }],
  ["/:lang/docs/:page /docs/:page?hl=:lang", "/de/docs/start", { to: "/docs/start?hl=de", status: 301 }],
  [`${ORIGIN}/a https://other.example/b`, "/a", { to: "https://other.example/b", status: 301 }],
  ["/gone /404.html 410", "/gone", { to: "/404.html", status: 410 }],
  ["/a /b\n/a /c", "/a", { to: "/b", status: 301 }],
  ["/a/* /first\n/a/b /second", "/a/b", { to: "/first", status: 301 }],
] as const)("%j sends %s on", (text, path, to) => {
  expect(found(text, path)).toEqual(to);
});

test.each([
  ["# /a /b", "/a"],
  ["/a", "/a"],
  ["/a /b 301 Country=at", "/a"],
  ["/a id=:id /b", "/a"],
  ["/a/*/c /b", "/a/b/c"],
  ["https://other.example/a /b", "/a"],
  ["/a /a", "/a"],
  ["/:one /b", "/a/b"],
  ["/a /b 700", "/a"],
  ["/a javascript:alert(1)", "/a"],
])("%j does not hold for %s", (text, path) => {
  expect(found(text, path)).toBeUndefined();
});

test("a file that is there comes before a rule, unless the rule is forced", () => {
  expect(found("/* /index.html 200", "/a", true)).toBeUndefined();
  expect(found("/* /index.html 200!", "/a", true)).toEqual({ to: "/index.html", status: 200 });
});

test("rules without end are read up to a bound, and cost no more than their number", () => {
  const patterns = Array.from({ length: 5_000 }, (_, index) => `/${index}/* /b`).join("\n");
  expect(found(patterns, "/999/x")).toEqual({ to: "/b", status: 301 });
  expect(found(patterns, "/4999/x")).toBeUndefined();
  expect(found(`${":a".repeat(50_000)} /b\n/${"a/".repeat(50_000)}* /${":a".repeat(50_000)}`, "/a")).toBeUndefined();
});
