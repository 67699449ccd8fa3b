// Threads that read large pages and write and check documents, so that no page blocks the service.
import { once } from "node:events";
import { availableParallelism } from "node:os";
import { serialize } from "node:v8";
import { Worker } from "node:worker_threads";
import { Places } from "@llmstxt-service/crawler/fetch/places";
import { type Reader, type ReaderOptions, readerHere, readOnce } from "@llmstxt-service/crawler/reader";
import { CrawlError } from "@llmstxt-service/page/errors";
import { threadFile } from "./process.ts";
import type { Answer, Tasks } from "./reading-thread.ts";
import type { Writer } from "./writer.ts";

/** Smaller pages are read in the main thread: sending them to another costs more. */
const SMALL_BYTES = 32_768;

/** Most milliseconds of a task; a thread that takes longer is ended, and its task fails. */
const LIMITS = { page: 10_000, render: 60_000, check: 20_000 };

const IDLE_MS = 30_000;
/** A page's objects live for milliseconds: a larger young generation would only grow. */
const MEMORY = { maxOldGenerationSizeMb: 1_024, maxYoungGenerationSizeMb: 16 };
/** Milliseconds of work in the main thread before other work gets its turn. */
const TURN_MS = 5;

/** Divides work of the main thread into short turns, between which everything else is served. */
class Turns {
  readonly #line: (() => void)[] = [];

  run<T>(work: () => T | Promise<T>): Promise<T> {
    const { promise, resolve, reject } = Promise.withResolvers<T>();
    this.#line.push(() => {
      try {
        resolve(work());
      } catch (error) {
        reject(error);
      }
    });
    if (this.#line.length === 1) setImmediate(() => this.#turn());
    return promise;
  }

  #turn(): void {
    const began = performance.now();
    let done = 0;
    while (done < this.#line.length && performance.now() - began < TURN_MS) this.#line[done++]?.();
    this.#line.splice(0, done);
    if (this.#line.length > 0) setImmediate(() => this.#turn());
  }
}

/** A thread, which does one task at a time. */
class Thread {
  readonly #worker = new Worker(threadFile("reading"), { name: "reading", resourceLimits: MEMORY });
  /** Resolves when the thread's code is loaded, so that this time is not counted for the first task. */
  readonly #ready = once(this.#worker, "message");
  #idle: NodeJS.Timeout | undefined;
  isOver = false;

  constructor() {
    // A running task gets this error by a listener of its own.
    this.#worker.on("error", () => {
      this.isOver = true;
    });
    this.#ready.catch(() => {});
    this.#worker.unref();
  }

  /** @throws Error if the task fails; the thread is ended if it did not answer in time */
  async run(name: keyof Tasks, input: unknown): Promise<unknown> {
    clearTimeout(this.#idle);
    await this.#ready;
    this.#worker.postMessage({ name, input });
    const inTime = AbortSignal.timeout(LIMITS[name]);
    const answering = once(this.#worker, "message", { signal: inTime }) as Promise<[Answer]>;
    const [answer] = await answering.catch(async (error) => {
      await this.end();
      throw inTime.aborted ? new Error(`it took longer than ${LIMITS[name] / 1_000} s`) : error;
    });
    this.#idle = setTimeout(() => this.end(), IDLE_MS).unref();
    if ("failure" in answer) throw new Error(answer.failure);
    return answer.value;
  }

  async end(): Promise<void> {
    this.isOver = true;
    await this.#worker.terminate();
  }
}

export class Threads {
  readonly #places = new Places(Math.min(8, Math.max(1, availableParallelism() - 1)));
  readonly #turns = new Turns();
  readonly #idle: Thread[] = [];
  #isClosed = false;

  /** Reads the pages of one crawl, whose tasks take turns with those of others. */
  readonly reader = (options: ReaderOptions, signal: AbortSignal): Reader => {
    const here = readerHere(options);
    const crawl = {};
    return readOnce((fetched) => {
      if (fetched.body.byteLength <= SMALL_BYTES) return this.#turns.run(() => here(fetched));
      // Copies the body, since a thread receives the whole buffer behind it.
      const own = { ...fetched, body: new Uint8Array(fetched.body) };
      return this.#run("page", { fetched: own, options }, { crawl, signal });
    });
  };

  readonly writer: Writer = {
    render: async (pages, options, signal) => {
      // Each page is packed separately: copying a thousand at once would block this thread for a tenth of a second.
      const packed = await Promise.all(pages.map(({ markdown: _, ...page }) => this.#turns.run(() => serialize(page))));
      return this.#run("render", { packed, options }, { crawl: pages, signal });
    },
    check: (text, signal) => this.#run("check", text, { crawl: {}, signal }),
  };

  async close(): Promise<void> {
    this.#isClosed = true;
    await Promise.all(this.#idle.map((thread) => thread.end()));
  }

  async #run<Name extends keyof Tasks>(
    name: Name,
    input: Parameters<Tasks[Name]>[0],
    { crawl, signal }: { readonly crawl: object; readonly signal: AbortSignal },
  ): Promise<Awaited<ReturnType<Tasks[Name]>>> {
    const leave = await this.#places.take(crawl, () => {}, signal);
    // A thread that was idle for long may have ended.
    let thread = this.#idle.pop();
    while (thread?.isOver) thread = this.#idle.pop();
    thread ??= new Thread();
    try {
      return (await thread.run(name, input)) as Awaited<ReturnType<Tasks[Name]>>;
    } catch (thrown) {
      const detail = thrown instanceof Error ? thrown.message : String(thrown);
      throw new CrawlError("unreadable", { detail }, { cause: thrown });
    } finally {
      if (this.#isClosed) await thread.end();
      else this.#idle.push(thread);
      leave();
    }
  }
}
