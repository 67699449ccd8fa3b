import { randomUUID } from "node:crypto";
import type { Server, Socket } from "node:net";
import { fired } from "@llmstxt-service/crawler/waiting/abort";
import { endsWithin } from "@llmstxt-service/crawler/waiting/time-limit";
import type { FastifyBaseLogger } from "fastify";
import {
  Archive,
  type CrawlResult,
  Crawls,
  jobsInStore,
  type LiveCrawl,
  logEnd,
  type StopPatience,
} from "./crawls/crawls.ts";
import { WrongSecrets } from "./doors/doors.ts";
import { type CrawlFact, logFact } from "./facts/facts.ts";
import { buildServer } from "./http/server.ts";
import { openLog } from "./log.ts";
import type { Recrawling } from "./recrawling.ts";
import type { App, ServerWorld } from "./server-world.ts";
import type { Config } from "./settings/config.ts";
import { crawlRequestSchema, Heartbeat, type HeartbeatOptions } from "./socket/socket.ts";
import { openCrawls } from "./stores.ts";
import { openWorld, type World } from "./world.ts";

/** Time limits in milliseconds. The waits of a stop add up to less than 30 seconds, whatever hangs. */
export interface Patience extends StopPatience, HeartbeatOptions {
  readonly firstMessageMs: number;
  /** Milliseconds for clients to answer the close, and for connections to end. */
  readonly closeMs: number;
  /** Milliseconds for database, browsers and files to close. */
  readonly worldMs: number;
}

const PATIENCE: Patience = {
  firstMessageMs: 30_000,
  pingMs: 20_000,
  silentMs: 60_000,
  drainMs: 20_000,
  settleMs: 2_000,
  closeMs: 1_000,
  worldMs: 4_000,
};

export interface ServeOptions {
  readonly patience?: Partial<Patience>;
  readonly log?: FastifyBaseLogger;
  /** Called once, with the address that was taken. */
  readonly onListening?: (url: string) => void;
}

/**
 * Runs the service until the signal fires, then stops it: no new crawls, running ones get 20 seconds, sockets are
 * closed with 1012. Resolves at most 30 seconds later. Work that hangs is left behind, so the caller must end the
 * process by `process.exit`.
 * @throws Error when the address is taken or the world cannot be opened
 */
export async function serve(config: Config, signal: AbortSignal, options: ServeOptions = {}): Promise<void> {
  const { worldMs } = { ...PATIENCE, ...options.patience };
  const world = await openWorld(config, options.log ?? openLog(config, process.stderr.isTTY));
  try {
    await serveWorld(world, signal, options);
  } finally {
    await endsWithin(worldMs, world.close());
    world.log.info("Stopped");
  }
}

/** As `serve`, but the caller opens and closes the world. */
export async function serveWorld(
  world: World,
  signal: AbortSignal,
  options: Pick<ServeOptions, "patience" | "onListening"> = {},
): Promise<void> {
  const { config, log } = world;
  const patience = { ...PATIENCE, ...options.patience };
  const server = await openServerWorld(world, patience);
  const { crawls } = server;
  const app = await buildServer(server);
  const connections = trackConnections(app.server);
  try {
    const url = await app.listen({
      host: config.host,
      port: config.port,
      listenTextResolver: (address) => `Listening on ${address}`,
    });
    world.setPort(Number(new URL(url).port) || HTTP_PORT);
    warn(config, log);
    logSchedule(world.recrawling, log);
    world.recrawling.countAhead();
    options.onListening?.(url);
    await fired(signal);
  } finally {
    log.info({ running: crawls.running, waiting: crawls.waiting }, "Stopping");
    await stop({ app, connections, server }, patience);
  }
}

/** Port of an address that names none. */
const HTTP_PORT = 80;

