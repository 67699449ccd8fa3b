import { expect, test } from "vitest";
import { readConfig } from "../settings/config.ts";
import { crawlRequestSchema, parseCrawlMessage } from "./requests.ts";

const parsed = (message: unknown, environment = {}) =>
  parseCrawlMessage(
    crawlRequestSchema(readConfig(environment)),
    typeof message === "string" ? message : JSON.stringify(message),
  );

function refusalOf(message: unknown, environment = {}): string {
  try {
    return `accepted: ${JSON.stringify(parsed(message, environment))}`;
  } catch (error) {
    return error instanceof Error ? error.message : "";
  }
}

const url = "https://example.com";

test("only the url is required; the rest has the defaults of the specification", () => {
  expect(parsed({ url })).toEqual({
    url: "https://example.com/",
    maxPages: 50,
    descLength: 500,
    llmEnhance: false,
    useProxy: false,
    include: [],
    exclude: [],
    scope: "domain",
    full: false,
    publish: false,
  });
});

test("topics are left to the settings unless the request says", () => {
  for (const topics of [true, false]) expect(parsed({ url, topics }).topics).toBe(topics);
  for (const message of [{ url }, { url, topics: null }]) expect(parsed(message)).not.toHaveProperty("topics");
  expect(refusalOf({ url, topics: "yes" })).toMatch(/^Invalid request: topics: /);
});

test("a language is a BCP 47 tag of a known language; null leaves it to the homepage", () => {
  for (const language of ["en", "pt-BR", "zh_Hant", "rm"]) expect(parsed({ url, language }).language).toBe(language);
  expect(parsed({ url, language: null })).not.toHaveProperty("language");
  for (const language of ["", "xx-unknown-language", "english please", 7, ["de"], "qq", "x".repeat(200)])
    expect(refusalOf({ url, language })).toMatch(/^Invalid request: language: /);
});

test("a list of pages sets how many are read, unless that is given", () => {
  const urls = ["https://site.example/b", "https://site.example/a", "https://site.example/a"];
  expect(parsed({ url, urls })).toMatchObject({ urls, maxPages: 3 });
  expect(parsed({ url, urls, maxPages: 2 })).toMatchObject({ urls, maxPages: 2 });
  expect(parsed({ url, urls: [] }).maxPages).toBe(50);
  for (const wrong of [["b"], "https://site.example/b", Array(1001).fill(urls[0])])
    expect(refusalOf({ url, urls: wrong })).toMatch(/^Invalid request: urls/);
});

test("sitemaps are addresses, at most twenty", () => {
  const sitemaps = ["https://cdn.example/maps/a.xml"];
  expect(parsed({ url, sitemaps }).sitemaps).toEqual(sitemaps);
  for (const wrong of ["https://a.example/s.xml", ["/s.xml"], ["ftp://a.example/s.xml"], Array(21).fill(sitemaps[0])])
    expect(refusalOf({ url, sitemaps: wrong })).toMatch(/^Invalid request: sitemaps/);
});

test("an omitted useProxy takes the backend's setting, an omitted maxPages never more than the limit", () => {
  expect(parsed({ url }, { PROXY_BROWSER_ENABLED: "true" }).useProxy).toBe(true);
  expect(parsed({ url }, { MAX_PAGES_LIMIT: "20" }).maxPages).toBe(20);
});

test("null counts as omitted, unknown fields are ignored, the last of two equal keys counts", () => {
  const unknown = Object.fromEntries(Array.from({ length: 1_000 }, (_, n) => [`field${n}`, n]));
  expect(parsed({ ...unknown, url, maxPages: null, scope: null })).toEqual(parsed({ url }));
  expect(parsed(`{"url":"https://a.example","url":"${url}"}`)).toEqual(parsed({ url }));
});

test("a property of a prototype is no field", () => {
  const message = `{"__proto__":{"maxPages":1},"constructor":{"maxPages":2},"url":"${url}"}`;
  expect(parsed(message)).toEqual(parsed({ url }));
});

