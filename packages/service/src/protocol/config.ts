import * as z from "zod";
import { chosenDocumentFields } from "./document-options.ts";

const range = z.tuple([z.int(), z.int()]).describe("Least and most");

/** Answer of `GET /api/config`: facts about this server, and the choices that a form may offer. */
export const configSchema = z.object({
  version: z.string(),
  keyRequired: z.boolean().describe("Whether an API key is configured, so that crawls and sites ask for it"),
  signedIn: z.boolean().describe("Whether this browser has signed in, so that it needs no key"),
  productToken: z.string().describe("The name robots.txt knows this crawler by"),
  publicUrl: z.string(),
  limits: z.object({ maxPages: z.int(), descLength: range, intervalMinutes: range, timeoutSeconds: z.number() }),
  defaults: z
    .object({
      maxPages: z.int(),
      ...chosenDocumentFields,
      descLength: z.int(),
      enableAutoUpdate: z.boolean(),
      recrawlIntervalMinutes: z.int(),
      llmEnhance: z.boolean(),
      useProxy: z.boolean(),
      include: z.array(z.string()),
      exclude: z.array(z.string()),
      scope: z.enum(["domain", "path"]),
      full: z.boolean(),
    })
    .describe("What a crawl request takes for a field that is left out"),
  features: z.object({
    browser: z.boolean(),
    proxy: z.boolean(),
    llm: z.boolean(),
    database: z.boolean(),
    hosting: z.boolean(),
  }),
  schedule: z
    .object({ cron: z.string().describe("In UTC"), next: z.iso.datetime() })
    .nullable()
    .describe("When due recrawls start by themselves; null: only from outside"),
  budget: z.int().describe("Characters of a document over which its excerpts are shortened"),
});

export type ServerConfig = z.output<typeof configSchema>;
