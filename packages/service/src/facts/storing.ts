import { count } from "../describe.ts";
import type { GenerateProgress } from "../jobs/generate/generate.ts";
import { describeVerdict } from "../live-words.ts";
import { unservedLines } from "../unserved-words.ts";
import type { CrawlFact, Rows } from "./fact.ts";
import { failedStep, failureEvent } from "./failure-facts.ts";

export const STORING: Rows<Exclude<CrawlFact, GenerateProgress>> = {
  uploading: { step: () => "Uploading llms.txt" },
  uploaded: {
    info: ({ url }) => `Upload complete: ${url}`,
    log: ({ url }) => ["Uploaded", { url }],
    counts: () => [["uploads", 1, { outcome: "stored" }]],
    stage: "upload",
  },
  withheld: { info: () => "Not stored: the site was read with header fields or cookies, and may be for few eyes" },
  uploadFailed: {
    ...failedStep("Upload failed:", "Upload failed"),
    counts: () => [["uploads", 1, { outcome: "failed" }]],
    stage: "upload",
  },
  extraStored: {
    info: ({ url }) => `Also stored: ${url}`,
    log: ({ url }) => ["Also stored", { url }],
    stage: "store beside",
  },
  pagesStored: {
    info: ({ stored, pages }) => `Also stored the Markdown of ${stored} of ${count(pages, "page")}`,
    stage: "store beside",
  },
  extrasFailed: {
    ...failedStep("Not everything was stored beside it:", "Not everything was stored beside the text"),
    stage: "store beside",
  },
  bundleStored: {
    info: ({ files, written, url }) =>
      `Published for agents: ${count(files, "file")}, ${written} of them written: ${url}`,
    log: ({ url, written }) => ["Published for agents", { url, written }],
    stage: "publish",
  },
  unserved: {
    warning: unservedLines,
    event: ({ type, count, pages }) => ({ type, count, pages: [...pages] }),
    log: ({ count, pages }) => [
      "Pages left out of settings for servers",
      { count, pages: pages.map(({ url }) => url) },
    ],
  },
  bundleFailed: { ...failedStep("Not published for agents:", "Not published for agents"), stage: "publish" },
  credentialsNotKept: { warning: () => "Headers not kept: SECRETS_KEY is not set" },
  enrolled: { info: () => "Auto-update enabled for this site", stage: "enrol" },
  notEnrolled: {
    // The cause of an unavailable database is not for clients.
    warning: ({ error }) =>
      `Auto-update not enabled: ${error.code === "database_unavailable" ? "database unavailable" : error.message}`,
    event: failureEvent,
    stage: "enrol",
  },
  liveChecked: {
    info: (fact) => `${describeVerdict(fact)}.`,
    log: ({ verdict, behind }) => ["Looked at the site's own files", { verdict, ...(behind && { behind }) }],
    counts: ({ verdict }) => [["looks", 1, { verdict }]],
    stage: "look at the site's own files",
  },
  liveNotChecked: failedStep("Could not look at the site's own files:", "Could not look at the site's own files"),
};
