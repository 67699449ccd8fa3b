import { mkdirSync, mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { loadSettings, readSettings, settingsHelp } from "./settings.ts";

test("without a variable the service runs with its defaults", () => {
  expect(readSettings({})).toMatchObject({
    ...{ HOST: "127.0.0.1", PORT: 8000, DATABASE_URL: undefined, S3_ACL: "public-read", CORS_ORIGINS: [] },
    ...{ MAX_PAGES_LIMIT: 1000, RECRAWL_SCHEDULE: "*/10 * * * *", USE_ENV_PROXY: false, API_KEY: undefined },
  });
});

test("one message names all wrong values and contains no secret", () => {
  const wrong = { PORT: "1e3", PUBLIC_URL: "example.com", LLM_BASE_URL: "ftp://x", RECRAWL_SCHEDULE: "often" };
  const secret = { DATABASE_URL: "mysql://user:password@host/x", PROXY_BROWSER_URL: "https://key@host" };
  expect(() => readSettings({ ...wrong, ...secret, S3_ACCESS_KEY_ID: "id" })).toThrow(
    expect.objectContaining({
      code: "wrong_settings",
      message: expect.stringMatching(
        /^7 settings are wrong:(?![\s\S]*password)(?![\s\S]*key@)[\s\S]*PORT: .*not "1e3"/,
      ),
    }),
  );
});

test.each([
  ["PORT", "65536"],
  ["CRAWL_CONCURRENCY", "5.0"],
  ["STORE_STABLE", "maybe"],
  ["CORS_ORIGINS", "https://a.example/path"],
  ["RECRAWL_SCHEDULE", "* * * * * *"],
  ["USER_AGENT", "crawler\nX: y"],
  ["LOG_FORMAT", "xml"],
  ["DATABASE_CONNECTIONS", "2"],
])("%s=%s is refused", (name, value) => {
  expect(() => readSettings({ [name]: value })).toThrow(name);
});

test("an empty value counts as unset, but switches off the schedule and the ACL", () => {
  const settings = readSettings({ PORT: "", API_KEY: " ", S3_ACL: "", RECRAWL_SCHEDULE: "" });
  expect(settings).toMatchObject({ PORT: 8000, API_KEY: undefined, S3_ACL: "", RECRAWL_SCHEDULE: "" });
});

test("addresses lose a trailing slash, and origins are split into a list", () => {
  const settings = readSettings({ PUBLIC_URL: "https://x.dev//", CORS_ORIGINS: "https://a.dev/, https://b.dev" });
  expect(settings).toMatchObject({ PUBLIC_URL: "https://x.dev", CORS_ORIGINS: ["https://a.dev", "https://b.dev"] });
});

test("variables missing in the environment are read from .env", () => {
  const folder = mkdtempSync(join(tmpdir(), "settings-"));
  writeFileSync(join(folder, ".env"), '# local\nPORT=9000\nAPI_KEY="a b"\n');
  expect(loadSettings({ PORT: "9001" }, folder)).toMatchObject({ PORT: 9001, API_KEY: "a b" });
});

test("a folder named .env is no file of settings", () => {
  const folder = mkdtempSync(join(tmpdir(), "settings-"));
  mkdirSync(join(folder, ".env"));
  expect(loadSettings({ PORT: "9001" }, folder)).toMatchObject({ PORT: 9001 });
});

test("help has a line for each setting, within 80 columns", () => {
  const lines = settingsHelp().trimEnd().split("\n");
  expect(lines.length).toBeLessThanOrEqual(50);
  expect(lines.filter((line) => line.length > 80)).toEqual([]);
  expect(lines.every((line) => /^ {2}[A-Z0-9_]+ {2,}\S.* {2,}\S/.test(line))).toBe(true);
});
