import type { Server, Socket } from "node:net";
import type { FastifyBaseLogger, FastifyInstance } from "fastify";
import type { Config } from "../config.ts";
import { fired } from "../waiting/abort.ts";
import { endsWithin } from "../waiting/time-limit.ts";
import { WrongSecrets } from "./doors/doors.ts";
import { buildServer } from "./http/server.ts";
import { openLog } from "./log.ts";
import { openMetrics } from "./metrics.ts";
import type { ServerWorld } from "./server-world.ts";
import { Crawls, crawlRequestSchema, Heartbeat, type HeartbeatOptions, type StopPatience } from "./socket/socket.ts";
import { openWorld, type World } from "./world.ts";

/** Milliseconds of everything that waits. The waits of a stop add up to less than 30 seconds, whatever hangs. */
export interface Patience extends StopPatience, HeartbeatOptions {
  /** For a client to send its request. */
  readonly firstMessageMs: number;
  /** For clients to answer the close, and for connections to end. */
  readonly closeMs: number;
  /** For database, browsers and files to close. */
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
 * Runs the service until the signal fires, and then stops it: no new crawls, running ones get 20 seconds, sockets are
 * closed with 1012. Resolves at most 30 seconds later. What hangs then still hangs: the process must be ended by `process.exit`.
 * @throws Error when the address is taken or the world cannot be opened
 */
export async function serve(config: Config, signal: AbortSignal, options: ServeOptions = {}): Promise<void> {
  const { worldMs, log } = {
    ...PATIENCE,
    ...options.patience,
    log: options.log ?? openLog(config, process.stderr.isTTY),
  };
  const publicUrl = changing(config.publicUrl ?? `http://localhost:${config.port}`);
  const world = await openWorld(config, { publicUrl: publicUrl.get, log });
  try {
    await serveWorld({ config, world, publicUrl, log }, signal, options);
  } finally {
    await endsWithin(worldMs, world.close());
    log.info("Stopped");
  }
}

/** The same with a world that the caller opened, and closes. */
export async function serveWorld(
  { config, world, publicUrl, log }: ServedWorld,
  signal: AbortSignal,
  options: Pick<ServeOptions, "patience" | "onListening"> = {},
): Promise<void> {
  const patience = { ...PATIENCE, ...options.patience };
  const heartbeat = new Heartbeat(patience);
  const crawls = new Crawls({
    run: world.crawl,
    atOnce: config.maxConcurrentCrawls,
    publicUrl: publicUrl.get,
    now: () => new Date(),
  });
  const parts = { world, crawls, heartbeat, patience, publicUrl: publicUrl.get };
  const app = await buildServer(serverWorld(config, parts), heartbeat, log);
  const connections = trackConnections(app.server);
  try {
    const url = await app.listen({
      host: config.host,
      port: config.port,
      listenTextResolver: (address) => `Listening on ${address}`,
    });
    if (config.publicUrl === undefined) publicUrl.set(`http://localhost:${new URL(url).port || 80}`);
    warn(config, log);
    options.onListening?.(url);
    await fired(signal);
  } finally {
    log.info({ running: crawls.running, waiting: crawls.waiting }, "Stopping");
    await stop({ app, connections, crawls, heartbeat }, patience);
  }
}

export interface ServedWorld {
  readonly config: Config;
  readonly world: Omit<World, "close">;
  /** Set once the port is known, where it depends on that. */
  readonly publicUrl: { get(): string; set(url: string): void };
  readonly log: FastifyBaseLogger;
}

/** A value that is known better later. */
export function changing<T>(first: T): { get(): T; set(value: T): void } {
  let current = first;
  return {
    get: () => current,
    set: (value) => {
      current = value;
    },
  };
}

interface Parts {
  readonly world: ServedWorld["world"];
  readonly crawls: Crawls;
  readonly heartbeat: Heartbeat;
  readonly patience: Patience;
  publicUrl(): string;
}

function serverWorld(config: Config, { world, crawls, heartbeat, patience, publicUrl }: Parts): ServerWorld {
  const metrics = openMetrics({
    running: () => crawls.running,
    waiting: () => crawls.waiting,
    sockets: () => heartbeat.watched,
  });
  return {
    config,
    crawls,
    metrics,
    schema: crawlRequestSchema(config),
    wrongSecrets: new WrongSecrets(),
    firstMessageMs: patience.firstMessageMs,
    recrawling: world.recrawling,
    filesFolder: world.filesFolder,
    validate: world.validate,
    features: world.features,
    publicUrl,
    database: () => world.database(),
    now: () => new Date(),
  };
}

/** A shorter one can be guessed: from a token that was overheard even without asking here. */
const MIN_KEY_CHARACTERS = 32;

/** What a person who starts the service should know of its settings. */
function warn(config: Config, log: FastifyBaseLogger): void {
  if (config.apiKey === undefined) log.warn("No API_KEY is set: whoever reaches this port can start crawls");
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
  readonly app: FastifyInstance;
  readonly connections: ReadonlySet<Socket>;
  readonly crawls: Crawls;
  readonly heartbeat: Heartbeat;
}

/** In this order: crawls, sockets, server. Each step has its time, and what overruns it is left behind. */
async function stop({ app, connections, crawls, heartbeat }: Running, patience: Patience): Promise<void> {
  await crawls.stop(patience);
  await endsWithin(patience.closeMs, allClosed(app));
  for (const socket of app.websocketServer.clients) socket.terminate();
  heartbeat.stop();
  const closed = app.close();
  await endsWithin(patience.closeMs, closed);
  // An upgrade that came in meanwhile would keep the server open for ever.
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
async function allClosed({ websocketServer: { clients } }: FastifyInstance): Promise<void> {
  await Promise.all([...clients].map((socket) => new Promise((resolve) => socket.once("close", resolve))));
}
