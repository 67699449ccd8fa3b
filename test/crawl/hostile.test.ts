import { execFile } from "node:child_process";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { expect, test } from "vitest";
import { readSitemap } from "../../packages/crawler/src/sitemap.ts";
import { cpuGrowth } from "./cpu-growth.ts";
import { crawlExample, HOST, html, pagesAt } from "./example-site.ts";
import type { HostileOrder, HostileReport } from "./hostile-client.ts";
import { HOSTILE_CASES, serveHostile } from "./hostile-server.ts";

const CLIENT = fileURLToPath(new URL("hostile-client.ts", import.meta.url));

async function fetchAll(order: HostileOrder): Promise<HostileReport> {
  const { stdout } = await promisify(execFile)(process.execPath, [CLIENT, JSON.stringify(order)]);
  return JSON.parse(stdout) as HostileReport;
}

test("every answer of a hostile server ends as expected, in time and within 200 MB, 8 at once", async () => {
  const server = await serveHostile();
  const urls = HOSTILE_CASES.map(({ id }) => `http://127.0.0.1:${server.port}/${id}`);
  const report = await fetchAll({ urls, atOnce: 8 });
  const wrong = report.results.filter(({ url, outcome, ms }) => {
    const found = HOSTILE_CASES.find(({ id }) => url.endsWith(`/${id}`));
    return !found?.comesTo.includes(outcome) || ms > 10_000;
  });
  expect(wrong).toEqual([]);
  const tooOften = HOSTILE_CASES.filter(({ id, requests = 1 }) => (server.requests.get(id) ?? 0) > requests);
  expect(tooOften).toEqual([]);
  expect([server.canaryHits(), report.sockets]).toEqual([0, 0]);
  // The limit includes 30 MB that Node needs for type stripping, which the built command does not.
  expect(report.peakMb).toBeLessThanOrEqual(230);
  expect(report.blockedMs).toBeLessThan(1_000);
  await server.close();
});

/** The worst known inputs: unclosed tags, endless links, one line again and again. */
const SHAPES: Readonly<Record<string, (size: number) => string>> = {
  "links without end": (size) => Array.from({ length: size / 20 }, (_, n) => `<a href="/x${n}">y${n}</a>`).join(""),
  "one line again and again": (size) =>
    `<p>${"The same line is here again and again and again.</p><p>".repeat(size / 50)}`,
  "lines without end": (size) =>
    Array.from(
      { length: size / 60 },
      (_, n) => `<p>Line ${n} of a page that has lines without end, all of them long.</p>`,
    ).join(""),
};

test.each(Object.entries(SHAPES))("the time for a page grows in proportion to its size: %s", async (_, shape) => {
  const timeOf = async (size: number) => {
    const before = process.threadCpuUsage();
    const body = `<html lang="en"><title>Large</title><main>${shape(size)}</main>`;
    await crawlExample({ "/": html("Home", ["/a", "/b"]), "/a": body, "/b": body.replace("Large", "Other") });
    const { user, system } = process.threadCpuUsage(before);
    return (user + system) / 1000;
  };
  await timeOf(50_000);
  const [small, large] = [await timeOf(250_000), await timeOf(1_000_000)];
  expect(large).toBeLessThan(Math.max(12 * small, 500));
});

test("a homepage with a hundred thousand links is crawled, and every address has an outcome", async () => {
  const paths = Array.from({ length: 100_000 }, (_, n) => `/n${n}x`);
  const { pages, leftOut } = await crawlExample(
    { "/": html("Home", paths), ...pagesAt(paths.slice(0, 30)) },
    { maxPages: 10 },
  );
  expect(pages).toHaveLength(10);
  // Only the first 5,000 links of a page are read.
  expect(Object.keys(leftOut).length + pages.length).toBeLessThanOrEqual(5_001);
});

test("a sitemap of fifty thousand addresses lets others of the process go on in between", async () => {
  const entries = Array.from({ length: 50_000 }, (_, n) => `<url><loc>${HOST}/docs/n${n}</loc></url>`);
  const cpuMs = () => {
    const { user, system } = process.threadCpuUsage();
    return (user + system) / 1000;
  };
  const turns: number[] = [];
  let isOver = false;
  const turn = () => {
    turns.push(cpuMs());
    if (!isOver) setImmediate(turn);
  };
  turn();
  const site = { "/": html("Home"), "/sitemap.xml": `<urlset>${entries.join("")}</urlset>` };
  await crawlExample(site, { maxPages: 5, withAllNamed: false });
  isOver = true;
  turns.push(cpuMs());
  const longest = Math.max(...turns.map((at, index) => at - (turns[index - 1] ?? at)));
  expect(longest).toBeLessThan((cpuMs() - (turns[0] ?? 0)) / 4);
});

test("a crawl of near-identical pages costs time in proportion to their number", async () => {
  const work = (size: number) => {
    const sitemap = `<urlset>${Array.from({ length: size }, (_, n) => `<url><loc>https://x.dev/a/p${n}</loc></url>`).join("")}</urlset>`;
    const bytes = Buffer.from(sitemap);
    return () => void readSitemap(bytes);
  };
  expect(cpuGrowth(work, 2_000)).toBeLessThan(3.5);
});
