import type { WebSocket } from "@fastify/websocket";
import { onAbort, reasonOf, unlessAborted } from "@llmstxt-service/crawler/waiting/abort";
import { CrawlError, toCrawlError } from "@llmstxt-service/page/errors";
import { FAILURES } from "@llmstxt-service/page/failures";
import type { FastifyBaseLogger, FastifyRequest } from "fastify";
import {
  type CrawlResult,
  type Crawls,
  type CrawlWatcher,
  endFigures,
  type LiveCrawl,
  locationOf,
} from "../crawls/crawls.ts";
import { describeFailure, describeWaiting } from "../describe.ts";
import type { WrongSecrets } from "../doors/doors.ts";
import { clientOf, isGuess, senderOf, sessionCookie, socketRefusal, starterOf } from "../doors/doors.ts";
import { describe, failedEvent } from "../facts/facts.ts";
import type { CrawlRequest } from "../jobs/request.ts";
import type { CrawlOutcome, Metrics } from "../metrics/metrics.ts";
import type { Config } from "../settings/config.ts";
import { Outbox } from "./outbox.ts";
import { type CrawlRequestSchema, parseCrawlMessage } from "./requests.ts";

export { Heartbeat, type HeartbeatOptions } from "./heartbeat.ts";
export { type CrawlRequestSchema, crawlRequestSchema, toCrawlRequest, UNCONFIRMED } from "./requests.ts";

/** Close codes (RFC 6455, 7.4.1 and its registry). */
const CLOSE = { done: 1000, refused: 1008, stopping: 1012 } as const;

/** Most messages of a client, which needs to send one; after more it is disconnected. */
const MAX_MESSAGES = 100;

export interface SocketWorld {
  readonly config: Config;
  readonly crawls: Crawls;
  readonly metrics: Metrics;
  readonly schema: CrawlRequestSchema;
  readonly wrongSecrets: WrongSecrets;
  readonly firstMessageMs: number;
  now(): Date;
}

/** Serves /ws/crawl for one client, from the handshake to the close. Never rejects. */
export async function serveSocket(socket: WebSocket, request: FastifyRequest, world: SocketWorld): Promise<void> {
  const gone = new AbortController();
  socket.once("close", () => gone.abort(new CrawlError("aborted", { detail: "The client went away" })));
  // The listener is added before anything is awaited: a client may send its request together with the handshake.
  const message = firstMessage(socket, AbortSignal.any([gone.signal, world.crawls.closing]), world.firstMessageMs);
  message.catch(() => {});
  const query = new URL(request.url, "http://server").searchParams;
  const refusal = await refusalOf(request, query, world);
  if (refusal !== undefined) return socket.close(CLOSE.refused, refusal);
  const by = starterOf(request.headers) === "page" ? "page" : "socket";
  const withEvents = query.get("events") === "1";
  const isKept = query.get("keep") === "1";
  const outbox = new Outbox({ socket, connection: request.socket, withEvents });
  const client = clientOf(request, world.config);
  await serveRequest(
    { socket, client, message, by, withEvents, isKept, outbox, gone: gone.signal, log: request.log },
    world,
  );
}

/** Reason for close code 1008, as the specification has it; wrong secrets get it later. */
async function refusalOf({ ip, headers }: FastifyRequest, query: URLSearchParams, world: SocketWorld) {
  const { config, wrongSecrets } = world;
  const credentials = {
    token: query.get("token") ?? undefined,
    apiKey: query.get("api_key") ?? undefined,
    session: sessionCookie(headers),
    ...senderOf(headers, "changes"),
  };
  const refusal = await socketRefusal(credentials, config, world.now());
  const isWrong = refusal !== undefined && (await isGuess(credentials, config, world.now()));
  const settled = isWrong ? await wrongSecrets.settle(ip) : "wrong";
  return settled === "tooMany" ? "Unauthorized" : refusal;
}

interface Session {
  readonly socket: WebSocket;
  readonly client: string;
  readonly message: Promise<string>;
  readonly by: "page" | "socket";
  readonly withEvents: boolean;
  /** True if the crawl goes on when the client has gone. */
  readonly isKept: boolean;
  readonly outbox: Outbox;
  readonly gone: AbortSignal;
  readonly log: FastifyBaseLogger;
}

