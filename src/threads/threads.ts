import { availableParallelism } from "node:os";
import type { Writer } from "../bundle/writer.ts";
import { type Reader, type ReaderOptions, type Readers, type ReadPage, sourceOf } from "../crawl/reading/reading.ts";
import { CrawlError } from "../errors.ts";
import { type Findability, pagesAskedAbout } from "../eval/findability.ts";
import type { Fetched } from "../fetch/fetch.ts";
import type { ListedPage, RenderOptions } from "../llmstxt/listed-page.ts";
import type { Overlay } from "../llmstxt/overlay/overlay.ts";
import {
  type OverlayProblem,
  overlayYaml,
  type ParsedOverlay,
  readOverlay,
} from "../llmstxt/overlay-file/overlay-file.ts";
import type { Task, TaskAnswer, WritingTask } from "./messages.ts";
import { packPages, unpackSitemap } from "./packed.ts";
import { type Asked, Owner, Pool } from "./pool.ts";

/** More than these one main thread cannot keep busy. */
const MAX_THREADS = 8;

const MAX_HEAP_MB = 512;

/** Reading is linear: 14 kB take a millisecond, 10 MiB half a second. What takes far longer is meant to. */
const PAGE_MS = 3_000;
const PAGE_MS_A_MIB = 1_000;

/** For fifty MiB, however small they were on the way. */
const SITEMAP_MS = 20_000;

/** A document of a thousand pages takes half a second. */
const WRITE_MS = 20_000;

/** The largest document that is taken, 2 MiB of the worst lines, takes a second and a half. */
const VALIDATE_MS = 10_000;

/** A hundred pages take a third of a second, in scripts without spaces two. */
const FINDABILITY_MS = 10_000;

/** Half a mebibyte of YAML takes a second or two; one that is all mistakes takes more. */
const OVERLAY_MS = 10_000;

export interface ThreadsOptions {
  /** Default: one for each processor but the one that the main thread keeps busy, at least one, at most eight. */
  readonly threads?: number;
  /** Heap of one thread; default 512, of which the largest page takes a tenth. */
  readonly maxHeapMb?: number;
  /** Told of each thread that was ended, and of what it was reading. */
  readonly onEnded: (ended: { readonly url: string; readonly why: string }) => void;
}

/**
 * Overlays as texts that anybody may send.
 * @throws CrawlError from each: `unreadable` when it takes too much time or memory; `aborted` when `signal` fires
 */
export interface Overlays {
  read(text: string, signal: AbortSignal): Promise<ParsedOverlay | OverlayProblem[]>;
  /** As YAML. @param before the text it had: what did not change stays as it was written */
  write(overlay: Overlay, before: string, signal: AbortSignal): Promise<string>;
}

/** What is done in threads of their own. Opened once a process, shared by every crawl and client; the caller closes them. */
export interface Threads {
  readonly readers: Readers;
  readonly writer: Writer;
  /**
   * How well a document leads to the pages it was made of.
   * @throws CrawlError `unreadable` when it takes too much time or memory; `aborted` when `signal` fires
   */
  findability(text: string, pages: readonly ListedPage[], signal: AbortSignal): Promise<Findability>;
  readonly overlays: Overlays;
  close(): Promise<void>;
}

export function openThreads({ threads, maxHeapMb = MAX_HEAP_MB, onEnded }: ThreadsOptions): Threads {
  const maxThreads = threads ?? Math.min(MAX_THREADS, Math.max(1, availableParallelism() - 1));
  const pool = new Pool({ maxThreads, maxHeapMb, onEnded });
  return {
    readers: { forCrawl: (options, signal) => pooledReader(pool, options, signal) },
    writer: pooledWriter(pool),
    overlays: pooledOverlays(pool),
    findability: (text, pages, signal) => pooledFindability(pool, { text, pages }, signal),
    close: () => pool.close(),
  };
}

async function pooledFindability(
  pool: Pool,
  { text, pages }: { readonly text: string; readonly pages: readonly ListedPage[] },
  signal: AbortSignal,
): Promise<Findability> {
  const packed = await packPages(pagesAskedAbout(text, pages));
  const task = { type: "findability", text, packed } as const;
  const asked = { owner: new Owner(), url: "a document to measure", task, limitMs: FINDABILITY_MS };
  const answer = answered(await pool.ask(asked, signal));
  if (answer.type !== "findability") throw outOfOrder();
  return answer.found;
}

