import type { PageSource } from "@llmstxt-service/page";
import type { Judge } from "../../fetch/fetch.ts";
import { lazily } from "../../waiting/lazily.ts";
import type { Reader, ReaderOptions, Readers, ReadPage } from "./reader.ts";

export { isReadApart, type Reader, type ReaderOptions, type Readers, type ReadPage, sourceOf } from "./reader.ts";

/** Loaded when there is something to be read: nothing of it is needed to send a first request. */
const here = () => import("./here.ts");

/** Reads in the thread that asks, without limits. */
export function readerHere(options: ReaderOptions): Reader {
  const reader = lazily(async () => (await here()).openReader(options));
  return {
    page: async (fetched) => (await reader.get()).page(fetched),
    sitemap: async (fetched, signal) => (await reader.get()).sitemap(fetched, signal),
  };
}

/** Readers for programs with one crawl at a time. */
export const READERS_HERE: Readers = { forCrawl: readerHere };

/** Reads one page from its bytes. */
export const readBytes = async (body: Uint8Array, source: PageSource, options: ReaderOptions): Promise<ReadPage> =>
  (await here()).readBytes(body, source, options);

/** The judge a crawl gives to the ladder: an answer without content is worth another rung. */
export function judgeWith(reader: Reader): Judge {
  return async (fetched) => (await reader.page(fetched)).problem;
}

/** The judge for crawls that read in this thread, with Markdown or without. */
export const judgeContent: Judge = judgeWith(readerHere({ withMarkdown: false, leavesOpen: true }));
