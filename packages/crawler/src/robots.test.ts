import { describe, expect, test } from "vitest";
import { cpuGrowth } from "../../../test/crawl/cpu-growth.ts";
import { parseRobots } from "./robots.ts";

const bytes = (text: string) => new TextEncoder().encode(text);
const allows = (robots: string, path: string, token = "llmstxt") =>
  parseRobots(bytes(robots), token).allows(`https://x.dev${path}`);

test("the longest matching rule wins, and Allow wins a tie", () => {
  const robots = "User-agent: *\nDisallow: /a\nAllow: /a/b\nDisallow: /c\nAllow: /c\n";
  expect(allows(robots, "/a/x")).toBe(false);
  expect(allows(robots, "/a/b/x")).toBe(true);
  expect(allows(robots, "/c")).toBe(true);
});

test("a group that names the crawler replaces the group for everybody", () => {
  const robots = "User-agent: *\nDisallow: /\n\nUser-agent: LLMsTxt/2.0\nDisallow: /private\n";
  expect(allows(robots, "/page")).toBe(true);
  expect(allows(robots, "/private")).toBe(false);
  expect(allows(robots, "/page", "otherbot")).toBe(false);
});

test("`*` matches any text, and `$` the end of an address", () => {
  const robots = "User-agent: *\nDisallow: /*.pdf$\nDisallow: /*/edit\n";
  expect(allows(robots, "/a/b.pdf")).toBe(false);
  expect(allows(robots, "/a/b.pdf?page=2")).toBe(true);
  expect(allows(robots, "/a/b/editor")).toBe(false);
  expect(allows(robots, "/edit")).toBe(true);
});

describe("matching an address takes linear time with any robots.txt", () => {
  const group = (rules: readonly string[]) => parseRobots(bytes(`User-agent: *\n${rules.join("\n")}`), "llmstxt");
  const many = (count: number, rule: (index: number) => string) =>
    Array.from({ length: count }, (_, index) => rule(index));

  test.each([
    ["stars", many(200, () => `Disallow: /${"*a".repeat(1000)}*b$`)],
    ["wildcards in masses", many(23_000, (index) => `Disallow: /*${index}*x$`)],
    ["prefixes of each other", many(900, (index) => `Disallow: /${"a".repeat(index)}b`)],
    ["a chain of prefixes", many(900, (index) => `Disallow: /${"a".repeat(index)}`)],
  ])("%s: an address twice as long takes twice the time", (_, rules) => {
    const robots = group(rules);
    const work = (size: number) => () => robots.allows(`https://x.dev/${"a".repeat(size)}`);
    expect(cpuGrowth(work, 1_000)).toBeLessThan(3.5);
  });
});

test("the longest rule wins among prefixes, whole paths and patterns with `*`", () => {
  const robots =
    "User-agent: *\nDisallow: /\nAllow: /a\nDisallow: /a/b\nAllow: /a/b/c$\nDisallow: /a/*/d\nAllow: /a/x/d\nDisallow: /ab\nAllow: /*.html$\n";
  const verdicts = ["/", "/a", "/a/b", "/a/b/c", "/a/b/cd", "/a/y/d", "/a/x/d", "/abc", "/abc.html", "/b", "/b.html"];
  expect(verdicts.filter((path) => allows(robots, path))).toEqual(["/a", "/a/b/c", "/a/x/d", "/abc.html", "/b.html"]);
});

test("the longest valid Crawl-delay counts, and invalid ones are ignored", () => {
  const delay = (values: string[]) =>
    parseRobots(bytes(`User-agent: *\n${values.map((value) => `Crawl-delay: ${value}\n`).join("")}`), "x").crawlDelayMs;
  expect(delay(["1", "2.5"])).toBe(2500);
  expect(delay(["1000000000", "-1", "abc", ""])).toBe(0);
});