async function serveRequest(session: Session, world: SocketWorld): Promise<void> {
  const { socket, message, by, isKept, outbox, gone, log } = session;
  const startedAt = performance.now();
  const seconds = () => (performance.now() - startedAt) / 1000;
  let isPrivate = false;
  let crawl: LiveCrawl | undefined;
  try {
    const request = parseCrawlMessage(world.schema, await message);
    isPrivate = request.credentials !== undefined;
    log.info({ url: request.url, maxPages: request.maxPages }, "crawl asked for");
    const { live, ended } = world.crawls.begin(request, watcher(request, session), { by, isKept });
    crawl = live;
    if (!isKept) onAbort(gone, () => live.cancel());
    const result = await unlessAborted(gone, ended, reasonOf);
    deliver(result, outbox);
    world.crawls.delivered(live.record);
    socket.close(CLOSE.done);
    world.metrics.crawlEnded("done", seconds());
    const figures = { ...endFigures(result.summary), seconds: seconds() };
    log.info({ crawl: live.id, url: request.url, ...figures }, "crawl done");
  } catch (thrown) {
    const error = toCrawlError(thrown);
    world.metrics.crawlEnded(outcomeOf(error, gone), seconds());
    // The client has gone.
    if (gone.aborted) return;
    // The crawl goes on in another process.
    if (crawl?.isLeft && !crawl.isOver) return socket.close(CLOSE.stopping);
    log[error.code === "unexpected" ? "error" : "info"](
      { code: error.code, ...(!isPrivate && { err: error }) },
      "crawl failed",
    );
    // Addresses that only fetching finds to be invalid get the same words.
    const words = error.code === "invalid_url" ? FAILURES.invalid_url.message({}) : describeFailure(error);
    outbox.error(words, failedEvent(error));
    const isStopped = world.crawls.closing.aborted && error.code === "interrupted";
    socket.close(isStopped ? CLOSE.stopping : CLOSE.done);
  }
}

function outcomeOf(error: CrawlError, gone: AbortSignal): CrawlOutcome {
  if (gone.aborted) return "abandoned";
  if (error.code === "interrupted") return "interrupted";
  return FAILURES[error.code].about === "request" ? "refused" : "failed";
}

function watcher({ url, maxPages }: CrawlRequest, { client, outbox, withEvents, isKept }: Session): CrawlWatcher {
  return {
    client,
    withPreview: withEvents || isKept,
    waiting: (ahead) => outbox.logs([describeWaiting(ahead)], [{ type: "queued", ahead }]),
    started: (handle) => {
      const started = { type: "started", id: handle.id, location: locationOf(handle) } as const;
      outbox.logs([], [{ ...started, host: new URL(url).host, maxPages }]);
    },
    report: (progress, events) => outbox.logs(describe(progress, maxPages), events),
    tick: (events) => outbox.logs([], events),
  };
}

function deliver({ text, summary, fileUrl }: CrawlResult, outbox: Outbox): void {
  outbox.result(text, { type: "summary", ...summary });
  if (fileUrl !== undefined) outbox.url(fileUrl);
}

/**
 * The first text message. Later ones are ignored, and too many end the connection.
 * @throws CrawlError `invalid_request` for a binary message, `no_request` if none comes in time; the signal's reason
 */
function firstMessage(socket: WebSocket, signal: AbortSignal, timeoutMs: number): Promise<string> {
  const { promise, resolve, reject } = Promise.withResolvers<string>();
  const timer = setTimeout(() => reject(new CrawlError("no_request", {})), timeoutMs);
  const forget = onAbort(signal, () => reject(signal.reason));
  let messages = 0;
  socket.on("message", (data, isBinary) => {
    messages++;
    if (isBinary) reject(new CrawlError("invalid_request", { field: "message", detail: "must be text" }));
    else resolve(data.toString());
    if (messages === MAX_MESSAGES) socket.close(CLOSE.refused, "Too many messages");
  });
  return promise.finally(() => {
    clearTimeout(timer);
    forget();
  });
}
