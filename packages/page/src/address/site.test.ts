import { expect, test } from "vitest";
import { pageUrl } from "./page-url.ts";
import { isSameSite, Site, siteKey } from "./site.ts";

const site = (asked: string, home = asked) => new Site(pageUrl(asked), pageUrl(home));

test("www, bare, http and https are one site; another subdomain, port or domain is another", () => {
  expect(isSameSite("http://www.x.dev/a", "https://x.dev/")).toBe(true);
  for (const other of ["https://docs.x.dev/", "https://x.dev:8443/", "https://x.com/", "nonsense"])
    expect(isSameSite(other, "https://x.dev/")).toBe(false);
});

test("a link to www. or http of the host gets the homepage's scheme and host", () => {
  expect(site("https://x.dev/").own("http://www.x.dev/a?b=1")).toBe("https://x.dev/a?b=1");
  expect(site("https://x.dev/").own("https://docs.x.dev/a")).toBeUndefined();
});

test("the scope is the base URL's path", () => {
  expect(site("https://x.dev/").scope).toBe("/");
  expect(site("https://x.dev/project").scope).toBe("/project/");
  expect(site("https://x.dev/docs/start.html").scope).toBe("/docs/");
  expect(site("https://x.dev/project/").inScope(pageUrl("https://x.dev/project"))).toBe(true);
  expect(site("https://x.dev/project/").inScope(pageUrl("https://x.dev/projects/a"))).toBe(false);
});

test("a homepage that redirects deeper into the site keeps the requested scope", () => {
  expect(site("https://x.dev/", "https://x.dev/docs").scope).toBe("/");
});

test("a homepage on another site has its own scope", () => {
  expect(site("https://x.dev/old/", "https://x.dev/new/").scope).toBe("/new/");
  expect(site("https://x.dev/old/", "https://y.dev/").scope).toBe("/");
});

test.each([
  ["https://x.dev./a", true],
  ["https://www.x.dev./a", true],
  ["https://x.dev:443/a", true],
  ["http://x.dev:80/a", true],
  ["https://x.dev:8443/a", false],
  ["https://X.DEV/a", true],
  ["https://docs.x.dev/", false],
  ["https://x.dev.evil.example/", false],
])("%s is of the site https://x.dev/: %s", (url, isSame) => {
  expect(isSameSite("https://x.dev/", url)).toBe(isSame);
});

test("a host in another script is one site with its ASCII spelling", () => {
  expect(isSameSite("https://bücher.example/ä", "https://xn--bcher-kva.example/")).toBe(true);
});

test("if a typed address has no pages below it, the scope is its folder", () => {
  const asked = pageUrl("https://x.dev/reference/overview");
  expect(new Site(asked, asked, () => true).scope).toBe("/reference/");
  expect(new Site(asked, asked, () => false).scope).toBe("/reference/overview/");
  const file = pageUrl("https://x.dev/docs/start.html");
  expect(new Site(file, file, () => true).scope).toBe("/docs/");
});

test.each([
  ["HTTPS://X.dev:443/docs/#top", "https://x.dev/docs"],
  [" https://x.dev. ", "https://x.dev"],
  ["http://x.dev:8080//", "http://x.dev:8080"],
  ["https://x.dev/?a=1", "https://x.dev/?a=1"],
  ["ftp://x.dev/", undefined],
  ["https://me@x.dev/", undefined],
  ["x.dev", undefined],
])("the site %j is stored as %j", (text, key) => {
  expect(siteKey(text)).toBe(key);
});
