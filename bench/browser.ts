// A crawl of 1,000 pages by the real service, watched in a real Chromium: frames, the longest task, layout shift.
import { mkdtempSync, rmSync } from "node:fs";
import { loadavg, tmpdir } from "node:os";
import { join } from "node:path";
import { docsAnswers } from "../test/servers/docs-site.ts";
import { startProcess } from "../test/servers/process.ts";
import { type SiteAnswer, serveSite } from "../test/servers/site.ts";
import { openBrowser, watchedPage } from "../test/servers/web-browser.ts";
import { judge, keepResult, table } from "./results.ts";

const PAGES = 1_000;
const ANSWER_MS = 40;
const MAX_FRAME_MS = 100;
const MAX_SHIFT = 0.02;

/** Runs in the page: the gaps between frames, and what moved without being asked to. */
const MEASURE = `globalThis.seen = { frames: [], shift: 0 };
let last = performance.now();
const frame = (now) => { seen.frames.push(now - last); last = now; requestAnimationFrame(frame); };
requestAnimationFrame(frame);
new PerformanceObserver((list) => { for (const entry of list.getEntries()) if (!entry.hadRecentInput) seen.shift += entry.value; }).observe({ type: "layout-shift" });`;

interface Seen {
  readonly frames: readonly number[];
  readonly shift: number;
}

const parts = ["guides", "reference", "tutorials", "blog", "api"];
const pages = Array.from({ length: PAGES - 1 }, (_, n) => `${parts[n % parts.length]}/${n % 7}/page-${n}`);
const slow = Object.entries(docsAnswers(pages)).map(([path, body]): [string, SiteAnswer] => [
  path,
  (_request, response) =>
    void setTimeout(() => response.writeHead(200, { "content-type": "text/html" }).end(String(body)), ANSWER_MS),
]);

const folder = mkdtempSync(join(tmpdir(), "bench-browser-"));
const site = await serveSite(Object.fromEntries(slow));
const browser = await openBrowser();
let seen: Seen;
let trace = "";
{
  const settings = { DATA_DIR: folder, DATABASE_URL: "none", ALLOW_PRIVATE_NETWORKS: "true", BROWSER_ENABLED: "false" };
  await using service = await startProcess(settings);
  await using watched = await watchedPage(browser, service.url);
  const { page } = watched;
  await page.getByLabel("Page limit", { exact: true }).fill(String(PAGES));
  await page.getByLabel("Address of the site").fill(site.origin);
  await page.evaluate(MEASURE);
  await browser.startTracing(page, { categories: ["toplevel"] });
  await page.keyboard.press("Enter");
  await page.getByRole("button", { name: "Download llms.txt" }).waitFor({ timeout: 300_000 });
  await page.waitForTimeout(1_000);
  seen = await page.evaluate("seen");
  trace = (await browser.stopTracing()).toString();
}
await Promise.all([site.close(), browser.close()]);
rmSync(folder, { recursive: true, force: true });

/** Processor milliseconds of the longest task of the page's main thread: others on the machine do not lengthen it. */
function longestTask(trace: string): number {
  const { traceEvents }: { traceEvents: TraceEvent[] } = JSON.parse(trace);
  const mains = new Set(
    traceEvents.filter(({ args }) => args?.name === "CrRendererMain").map(({ pid, tid }) => `${pid} ${tid}`),
  );
  const tasks = traceEvents.filter(({ pid, tid, tdur }) => tdur !== undefined && mains.has(`${pid} ${tid}`));
  return Math.max(...tasks.map(({ tdur = 0 }) => tdur)) / 1000;
}

interface TraceEvent {
  readonly pid: number;
  readonly tid: number;
  /** Microseconds of processor time. */
  readonly tdur?: number;
  readonly args?: { readonly name?: string };
}

const frames = seen.frames.toSorted((a, b) => a - b);
const at = (share: number) => (frames[Math.min(frames.length - 1, Math.floor(frames.length * share))] ?? 0).toFixed(0);
const over = frames.filter((ms) => ms > MAX_FRAME_MS).length;
const work = longestTask(trace);
keepResult(
  "npm run bench -- browser: a crawl of 1,000 pages",
  `${table(
    ["frames", "p50 ms", "p95 ms", "longest ms", `over ${MAX_FRAME_MS} ms`, "longest task, CPU ms", "layout shift"],
    [[String(frames.length), at(0.5), at(0.95), at(1), String(over), work.toFixed(0), seen.shift.toFixed(4)]],
  )}\n\nLoad of the machine over the last minute: ${(loadavg()[0] ?? 0).toFixed(1)}. Frames are of the clock, the task is not.`,
);
judge({
  [`no task of more than ${MAX_FRAME_MS} ms of processor time`]: work <= MAX_FRAME_MS,
  [`a layout shift of ${MAX_SHIFT} at most`]: seen.shift <= MAX_SHIFT,
});
