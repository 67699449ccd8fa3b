import * as z from "zod";
import { LIVE_CHECKS, LIVE_FIXES, LIVE_MISSING, LIVE_PLATFORMS, LIVE_VERDICTS } from "../sites/live.ts";

export const bundleSchema = z.object({
  files: z.array(z.object({ path: z.string(), bytes: z.int() })),
  at: z.iso.datetime().nullable().describe("When it was last written"),
  index: z.string().describe("Address of the index on the site"),
});

export const snippetsSchema = z.object({ items: z.array(z.object({ name: z.string(), text: z.string() })) });

export const missedPagesSchema = z.object({
  items: z.array(
    z.object({
      address: z.string().describe("Path and query, as it was asked for"),
      times: z.int(),
      lastAt: z.iso.datetime(),
    }),
  ),
});

export const liveSchema = z.object({
  at: z.iso.datetime(),
  verdict: z
    .enum(LIVE_VERDICTS)
    .describe("About the files: the index and three pages. stale: earlier ones of ours; other: not ours; absent: none"),
  behind: z.int().optional().describe("stale: versions between the site's llms.txt and the newest"),
  since: z.iso.datetime().optional().describe("stale: since when there is a newer one"),
  advice: z.enum(LIVE_FIXES).describe("What the site's owner has to do; empty: nothing"),
  detail: z.string().describe("Verdict and advice in words"),
  platform: z.enum(LIVE_PLATFORMS).describe("Server or host that the site runs on, by its answers"),
  server: z.string().optional().describe("What the site's server calls itself"),
  served: z.string().optional().describe("SHA-256 of the site's llms.txt in hex, its lines ended by LF"),
  newest: z.string().describe("SHA-256 of the bundle's index in hex"),
  versions: z
    .array(z.object({ at: z.iso.datetime(), digest: z.string() }))
    .describe("The last texts of the index, newest first, 12 at most"),
  checks: z.array(
    z.object({
      name: z
        .enum(LIVE_CHECKS)
        .describe("index, and markdown of three pages, are the files; the others are about fields"),
      ok: z.boolean().nullable().describe("null: not asked, since what it is about is not there"),
      url: z.string(),
      status: z.int().describe("0: no answer"),
      contentType: z.string(),
      missing: z.enum(LIVE_MISSING).describe("Empty where it is ok, or not asked"),
      fix: z.enum(LIVE_FIXES).describe("What to do about it; empty where nothing"),
      detail: z.string().describe("Both in words"),
    }),
  ),
});

export type BundleAnswer = z.output<typeof bundleSchema>;
export type SnippetsAnswer = z.output<typeof snippetsSchema>;
export type MissesAnswer = z.output<typeof missedPagesSchema>;
export type LiveAnswer = z.output<typeof liveSchema>;
