import { spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { expect, test } from "vitest";

const ROOT = join(import.meta.dirname, "../..");

/** Runs a bench in its small form; what it judges are counts and ratios, so that a busy machine changes nothing. */
async function bench(name: string, ...args: readonly string[]): Promise<{ code: number | null; notKept: string[] }> {
  const child = spawn(process.execPath, [`bench/${name}.ts`, ...args], {
    cwd: ROOT,
    env: { PATH: process.env.PATH, HOME: process.env.HOME },
    stdio: ["ignore", "pipe", "pipe"],
  });
  const ended = new Promise<number | null>((resolve, reject) => child.on("close", resolve).on("error", reject));
  const [printed, said, code] = await Promise.all([text(child.stdout), text(child.stderr), ended]);
  const notKept = said.split("\n").filter((line) => line.startsWith("Not kept"));
  if (code !== 0) console.error(`${printed}\n${said}`);
  return { code, notKept };
}

const KEPT = { code: 0, notKept: [] };

test("a crawl asks for little more than its pages, and costs a small multiple of the raw loop's CPU", async () => {
  expect(await bench("crawl", "--smoke")).toEqual(KEPT);
});

test("the profile of a crawl says what reading and fetching cost", async () => {
  expect(await bench("profile", "--smoke")).toEqual(KEPT);
});

test("a page is read faster than by cheerio, main content and all", async () => {
  expect(await bench("page", "--smoke")).toEqual(KEPT);
});

test("a page's Markdown is like what its publisher ships", async () => {
  expect(await bench("markdown", "--smoke")).toEqual(KEPT);
});

test("a recrawl of an unchanged site sends no page, of a changed one little more than what changed", async () => {
  expect(await bench("compare", "--smoke")).toEqual(KEPT);
});

test("the due sites are read from the head of an index", async () => {
  expect(await bench("due", "--smoke")).toEqual(KEPT);
});

test("two workers crawl a backlog to its end, and no site twice", async () => {
  expect(await bench("recrawl", "--smoke")).toEqual(KEPT);
});

// Together: both wait more than they work. The patience of a service with a silent socket is half a minute.
test.concurrent("a quarter of a minute of everything leaves no socket, no Chromium and no request inside", async () => {
  expect(await bench("soak", "--smoke")).toEqual(KEPT);
});

test.concurrent("hostile pages, patterns, sitemaps and documents leave every crawl its end", async () => {
  expect(await bench("hostile", "--smoke")).toEqual(KEPT);
});

test.concurrent("every crawl beside idle sockets has its result, and a stop leaves nothing behind", async () => {
  expect(await bench("serve", "--smoke")).toEqual(KEPT);
});

test("every page of a built site is found from disk", async () => {
  expect(await bench("folder", "--smoke")).toEqual(KEPT);
});

test.skipIf(!existsSync(join(ROOT, "../shared/sites")))(
  "a real site gives the same bytes from its folder",
  async () => {
    expect(await bench("folder-sites", "--smoke", "fastcore", "graphile-worker")).toEqual(KEPT);
  },
);

test.skipIf(!existsSync(join(ROOT, "../shared/hostile")))("a hostile site stays within its bounds", async () => {
  expect(await bench("crawl-cases", "calendar", "facets", "robots-redos")).toEqual(KEPT);
});

test.skipIf(!existsSync(join(ROOT, "../shared/sites")))("a document of a real site keeps its quality", async () => {
  expect(await bench("quality", "griffe")).toEqual(KEPT);
});
