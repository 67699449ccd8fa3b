import { deserialize, serialize } from "node:v8";
import type { Sitemap, SitemapEntry } from "@llmstxt-service/crawler/crawl/sitemap";
import { Turn } from "@llmstxt-service/crawler/waiting/event-loop";
import type { ListedPage } from "@llmstxt-service/document/listed-page";

/** A sitemap as few large values: 50,000 small objects would take ten times as long to cross threads. */
interface PackedSitemap {
  readonly of: Sitemap["of"];
  readonly bytes: number;
  readonly urls: readonly string[];
  readonly newest: Sitemap["newest"];
  /** Alternates, by the index of their entry; entries without any are left out. */
  readonly alternates: ReadonlyMap<number, SitemapEntry["alternates"]>;
}

export function packSitemap({ of, entries, newest, bytes }: Sitemap): PackedSitemap {
  const alternates = entries.flatMap((entry, index) =>
    entry.alternates.length > 0 ? [[index, entry.alternates] as const] : [],
  );
  return {
    of,
    bytes,
    urls: entries.map(({ url }) => url),
    newest,
    alternates: new Map(alternates),
  };
}

const NONE: SitemapEntry["alternates"] = [];

export function unpackSitemap({ of, bytes, urls, newest, alternates }: PackedSitemap): Sitemap {
  const entries = urls.map((url, index) => ({ url, alternates: alternates.get(index) ?? NONE }));
  return { of, entries, ...(newest !== undefined && { newest }), bytes };
}

/** Each page as bytes of its own: a thousand pages sent at once would block this thread for a tenth of a second. */
export async function packPages(pages: readonly ListedPage[]): Promise<readonly Uint8Array[]> {
  const loop = new Turn();
  const packed: Uint8Array[] = [];
  for (const { url, page, kind, depth, inScope, turn, markdownUrl, markdown, member } of pages) {
    if (loop.isOver) await loop.end();
    packed.push(serialize({ url, page, kind, depth, inScope, turn, markdownUrl, markdown, member }));
  }
  return packed;
}

/** Pages from bytes that this program packed. */
export const unpackPages = (packed: readonly Uint8Array[]): ListedPage[] =>
  packed.map((bytes): ListedPage => deserialize(bytes));
