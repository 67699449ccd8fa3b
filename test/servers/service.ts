import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pino } from "pino";
import type { ClientOptions } from "ws";
import { startServer } from "../../packages/service/src/serve.ts";
import { readSettings } from "../../packages/service/src/settings.ts";
import { startWorker } from "../../packages/service/src/worker.ts";
import { type Client, type Closed, openClient } from "./client.ts";
import { prepareEmbedded } from "./embedded.ts";

export const KEY = "test-api-key-0123456789abcdef0123456789";

export interface Service extends AsyncDisposable {
  /** `http://127.0.0.1:<port>` */
  readonly url: string;
  /** Holds everything the service keeps. */
  readonly folder: string;
  /** Log of the service, a JSON text a line. */
  readonly log: readonly string[];
  /** Asks it, `path` first; the body is sent as JSON. */
  ask(path: string, options?: Asking): Promise<Answer>;
  /** Opens a socket to a path such as `/ws/crawl?token=…`. */
  connect(path?: string, options?: ClientOptions): Client;
  /** Connects, asks for a crawl and waits for the close. */
  crawl(request: unknown, path?: string): Promise<Closed>;
  /** What SIGTERM does. Resolves when everything is closed; once more does nothing. */
  stop(): Promise<void>;
}

interface Asking {
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: unknown;
}

export interface Answer {
  readonly status: number;
  readonly headers: Headers;
  /** The body as JSON; its text where it is none. */
  // biome-ignore lint/suspicious/noExplicitAny: a test says what it expects
  readonly body: any;
}

type Environment = Readonly<Record<string, string>>;

const settingsOf = (folder: string, environment: Environment) =>
  readSettings({
    HOST: "127.0.0.1",
    PORT: "0",
    DATA_DIR: folder,
    DATABASE_URL: "none",
    RECRAWL_SCHEDULE: "",
    BROWSER_ENABLED: "false",
    ALLOW_PRIVATE_NETWORKS: "true",
    ...environment,
  });

const logTo = (log: string[]) => pino({ level: "debug", base: null }, { write: (line: string) => void log.push(line) });

/**
 * The service as `llmstxt serve` runs it, in this process. `environment`: settings beyond a free port, an empty folder,
 * no database and leave to crawl this machine; `DATABASE_URL: ""` is the embedded database.
 */
export async function startService(environment: Environment = {}): Promise<Service> {
  const folder = await mkdtemp(join(tmpdir(), "service-"));
  const settings = settingsOf(folder, environment);
  if (settings.DATABASE_URL === undefined) await prepareEmbedded(settings.DATA_DIR);
  const log: string[] = [];
  const { url, stop: stopServer } = await startServer(settings, logTo(log));
  const connect = (path = "/ws/crawl", options: ClientOptions = {}) => openClient(url, path, options);
  const stop = async () => {
    await stopServer();
    // What still hangs may be writing.
    await rm(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 });
  };
  return {
    ...{ url, folder, log, connect, stop },
    ask: (path, options) => ask(`${url}${path}`, options),
    crawl: async (request, path) => {
      const client = connect(path);
      await client.opened;
      client.send(request);
      return await client.closed;
    },
    [Symbol.asyncDispose]: stop,
  };
}

async function ask(url: string, { method = "GET", headers = {}, body }: Asking = {}): Promise<Answer> {
  const json = body === undefined ? {} : { body: JSON.stringify(body) };
  const type = body === undefined ? {} : { "Content-Type": "application/json" };
  const response = await fetch(url, { method, headers: { ...type, ...headers }, ...json });
  const text = await response.text();
  const isJson = /json/.test(response.headers.get("content-type") ?? "");
  return { status: response.status, headers: response.headers, body: isJson ? JSON.parse(text) : text };
}

/** A worker as `llmstxt worker` runs it, in this process. Stop it with what is returned. */
export async function startTestWorker(environment: Environment): Promise<{ log: string[]; stop(): Promise<void> }> {
  const folder = await mkdtemp(join(tmpdir(), "worker-"));
  const log: string[] = [];
  const { stop } = await startWorker(settingsOf(folder, environment), logTo(log));
  return {
    log,
    stop: async () => {
      await stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}
