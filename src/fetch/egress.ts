import { Agent, createServer, type IncomingMessage, request, type Server, type ServerResponse } from "node:http";
import { type AddressInfo, connect, type Socket } from "node:net";
import type { Duplex } from "node:stream";
import { pipeline } from "node:stream/promises";
import type { CrawlError } from "../errors.ts";
import { fetchError } from "./failure.ts";
import { type Allowance, bareHostname, type Guard, portOf } from "./guard.ts";

/**
 * The one way out for a browser: an HTTP proxy on loopback that dials nothing the guard refuses. It sits below
 * navigation, sub-resources, WebSockets and workers alike, where rules inside the browser would not reach all of them.
 */
export interface Egress {
  /** `http://127.0.0.1:<port>` */
  readonly url: string;
  /** Why the last connection to the host of `url` did not come about. */
  failureFor(url: string): CrawlError | undefined;
  close(): Promise<void>;
}

/** Marks an answer as ours (RFC 9209): the server it was asked of gave none. */
export const NO_ANSWER = { "proxy-status": "llmstxt; error=destination_unavailable" };

const CONNECT_TIMEOUT_MS = 10_000;
/** A tunnel nothing went through for so long belongs to a page that is gone. */
const IDLE_TIMEOUT_MS = 60_000;
/** Only the failures of pages being read now are asked for. */
const MAX_REMEMBERED = 1000;

/** RFC 9110, 7.6.1: between us and the browser only. */
const HOP_BY_HOP = /^(connection|keep-alive|proxy-.*|te|trailer|transfer-encoding|upgrade)$/;

export async function openEgress(guard: Guard): Promise<Egress> {
  const failures = new Failures();
  const sockets = new Set<Duplex>();
  const agent = new Agent({ keepAlive: true, timeout: IDLE_TIMEOUT_MS });
  const server = createServer((asked, answer) => void forward({ guard, agent, failures }, asked, answer));
  server.on("connect", (asked: IncomingMessage, browser: Duplex) => {
    keep(sockets, browser);
    const remote = tunnel(guard, failures, asked.url ?? "", browser);
    if (remote !== undefined) keep(sockets, remote);
  });
  server.on("connection", (socket: Socket) => keep(sockets, socket));
  server.on("clientError", (_, socket) => socket.destroy());
  await new Promise<void>((resolve, reject) => server.once("error", reject).listen(0, "127.0.0.1", resolve));
  // The command may end without waiting for an idle proxy.
  server.unref();
  return {
    url: `http://127.0.0.1:${portOfServer(server)}`,
    failureFor: (url) => failures.get(targetOf(new URL(url))),
    async close() {
      agent.destroy();
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

interface Forwarding {
  readonly guard: Guard;
  readonly agent: Agent;
  readonly failures: Failures;
}

/** A plain http request, in absolute form. https and WebSockets come as tunnels. */
async function forward({ guard, agent, failures }: Forwarding, asked: IncomingMessage, answer: ServerResponse) {
  let target: Allowance | undefined;
  try {
    const url = guard.checkUrl(asked.url ?? "");
    target = targetOf(url);
    const headers = Object.fromEntries(Object.entries(asked.headers).filter(([name]) => !HOP_BY_HOP.test(name)));
    const lookup = guard.lookupFor(target);
    const outgoing = request(url, { method: asked.method ?? "GET", headers, agent, lookup, timeout: IDLE_TIMEOUT_MS });
    outgoing.on("timeout", () => outgoing.destroy());
    answer.on("close", () => outgoing.destroy());
    const answered = new Promise<IncomingMessage>((resolve, reject) => {
      outgoing.on("response", resolve);
      outgoing.on("error", reject);
    });
    // A body that breaks off ends the request, and that is what `answered` reports.
    const [incoming] = await Promise.all([answered, pipeline(asked, outgoing)]);
    failures.forget(target);
    answer.writeHead(incoming.statusCode ?? 502, endToEnd(incoming.rawHeaders));
    await pipeline(incoming, answer);
  } catch (thrown) {
    // A browser that went away broke it off itself.
    if (target !== undefined && !answer.destroyed) failures.remember(target, fetchError(thrown));
    if (answer.headersSent) answer.destroy();
    else answer.writeHead(502, NO_ANSWER).end();
  }
}

/** Field names and values as they came, without those that were meant for us. */
function endToEnd(rawHeaders: readonly string[]): string[] {
  return rawHeaders.filter((_, index) => !HOP_BY_HOP.test(rawHeaders[index - (index % 2)]?.toLowerCase() ?? ""));
}

function tunnel(guard: Guard, failures: Failures, authority: string, browser: Duplex): Socket | undefined {
  const url = URL.parse(`http://${authority}`);
  if (url === null) {
    browser.end("HTTP/1.1 400 Bad Request\r\n\r\n");
    return undefined;
  }
  const target = { hostname: bareHostname(url.hostname), port: portOf(url) };
  const refuse = (thrown: unknown) => {
    failures.remember(target, fetchError(thrown));
    browser.end("HTTP/1.1 502 Bad Gateway\r\n\r\n");
  };
  try {
    guard.checkTarget(target);
  } catch (thrown) {
    refuse(thrown);
    return undefined;
  }
  const remote = connect({ host: target.hostname, port: target.port, lookup: guard.lookupFor(target) });
  remote.setTimeout(CONNECT_TIMEOUT_MS, () => remote.destroy(timeoutError()));
  remote.once("error", refuse);
  remote.once("connect", () => {
    failures.forget(target);
    remote.off("error", refuse);
    remote.setTimeout(IDLE_TIMEOUT_MS);
    browser.write("HTTP/1.1 200 Connection Established\r\n\r\n");
    joinEnds(browser, remote);
  });
  browser.on("error", () => remote.destroy());
  browser.on("close", () => remote.destroy());
  return remote;
}

/** Bytes both ways until either end is done; a broken tunnel is the browser's to notice. */
function joinEnds(browser: Duplex, remote: Socket): void {
  remote.on("error", () => browser.destroy());
  remote.on("close", () => browser.destroy());
  browser.pipe(remote);
  remote.pipe(browser);
}

function keep(sockets: Set<Duplex>, socket: Duplex): void {
  sockets.add(socket);
  socket.on("close", () => sockets.delete(socket));
  socket.on("error", () => socket.destroy());
}

function targetOf(url: URL): Allowance {
  return { hostname: bareHostname(url.hostname), port: portOf(url) };
}

const timeoutError = () => Object.assign(new Error("connecting took too long"), { code: "ETIMEDOUT" });

function portOfServer(server: Server): number {
  return (server.address() as AddressInfo).port;
}

/** Why targets could not be reached, the latest ones: the browser itself only learns that its proxy said no. */
class Failures {
  readonly #failures = new Map<string, CrawlError>();

  get({ hostname, port }: Allowance): CrawlError | undefined {
    return this.#failures.get(`${hostname}:${port}`);
  }

  remember({ hostname, port }: Allowance, error: CrawlError): void {
    if (this.#failures.size >= MAX_REMEMBERED) this.#failures.clear();
    this.#failures.set(`${hostname}:${port}`, error);
  }

  forget({ hostname, port }: Allowance): void {
    this.#failures.delete(`${hostname}:${port}`);
  }
}
