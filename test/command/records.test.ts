// A crawl kept as WARC, and the same bytes made of it again without a network.
import { spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync, statSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gunzipSync } from "node:zlib";
import { afterAll, expect, test } from "vitest";
import { serveFolder } from "../../bench/folder-site.ts";
import { COMMAND, llmstxt } from "./command.ts";

const ROOT = join(import.meta.dirname, "../..");
const FIXTURES = join(ROOT, "test/fixtures/records");
const folder = mkdtempSync(join(tmpdir(), "llmstxt-records-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const at = (name: string) => join(folder, name);

/** In a network namespace of its own there is no interface that is up, not even loopback. */
const isolated = ["--user", "--map-root-user", "--net"];
const canIsolate = spawnSync("unshare", [...isolated, "true"]).status === 0;

function withoutNetwork(args: readonly string[]) {
  const [program, before] = canIsolate ? ["unshare", [...isolated, process.execPath]] : [process.execPath, []];
  const env = { PATH: process.env.PATH, HOME: process.env.HOME };
  return spawnSync(program, [...before, COMMAND, ...args], { env, encoding: "utf8" });
}

test("a crawl that was recorded gives the same bytes again, by its own choices and without a network", async () => {
  const site = await serveFolder(join(ROOT, "examples/demo-site"), "tidewater.example");
  const record = at("demo.warc.gz");
  const files = (name: string) => ["--publish", at(name), "--full"];
  const chosen = ["--max-pages", "7", "--exclude", "/blog/**", "--desc-length", "150", "--no-topics"];
  const crawled = await llmstxt([site.url, ...chosen, ...files("crawled"), "--record", record]);
  site.close();
  expect(crawled.code).toBe(0);
  const again = withoutNetwork([record, ...files("again")]);
  expect([again.status, again.stdout]).toEqual([0, crawled.stdout]);
  expect(spawnSync("diff", ["-r", at("crawled"), at("again")], { encoding: "utf8" })).toMatchObject({
    status: 0,
    stdout: "",
  });
  const fewer = withoutNetwork([record, "--max-pages", "3"]);
  expect(fewer.stdout).toMatch(/Pages: 3$/m);
  expect(crawled.stdout).not.toMatch(/Pages: 3$/m);
});

test.each(["handbook.warc.gz", "handbook.wacz"])(
  "%s, recorded once with a page of a browser, still gives its document",
  (name) => {
    const { status, stdout } = withoutNetwork([join(FIXTURES, name)]);
    expect([status, stdout]).toEqual([0, readFileSync(join(FIXTURES, "handbook.llms.txt"), "utf8")]);
  },
);

test("the site of a door is recorded without what opens it, for its owner alone", async () => {
  const server = createServer(({ headers }, response) => {
    response.setHeader("set-cookie", "session=4f1d2c9b7a");
    const isLetIn = headers.authorization === "Bearer 8Xk2-hidden-word";
    response.writeHead(isLetIn ? 200 : 401, { "content-type": "text/html" });
    response.end(`<title>Members</title><main><h1>Members</h1><p>The door was opened by ${headers.authorization}, which this
      page should not repeat but does, in a paragraph that is long enough to be read.</p></main>`);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
  const record = at("members.warc.gz");
  const { code } = await llmstxt([url, "--header", "Authorization: Bearer 8Xk2-hidden-word", "--record", record]);
  server.close();
  expect(code).toBe(0);
  const bytes = gunzipSync(readFileSync(record)).toString();
  expect(bytes).toContain("The door was opened by ***");
  for (const secret of ["8Xk2-hidden-word", "4f1d2c9b7a"]) expect(bytes).not.toContain(secret);
  if (process.platform !== "win32") expect(statSync(record).mode & 0o077).toBe(0);
});

test.each([
  [["https://x.dev", "--record", "x.txt"], "the name of a record ends in .warc or .warc.gz"],
  [["missing.warc.gz"], "Cannot read missing.warc.gz: there is no such file"],
  [[join(FIXTURES, "handbook.wacz"), "--header", "A: b"], "--header needs a network, and "],
  [[join(FIXTURES, "handbook.wacz"), "--record", at("again.warc")], "--record needs a network, and "],
])("%j is wrong usage, told before anything is asked for", async (args, why) => {
  expect(await llmstxt(args)).toMatchObject({ code: 2, stderr: expect.stringContaining(why) });
  expect(existsSync(at("again.warc"))).toBe(false);
});
