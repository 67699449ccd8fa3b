import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pino } from "pino";
import type { ClientOptions } from "ws";
import { startServer, startWorker } from "../../packages/service/src/serve.ts";
import { readSettings } from "../../packages/service/src/settings.ts";
import { type Client, type Closed, openClient } from "./client.ts";
import { prepareEmbedded } from "./embedded.ts";

export const KEY = "test-api-key-0123456789abcdef0123456789";

/** An answer of the service: status, header fields, and the body, parsed if it is JSON. */
export interface Answer<Body = unknown> {
  readonly status: number;
  readonly headers: Headers;
  readonly body: Body;
}

export interface Service extends AsyncDisposable {
  /** `http://127.0.0.1:<port>` */
  readonly url: string;
  /** Holds everything the service keeps. */
  readonly folder: string;
  /** Log of the service, a JSON text a line. */
  readonly log: readonly string[];
  /** Sends a request; `body` goes as JSON. */
  ask<Body>(request: string, body?: unknown, headers?: Readonly<Record<string, string>>): Promise<Answer<Body>>;
  /** Opens a socket to a path such as `/ws/crawl?token=…`. */
  connect(path?: string, options?: ClientOptions): Client;
  /** Connects, asks for a crawl and waits for the close. */
  crawl(request: unknown, path?: string): Promise<Closed>;
  /** Does what SIGTERM does. Resolves when everything is closed; a second call does nothing. */
  stop(): Promise<void>;
}

interface ServiceOptions {
  /** Settings in addition to a free port, an empty folder and permission to crawl this machine. */
  readonly environment?: Readonly<Record<string, string>>;
  /** A folder of an earlier service, which is kept; default: an empty one, which is removed. */
  readonly folder?: string;
}

/** The service as `llmstxt serve` runs it, in this process. */
export async function startService({ environment = {}, ...given }: ServiceOptions = {}): Promise<Service> {
  const folder = given.folder ?? (await mkdtemp(join(tmpdir(), "service-")));
  const settings = settingsOf(folder, environment);
  if (settings.DATABASE_URL === undefined) await prepareEmbedded(settings.DATA_DIR);
  const log: string[] = [];
  const { url, stop: stopServer } = await startServer(settings, logTo(log));
  const connect = (path = "/ws/crawl", options: ClientOptions = {}) => openClient(url, path, options);
  const stop = async () => {
    await stopServer();
    // Hanging work may still be writing.
    const again = { recursive: true, force: true, maxRetries: 5, retryDelay: 100 };
    if (given.folder === undefined) await rm(folder, again);
  };
  return {
    ...{ url, folder, log, connect, stop },
    ask: (request, body, headers) => ask(url, request, { body, headers }),
    crawl: async (request, path) => {
      const client = connect(path);
      await client.opened;
      client.send(request);
      return await client.closed;
    },
    [Symbol.asyncDispose]: stop,
  };
}

type Environment = Readonly<Record<string, string>>;

const settingsOf = (folder: string, environment: Environment) =>
  readSettings({
    ...{ HOST: "127.0.0.1", PORT: "0", DATA_DIR: folder, DATABASE_URL: "none", RECRAWL_SCHEDULE: "" },
    ...{ BROWSER_ENABLED: "false", ALLOW_PRIVATE_NETWORKS: "true", ...environment },
  });

const logTo = (log: string[]) => pino({ level: "debug", base: null }, { write: (line: string) => void log.push(line) });

/** A worker as `llmstxt worker` runs it, in this process. */
export async function startTestWorker(environment: Environment): Promise<Pick<Service, "log" | "stop">> {
  const folder = await mkdtemp(join(tmpdir(), "worker-"));
  const log: string[] = [];
  const { stop } = await startWorker(settingsOf(folder, environment), logTo(log));
  return { log, stop: () => stop().then(() => rm(folder, { recursive: true, force: true })) };
}

interface Sent {
  readonly body: unknown;
  readonly headers: Readonly<Record<string, string>> | undefined;
}

/** `request`: `GET /health`; a text as body is sent as it is. */
async function ask<Body>(url: string, request: string, { body, headers }: Sent): Promise<Answer<Body>> {
  const [method = "GET", path = "/"] = request.split(" ");
  const json = body === undefined ? {} : { "Content-Type": "application/json" };
  const sent = body === undefined ? {} : { body: typeof body === "string" ? body : JSON.stringify(body) };
  const answer = await fetch(url + path, { method, headers: { ...json, ...headers }, ...sent, redirect: "manual" });
  const text = await answer.text();
  const isJson = answer.headers.get("content-type")?.includes("json") === true;
  return { status: answer.status, headers: answer.headers, body: isJson ? JSON.parse(text) : text };
}
