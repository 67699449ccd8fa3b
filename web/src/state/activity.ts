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

/** A crawl begun in this browser that has ended while another screen was shown. */
export const ended = new Store<CrawlAnswer | undefined>(undefined);

const BUSY_SECONDS = 5;
const IDLE_SECONDS = 30;

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
 * Requests the failed pages of a crawl again.
 * @throws ApiError
 */
export async function retry(id: string): Promise<string> {
  return own(await retryCrawl(id));
}

function own(id: string): string {
  keep("begun", [...kept(), id].slice(-MAX_BEGUN));
  awaited.add(id);
  void look();
  return id;
}

let looking: Promise<void> | undefined;

/**
 * Asks for the server's crawls, and for the ends of this browser's. Never rejects: a failed call is repeated at the
 * next look.
 */
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
  const now = (await listActive()).map((crawl) => ({ ...crawl, id: ownName(crawl.id) }));
  active.set(now);
  for (const id of awaited) if (!now.some((crawl) => crawl.id === id)) await settle(id);
}

/** Name of a crawl in the list: a private one has its capability, which only its requester knows. */
const ownName = (id: string): string => [...awaited].find((name) => name.startsWith(`${id}~`)) ?? id;

async function settle(id: string): Promise<void> {
  const answer = await getCrawl(id).catch((thrown: unknown) => {
    // The server does not keep the crawl any more.
    if (thrown instanceof ApiError && thrown.status === 404) return undefined;
    throw thrown;
  });
  // The crawl may run in another process, whose crawls are not listed.
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

/**
 * Looks at intervals, while the page is visible or a crawl's end is awaited.
 * @returns a function that stops it
 */
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
