import { overlaySchema } from "@llmstxt-service/document/overlay-file";
import * as z from "zod";
import { PUBLISH_OUTCOMES } from "../sites/delivery.ts";
import { diffSchema } from "./site.ts";

// An owner's changes in the REST interface, as schemas. The types of server and web page, and /openapi.json, are made
// from them.

const count = z.int().min(0);

const overlayFindingSchema = z
  .object({
    code: z.string(),
    path: z.array(z.union([z.string(), count])).describe("Where in the overlay, as keys and indexes from 0"),
    reason: z.string().describe("The finding in words"),
    page: z.string().optional(),
    section: z.string().optional(),
  })
  .describe("A change that has no effect, or another than it says; it stays in the overlay");

export const madeChangesSchema = z
  .object({ changes: count, findings: z.array(overlayFindingSchema) })
  .describe("How many changes of the owner there are, and which of them have no effect");

const itemSchema = z.object({
  url: z.string(),
  title: z.string(),
  description: z.string().describe("Empty where there is none"),
  was: z.object({ title: z.string(), description: z.string(), section: z.string() }),
  change: count.nullable().describe("Index of the page's change"),
  pinned: z.boolean(),
});

/** A document with an owner's changes, for an editor. */
const overlayPreviewSchema = z.object({
  text: z.string(),
  name: z.string(),
  summary: z.string(),
  notes: z.array(z.string()),
  was: z.object({ name: z.string(), summary: z.string() }).describe("Without the changes"),
  sections: z.array(
    z.object({
      name: z.string(),
      from: z.string().nullable().describe("Its name without the changes; null for a new one"),
      change: count.nullable().describe("Index of the change that names it"),
      items: z.array(itemSchema),
    }),
  ),
  hidden: z.array(itemSchema),
  findings: z.array(overlayFindingSchema),
});

export const overlayDraftSchema = z.object({ overlay: overlaySchema, preview: overlayPreviewSchema });

export const siteOverlaySchema = z.object({
  overlay: overlaySchema,
  yaml: z.string().describe("The same as it was written"),
  etag: z.string().describe("Send it as If-Match with a change"),
  findings: z.array(overlayFindingSchema).describe("As the latest document has it"),
  preview: overlayPreviewSchema
    .nullable()
    .describe("The latest document with these changes; null before the first crawl"),
});

const pair = <T extends z.ZodType>(one: T) => z.tuple([one, one]).describe("Before and now");

export const changesPreviewSchema = z.object({
  pages: pair(count),
  characters: pair(count),
  valid: pair(z.boolean()),
  score: pair(count).describe("Quality, of 100: docs/reference/validate.md"),
  diff: diffSchema,
});

export const changesPublishedSchema = z.object({
  outcome: z
    .enum(PUBLISH_OUTCOMES)
    .describe(
      "notStored: it is a version, and is stored as soon as the store takes it; same: nothing differs; afterCrawl: a crawl makes the changes",
    ),
  crawl: z.boolean().describe("A crawl follows: for the files of a bundle, or for the changes"),
});

export type ChangesPreview = z.output<typeof changesPreviewSchema>;
export type ChangesPublished = z.output<typeof changesPublishedSchema>;
export type OverlayDraft = z.output<typeof overlayDraftSchema>;
export type SiteOverlay = z.output<typeof siteOverlaySchema>;
export type OverlayPreview = z.output<typeof overlayPreviewSchema>;
export type FoundInOverlay = z.output<typeof overlayFindingSchema>;
