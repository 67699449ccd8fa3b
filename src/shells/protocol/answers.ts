import type * as z from "zod";
import { alertsSchema, alertTestSchema } from "./alerts.ts";
import { bundleSchema, liveSchema, snippetsSchema } from "./bundle.ts";
import { configSchema } from "./config.ts";
import { eventSchema } from "./messages.ts";
import { overlayDraftSchema, siteOverlaySchema } from "./overlay.ts";
import {
  bulkSchema,
  diffSchema,
  importSchema,
  runLogSchema,
  siteChangesSchema,
  siteRunsSchema,
  siteSchema,
  sitesSchema,
  versionsSchema,
} from "./site.ts";
import { checkSchema, crawlSchema, crawlsSchema, failureSchema, filterPreviewSchema } from "./summary.ts";

/**
 * What the web page reads of the server. `npm run docs:shapes` writes them down for it, so that a new event, a new field or a
 * new answer is described once, here.
 */
export const ANSWERS = {
  alerts: alertsSchema,
  alertTest: alertTestSchema,
  bulk: bulkSchema,
  bundle: bundleSchema,
  check: checkSchema,
  config: configSchema,
  crawl: crawlSchema,
  crawls: crawlsSchema,
  diff: diffSchema,
  event: eventSchema,
  failure: failureSchema,
  filterPreview: filterPreviewSchema,
  import: importSchema,
  live: liveSchema,
  overlayDraft: overlayDraftSchema,
  runLog: runLogSchema,
  site: siteSchema,
  siteChanges: siteChangesSchema,
  siteOverlay: siteOverlaySchema,
  siteRuns: siteRunsSchema,
  sites: sitesSchema,
  snippets: snippetsSchema,
  versions: versionsSchema,
} as const;

export type Answers = { readonly [Name in keyof typeof ANSWERS]: z.output<(typeof ANSWERS)[Name]> };
