import type { FastifyBaseLogger } from "fastify";
import type { RecrawlProgress } from "../jobs/recrawl.ts";

interface Line {
  readonly level: "debug" | "info" | "warn";
  readonly text: string;
  readonly fields?: object;
}

/** What the log says of a recrawl: its end, and what went wrong on the way. Pages are for the debug level. */
export function logRecrawl(log: FastifyBaseLogger, site: string): (progress: RecrawlProgress) => void {
  return (progress) => {
    const line = lineOf(progress);
    if (line !== null) log[line.level]({ site, ...line.fields }, line.text);
  };
}

const because = ({ error }: { readonly error: Error }) => ({ why: error.message });

/** Null for what happens in every crawl: with `undefined` the compiler would not see a missing case. */
function lineOf(progress: RecrawlProgress): Line | null {
  switch (progress.type) {
    case "recrawled":
      return { level: "info", text: "Recrawled", fields: { outcome: progress.outcome } };
    case "recrawlFailed": {
      const { retryMinutes } = progress;
      return { level: "warn", text: "Recrawl failed", fields: { ...because(progress), retryMinutes } };
    }
    case "documentKept": {
      const { pages, found, times } = progress;
      return {
        level: "warn",
        text: "Too many pages are missing: the old document is kept",
        fields: { pages, found, times },
      };
    }
    case "sentinelUnchanged":
      return { level: "debug", text: "Sitemap unchanged", fields: { sitemap: progress.url } };
    case "sentinelFailed":
      return { level: "warn", text: "Sitemap check failed", fields: { sitemap: progress.url, ...because(progress) } };
    case "uploaded":
      return { level: "debug", text: "Uploaded", fields: { url: progress.url } };
    case "uploadFailed":
      return { level: "warn", text: "Upload failed", fields: because(progress) };
    case "extraStored":
      return { level: "debug", text: "Also stored", fields: { url: progress.url } };
    case "extrasFailed":
      return { level: "warn", text: "Not everything was stored beside the text", fields: because(progress) };
    case "bundleStored":
      return { level: "debug", text: "Published for agents", fields: { url: progress.url, written: progress.written } };
    case "bundleFailed":
      return { level: "warn", text: "Not published for agents", fields: because(progress) };
    case "enhanceFailed":
      return { level: "warn", text: "Enhancement failed", fields: because(progress) };
    case "overlaid": {
      const { changes, findings } = progress;
      const codes = findings.map(({ code }) => code);
      return { level: findings.length > 0 ? "warn" : "debug", text: "Overlay applied", fields: { changes, codes } };
    }
    case "failed":
      return { level: "debug", text: "Page failed", fields: { url: progress.url, ...because(progress) } };
    case "robots":
    case "site":
    case "sitemap":
    case "sitemapsCut":
    case "sitemapFailed":
    case "known":
    case "chosen":
    case "visiting":
    case "attempt":
    case "page":
    case "leftOut":
    case "slower":
    case "probing":
    case "markdown":
    case "markdownFailed":
    case "crawled":
    case "rendered":
    case "enhanceSkipped":
    case "modelEstimate":
    case "described":
    case "notDescribed":
    case "enhancing":
    case "pieceKept":
    case "tokens":
    case "enhanced":
    case "uploading":
    case "pagesStored":
    case "withheld":
      return null;
  }
}