/** In the thread that asks, without limits. */
export const OVERLAYS_HERE: Overlays = {
  async read(text) {
    const read = readOverlay(text);
    return read.type === "overlay" ? read.overlay : [...read.problems];
  },
  write: async (overlay, before) => overlayYaml(overlay, before),
};

function pooledOverlays(pool: Pool): Overlays {
  const ask = async (task: Task, signal: AbortSignal) =>
    answered(await pool.ask({ owner: new Owner(), url: "an overlay", task, limitMs: OVERLAY_MS }, signal));
  return {
    async read(text, signal) {
      const answer = await ask({ type: "readOverlay", text }, signal);
      if (answer.type !== "readOverlay") throw outOfOrder();
      return answer.read;
    },
    async write(overlay, before, signal) {
      const answer = await ask({ type: "writeOverlay", overlay, text: before }, signal);
      if (answer.type !== "writeOverlay") throw outOfOrder();
      return answer.text;
    },
  };
}

/** Each document is an owner of its own: one that ends a thread takes nothing from the others. */
function pooledWriter(pool: Pool): Writer {
  const ask = async (url: string, { task, limitMs }: { task: Task; limitMs: number }, signal: AbortSignal) =>
    answered(await pool.ask({ owner: new Owner(), url, task, limitMs }, signal));
  const write = async (type: WritingTask["type"], { pages, options }: Written, signal: AbortSignal) => {
    const task = { type, packed: await packPages(pages), options };
    return ask(options.source, { task, limitMs: WRITE_MS }, signal);
  };
  return {
    async llmsTxt(pages, options, signal) {
      const answer = await write("llmsTxt", { pages, options }, signal);
      if (answer.type !== "llmsTxt") throw outOfOrder();
      return answer.rendered;
    },
    async overlaid(changed, signal) {
      const answer = await ask(
        "a document to change",
        { task: { type: "overlaid", changed }, limitMs: WRITE_MS },
        signal,
      );
      if (answer.type !== "overlaid") throw outOfOrder();
      return answer.document;
    },
    async llmsFull(pages, options, signal) {
      const answer = await write("llmsFull", { pages, options }, signal);
      if (answer.type !== "llmsFull") throw outOfOrder();
      return answer.text;
    },
    async pages(pages, options, signal) {
      const answer = await write("pages", { pages, options }, signal);
      if (answer.type !== "pages") throw outOfOrder();
      return answer.pages;
    },
    async bundle(pages, options, signal) {
      const task = { type: "bundle", packed: await packPages(pages), options } as const;
      const answer = await ask(options.source, { task, limitMs: WRITE_MS }, signal);
      if (answer.type !== "bundle") throw outOfOrder();
      return answer.bundle;
    },
    async validate(text, options, signal) {
      const task = { type: "validate", text, options } as const;
      const answer = await ask("a document to check", { task, limitMs: VALIDATE_MS }, signal);
      if (answer.type !== "validate") throw outOfOrder();
      return answer.validation;
    },
  };
}

/** What a document is written from. */
interface Written {
  readonly pages: readonly ListedPage[];
  readonly options: RenderOptions;
}

function pooledReader(pool: Pool, { withMarkdown }: ReaderOptions, stopped: AbortSignal): Reader {
  const owner = new Owner();
  pool.warmUp();
  const known = new WeakMap<Uint8Array, Promise<ReadPage>>();
  const ask = async (asked: Omit<Asked, "owner">, signal: AbortSignal) =>
    answered(await pool.ask({ owner, ...asked }, signal));
  const readPage = async (fetched: Fetched): Promise<ReadPage> => {
    const { url, body } = fetched;
    const mebibytes = body.length / 2 ** 20;
    const limitMs = PAGE_MS + Math.ceil(mebibytes * PAGE_MS_A_MIB) * (withMarkdown ? 2 : 1);
    const task = { type: "page", body, source: sourceOf(fetched), withMarkdown } as const;
    const answer = await ask({ url, task, limitMs }, stopped);
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
      const asked = { url, task: { type: "sitemap", body }, limitMs: SITEMAP_MS } as const;
      const answer = await ask(asked, AbortSignal.any([stopped, signal]));
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
