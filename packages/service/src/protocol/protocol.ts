import * as z from "zod";

export {
  alertsSchema,
  alertTestSchema,
} from "./alerts.ts";
export {
  bundleSchema,
  liveSchema,
  missedPagesSchema,
  snippetsSchema,
} from "./bundle.ts";
export { configSchema, type ServerConfig } from "./config.ts";
export {
  type ActiveCrawls,
  type Begun,
  begunSchema,
  type CrawlAnswer,
  type CrawlState,
  crawlSchema,
  crawlsSchema,
  refusedCrawlSchema,
} from "./crawl.ts";
export { chosenDocumentFields, documentFields } from "./document-options.ts";
export { flag, iso, outOfRange, siteFilter, within } from "./fields.ts";
export { type JobAnswer, jobSchema, jobsSchema } from "./jobs.ts";
export { type FetchedBy, type SocketEvent, type SocketMessage, socketMessageSchema } from "./messages.ts";
export {
  changesPreviewSchema,
  changesPublishedSchema,
  type FoundInOverlay,
  type OverlayPreview,
  overlayDraftSchema,
  siteOverlaySchema,
} from "./overlay.ts";
export {
  type BulkAnswer,
  bulkSchema,
  diffSchema,
  type ImportAnswer,
  importSchema,
  type RunLine,
  runLogSchema,
  type SiteDiff,
  siteChangesSchema,
  siteHealthSchema,
  siteJson,
  siteRunsSchema,
  siteSchema,
  sitesSchema,
  versionsSchema,
  viewsSchema,
  viewText,
} from "./site.ts";
export {
  type CheckFinding,
  checkRequestSchema,
  checkSchema,
  type Failure,
  filterPreviewSchema,
  type Summary,
} from "./summary.ts";

/** Body of every error. */
export const detailSchema = z.object({ detail: z.string() });
