import { useEffect } from "preact/hooks";
import { crawlEvents, getCrawl } from "../protocol/crawls.ts";
import { ApiError } from "../protocol/http.ts";
import type { CrawlAnswer, Failure } from "../protocol/types.ts";
import { Crawl } from "./crawl.ts";
import type { Query } from "./query.ts";
import { isDone, type Result, resultOf } from "./result.ts";
import { sessionEnded } from "./session.ts";
import { Store, useStore } from "./store.ts";

type Request = CrawlAnswer["request"];

/** State of a crawl on this page. */
export type Run =
  | { readonly type: "opening" }
  /** `lost`: the connection has failed and is tried again; the crawl goes on. */
  | { readonly type: "running" | "lost"; readonly request: Request; readonly crawl: Crawl }
  | { readonly type: "done"; readonly request: Request; readonly crawl: Crawl; readonly result: Result }
  | { readonly type: "failed"; readonly request: Request; readonly crawl: Crawl; readonly failure: Failure }
  /** The crawl does not exist, or may not be seen. */
  | { readonly type: "missing"; readonly why: string };

/** Milliseconds of a burst of events after which the browser may draw: all events of a chunk would be one long task. */
const BURST_MS = 8;

/** Milliseconds before the server is asked again. */
const AGAIN_MS = 1500;

const CANCELLED: Failure = { code: "aborted", facts: {}, reason: "Crawl cancelled" };

const isOver = ({ state }: CrawlAnswer) => state !== "waiting" && state !== "running";

/** One crawl of the server, followed while a component shows it; its events are kept in between. */
class FollowedCrawl {
  readonly run = new Store<Run>({ type: "opening" });
  readonly #id: string;
  #crawl: Crawl | undefined;
  /** Number of the last event received. */
  #heard = 0;

  constructor(id: string) {
    this.#id = id;
  }

  /** Follows the crawl to its end, across lost connections. Never rejects. */
  async follow(signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      try {
        await this.#step(signal);
      } catch (thrown) {
        if (signal.aborted || !this.#goesOn(thrown)) return;
      }
      const { type } = this.run.value;
      if (type === "done" || type === "failed") return;
      await pause(AGAIN_MS, signal);
    }
  }

  /** Receives the events that are still missing. */
  async hear(signal: AbortSignal): Promise<void> {
    let since = performance.now();
    for await (const { number, atMs, event } of crawlEvents(this.#id, this.#heard, signal)) {
      this.#heard = number;
      this.#crawl?.take(event, atMs);
      if (performance.now() - since < BURST_MS) continue;
      await pause(0, signal);
      since = performance.now();
    }
  }

  async #step(signal: AbortSignal): Promise<void> {
    const answer = await getCrawl(this.#id, signal);
    const crawl = this.#crawlOf(answer);
    const { request } = answer;
    if (isDone(answer)) return this.run.set({ type: "done", request, crawl, result: resultOf(answer) });
    if (!isOver(answer)) this.run.set({ type: "running", request, crawl });
    await this.hear(signal);
    if (isOver(answer)) this.run.set({ type: "failed", request, crawl, failure: answer.error ?? CANCELLED });
    else if (crawl.isOver) await this.#step(signal);
  }

  #crawlOf({ url, request, state, elapsedMs }: CrawlAnswer): Crawl {
    this.#crawl ??= new Crawl(url, request.maxPages);
    if (state !== "waiting") this.#crawl.ranMs(elapsedMs, performance.now());
    return this.#crawl;
  }

  /** True if asking again may help. */
  #goesOn(thrown: unknown): boolean {
    const { run } = this;
    if (!(thrown instanceof ApiError)) throw thrown;
    if (thrown.status === 401) sessionEnded();
    else if (thrown.status > 0 && thrown.status < 500) run.set({ type: "missing", why: thrown.message });
    else if (run.value.type === "running") run.set({ ...run.value, type: "lost" });
    return run.value.type !== "missing" && thrown.status !== 401;
  }
}

async function pause(ms: number, signal: AbortSignal): Promise<void> {
  const over = new AbortController();
  await new Promise<void>((resolve) => {
    setTimeout(resolve, ms);
    signal.addEventListener("abort", () => resolve(), over);
  });
  over.abort();
}

const followed = new Map<string, FollowedCrawl>();

/** State of the crawl with this id; following begins when a component shows it. */
function crawlOf(id: string): FollowedCrawl {
  const known = followed.get(id) ?? new FollowedCrawl(id);
  followed.set(id, known);
  return known;
}

/** Follows a crawl while the component is mounted. */
export function useCrawl(id: string): Run {
  const crawl = crawlOf(id);
  useEffect(() => {
    const leaving = new AbortController();
    void crawl.follow(leaving.signal);
    return () => leaving.abort();
  }, [crawl]);
  return useStore(crawl.run);
}

/**
 * Query that loads the missing events of a finished crawl into the state that the screen shows; its own answer is
 * empty.
 */
export const logQuery = (id: string): Query<void> => ({
  key: `/api/crawls/${id}/events`,
  ask: (signal) => crawlOf(id).hear(signal),
});
