// Reads pages and sitemaps, writes documents and checks them in a thread of its own: what a stranger's bytes cost is spent
// here, and this thread can be ended.
import { parentPort, workerData } from "node:worker_threads";
import { planBundle } from "../bundle/bundle.ts";
import { readBytes } from "../crawl/reading/reading.ts";
import { readSitemap } from "../crawl/sitemap/sitemap.ts";
import { findability } from "../eval/findability.ts";
import { validateLlmsTxt } from "../llmstxt/check/check.ts";
import { renderLlmsFull, renderPages } from "../llmstxt/full.ts";
import { renderLlmsTxt, renderOverlaid } from "../llmstxt/llmstxt.ts";
import { overlayYaml, readOverlay } from "../llmstxt/overlay-file/overlay-file.ts";
import { COUNTERS, type Ready, type Task, type TaskAnswer } from "./messages.ts";
import { packSitemap, unpackPages } from "./packed.ts";

const counters: unknown = workerData;
if (!(counters instanceof Int32Array)) throw new Error("A reading thread is given its counters");

/** One after the other, whatever awaits in between. */
let last = Promise.resolve();

parentPort?.on("message", (task: Task) => {
  last = last.then(async () => {
    Atomics.add(counters, COUNTERS.begun, 1);
    const answer = await answerTo(task);
    Atomics.add(counters, COUNTERS.done, 1);
    parentPort?.postMessage(answer);
  });
});

const ready: Ready = { type: "ready" };
parentPort?.postMessage(ready);

/** Never rejects. */
async function answerTo(task: Task): Promise<TaskAnswer> {
  try {
    switch (task.type) {
      case "page": {
        const { markdownError, ...read } = await readBytes(task.body, task.source, task);
        return { type: "page", read, ...(markdownError && { markdownError: markdownError.message }) };
      }
      case "sitemap": {
        const sitemap = await readSitemap(task.body);
        return { type: "sitemap", sitemap: sitemap && packSitemap(sitemap) };
      }
      case "llmsTxt":
        return { type: "llmsTxt", rendered: renderLlmsTxt(unpackPages(task.packed), task.options) };
      case "overlaid": {
        const { base, overlay, ...options } = task.changed;
        return { type: "overlaid", document: renderOverlaid(base, overlay, options) };
      }
      case "readOverlay": {
        const read = readOverlay(task.text);
        return { type: "readOverlay", read: read.type === "overlay" ? read.overlay : [...read.problems] };
      }
      case "writeOverlay":
        return { type: "writeOverlay", text: overlayYaml(task.overlay, task.text) };
      case "llmsFull":
        return { type: "llmsFull", text: renderLlmsFull(unpackPages(task.packed), task.options) };
      case "pages":
        return { type: "pages", pages: renderPages(unpackPages(task.packed), task.options) };
      case "bundle":
        return { type: "bundle", bundle: planBundle(unpackPages(task.packed), task.options) };
      case "validate":
        return { type: "validate", validation: validateLlmsTxt(task.text, task.options) };
      case "findability":
        return { type: "findability", found: findability(task.text, unpackPages(task.packed)) };
    }
  } catch (thrown) {
    return { type: "failed", why: thrown instanceof Error ? thrown.message : String(thrown) };
  }
}
