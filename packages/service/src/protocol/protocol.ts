import * as z from "zod";

export * from "./alerts.ts";
export * from "./bundle.ts";
export * from "./config.ts";
export * from "./crawl.ts";
export { chosenDocumentFields, documentFields } from "./document-options.ts";
export { flag, iso, outOfRange, siteFilter, within } from "./fields.ts";
export * from "./jobs.ts";
export { type FetchedBy, type SocketEvent, type SocketMessage, socketMessageSchema } from "./messages.ts";
export * from "./overlay.ts";
export * from "./site.ts";
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
