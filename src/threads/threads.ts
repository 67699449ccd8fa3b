import { availableParallelism } from "node:os";
import { type Reader, type ReaderOptions, type Readers, type ReadPage, sourceOf } from "../crawl/reading/reading.ts";
import { CrawlError } from "../errors.ts";
import type { Fetched } from "../fetch/fetch.ts";
import type { Validation } from "../llmstxt/check/check.ts";
import { type Task, type TaskAnswer, unpackSitemap } from "./messages.ts";
import { Owner, Pool } from "./pool.ts";

/** More than these one main thread cannot keep busy. */
const MAX_THREADS = 8;

/** Reading is linear: 14 kB take a millisecond, 10 MiB half a second. What takes far longer is meant to. */
const PAGE_MS = 3_000;
const PAGE_MS_A_MIB = 1_000;

/** For fifty MiB, however small they were on the way. */
const SITEMAP_MS = 20_000;

/** The largest document that is taken, 2 MiB of the worst lines, takes a second and a half. */
const VALIDATE_MS = 10_000;

export interface ThreadsOptions {
  /** Default: one for each processor but the one that the main thread keeps busy, at least one, at most eight. */
  readonly threads?: number;
  /** Told of each thread that was ended, and of what it was reading. */
  readonly onEnded: (ended: { readonly url: string; readonly why: string }) => void;
}

/** What is done in threads of their own. Opened once a process, shared by every crawl and client; the caller closes them. */
export interface Threads extends Readers {
  /**
   * Checks a document by the rules of the format.
   * @throws CrawlError `unreadable` when it takes too much time or memory; `aborted` when `signal` fires
   */
  validate(text: string, signal: AbortSignal): Promise<Validation>;
  close(): Promise<void>;
}

export function openThreads({ threads, onEnded }: ThreadsOptions): Threads {
  const maxThreads = threads ?? Math.min(MAX_THREADS, Math.max(1, availableParallelism() - 1));
  const pool = new Pool({ maxThreads, onEnded });
  return {
    forCrawl: (options, signal) => pooledReader(pool, options, signal),
    validate: (text, signal) => validateIn(pool, text, signal),
    close: () => pool.close(),
  };
}

/** Each document is an owner of its own: one that ends a thread takes nothing from the others. */
async function validateIn(pool: Pool, text: string, signal: AbortSignal): Promise<Validation> {
  const asked = { owner: new Owner(), url: "a document to check", limitMs: VALIDATE_MS } as const;
  const answer = answered(await pool.ask({ ...asked, task: { type: "validate", text } }, signal));
  if (answer.type !== "validate") throw outOfOrder();
  return answer.validation;
}

function pooledReader(pool: Pool, { withMarkdown }: ReaderOptions, stopped: AbortSignal): Reader {
  const owner = new Owner();
  pool.warmUp();
  const known = new WeakMap<Uint8Array, Promise<ReadPage>>();
  const ask = async (url: string, task: Task, limitMs: number, signal = stopped) =>
    answered(await pool.ask({ owner, url, task, limitMs }, signal));
  const readPage = async (fetched: Fetched): Promise<ReadPage> => {
    const { url, body } = fetched;
    const mebibytes = body.length / 2 ** 20;
    const limitMs = PAGE_MS + Math.ceil(mebibytes * PAGE_MS_A_MIB) * (withMarkdown ? 2 : 1);
    const answer = await ask(url, { type: "page", body, source: sourceOf(fetched), withMarkdown }, limitMs);
    if (answer.type !== "page") throw outOfOrder();
    const { read, markdownError } = answer;
    if (markdownError === undefined) return read;
    return { ...read, markdownError: new CrawlError("unexpected", { detail: markdownError }) };
  };
  return {
    page(fetched) {
      const { body } = fetched;
      // Answers without a body may share their empty bytes. Looked at first: a thread that is idle takes a large one at once.
      const isEmpty = body.length === 0;
      const reading = known.get(body) ?? readPage(fetched);
      if (!isEmpty) known.set(body, reading);
      return reading;
    },
    async sitemap({ url, body }, signal) {
      const answer = await ask(url, { type: "sitemap", body }, SITEMAP_MS, AbortSignal.any([stopped, signal]));
      if (answer.type !== "sitemap") throw outOfOrder();
      return answer.sitemap && unpackSitemap(answer.sitemap);
    },
  };
}

function answered(answer: TaskAnswer): Exclude<TaskAnswer, { type: "failed" }> {
  if (answer.type === "failed") throw new CrawlError("unreadable", { detail: answer.why });
  return answer;
}

const outOfOrder = (): CrawlError => new CrawlError("unexpected", { detail: "the answer belongs to another question" });
