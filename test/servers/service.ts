import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Logger, pino } from "pino";
import type { ClientOptions } from "ws";
import type { RunCrawl } from "../../packages/service/src/crawls/crawls.ts";
import { type Patience, type ServeOptions, serve, serveWorld } from "../../packages/service/src/serve.ts";
import { type Config, readConfig } from "../../packages/service/src/settings/config.ts";
import { openWorld, type World } from "../../packages/service/src/world.ts";
import { type Client, type Closed, openClient } from "./client.ts";
import { prepareEmbedded } from "./embedded.ts";

export const KEY = "test-api-key-0123456789abcdef0123456789";

export interface Service {
  /** `http://127.0.0.1:<port>` */
  readonly url: string;
  /** Holds everything the service keeps. */
  readonly folder: string;
  /** Log of the service, a JSON text a line. */
  readonly log: readonly string[];
  /** Opens a socket to a path such as `/ws/crawl?token=…`. */
  connect(path?: string, options?: ClientOptions): Client;
  /** Connects, asks for a crawl and waits for the close. */
  crawl(request: unknown, path?: string): Promise<Closed>;
  /** What SIGTERM does. Resolves when everything is closed; once more does nothing. */
  stop(): Promise<void>;
}

interface ServiceOptions {
  /** Settings beyond a free port, an empty folder and leave to crawl this machine. */
  readonly environment?: Readonly<Record<string, string>>;
  readonly patience?: Partial<Patience>;
  /** Takes the place of the crawl itself: what a test needs to hold still, to flood or to fail. */
  readonly crawl?: RunCrawl;
  readonly database?: World["database"];
  readonly forClient?: World["forClient"];
}

/** The service as `llmstxt serve` runs it, in this process. */
export async function startService(asked: ServiceOptions = {}): Promise<Service> {
  const { environment = {}, patience = {}, ...replaced } = asked;
  const folder = await mkdtemp(join(tmpdir(), "service-"));
  const config = readConfig({
    HOST: "127.0.0.1",
    PORT: "0",
    DATA_DIR: folder,
    DATABASE_URL: "none",
    RECRAWL_SCHEDULE: "",
    BROWSER_ENABLED: "false",
    ALLOW_PRIVATE_NETWORKS: "true",
    ...environment,
  });
  if (config.databaseUrl === undefined) await prepareEmbedded(join(config.dataDir, "database"));
  const log: string[] = [];
  const logger = pino({ level: "debug", base: null }, { write: (line: string) => log.push(line) });
  const stopping = new AbortController();
  const { promise: listening, resolve, reject } = Promise.withResolvers<string>();
  const options = { patience, onListening: resolve, log: logger };
  const served = serveWith({ config, log: logger, replaced }, stopping.signal, options);
  served.catch(reject);
  const url = await listening;
  const connect = (path = "/ws/crawl", clientOptions: ClientOptions = {}) => openClient(url, path, clientOptions);
  return {
    url,
    folder,
    log,
    connect,
    crawl: async (request, path) => {
      const client = connect(path);
      await client.opened;
      client.send(request);
      return await client.closed;
    },
    stop: async () => {
      stopping.abort();
      await served;
      // What still hangs may be writing.
      await rm(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 });
    },
  };
}

interface Served {
  readonly config: Config;
  readonly log: Logger;
  readonly replaced: Pick<ServiceOptions, "crawl" | "database" | "forClient">;
}

/** As `serve` does it, with what a test replaced. */
async function serveWith({ config, log, replaced }: Served, signal: AbortSignal, options: ServeOptions): Promise<void> {
  if (Object.keys(replaced).length === 0) return await serve(config, signal, options);
  const world = await openWorld(config, log);
  await serveWorld({ ...world, ...replaced }, signal, options);
  await world.close();
}
