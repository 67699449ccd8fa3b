import { expect, test } from "vitest";
import * as z from "zod";
import { parseRequest, requestSchema } from "./request.ts";

const schema = requestSchema({ MAX_PAGES_LIMIT: 200, PROXY_BROWSER_ENABLED: true });
const url = "https://example.com";
const read = (fields: object) => parseRequest(schema, JSON.stringify({ url, ...fields }));

test("a request with only an address has the specification's defaults", () => {
  expect(read({})).toEqual({
    ...{ url: "https://example.com/", maxPages: 50, descLength: 500, enableAutoUpdate: false },
    ...{ recrawlIntervalMinutes: 10_080, llmEnhance: false, useProxy: true },
    ...{ include: [], exclude: [], scope: "domain" },
  });
});

test("the JSON schema of a request has the real ranges", () => {
  expect(z.toJSONSchema(schema, { io: "input" }).properties).toMatchObject({
    maxPages: { type: "integer", minimum: 1, maximum: 200, default: 50 },
    descLength: { minimum: 100, maximum: 2_000 },
    recrawlIntervalMinutes: { minimum: 1, maximum: 525_600 },
  });
});

test("null counts as left out, unknown fields are ignored, the fragment is dropped", () => {
  const asked = read({ url: "HTTPS://Example.com:8443/a?b=1#c", maxPages: null, whatever: {}, overlay: null });
  expect(asked).toMatchObject({ url: "https://example.com:8443/a?b=1", maxPages: 50 });
  expect(asked).not.toHaveProperty("whatever");
});

test("the interval is checked only if the site is to be enrolled", () => {
  expect(read({ recrawlIntervalMinutes: "soon" }).recrawlIntervalMinutes).toBe(10_080);
  expect(() => read({ recrawlIntervalMinutes: 0, enableAutoUpdate: true })).toThrow(
    "Recrawl interval must be between 1 and 525600 minutes",
  );
});

test.each([
  [{ maxPages: 0 }, "Max pages must be between 1 and 200"],
  [{ maxPages: 201 }, "Max pages must be between 1 and 200"],
  [{ descLength: 2_001 }, "Description length must be between 100 and 2000"],
  [{ maxPages: "50" }, "Invalid request: maxPages: must be a whole number"],
  [{ maxPages: 1.5 }, "Invalid request: maxPages: must be a whole number"],
  [{ url: 1 }, "Invalid request: url: must be a string"],
  [{ url: undefined }, "Invalid request: url: is required"],
  [{ enableAutoUpdate: "true" }, "Invalid request: enableAutoUpdate: must be true or false"],
  [{ include: "/docs" }, "Invalid request: include: must be an array of path globs"],
  [{ scope: "host" }, "Invalid request: scope: must be domain or path"],
  [{ language: "english please" }, "Invalid request: language: must be a language tag"],
])("%j is refused with a message that names the field", (fields, words) => {
  expect(() => read(fields)).toThrow(words);
});

test.each([
  ...["example.com", "ftp://example.com", "https://", "https://user:secret@example.com", "https://a b.example"],
  ...["javascript:alert(1)", "http://exa\\mple.com", `https://example.com/${"a".repeat(2_048)}`, ""],
])("%s is refused as a site's address", (address) => {
  expect(() => read({ url: address })).toThrow("Invalid URL format");
});

test("a message that is no JSON object is refused", () => {
  expect(() => parseRequest(schema, "{url:")).toThrow("Invalid JSON");
  for (const text of ["null", "[]", "1", '"x"', "[".repeat(200) + "]".repeat(200)])
    expect(() => parseRequest(schema, text)).toThrow("Invalid request: message: must be a JSON object");
});
