import {
  isReadApart,
  type Reader,
  type ReaderOptions,
  type Readers,
  type ReadPage,
  sourceOf,
} from "@llmstxt-service/crawler/crawl/reading";
import type { Fetched } from "@llmstxt-service/crawler/fetch";
import type { Writer } from "@llmstxt-service/document/bundle/writer";
import { pagesAskedAbout } from "@llmstxt-service/document/eval/findability";
import type { ListedPage, RenderOptions } from "@llmstxt-service/document/listed-page";
import { CrawlError } from "@llmstxt-service/page/errors";
import type { Account } from "./account.ts";
import { packPages, unpackSitemap } from "./packed.ts";
import type { Pool } from "./pool.ts";

/**
 * Milliseconds for a page, in all and for each MiB. Reading is linear: 14 kB take a millisecond, 10 MiB half a second,
 * so a page that takes far longer is hostile.
 */
const PAGE_MS = 3_000;
const PAGE_MS_A_MIB = 1_000;

/** Milliseconds for a PDF or API description: three hundred pages of a PDF take up to ten seconds. */
const APART_MS = 30_000;

/** Milliseconds for a sitemap of up to fifty MiB, whatever its compressed size. */
const SITEMAP_MS = 20_000;

/** Expected milliseconds of compressed input, which may be a thousand times as large: it holds its thread. */
const PACKED_MS = 1_000;

/** Milliseconds for a document; one of a thousand pages takes half a second. */
const WRITE_MS = 20_000;

/** Milliseconds to validate a document: the largest, 2 MiB of the worst lines, takes a second and a half. */
const VALIDATE_MS = 10_000;

/** Milliseconds to measure findability: a hundred pages take a third of a second, in scripts without spaces two. */
const FINDABILITY_MS = 10_000;

/** Threads ended by one crawl after which it reads no more. */
const MAX_STRIKES = 3;

/**
 * Readers, writer and findability in threads.
 * @param accountOf returns the account of each reader and each document: for a crawl always the same
 */
export function crawlWorkers(pool: Pool, accountOf: () => Account) {
  return {
    readers: {
      forCrawl(options, signal) {
        pool.warmUp();
        return pooledReader(pool, { ...options, account: accountOf() }, signal);
      },
    } satisfies Readers,
    writer: pooledWriter(pool, accountOf),
    /**
     * Measures how well a document leads to the pages it was made of.
     * @throws CrawlError `unreadable` when it takes too much time or memory; `aborted` when `signal` fires
     */
    async findability(text: string, pages: readonly ListedPage[], signal: AbortSignal) {
      const input = { text, packed: await packPages(pagesAskedAbout(text, pages)) };
      const limits = { account: accountOf(), url: "a document to measure", limitMs: FINDABILITY_MS };
      return pool.ask({ ...limits, operation: "findability", input }, signal);
    },
  };
}

function pooledWriter(pool: Pool, accountOf: () => Account): Writer {
  const terms = (url: string) => ({ account: accountOf(), url, limitMs: WRITE_MS });
  const written = async <Options extends RenderOptions>(pages: readonly ListedPage[], options: Options) => {
    const input = { packed: await packPages(pages), options };
    return { ...terms(options.source), input };
  };
  return {
    llmsTxt: async (pages, options, signal) =>
      pool.ask({ ...(await written(pages, options)), operation: "llmsTxt" }, signal),
    llmsFull: async (pages, options, signal) =>
      pool.ask({ ...(await written(pages, options)), operation: "llmsFull" }, signal),
    pages: async (pages, options, signal) =>
      pool.ask({ ...(await written(pages, options)), operation: "pages" }, signal),
    bundle: async (pages, options, signal) =>
      pool.ask({ ...(await written(pages, options)), operation: "bundle" }, signal),
    ...writtenBefore(pool, accountOf),
  };
}

/** Functions for a finished document. */
export function writtenBefore(pool: Pool, accountOf: () => Account): Pick<Writer, "overlaid" | "validate"> {
  return {
    overlaid: (input, signal) =>
      pool.ask(
        { account: accountOf(), url: "a document to change", limitMs: WRITE_MS, operation: "overlaid", input },
        signal,
      ),
    validate(text, options, signal) {
      const terms = { account: accountOf(), url: "a document to check", limitMs: VALIDATE_MS };
      return pool.ask({ ...terms, operation: "validate", input: { text, options } }, signal);
    },
  };
}

type Reading = ReaderOptions & { readonly account: Account };

function pooledReader(pool: Pool, { account, withMarkdown, ...options }: Reading, stopped: AbortSignal): Reader {
  const known = new WeakMap<Uint8Array, Promise<ReadPage>>();
  const readPage = async (fetched: Fetched): Promise<ReadPage> => {
    const { url, body } = fetched;
    const mebibytes = body.length / 2 ** 20;
    const input = { body, source: sourceOf(fetched, options), withMarkdown };
    const isApart = isReadApart(fetched);
    const limitMs = (isApart ? APART_MS : PAGE_MS) + Math.ceil(mebibytes * PAGE_MS_A_MIB) * (withMarkdown ? 2 : 1);
    const terms = { account, url, limitMs, expectedMs: isApart ? PACKED_MS : 0, maxStrikes: MAX_STRIKES };
    const { read, markdownError } = await pool.ask({ ...terms, operation: isApart ? "apart" : "page", input }, stopped);
    if (markdownError === undefined) return read;
    return { ...read, markdownError: new CrawlError("unexpected", { detail: markdownError }) };
  };
  return {
    page(fetched) {
      const { body } = fetched;
      // Empty bodies may share their bytes, so they are no key. The length is read first: an idle thread takes a large
      // body at once.
      const isEmpty = body.length === 0;
      const reading = known.get(body) ?? readPage(fetched);
      if (!isEmpty) known.set(body, reading);
      return reading;
    },
    async sitemap({ url, body }, signal) {
      const isPacked = body[0] === 0x1f && body[1] === 0x8b;
      const terms = { account, url, limitMs: SITEMAP_MS, maxStrikes: MAX_STRIKES };
      const sitemap = await pool.ask(
        { ...terms, operation: "sitemap", input: { body }, expectedMs: isPacked ? PACKED_MS : 0 },
        AbortSignal.any([stopped, signal]),
      );
      return sitemap && unpackSitemap(sitemap);
    },
  };
}
