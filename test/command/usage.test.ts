import { existsSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { llmstxt, temporaryFolder } from "./command.ts";

test("--help shows every option of the main job and all commands in 80 columns, -h the usual options", async () => {
  const [long, short] = await Promise.all([llmstxt(["--help"]), llmstxt(["-h"])]);
  expect([long.code, short.code]).toEqual([0, 0]);
  for (const word of [
    "Usage: llmstxt <url or folder> [options]",
    "--max-pages",
    "--agents-md",
    "validate",
    "Examples:",
  ])
    expect(long.stdout).toContain(word);
  expect(short.stdout).toContain("--max-pages");
  expect(short.stdout).not.toContain("--agents-md");
  for (const line of `${long.stdout}${short.stdout}`.split("\n")) expect([...line].length).toBeLessThanOrEqual(80);
});

test("serve --help lists every setting with its default, in 80 columns", async () => {
  const { stdout } = await llmstxt(["serve", "--help"]);
  for (const name of ["HOST", "DATABASE_URL", "S3_BUCKET", "RECRAWL_SCHEDULE", "LOG_FORMAT"])
    expect(stdout).toContain(name);
  for (const line of stdout.split("\n")) expect([...line].length).toBeLessThanOrEqual(80);
});

test.each([
  [["validat", "x"], "validat is no address, and there is no such folder or command. Did you mean llmstxt validate?"],
  [["serv"], "serv is no address, and there is no such folder or command. Did you mean llmstxt serve?"],
  [["help"], "help is no address, and there is no such folder or command. llmstxt --help shows how it is used."],
  [["validate", "/nowhere/x"], "Cannot read /nowhere/x: there is no such file or folder"],
  [["diff", "/", "/"], "Cannot read /: it is a folder"],
  [["diff", "-", "-"], "Cannot read standard input: another of the sources is it"],
  [["sites", "remove", "x"], "x is no address\n"],
  [["https://"], "https:// has no host, or one that cannot be"],
  [["http://x.dev:99999"], "the port of http://x.dev:99999 is out of range: it is at most 65535"],
  [["localhost:65536/docs"], "the port of localhost:65536/docs is out of range"],
  [["ftp://x.dev"], "ftp://x.dev is not an http:// or https:// address"],
  [["https://a:b@x.dev"], "an address with a user name or password is not crawled"],
  [["http://x.dev", "--max-pages", "0"], "It must be a whole number between 1 and 1000000."],
  [["http://x.dev", "--max-pages", "2000"], "--max-pages 2000: MAX_PAGES_LIMIT allows at most 1000"],
  [["http://x.dev", "--language", "no language"], "--language no language is no language tag"],
  [["http://x.dev", "--origin", "http://y.dev"], "--origin is for a folder, and there is no folder http://x.dev"],
  [["http://x.dev", "--header", "Host: y"], "--header"],
  [["http://x.dev", "--full"], "--full needs a file, or --publish with a folder"],
  [["http://x.dev", "--check"], "--check needs a file to compare with: -o <file>"],
  [["http://x.dev", "--annotate"], "--annotate changes the pages of a folder, and this is an address"],
  [["http://x.dev", "--skip-blocks", "a b"], "--skip-blocks"],
  [["http://x.dev", "-o", "/nowhere/x"], "Cannot write /nowhere/x: there is no such file or folder"],
  [["http://x.dev", "--publish", "package.json"], "Cannot write package.json: a file stands in place of a folder"],
  [["http://x.dev", "--publish", "package.json/x"], "Cannot write package.json/x: a file stands in place of a folder"],
  [["http://x.dev", "--publish", ""], "A flag needs the name of a file, and it is empty"],
  [["http://x.dev", "-o", ""], "A flag needs the name of a file, and it is empty"],
  [["/"], "/ is a folder: --origin <url> says at which address it is served"],
  [[], "Usage: llmstxt"],
])("%j is refused with a hint and exit code 2", async (args, message) => {
  const { code, stdout, stderr } = await llmstxt(args);
  expect([code, stdout]).toEqual([2, ""]);
  expect(stderr).toContain(message);
});

test("a worker without a shared Postgres is refused as a wrong setting", async () => {
  const { code, stderr } = await llmstxt(["worker"], { env: { DATABASE_URL: "none", LOG_FORMAT: "json" } });
  expect(code).toBe(2);
  expect(stderr).toContain("DATABASE_URL: a worker needs a Postgres");
});

test("every wrong setting is named in one message", async () => {
  const env = { CRAWL_CONCURRENCY: "none", MAX_PAGES_LIMIT: "-1" };
  const { code, stderr } = await llmstxt(["http://127.0.0.1:1/"], { env });
  expect(code).toBe(2);
  expect(stderr).toContain("CRAWL_CONCURRENCY");
  expect(stderr).toContain("MAX_PAGES_LIMIT");
});

test("the name of an existing file is not taken for a mistyped command", async () => {
  const cwd = temporaryFolder();
  writeFileSync(join(cwd, "sits"), "");
  expect((await llmstxt(["sits"], { cwd })).stderr).toContain("sits is a file");
});

test("sites list tells the state of each site in words", async () => {
  const options = { env: { DATA_DIR: temporaryFolder() } };
  const [past, next_crawl_at] = ["2026-01-01T00:00:00.000Z", "2099-01-01T00:00:00.000Z"];
  const lines = [
    { base_url: "https://a.test", last_crawled_at: past, next_crawl_at, pages: 1 },
    { base_url: "https://b.test", next_crawl_at },
    { base_url: "https://c.test", next_crawl_at: null },
  ];
  const stdin = lines.map((line) => JSON.stringify(line)).join("\n");
  expect((await llmstxt(["sites", "import", "-"], { ...options, stdin })).stderr).toBe("3 sites added, 0 changed\n");
  expect((await llmstxt(["sites", "list"], options)).stdout.split("\n")).toEqual([
    `https://a.test  up to date  1 page  next ${next_crawl_at}`,
    `https://b.test  waiting  next ${next_crawl_at}`,
    "https://c.test  paused",
    "",
  ]);
});

test("--json ends with an error event if there is no result", async () => {
  const { code, stdout } = await llmstxt(["http://127.0.0.1:1/", "--json"]);
  expect(code).toBe(1);
  expect(JSON.parse(stdout.trim().split("\n").at(-1) ?? "")).toMatchObject({ type: "error" });
  const slip = await llmstxt(["http://x.dev", "--json", "--max-pagse", "3"]);
  expect(JSON.parse(slip.stdout)).toMatchObject({ type: "error", code: "wrong_usage" });
});

test.skipIf(!existsSync("/dev/full"))("a failure to print is reported and exits with 1", async () => {
  const folder = temporaryFolder();
  writeFileSync(join(folder, "a.txt"), "# A\n");
  const { spawnSync } = await import("node:child_process");
  const { openSync } = await import("node:fs");
  const { COMMAND } = await import("./command.ts");
  const full = openSync("/dev/full", "w");
  const ran = spawnSync(process.execPath, [COMMAND, "overlay", join(folder, "a.txt")], {
    stdio: ["ignore", full, "pipe"],
  });
  expect(String(ran.stderr)).toContain("Cannot write to standard output: no space left on the device");
  expect(ran.status).toBe(1);
});
