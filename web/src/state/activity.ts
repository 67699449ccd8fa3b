import { beginCrawl, getCrawl, jobEvents, retryCrawl } from "../protocol/crawls.ts";
import { ApiError } from "../protocol/http.ts";
import { list, text } from "../protocol/reader.ts";
import type { CrawlAnswer, CrawlRequest, Job } from "../protocol/types.ts";
import { isUnderWay } from "./jobs.ts";
import { keep, readKept } from "./kept.ts";
import { invalidate } from "./query.ts";
import { rememberCrawl } from "./recent.ts";
import { route } from "./route.ts";
import { SITES } from "./sites.ts";
import { Store } from "./store.ts";

/** Jobs of the server that wait or run, in the order of their requests. */
export const active = new Store<readonly Job[]>([]);

/** A crawl begun in this browser that has ended while another screen was shown. */
export const ended = new Store<CrawlAnswer | undefined>(undefined);

/** Milliseconds before a stream that broke off is opened again. */
const AGAIN_MS = 3_000;

/** Ids of crawls begun in this browser whose end no tab has seen. */
const kept = (): readonly string[] => list(readKept("begun")).map(text).filter(Boolean);

/** Ids of crawls whose end this tab has not seen. */
const awaited = new Set(kept());

const MAX_BEGUN = 20;

/**
 * Begins a crawl of this browser: its end is reported, and it becomes a recent crawl.
 * @throws ApiError
 */
export async function begin(request: CrawlRequest): Promise<string> {
  return own(await beginCrawl(request));
}

/**
 * Requests the pages again that a crawl failed at, or did not reach.
 * @throws ApiError
 */
export async function retry(id: string): Promise<string> {
  return own(await retryCrawl(id));
}

function own(id: string): string {
  keep("begun", [...kept(), id].slice(-MAX_BEGUN));
  awaited.add(id);
  return id;
}

/** Name of a crawl in the page: a private one has its capability, which only its requester knows. */
export const ownName = (id: string): string => [...awaited].find((name) => name.startsWith(`${id}~`)) ?? id;

/** Milliseconds within which the ends of many jobs ask for what is shown once. */
const RENEW_MS = 2_000;

let isRenewing = false;

/** Asks again for the lists of jobs and sites that are shown: a job has ended. */
function renewSoon(): void {
  if (isRenewing) return;
  isRenewing = true;
  setTimeout(() => {
    isRenewing = false;
    for (const room of ["/api/jobs", SITES]) invalidate(room);
  }, RENEW_MS);
}

/** Takes a job as it is now: all work that is under way, and its end. */
function take(job: Job): void {
  const others = active.value.filter(({ id }) => id !== job.id);
  if (isUnderWay(job)) {
    active.set([...others, job].toSorted((a, b) => a.createdAt.localeCompare(b.createdAt)));
    return;
  }
  active.set(others);
  renewSoon();
  const name = ownName(job.id);
  if (awaited.has(name)) void settle(name);
}

/** Reports the end of a crawl of this browser. Never rejects: a failed call is repeated with the next stream. */
async function settle(id: string): Promise<void> {
  const answer = await getCrawl(id).catch((thrown: unknown) => {
    // The server does not keep the crawl any more, or does not answer now.
    if (thrown instanceof ApiError) return thrown.status === 404 ? undefined : ("unknown" as const);
    return "unknown" as const;
  });
  if (answer === "unknown" || answer?.state === "waiting" || answer?.state === "running" || !awaited.delete(id)) return;
  keep(
    "begun",
    kept().filter((other) => other !== id),
  );
  if (answer === undefined || answer.state === "cancelled") return;
  rememberCrawl(answer);
  if (!isShown(id)) ended.set(answer);
}

const isShown = (id: string) => route.value.at === "crawl" && route.value.id === id && !document.hidden;

/**
 * Follows the server's work while the page is visible, or a crawl's end is awaited: a browser has few connections to a
 * server, and hidden tabs must not take them.
 * @returns a function that stops it
 */
export function followWork(): () => void {
  const leaving = new AbortController();
  let following: AbortController | undefined;
  const follow = async () => {
    if (following || leaving.signal.aborted || (document.hidden && awaited.size === 0)) return;
    following = new AbortController();
    const signal = AbortSignal.any([leaving.signal, following.signal]);
    try {
      active.set([]);
      for (const id of awaited) void settle(id);
      for await (const job of jobEvents(signal)) take(job);
    } catch (thrown) {
      if (!(thrown instanceof ApiError) && !signal.aborted) throw thrown;
    }
    following = undefined;
    if (!leaving.signal.aborted) setTimeout(() => void follow(), AGAIN_MS);
  };
  const onVisible = () => {
    if (document.hidden && awaited.size === 0) following?.abort();
    else void follow();
  };
  document.addEventListener("visibilitychange", onVisible, { signal: leaving.signal });
  void follow();
  return () => leaving.abort();
}