test("sitemap lines belong to no group", () => {
  const robots = parseRobots(bytes("Sitemap: https://x.dev/a.xml\nUser-agent: y\nSite-map: /b.xml\n"), "x");
  expect(robots.sitemaps).toEqual(["https://x.dev/a.xml", "/b.xml"]);
});

test("only the first 500 KiB are read", () => {
  const padding = `# ${"x".repeat(98)}\n`.repeat(5200);
  expect(allows(`User-agent: *\nDisallow: /a\n${padding}Disallow: /\n`, "/b")).toBe(true);
});

const ANYONE = "User-agent: *\n";

test("consecutive User-agent lines share the rules below them, until the next User-agent line after a rule", () => {
  const robots = "User-agent: other\nUser-agent: llmstxt\nDisallow: /a\nUser-agent: third\nDisallow: /b\n";
  expect([allows(robots, "/a"), allows(robots, "/b")]).toEqual([false, true]);
  expect([allows(robots, "/a", "other"), allows(robots, "/b", "other")]).toEqual([false, true]);
  expect([allows(robots, "/a", "third"), allows(robots, "/b", "third")]).toEqual([true, false]);
});

test("Sitemap lines, Crawl-delay lines and unknown lines do not end a list of User-agent lines", () => {
  for (const between of ["Sitemap: /s.xml", "Crawl-delay: 1", "Host: x.dev", "", "# words"]) {
    const robots = `User-agent: other\n${between}\nUser-agent: llmstxt\nDisallow: /a\n`;
    expect([between, allows(robots, "/a", "other"), allows(robots, "/a")]).toEqual([between, false, false]);
  }
});

test("all groups that name the crawler apply, and the group for everybody does not", () => {
  const robots = `User-agent: llmstxt\nDisallow: /a\n${ANYONE}Disallow: /c\nUser-agent: LLMSTXT\nDisallow: /b\n`;
  expect(["/a", "/b", "/c"].map((path) => allows(robots, path))).toEqual([false, false, true]);
  expect(["/a", "/b", "/c"].map((path) => allows(robots, path, "x"))).toEqual([true, true, false]);
});

test("a group that names `*` is for everybody, whoever else it names", () => {
  expect(allows("User-agent: other\nUser-agent: *\nDisallow: /a\n", "/a")).toBe(false);
  expect(allows("User-agent: * and more\nDisallow: /a\n", "/a")).toBe(false);
  for (const agent of ["*bot", "a *", "**"])
    expect([agent, allows(`User-agent: ${agent}\nDisallow: /\n`, "/")]).toEqual([agent, true]);
});

test("a crawler's name is compared without its version, and only as a whole", () => {
  for (const agent of ["llmstxt", "LLMsTxt/1.0", "llmstxt 2", "llmstxt;x"])
    expect([agent, allows(`User-agent: ${agent}\nDisallow: /\n`, "/")]).toEqual([agent, false]);
  for (const agent of ["llms", "llmstxt-image", "llmstxt_x", "my llmstxt", "/llmstxt", "9llmstxt"])
    expect([agent, allows(`User-agent: ${agent}\nDisallow: /\n`, "/")]).toEqual([agent, true]);
  expect(allows("User-agent:\nUser-agent: 9\nDisallow: /\n", "/", "")).toBe(true);
});

test("rules before the first User-agent line are ignored", () => {
  expect(allows("Disallow: /\nUser-agent: other\nAllow: /\n", "/")).toBe(true);
});

test("a rule without a path is ignored", () => {
  const robots = parseRobots(bytes(`${ANYONE}Disallow:\nAllow:\n`), "x");
  expect(robots.allows("https://x.dev/a")).toBe(true);
  expect(allows(`${ANYONE}Disallow: /\nAllow:\n`, "/a")).toBe(false);
});

