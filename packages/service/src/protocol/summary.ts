import { DEFAULT_PROFILE, PROFILES } from "@llmstxt-service/document/profile";
import { MEASUREMENTS, PARTS } from "@llmstxt-service/document/quality";
import { LEFT_OUT_REASONS } from "@llmstxt-service/page/address/left-out";
import { FAILURE_CODES } from "@llmstxt-service/page/failures";
import * as z from "zod";
import { madeChangesSchema } from "./overlay.ts";

// A finished document in the interfaces, as schemas. The types of server and web page, and /openapi.json, are made from
// them. The web page imports their types, so only zod and lists of names may be imported here.

export const count = z.int().min(0);

export const leftOutReason = z.enum(LEFT_OUT_REASONS);

export const evidence = z
  .object({
    tried: z
      .object({ like: z.string(), listed: count, repeated: count, failed: count })
      .optional()
      .describe("What came of the pages like it that were asked for: listed, answered with nothing new, not had"),
    digests: z
      .tuple([z.string(), z.string()])
      .readonly()
      .optional()
      .describe("SHA-256 of the main text of this page, and of the page that it repeats"),
    robots: z
      .object({ file: z.string(), line: count, text: z.string() })
      .optional()
      .describe("The line of robots.txt that decides"),
    copy: z
      .object({ folder: z.string(), of: z.string(), pages: count, compared: count })
      .optional()
      .describe("The folder it lies in, the one that this repeats, and pages compared: all, and those alike"),
    version: z
      .object({
        family: z.string().describe("The path before the version"),
        version: z.string(),
        listed: z.string().optional().describe("The version that is listed; absent: the pages without one"),
        because: z.enum(["homepage", "without version", "newest"]),
        menu: z
          .object({ on: z.string(), labels: z.array(z.string()).readonly() })
          .optional()
          .describe("A page with a menu of the versions, and its labels"),
      })
      .optional()
      .describe("The choice of one version"),
    target: z.string().optional().describe("Where it leads: an address of another site"),
    kind: z
      .object({ kind: z.string(), like: z.string(), known: count, read: z.record(z.string(), count) })
      .optional()
      .describe("Kind of the page, the shape of its address, addresses of that shape, and what those read were"),
    canonical: z
      .object({ url: z.string(), in: z.enum(["page", "header"]) })
      .optional()
      .describe("The canonical link, and where it stood: in the page, or in a Link field"),
  })
  .describe("What the reason rests on");

const by = z
  .enum(["plain", "browser", "proxy"])
  .describe("How it was fetched: plain HTTP, the browser, the proxy browser");
export const byMethod = z.object({ plain: count, browser: count, proxy: count });

export const fetchedBy = { by, rung: by.describe("The same as `by`: its older name") };

/** Fields of a failure; docs/reference/errors.md lists the codes. */
export const failure = {
  code: z.enum(FAILURE_CODES).describe("One of docs/reference/errors.md"),
  facts: z.record(z.string(), z.unknown()).describe("What the message is made of, such as `status` or `timeoutMs`"),
  reason: z.string().describe("The failure in words"),
};

/** Milliseconds spent on a page. */
export const spent = {
  ms: count.describe("Milliseconds of its answers"),
  waitedMs: count.describe(
    "Milliseconds that its requests waited for their turn: the host's limit, a pause, a browser",
  ),
};

export const failedPage = z.object({ url: z.string(), ...fetchedBy, ...failure, ...spent });

export const crawlEnd = z
  .enum(["complete", "limit", "timeout", "asked"])
  .describe("Nothing was left, the limit of pages, the limit of time, or somebody wanted what there was");

const section = z.object({ name: z.string(), pages: count, characters: count, line: count });
const leftOutGroup = z.object({ reason: leftOutReason, count, examples: z.array(z.string()) });

const findingSchema = z.object({
  level: z.enum(["error", "warning", "hint"]),
  line: count,
  code: z.string(),
  message: z.string(),
  fix: z.string().describe("What to do about it"),
  detail: z.string().optional().describe("What the message leaves open: an address, a number"),
  part: z.enum(PARTS).optional().describe("The part of the score that it concerns; rules of form have none"),
  points: count.describe(
    "What the score gains if it is mended on all of its lines; the first finding of a rule tells it",
  ),
  lines: z.array(count).readonly().optional().describe("All of its lines, at most 1,000"),
});

