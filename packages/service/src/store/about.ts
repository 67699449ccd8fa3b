import { tryPercentDecoded } from "@llmstxt-service/page/address/percent";
import { tryJson } from "@llmstxt-service/page/json";
import * as z from "zod";
import type { StoredBytes } from "./store.ts";

/** The list of a bundle's pages (pages.json): paths of the site, or addresses on other hosts. */
const aboutSchema = z
  .object({
    site: z.string(),
    indexes: z.record(z.string(), z.string()),
    pages: z.record(z.string(), z.string()),
    titles: z.record(z.string(), z.string()).default({}),
    notFound: z.literal(200).optional(),
    parts: z.record(z.string(), z.string()).optional(),
    operations: z.array(z.array(z.string())).optional(),
    moves: z.record(z.string(), z.string()).optional(),
    noindex: z.boolean().optional(),
    private: z.boolean().optional(),
  })
  .transform((about) => ({ ...about, sources: sourcesOf(about) }));

/** The page whose Markdown a file holds, by the file's name in the store, below the domain. */
function sourcesOf({
  pages,
  parts = {},
}: {
  pages: Record<string, string>;
  parts?: Record<string, string> | undefined;
}) {
  const files = [...Object.entries(pages).map(([page, file]) => [file, page] as const), ...Object.entries(parts)];
  return new Map(
    files.flatMap(([file, page]) => (file.startsWith("/") ? [[tryPercentDecoded(file.slice(1)), page]] : [])),
  );
}

export type About = z.infer<typeof aboutSchema>;

/**
 * The parsed list; undefined if there is none, or it is not of this program or incomplete, as in a store that does not
 * write whole files.
 */
export const tryAbout = (stored: Pick<StoredBytes, "bytes"> | undefined): About | undefined =>
  stored && aboutSchema.safeParse(tryJson(stored.bytes.toString())).data;
