import type { FastifyBaseLogger } from "fastify";
import { type ByType, byTypeIfAny } from "./by-type.ts";
import type { GenerateProgress } from "./jobs/generate/generate.ts";
import type { RecrawlEnded, RecrawlProgress } from "./jobs/recrawls/recrawls.ts";
import { VERSION } from "./settings/config.ts";

interface Line {
  readonly level: "debug" | "info" | "warn";
  readonly text: string;
  readonly fields?: object;
}

/** What the log says of a recrawl: its end, and what went wrong on the way. Pages are for the debug level. */
export function logRecrawl(log: FastifyBaseLogger, site: string): (progress: RecrawlProgress) => void {
  return (progress) => {
    const line = byTypeIfAny<RecrawlProgress, Line | null>(LINES, progress);
    if (line) log[line.level]({ site, ...line.fields }, line.text);
  };
}

const because = ({ error }: { readonly error: Error }) => ({ why: error.message });

/** `release`: of the program that did it, where versions run side by side. */
const endOf = ({ runId, ms, pages }: RecrawlEnded) => ({ run: runId, seconds: ms / 1_000, pages, release: VERSION });

const nothing = () => null;

type OfCrawl = ByType<GenerateProgress, Line>;

/** What is logged of each fact; null for what happens every time. Of the crawl itself only what went wrong: its run's log has all. */
const LINES: ByType<Exclude<RecrawlProgress, GenerateProgress>, Line | null> & Partial<OfCrawl> = {
  recrawled: ({ outcome, ...ended }) => ({ level: "info", text: "Recrawled", fields: { outcome, ...endOf(ended) } }),
  recrawlFailed: (failed) => ({
    level: "warn",
    text: "Recrawl failed",
    fields: { ...because(failed), retryMinutes: failed.retryMinutes, ...endOf(failed) },
  }),
  documentKept: ({ pages, found, times }) => ({
    level: "warn",
    text: "Too many pages are missing: the old document is kept",
    fields: { pages, found, times },
  }),
  sentinelUnchanged: ({ url }) => ({ level: "debug", text: "Sitemap unchanged", fields: { sitemap: url } }),
  sentinelFailed: (failed) => ({
    level: "warn",
    text: "Sitemap check failed",
    fields: { sitemap: failed.url, ...because(failed) },
  }),
  uploaded: ({ url }) => ({ level: "debug", text: "Uploaded", fields: { url } }),
  uploadFailed: (failed) => ({ level: "warn", text: "Upload failed", fields: because(failed) }),
  extraStored: ({ url }) => ({ level: "debug", text: "Also stored", fields: { url } }),
  extrasFailed: (failed) => ({
    level: "warn",
    text: "Not everything was stored beside the text",
    fields: because(failed),
  }),
  bundleStored: ({ url, written }) => ({ level: "debug", text: "Published for agents", fields: { url, written } }),
  unserved: ({ count, pages }) => ({
    level: "warn",
    text: "Pages left out of settings for servers",
    fields: { count, pages: pages.map(({ url }) => url) },
  }),
  bundleFailed: (failed) => ({ level: "warn", text: "Not published for agents", fields: because(failed) }),
  enhanceFailed: (failed) => ({ level: "warn", text: "Enhancement failed", fields: because(failed) }),
  overlaid: ({ changes, findings }) => ({
    level: findings.length > 0 ? "warn" : "debug",
    text: "Overlay applied",
    fields: { changes, codes: findings.map(({ code }) => code) },
  }),
  failed: (failed) => ({ level: "debug", text: "Page failed", fields: { url: failed.url, ...because(failed) } }),
  uploading: nothing,
  pagesStored: nothing,
  withheld: nothing,
};
