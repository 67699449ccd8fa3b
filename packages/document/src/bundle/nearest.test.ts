import { expect, test } from "vitest";
import { lettersOf, missText, nearestPages } from "./nearest.ts";

const PAGES = [
  "/",
  "/guide/",
  "/guide/getting-started",
  "/guide/install.html",
  "/api/v3/users",
  "/api/v3/user-groups",
  "/caf%C3%A9",
];
const find = nearestPages(
  PAGES.map((path) => ({ path, title: `About ${path}` })),
  lettersOf,
);

test.each([
  ["/guide/gettingstarted", "/guide/getting-started"],
  ["/Guide/Getting_Started.md", "/guide/getting-started"],
  ["/docs/install", "/guide/install.html"],
  ["/api/v2/user", "/api/v3/users"],
  ["/api/users/", "/api/v3/users"],
  ["/cafés", "/caf%C3%A9"],
])("%s is nearest to %s", (asked, path) => {
  expect(find(asked).map((at) => PAGES[at])[0]).toBe(path);
});

test("five at most, and none of nothing, whatever was asked", () => {
  for (const asked of ["", "/", "%", "\ud800", "/".repeat(5_000), "x".repeat(100_000)]) {
    expect(find(asked)).toHaveLength(5);
    expect(nearestPages([], lettersOf)(asked)).toEqual([]);
  }
});

test("the answer has at most 4,000 characters, and nothing of the question but its letters", () => {
  const far = { title: "T".repeat(300), url: `https://x.dev/${"u".repeat(1_500)}`, markdown: "https://x.dev/m" };
  const text = missText({
    asked: "/a`](https://evil)\n# b",
    index: "https://x.dev/llms.txt",
    nearest: [far, far, far, far, far],
  });
  expect(text.length).toBeLessThanOrEqual(4_000);
  expect(text).toContain("`/ahttps://evilb`");
});