/** Resources that the server opens besides the world of its process. */
async function openServerWorld(world: World, patience: Patience): Promise<ServerWorld> {
  const { config, crawl: run, publicUrl, now, log } = world;
  const heartbeat = new Heartbeat(patience);
  const onProgress = (url: string, progress: CrawlFact) => {
    world.metrics.progress(progress);
    if (progress.type === "uploadFailed" || progress.type === "answersLost") logFact(log, progress, { url });
  };
  const archive = await openArchive(world);
  const onResumed = (live: LiveCrawl, ended: Promise<CrawlResult>) => {
    log.info({ crawl: live.id, url: live.record.url, pages: live.pagesDone }, "going on with a crawl");
    logEnd(live, ended, world);
  };
  const onBegun = world.metrics.crawlBegun;
  const { maxConcurrentCrawls: size, maxCrawlsPerClient: each } = config;
  const crawls = new Crawls({
    ...{ run, archive, journals: world.journals, onProgress, onBegun, onResumed },
    places: { size, each },
    publicUrl,
    now,
  });
  world.metrics.watchCrawls({
    running: () => crawls.running,
    waiting: () => crawls.waiting,
    sockets: () => heartbeat.watched,
  });
  return {
    ...world,
    crawls,
    heartbeat,
    schema: crawlRequestSchema(config),
    wrongSecrets: new WrongSecrets(),
    firstMessageMs: patience.firstMessageMs,
  };
}

/**
 * The archive of crawls: in the database, where every process that shares it reads them, or without one in a folder.
 */
async function openArchive({ config, recrawling, journals, log }: World): Promise<Archive> {
  const owner = randomUUID();
  const keeper = recrawling.jobKeeper(owner) ?? jobsInStore(await openCrawls(config), owner);
  const { sealing } = recrawling.world;
  const expire = async () => {
    await keeper.expire(config.crawlsKeptDays);
    await journals.expire();
  };
  return new Archive({ keeper, owner, expire, sealing, log });
}

function logSchedule(recrawling: Recrawling, log: FastifyBaseLogger): void {
  const schedule = recrawling.schedule();
  if (schedule === null) log.info("Recrawls are not scheduled: they start from outside");
  else log.info({ cron: schedule.cron, next: schedule.next.toISOString() }, "Recrawls are scheduled");
}

/**
 * Least characters of an API key without a warning. Shorter keys can be guessed, even offline from a token that was
 * overheard.
 */
const MIN_KEY_CHARACTERS = 32;

function warn(config: Config, log: FastifyBaseLogger): void {
  if (config.apiKey === undefined) log.warn("No API_KEY is set: anyone who reaches this port can start crawls");
  else if (config.apiKey.length < MIN_KEY_CHARACTERS)
    log.warn(
      `API_KEY has fewer than ${MIN_KEY_CHARACTERS} characters and can be guessed: \`openssl rand -hex 32\` makes one`,
    );
  if (config.proxyBrowserEnabled && config.proxyBrowserUrl === undefined)
    log.warn("PROXY_BROWSER_ENABLED without PROXY_BROWSER_URL: there is no proxy browser");
  if (config.llmEnhancementEnabled && config.llmApiKey === undefined)
    log.warn("LLM_ENHANCEMENT_ENABLED without LLM_API_KEY: there is no enhancement");
}

interface Running {
  readonly app: App;
  readonly connections: ReadonlySet<Socket>;
  readonly server: Pick<ServerWorld, "crawls" | "heartbeat">;
}

/** Stops crawls, then sockets, then the server. Each step has a time limit; work that exceeds it is abandoned. */
async function stop({ app, connections, server }: Running, patience: Patience): Promise<void> {
  const { crawls, heartbeat } = server;
  await crawls.stop(patience);
  await endsWithin(patience.closeMs, allClosed(app));
  for (const socket of app.websocketServer.clients) socket.terminate();
  heartbeat.stop();
  const closed = app.close();
  await endsWithin(patience.closeMs, closed);
  // A connection that was upgraded meanwhile would keep the server open for ever.
  for (const connection of connections) connection.destroy();
  await endsWithin(patience.closeMs, closed);
}

function trackConnections(server: Server): ReadonlySet<Socket> {
  const connections = new Set<Socket>();
  server.on("connection", (socket) => {
    connections.add(socket);
    socket.once("close", () => connections.delete(socket));
  });
  return connections;
}

/** Resolves when every WebSocket of the server has closed. */
async function allClosed({ websocketServer: { clients } }: App): Promise<void> {
  await Promise.all([...clients].map((socket) => new Promise((resolve) => socket.once("close", resolve))));
}
