import type { ReadPage } from "../crawl/reading/reading.ts";
import type { Sitemap, SitemapEntry } from "../crawl/sitemap/sitemap.ts";
import type { Validation } from "../llmstxt/check/check.ts";
import type { PageSource } from "../page/page.ts";

/** What a reading thread is asked for. */
export type Task =
  | { readonly type: "page"; readonly body: Uint8Array; readonly source: PageSource; readonly withMarkdown: boolean }
  | { readonly type: "sitemap"; readonly body: Uint8Array }
  | { readonly type: "validate"; readonly text: string };

/** What it weighs on the way to a thread; bytes or characters, as it is sent. */
export const sizeOf = (task: Task): number => (task.type === "validate" ? task.text.length : task.body.length);

/** Answers come in the order of the tasks. */
export type TaskAnswer =
  | { readonly type: "page"; readonly read: Omit<ReadPage, "markdownError">; readonly markdownError?: string }
  | { readonly type: "sitemap"; readonly sitemap: PackedSitemap | undefined }
  | { readonly type: "validate"; readonly validation: Validation }
  | { readonly type: "failed"; readonly why: string };

/** A thread says once that it can be asked. */
export interface Ready {
  readonly type: "ready";
}

/** A sitemap as few large values: 50,000 small objects take ten times as long to cross threads. */
export interface PackedSitemap {
  readonly of: Sitemap["of"];
  readonly bytes: number;
  readonly urls: readonly string[];
  readonly newest: Sitemap["newest"];
  /** Of the entries that have any, by their index. */
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

/** Two counters in memory that both threads see: tasks begun and tasks done. */
export const COUNTERS = { begun: 0, done: 1 } as const;
