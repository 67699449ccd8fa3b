import { existsSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { parseRobots } from "./robots.ts";
import { readDirectives } from "./robots-directives.ts";

const bytes = (text: string) => new TextEncoder().encode(text);
const allows = (robots: string, path: string, token = "llmstxt") =>
  parseRobots(bytes(robots), token).allows(`https://x.dev${path}`);

test("the longest matching rule decides, and Allow where two are equally long", () => {
  const robots = "User-agent: *\nDisallow: /a\nAllow: /a/b\nDisallow: /c\nAllow: /c\n";
  expect(allows(robots, "/a/x")).toBe(false);
  expect(allows(robots, "/a/b/x")).toBe(true);
  expect(allows(robots, "/c")).toBe(true);
});

test("a group that names the crawler replaces the one for everybody", () => {
  const robots = "User-agent: *\nDisallow: /\n\nUser-agent: LLMsTxt/2.0\nDisallow: /private\n";
  expect(allows(robots, "/page")).toBe(true);
  expect(allows(robots, "/private")).toBe(false);
  expect(allows(robots, "/page", "otherbot")).toBe(false);
});

test("a star stands for anything and a dollar for the end", () => {
  const robots = "User-agent: *\nDisallow: /*.pdf$\nDisallow: /*/edit\n";
  expect(allows(robots, "/a/b.pdf")).toBe(false);
  expect(allows(robots, "/a/b.pdf?page=2")).toBe(true);
  expect(allows(robots, "/a/b/editor")).toBe(false);
  expect(allows(robots, "/edit")).toBe(true);
});

test("a pattern made to be slow is matched at once", () => {
  const robots = parseRobots(bytes(`User-agent: *\n${`Disallow: /${"*a".repeat(1000)}*b$\n`.repeat(200)}`), "llmstxt");
  const started = performance.now();
  expect(robots.allows(`https://x.dev/${"a".repeat(1900)}`)).toBe(true);
  expect(performance.now() - started).toBeLessThan(500);
});

test("the longest sensible Crawl-delay holds, and nonsense is passed over", () => {
  const delay = (values: string[]) =>
    parseRobots(bytes(`User-agent: *\n${values.map((value) => `Crawl-delay: ${value}\n`).join("")}`), "x").crawlDelayMs;
  expect(delay(["1", "2.5"])).toBe(2500);
  expect(delay(["1000000000", "-1", "abc", ""])).toBeUndefined();
});

test("it is known whom the lines are for: everybody, or this crawler by its name", () => {
  const groupOf = (text: string) => parseRobots(bytes(text), "llmstxt").group;
  expect(groupOf("User-agent: *\nDisallow: /\n")).toBe("*");
  expect(groupOf("User-agent: *\nDisallow: /\nUser-agent: other\nUser-agent: LLMsTxt/2.0\nAllow: /\n")).toBe(
    "LLMsTxt/2.0",
  );
  expect(groupOf("User-agent: other\nDisallow: /\n")).toBeUndefined();
});

test("sitemap lines belong to no group", () => {
  const robots = parseRobots(bytes("Sitemap: https://x.dev/a.xml\nUser-agent: y\nSite-map: /b.xml\n"), "x");
  expect(robots.sitemaps).toEqual(["https://x.dev/a.xml", "/b.xml"]);
  expect(robots.lines).toEqual([]);
});

test("what comes after the first 500 KiB is not read", () => {
  const padding = `# ${"x".repeat(98)}\n`.repeat(5200);
  expect(allows(`User-agent: *\nDisallow: /a\n${padding}Disallow: /\n`, "/b")).toBe(true);
});

// Google's own suite (github.com/google/robotstxt, robots_test.cc), which is not ours to ship.
const suite = new URL("../../../shared/hostile/data/google-robotstxt.json", import.meta.url);

interface Suite {
  readonly matching: readonly { id: string; robots_b64: string; agent: string; url: string; allowed: boolean }[];
  readonly line_counts: readonly { b64: string; valid_directives: number }[];
  readonly bom: readonly { b64: string; valid: number; unknown: number }[];
  readonly sitemaps: readonly { robots: string; sitemaps: string[] }[];
  readonly get_path_params_query: readonly { url: string; path: string }[];
}

test.skipIf(!existsSync(suite))("all 176 cases of Google's robots.txt suite hold", () => {
  const cases: Suite = JSON.parse(readFileSync(suite, "utf8"));
  const wrong = cases.matching
    .filter(
      ({ robots_b64, agent, url, allowed }) =>
        parseRobots(Buffer.from(robots_b64, "base64"), agent).allows(url) !== allowed,
    )
    .map(({ id }) => id);
  expect(wrong).toEqual([]);
  expect(cases.matching).toHaveLength(145);
  for (const { b64, valid_directives } of cases.line_counts)
    expect(readDirectives(Buffer.from(b64, "base64"))).toHaveLength(valid_directives);
  for (const { b64, valid, unknown } of cases.bom) {
    const types = readDirectives(Buffer.from(b64, "base64")).map(({ type }) => type);
    expect([types.filter((type) => type !== "unknown").length, types.length - valid]).toEqual([valid, unknown]);
  }
  for (const { robots, sitemaps } of cases.sitemaps) expect(parseRobots(bytes(robots), "x").sitemaps).toEqual(sitemaps);
  // What a URL's path is shows in what a rule for exactly that path lets through.
  for (const { url, path } of cases.get_path_params_query) {
    const robots = parseRobots(bytes(`User-agent: *\nDisallow: /\nAllow: ${path}$\n`), "x");
    expect([url, robots.allows(url)]).toEqual([url, true]);
  }
});