test("the interval is looked at only when enableAutoUpdate is true", () => {
  expect(parsed({ url, enableAutoUpdate: true }).enrol).toEqual({ recrawlIntervalMinutes: 10_080 });
  expect(parsed({ url, recrawlIntervalMinutes: "never" }).enrol).toBeUndefined();
  for (const recrawlIntervalMinutes of [0, -1, 525_601, 1e12])
    expect(refusalOf({ url, enableAutoUpdate: true, recrawlIntervalMinutes })).toBe(
      "Recrawl interval must be between 1 and 525600 minutes",
    );
});

test("a url may carry a path, a port and a query; its fragment is dropped", () => {
  expect(parsed({ url: " https://x.dev:8443/docs/?v=2#intro" }).url).toBe("https://x.dev:8443/docs/?v=2");
});

test.each([
  "example.com",
  "",
  " ",
  "https://",
  "ftp://example.com",
  "javascript:alert(1)",
  "file:///etc/passwd",
  "http:example.com",
  "https://user:secret@example.com/",
  "https://user@example.com/",
  "http://exa mple.com/",
  "https://example.com\\@evil.example/",
  "https://example.com/\r\nx",
  "https://example.com/\u001b[31m",
  `https://example.com/${"x".repeat(2_048)}`,
])("Invalid URL format: %j", (wrong) => {
  expect(refusalOf({ url: wrong })).toBe("Invalid URL format");
});

test("out-of-range numbers are refused in the words that docs/reference/http.md lists", () => {
  for (const maxPages of [0, -1, 1001, 1e9])
    expect(refusalOf({ url, maxPages })).toBe("Max pages must be between 1 and 1000");
  expect(refusalOf({ url, maxPages: 201 }, { MAX_PAGES_LIMIT: "200" })).toBe("Max pages must be between 1 and 200");
  for (const descLength of [99, 2001, 0, -5])
    expect(refusalOf({ url, descLength })).toBe("Description length must be between 100 and 2000");
  expect([
    parsed({ url, maxPages: 1000, descLength: 2000 }).maxPages,
    parsed({ url, descLength: 100 }).descLength,
  ]).toEqual([1000, 100]);
});

test.each([
  [{}, "url: is required"],
  [{ url: null }, "url: is required"],
  [{ url: 1 }, "url: must be a string"],
  [{ url: [] }, "url: must be a string"],
  [{ url, maxPages: "50" }, "maxPages: must be a whole number"],
  [{ url, maxPages: 1.5 }, "maxPages: must be a whole number"],
  [{ url, maxPages: true }, "maxPages: must be a whole number"],
  [{ url, descLength: "x" }, "descLength: must be a whole number"],
  [{ url, enableAutoUpdate: "true" }, "enableAutoUpdate: must be true or false"],
  [{ url, llmEnhance: 1 }, "llmEnhance: must be true or false"],
  [{ url, useProxy: "false" }, "useProxy: must be true or false"],
  [{ url, scope: "galaxy" }, "scope: must be domain or path"],
  [{ url, include: "/docs/**" }, "include: must be an array of path globs"],
  [{ url, exclude: ["/ok", 7] }, "exclude.1: must be a path glob"],
  [{ url, include: Array(101).fill("/x") }, "include: must have at most 100 globs"],
  [{ url, include: [""] }, 'include: "" is empty'],
  [
    { url, exclude: ["/ok", "/[a-z]"] },
    'exclude: "/[a-z]" holds [, which no glob may: only *, **, ? and {a,b} are patterns',
  ],
  [
    { url, include: ["/([a-z-]+)+X"] },
    'include: "/([a-z-]+)+X" holds (, which no glob may: only *, **, ? and {a,b} are patterns',
  ],
  [[], "message: must be a JSON object"],
  ["null", "message: must be a JSON object"],
  ["1", "message: must be a JSON object"],
  ['"x"', "message: must be a JSON object"],
])("%j is refused with the name of the field and why", (message, why) => {
  expect(refusalOf(message)).toBe(`Invalid request: ${why}`);
});

test("JSON that does not parse is Invalid JSON, however deep it is nested", () => {
  for (const text of ["{url:", "", "{", "[".repeat(60_000), `{"url":"${url}"}}`])
    expect(refusalOf(text)).toBe("Invalid JSON");
  expect(refusalOf("[".repeat(30_000) + "]".repeat(30_000))).toBe("Invalid request: message: must be a JSON object");
});
