import { tryPageUrl } from "@llmstxt-service/page/address/page-url";
import * as z from "zod";

/**
 * Most characters of each text of an overlay. A text too long for the document is kept here, cut in the document, and
 * reported.
 */
const MAX = {
  name: 1_000,
  summary: 4_000,
  note: 4_000,
  section: 1_000,
  title: 1_000,
  description: 8_000,
  address: 2_048,
} as const;
const MOST = { notes: 20, sections: 500, pages: 5_000 } as const;

const text = (max: number) =>
  z.string({ error: "must be a text" }).max(max, { error: `must have at most ${max} characters` });
const flag = z.boolean({ error: "must be true or false" });
const list = <T extends z.ZodType>(item: T, most: number) =>
  z.array(item, { error: "must be a list" }).max(most, { error: `must have at most ${most} entries` });

const section = text(MAX.section).min(1, { error: "must not be empty" });

const sectionChange = z.union(
  [section, z.strictObject({ name: section, as: section.optional() }, { error: "must be a name, or an object" })],
  { error: "must be a section's name, or `name` and `as`" },
);

const pageChange = z
  .strictObject(
    {
      url: text(MAX.address)
        .refine((url) => tryPageUrl(url) !== undefined, {
          error: "must be an http(s) address",
          params: { code: "badUrl" },
        })
        .optional()
        .describe("The page's address, or that of its Markdown version"),
      path: text(MAX.address)
        .refine((path) => /^\/(?!\/)/.test(path) && !/[\s\\]/.test(path), {
          error: "must begin with /",
          params: { code: "badPath" },
        })
        .optional()
        .describe("Its path on the site's host, instead of `url`"),
      title: text(MAX.title).optional(),
      description: text(MAX.description).optional().describe("Empty: none"),
      section: section.optional().describe("By its new name or its old one; another makes a new section"),
      pin: flag.optional().describe("First in its section; its description is never shortened"),
      hide: flag.optional(),
    },
    { error: "must be an object with url or path" },
  )
  .refine(({ url, path }) => (url === undefined) !== (path === undefined), {
    error: "must have either url or path",
    params: { code: "oneAddress" },
    when: ({ issues, value }) => issues.length === 0 && typeof value === "object",
  });

/** An owner's changes, as a file, a request or a row has them (docs/how-to/overlay.md). */
export const overlaySchema = z
  .strictObject(
    {
      name: text(MAX.name).optional(),
      summary: text(MAX.summary).optional().describe("Empty: none"),
      notes: list(text(MAX.note), MOST.notes).optional().describe("Paragraphs below the summary"),
      sections: list(sectionChange, MOST.sections)
        .optional()
        .describe("The first sections, in order; the others follow"),
      pages: list(pageChange, MOST.pages).optional(),
    },
    { error: "must be an object with name, summary, notes, sections or pages" },
  )
  .describe("What the owner wants otherwise than the crawl has it: docs/how-to/overlay.md");

export type ParsedOverlay = z.output<typeof overlaySchema>;

/** The keys that each kind of object has. */
export const KNOWN_KEYS = {
  overlay: overlaySchema.keyof().options,
  section: ["name", "as"],
  page: pageChange.keyof().options,
} as const;

/** Most nesting of an overlay's value; a valid overlay has four levels. */
export const MAX_DEPTH = 10;

/** Removes keys without a value, which count as absent, down to `depth` levels. */
export function withoutNulls(value: unknown, depth = MAX_DEPTH): unknown {
  if (typeof value !== "object" || value === null || depth === 0) return value;
  if (Array.isArray(value)) return value.map((one: unknown) => withoutNulls(one, depth - 1));
  const kept = Object.entries(value).filter(([, one]: [string, unknown]) => one !== null);
  return Object.fromEntries(kept.map(([key, one]: [string, unknown]) => [key, withoutNulls(one, depth - 1)]));
}

/** True if a value goes deeper than any overlay. No recursion: a request can be 500,000 lists deep. */
export function isTooDeep(value: unknown): boolean {
  let level: readonly unknown[] = [value];
  for (let depth = 0; depth <= MAX_DEPTH; depth++) {
    level = level.flatMap((one) => (typeof one === "object" && one !== null ? Object.values(one) : []));
    if (level.length === 0) return false;
  }
  return true;
}
