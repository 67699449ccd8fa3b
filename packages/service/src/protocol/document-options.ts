import {
  DOCUMENT_OPTIONS,
  type DocumentOptionName,
  type DocumentOptions,
} from "@llmstxt-service/document/document-options";
import * as z from "zod";
import { flag, within } from "./fields.ts";

// A document's options as they cross the socket and the REST interface. Requests, answers, web page and /openapi.json have
// them from here.

/** As a client gives them. */
export const documentFields = {
  descLength: within("descLength", DOCUMENT_OPTIONS.descLength),
  topics: flag
    .exactOptional()
    .describe("Behind each excerpt the page's own headings; left out: as DOCUMENT_TOPICS says"),
  publishNoindex: flag
    .exactOptional()
    .describe("Search engines are asked not to list the Markdown of what is published; left out: false"),
} satisfies Readonly<Record<DocumentOptionName, z.ZodType>>;

/** Those that a client has chosen; the others stay as they are. */
export const chosenDocumentFields = z.object(documentFields).partial().shape;

/** As an enrolled site has them. */
export const siteDocumentFields = {
  descLength: z.int(),
  topics: z.boolean().nullable().describe("Whether headings stand behind excerpts; null: as DOCUMENT_TOPICS says"),
  publishNoindex: z.boolean().describe("Whether search engines are asked not to list the Markdown"),
} satisfies Readonly<Record<DocumentOptionName, z.ZodType>>;

export const siteDocumentJson = ({ descLength, topics, publishNoindex = false }: DocumentOptions) =>
  ({ descLength, topics: topics ?? null, publishNoindex }) satisfies Readonly<Record<DocumentOptionName, unknown>>;
