import { type CrawlRequest, type CrawlSocket, openCrawl } from "../protocol/crawl-socket.ts";
import type { CloseReason } from "../protocol/messages.ts";
import { Crawl } from "./crawl.ts";
import { refusal, refusalOf } from "./refusal.ts";
import { session, sessionEnded } from "./session.ts";
import { Store } from "./store.ts";

/** The one crawl of this page, from the form to its end. */
export type Run =
  | { readonly type: "none" }
  | { readonly type: "crawling"; readonly request: CrawlRequest; readonly crawl: Crawl }
  | { readonly type: "done"; readonly request: CrawlRequest; readonly crawl: Crawl; readonly tookMs: number }
  | { readonly type: "failed"; readonly request: CrawlRequest; readonly crawl: Crawl; readonly failure: Failed }
  | {
      readonly type: "lost";
      readonly request: CrawlRequest;
      readonly crawl: Crawl;
      readonly afterMs: number;
      /** Seconds until it starts again by itself; undefined: it waits for the person. */
      readonly againIn?: number;
    };

/** Why there is no result: what the server said of the crawl, or why it let this page not in. */
export type Failed =
  | { readonly type: "failure"; readonly failure: NonNullable<Crawl["error"]> }
  | { readonly type: "closed"; readonly reason: string };

export const run = new Store<Run>({ type: "none" });

/** Seconds before each of the tries to start a lost crawl again. */
const WAITS = [3, 6, 12];

let socket: CrawlSocket | undefined;
let counting: ReturnType<typeof setInterval> | undefined;
let triesLeft: readonly number[] = WAITS;

function stopAll(): void {
  socket?.close();
  socket = undefined;
  clearInterval(counting);
}

/** Starts a crawl; one that is running ends. */
export function startCrawl(request: CrawlRequest): void {
  triesLeft = WAITS;
  refusal.set(undefined);
  begin(request);
}

/** Ends the crawl here and on the server. */
export function cancelCrawl(): void {
  stopAll();
  run.set({ type: "none" });
}

function begin(request: CrawlRequest): void {
  stopAll();
  const crawl = new Crawl(request.url, request.maxPages);
  run.set({ type: "crawling", request, crawl });
  socket = watch(request, crawl);
}

function turnedAway(): void {
  run.set({ type: "none" });
  sessionEnded();
}

const KEY_REFUSALS: readonly string[] = ["Unauthorized", "Invalid or expired token"] satisfies readonly CloseReason[];

const isKeyRefused = (reason: string) => KEY_REFUSALS.includes(reason);

function watch(request: CrawlRequest, crawl: Crawl): CrawlSocket {
  const startedAt = performance.now();
  const elapsed = () => performance.now() - startedAt;
  return openCrawl(request, {
    onMessage: (message) => crawl.take(message, elapsed()),
    onClose: (code, reason) => {
      socket = undefined;
      if (crawl.result !== undefined) run.set({ type: "done", request, crawl, tookMs: elapsed() });
      else if (code === 1012) lost(request, crawl, elapsed());
      else if (crawl.error !== undefined) failed(request, crawl, { type: "failure", failure: crawl.error });
      else if (code === 1008 && (isKeyRefused(reason) || session.value.signedIn)) turnedAway();
      else if (code === 1008) failed(request, crawl, { type: "closed", reason });
      else lost(request, crawl, elapsed());
    },
  });
}

/** A refused request leads back to the form, to the field it means; any other failure has a screen of its own. */
function failed(request: CrawlRequest, crawl: Crawl, why: Failed): void {
  const refused = crawl.id === undefined && why.type === "failure" ? refusalOf(why.failure) : undefined;
  refusal.set(refused);
  run.set(refused ? { type: "none" } : { type: "failed", request, crawl, failure: why });
}

function lost(request: CrawlRequest, crawl: Crawl, afterMs: number): void {
  const [wait, ...rest] = triesLeft;
  triesLeft = rest;
  if (wait === undefined) run.set({ type: "lost", request, crawl, afterMs });
  else {
    run.set({ type: "lost", request, crawl, afterMs, againIn: wait });
    counting = setInterval(countDown, 1000);
  }
}

function countDown(): void {
  const now = run.value;
  if (now.type !== "lost" || now.againIn === undefined) clearInterval(counting);
  else if (now.againIn > 1) run.set({ ...now, againIn: now.againIn - 1 });
  else begin(now.request);
}

/** Ends the countdown; what was seen stays. */
export function stayHere(): void {
  clearInterval(counting);
  const now = run.value;
  if (now.type === "lost") run.set({ type: "lost", request: now.request, crawl: now.crawl, afterMs: now.afterMs });
}
