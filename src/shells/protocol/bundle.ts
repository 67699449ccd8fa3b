import * as z from "zod";

/** What the REST interface says of a site's bundle. */
export const bundleSchema = z.object({
  files: z.array(z.object({ path: z.string(), bytes: z.int() })),
  at: z.iso.datetime().nullable().describe("When it was last written"),
  index: z.string().describe("Address of the index on the site"),
});

export const snippetsSchema = z.object({ items: z.array(z.object({ name: z.string(), text: z.string() })) });

export const liveSchema = z.object({
  at: z.iso.datetime(),
  checks: z.array(
    z.object({
      name: z.enum(["index", "markdown", "negotiation", "links"]),
      ok: z.boolean(),
      url: z.string(),
      status: z.int().describe("0: no answer"),
      contentType: z.string(),
      missing: z.enum(["", "answer", "index", "markdown", "type", "vary", "link"]).describe("Empty where it is ok"),
      detail: z.string().describe("The same in words"),
    }),
  ),
});

export type BundleAnswer = z.output<typeof bundleSchema>;
export type SnippetsAnswer = z.output<typeof snippetsSchema>;
export type LiveAnswer = z.output<typeof liveSchema>;
