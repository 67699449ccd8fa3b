import { beginCrawl, getCrawl, listActive, retryCrawl } from "../protocol/crawls.ts";
import { ApiError } from "../protocol/http.ts";
import { list, text } from "../protocol/reader.ts";
import type { ActiveCrawl, CrawlAnswer, CrawlRequest } from "../protocol/types.ts";
import { keep, readKept } from "./kept.ts";
import { rememberCrawl } from "./recent.ts";
import { route } from "./route.ts";
import { Store } from "./store.ts";

/** Crawls of the server that wait or run. */
export const active = new Store<readonly ActiveCrawl[]>([]);

/** A crawl that was begun here and has ended while another screen was looked at. */
export const ended = new Store<CrawlAnswer | undefined>(undefined);

const BUSY_SECONDS = 5;
const IDLE_SECONDS = 30;

/** Ids of crawls that were begun in this browser and whose end no tab has seen yet. */
const kept = (): readonly string[] => list(readKept("begun")).map(text).filter(Boolean);

/** Those whose end this tab has not seen. */
const awaited = new Set(kept());

const MAX_BEGUN = 20;

/** Begins a crawl that is this browser's: its end is told, and it is among the recent ones. @throws ApiError */
export async function begin(request: CrawlRequest, signal: AbortSignal): Promise<string> {
  return own(await beginCrawl(request, signal));
}

/** Tries again what failed in a crawl. @throws ApiError */
export async function retry(id: string, signal: AbortSignal): Promise<string> {
  return own(await retryCrawl(id, signal));
}

function own(id: string): string {
  keep("begun", [...kept(), id].slice(-MAX_BEGUN));
  awaited.add(id);
  void look();
  return id;
}

let looking: Promise<void> | undefined;

/** Asks what runs, and what has come of what was begun here. Never rejects: what cannot be asked now is asked later. */
export function look(): Promise<void> {
  looking ??= lookOnce()
    .catch((thrown: unknown) => {
      if (!(thrown instanceof ApiError || thrown instanceof DOMException)) throw thrown;
    })
    .finally(() => {
      looking = undefined;
    });
  return looking;
}

async function lookOnce(): Promise<void> {
  const signal = AbortSignal.timeout(10_000);
  const now = (await listActive(signal)).map((crawl) => ({ ...crawl, id: ownName(crawl.id) }));
  active.set(now);
  for (const id of awaited) if (!now.some((crawl) => crawl.id === id)) await settle(id, signal);
}

/** A private crawl's name has more than its id in the list; only who began it knows it. */
const ownName = (id: string): string => [...awaited].find((name) => name.startsWith(`${id}~`)) ?? id;

async function settle(id: string, signal: AbortSignal): Promise<void> {
  const answer = await getCrawl(id, signal).catch((thrown: unknown) => {
    // It is kept no longer.
    if (thrown instanceof ApiError && thrown.status === 404) return undefined;
    throw thrown;
  });
  // Another process may run it.
  if (answer?.state === "waiting" || answer?.state === "running") return;
  awaited.delete(id);
  keep(
    "begun",
    kept().filter((other) => other !== id),
  );
  if (answer === undefined || answer.state === "cancelled") return;
  rememberCrawl(answer);
  if (!isShown(id)) ended.set(answer);
}

const isShown = (id: string) => route.value.at === "crawl" && route.value.id === id && !document.hidden;

/** Looks again and again while the page can be seen, or waits for an end. @returns a function that ends it */
export function keepLooking(): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isOver = false;
  const next = async () => {
    const isMine = awaited.size > 0;
    if (isMine || !document.hidden) await look();
    if (isOver) return;
    const isBusy = active.value.length > 0 || awaited.size > 0;
    timer = setTimeout(next, (isBusy ? BUSY_SECONDS : IDLE_SECONDS) * 1000);
  };
  void next();
  return () => {
    isOver = true;
    clearTimeout(timer);
  };
}