test("a rule matches a prefix unless it ends with `$`; elsewhere `$` is an ordinary character", () => {
  const rule = (pattern: string, path: string) => !allows(`${ANYONE}Disallow: ${pattern}\n`, path);
  expect([rule("/a", "/abc"), rule("/a", "/b"), rule("/a", "/A")]).toEqual([true, false, false]);
  expect([rule("/a$", "/a"), rule("/a$", "/ab"), rule("/a$", "/")]).toEqual([true, false, false]);
  expect([rule("/$a", "/$ab"), rule("/$a", "/a")]).toEqual([true, false]);
});

test("pieces between `*` must follow one another in the address", () => {
  const rule = (pattern: string, path: string) => !allows(`${ANYONE}Disallow: ${pattern}\n`, path);
  expect([rule("/*a*b", "/xaxbx"), rule("/*a*b", "/xbxa"), rule("/*aa*aa", "/aaa")]).toEqual([true, false, false]);
  expect([rule("/**a", "/xa"), rule("/*", "/"), rule("*a", "/xa")]).toEqual([true, true, true]);
  expect([rule("/a*b$", "/ab"), rule("/a*b$", "/axb"), rule("/a*b$", "/axbx")]).toEqual([true, true, false]);
  expect([rule("/ab*b$", "/ab"), rule("/*ab*b$", "/xab"), rule("/*ab*$", "/xabx")]).toEqual([false, false, true]);
});

test("percent-encoded and plain characters match each other", () => {
  const rule = (pattern: string, path: string) => !allows(`${ANYONE}Disallow: ${pattern}\n`, path);
  expect([rule("/ä", "/%C3%A4"), rule("/%c3%a4", "/%C3%A4"), rule("/%C3%A4", "/%C3%A4")]).toEqual([true, true, true]);
  expect([rule("/%c3%a4", "/a"), rule("/ä", "/%C3%A5"), rule("/a%2", "/a%2")]).toEqual([false, false, true]);
});

test("Allow for index.html allows its folder, and nothing else", () => {
  const robots = `${ANYONE}Disallow: /\nAllow: /a/index.html\n`;
  expect(["/a/", "/a/index.html", "/a/b", "/a", "/"].map((path) => allows(robots, path))).toEqual([
    true,
    true,
    false,
    false,
    false,
  ]);
  expect(allows(`${ANYONE}Disallow: /\nAllow: /a/b/index.htm\n`, "/a/b/")).toBe(true);
  expect(allows(`${ANYONE}Disallow: /\nAllow: /a/index.html/b\n`, "/a/")).toBe(false);
  expect(allows(`${ANYONE}Disallow: /\nAllow: /a/my-index.html\n`, "/a/")).toBe(false);
  expect(allows(`${ANYONE}Disallow: /a/index.html\n`, "/a/")).toBe(true);
});

test("the order of rules does not matter", () => {
  for (const rules of [
    "Allow: /a\nDisallow: /a/b\n",
    "Disallow: /a/b\nAllow: /a\n",
    "Disallow: /a/b\nDisallow: /a/\nAllow: /a\n",
  ])
    expect([rules, allows(ANYONE + rules, "/a/b"), allows(ANYONE + rules, "/a")]).toEqual([rules, false, true]);
});

test("a rule is compared with path and query of an address, not with host or fragment", () => {
  const asked = (url: string) =>
    !parseRobots(bytes(`${ANYONE}Disallow: /a\nDisallow: /?q\nDisallow: /x.dev\n`), "x").allows(url);
  expect(["https://x.dev/a", "https://x.dev/a?b", "https://x.dev/a#b", "https://x.dev?q"].map(asked)).toEqual([
    true,
    true,
    true,
    true,
  ]);
  expect(
    ["https://x.dev", "https://x.dev#/a", "https://x.dev/b?/a", "https://x.dev/b//a", "https://a.dev/"].map(asked),
  ).toEqual([false, false, false, false, false]);
});

test("a question mark without a query is part of the address", () => {
  expect([allows(`${ANYONE}Disallow: /*?\n`, "/a?"), allows(`${ANYONE}Disallow: /*?\n`, "/a")]).toEqual([false, true]);
});