const percent = z.int().min(0).max(100);

const scoreFields = {
  parts: z
    .object({ findable: percent, selection: percent, titles: percent, sections: percent, links: percent })
    .describe("What the score is made of: docs/reference/validate.md"),
  notMeasured: z.array(z.enum(MEASUREMENTS)).readonly().describe("What was not looked at"),
};

/** Reasons why no question finds a page by the document. */
const UNFOUND_REASONS = ["notListed", "noNote", "noWords", "outranked"] as const;

const share = z.number().min(0).max(1);

const findabilitySchema = z
  .object({
    questions: count,
    hit1: share,
    hit3: share,
    mrr: share,
    unfound: z.array(z.object({ url: z.string(), reason: z.enum(UNFOUND_REASONS) })).describe("A few of them"),
    unfoundPages: count,
  })
  .describe("How well a reader who goes by words finds pages by the document: docs/explanation/eval.md");

export const summarySchema = z
  .object({
    pages: count.describe("Pages that the document stands for: its links and the homepage"),
    characters: count,
    tokens: count.describe("Estimated"),
    lines: count,
    sections: z.array(section),
    leftOut: z.array(leftOutGroup).describe("Pages found and not listed, by reason, with a few addresses"),
    failed: count.describe("Pages that could not be read"),
    failures: z.array(failedPage.extend({ status: z.int().optional() })).describe("The first thousand of them"),
    shortened: count.describe("Excerpts shortened to keep the file small enough to be read whole"),
    score: z.int().min(0).max(100),
    ...z.object(scoreFields).partial().shape,
    findings: z.array(findingSchema),
    timedOut: z.boolean(),
    why: crawlEnd.optional().describe("Why the crawl ended"),
    elapsedMs: count.optional().describe("Milliseconds the crawl took"),
    bytes: count.optional().describe("Bytes of pages as they travelled"),
    fetchMs: count
      .optional()
      .describe("Milliseconds that its fetches of pages took, added up, without waiting for their turn"),
    pagesBy: byMethod.optional().describe("Pages by the way they were fetched"),
    cpuMs: count
      .optional()
      .describe("Milliseconds of processor time of the server's reading threads: pages, document, score"),
    stored: z.boolean(),
    findability: findabilitySchema.optional(),
    overlay: madeChangesSchema.optional(),
    relatives: z
      .array(
        z.object({
          file: z.string().describe("Its name beside the llms.txt"),
          name: z.string().describe("Such as `German` or `version 1.0`"),
          language: z.string().optional(),
          version: z.string().optional(),
          pages: count,
          characters: count,
          url: z.string().describe("Where it can be had as long as the crawl is kept"),
        }),
      )
      .describe("The documents of other languages and versions, where they were asked for")
      .optional(),
    fullUrl: z.string().optional().describe("Where llms-full.txt can be had as long as the crawl is kept"),
  })
  .describe("What is worth knowing of a finished document besides its text");

export const failureSchema = z.object(failure);

export const filterPreviewSchema = z.object({
  named: count.describe("Addresses that the homepage and the sitemaps name; a crawl finds more of them on its pages"),
  matching: count,
  examples: z.array(z.string()).describe("Some that match"),
  excluded: z.array(z.string()).describe("Some that do not"),
});

const checkOptions = {
  profile: z
    .enum(PROFILES)
    .default(DEFAULT_PROFILE)
    .describe("Whose rules count: those of the proposal, or those of its strictest readers"),
};

export const checkRequestSchema = z.union([
  z.object({ text: z.string(), ...checkOptions }),
  z.object({
    url: z.string().max(2_000).describe("Address of an llms.txt; that of a site stands for its /llms.txt"),
    ...checkOptions,
  }),
]);

export const checkSchema = z.object({
  profile: z.enum(PROFILES),
  valid: z.boolean(),
  score: z.int(),
  ...scoreFields,
  findings: z.array(findingSchema),
  more: z.int(),
  /** Document that was read from an address. */
  text: z.string().optional(),
});

export type CheckFinding = z.output<typeof findingSchema>;
export type Summary = z.output<typeof summarySchema>;
export type Failure = z.output<typeof failureSchema>;
export type Check = z.output<typeof checkSchema>;
export type FilterPreview = z.output<typeof filterPreviewSchema>;
