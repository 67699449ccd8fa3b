import { randomBytes } from "node:crypto";
import { once } from "node:events";
import {
  Agent,
  type ClientRequest,
  createServer,
  type IncomingMessage,
  type OutgoingHttpHeaders,
  request,
  type Server,
  type ServerResponse,
} from "node:http";
import { type AddressInfo, connect, type Socket } from "node:net";
import type { Duplex } from "node:stream";
import { pipeline } from "node:stream/promises";
import { fetchError } from "../failure.ts";
import {
  openTunnel,
  type ProxyFor,
  refusedByProxy,
  requestTo,
  unreachableProxy,
} from "../forward-proxy/forward-proxy.ts";
import { type Guard, type HostPort, targetOf } from "../guard/guard.ts";
import type { Names } from "../names/names.ts";
import { OpenPassage, type Passage } from "./passage.ts";

/**
 * The one way out for a browser: an HTTP proxy on loopback that dials nothing the guard refuses. It sits below
 * navigation, sub-resources, WebSockets and workers alike, where rules inside the browser would not reach all of them.
 */
export interface Egress {
  /** `http://127.0.0.1:<port>` */
  readonly url: string;
  /** Lets one page through, until it is closed. */
  admit(): Passage;
  close(): Promise<void>;
}

/** Marks an answer as ours (RFC 9209): the server it was asked of gave none. */
export const NO_ANSWER = { "proxy-status": "llmstxt; error=destination_unavailable" };

const ASK_WHO = { "proxy-authenticate": 'Basic realm="llmstxt"' };

const CONNECT_TIMEOUT_MS = 10_000;
/** Milliseconds without data after which a tunnel is closed; its page is gone. */
const IDLE_TIMEOUT_MS = 60_000;

/** RFC 9110, 7.6.1: between us and the browser only. */
const HOP_BY_HOP = /^(connection|keep-alive|proxy-.*|te|trailer|transfer-encoding|upgrade)$/;

export interface EgressOptions {
  readonly guard: Guard;
  readonly names: Names;
  readonly proxyFor: ProxyFor;
}

export async function openEgress({ guard, names, proxyFor }: EgressOptions): Promise<Egress> {
  /** Passages by the `Proxy-Authorization` that their page's browser sends. */
  const passages = new Map<string, OpenPassage>();
  const sockets = new Set<Duplex>();
  const agent = new Agent({ keepAlive: true, timeout: IDLE_TIMEOUT_MS });
  const passageOf = ({ headers }: IncomingMessage) => passages.get(headers["proxy-authorization"] ?? "");
  const server = createServer((asked, answer) => {
    const passage = passageOf(asked);
    if (passage === undefined) answer.writeHead(407, ASK_WHO).end();
    else void forward({ guard, agent, proxyFor, passage }, asked, answer);
  });
  server.on("connect", (asked: IncomingMessage, browser: Duplex) => {
    keep(sockets, browser);
    const passage = passageOf(asked);
    if (passage !== undefined) void tunnel({ guard, proxyFor, passage }, asked.url ?? "", browser);
    else browser.end(`HTTP/1.1 407 Proxy Authentication Required\r\n${headerLines(ASK_WHO)}content-length: 0\r\n\r\n`);
  });
  server.on("connection", (socket: Socket) => keep(sockets, socket));
  server.on("clientError", (_, socket) => socket.destroy());
  await new Promise<void>((resolve, reject) => server.once("error", reject).listen(0, "127.0.0.1", resolve));
  // The command may end without waiting for an idle proxy.
  server.unref();
  return {
    url: `http://127.0.0.1:${portOfServer(server)}`,
    admit() {
      const credentials = { username: "page", password: randomBytes(24).toString("base64url") };
      const key = `Basic ${btoa(`${credentials.username}:${credentials.password}`)}`;
      const passage = new OpenPassage(names.forPage());
      passages.set(key, passage);
      return {
        credentials,
        failureFor: (url) => passage.failures.get(targetOf(new URL(url))),
        close() {
          passages.delete(key);
          passage.close();
        },
      };
    },
    async close() {
      agent.destroy();
      for (const passage of passages.values()) passage.close();
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

interface Tunnelling {
  readonly guard: Guard;
  readonly proxyFor: ProxyFor;
  readonly passage: OpenPassage;
}

interface Forwarding extends Tunnelling {
  readonly agent: Agent;
}

/** A plain http request, in absolute form. https and WebSockets come as tunnels. */
async function forward(forwarding: Forwarding, asked: IncomingMessage, answer: ServerResponse) {
  const { guard, proxyFor, passage } = forwarding;
  const { failures } = passage;
  let target: HostPort | undefined;
  try {
    const url = guard.checkUrl(asked.url ?? "");
    target = targetOf(url);
    const headers = Object.fromEntries(Object.entries(asked.headers).filter(([name]) => !HOP_BY_HOP.test(name)));
    const proxy = proxyFor(url);
    const outgoing = await send(forwarding, { url, method: asked.method ?? "GET", headers });
    outgoing.on("timeout", () => outgoing.destroy());
    answer.on("close", () => outgoing.destroy());
    const answered = new Promise<IncomingMessage>((resolve, reject) => {
      outgoing.on("response", resolve);
      outgoing.on("error", (error) => reject(proxy === undefined ? error : unreachableProxy(proxy, error)));
    });
    // A body that breaks off ends the request, and that is what `answered` reports.
    const [incoming] = await Promise.all([answered, pipeline(asked, outgoing)]);
    if (proxy !== undefined && incoming.statusCode === 407) throw refusedByProxy(proxy, 407, url.host);
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

interface Outgoing {
  readonly url: URL;
  readonly method: string;
  readonly headers: OutgoingHttpHeaders;
}

/** The request to the site, or to the proxy that asks it. @throws CrawlError where the proxy may not be asked for it */
async function send(
  { guard, agent, proxyFor, passage: { lookups } }: Forwarding,
  { url, method, headers }: Outgoing,
): Promise<ClientRequest> {
  const target = targetOf(url);
  const proxy = proxyFor(url);
  const timeout = IDLE_TIMEOUT_MS;
  if (proxy === undefined)
    return request(url, { method, headers, agent, timeout, lookup: guard.lookupFor(target, lookups) });
  await guard.checkForProxy(target, lookups);
  const fields = { ...headers, host: url.host, ...proxy.fields };
  return requestTo(proxy, { method, path: url.href, headers: fields, agent: false, timeout });
}

/** Field names and values as they came, without those that were meant for us. */
function endToEnd(rawHeaders: readonly string[]): string[] {
  return rawHeaders.filter((_, index) => !HOP_BY_HOP.test(rawHeaders[index - (index % 2)]?.toLowerCase() ?? ""));
}

const headerLines = (headers: Readonly<Record<string, string>>) =>
  Object.entries(headers)
    .map(([name, value]) => `${name}: ${value}\r\n`)
    .join("");

/** Joins the browser with what it asks to be connected with: `authority` is a host and a port. */
async function tunnel(tunnelling: Tunnelling, authority: string, browser: Duplex): Promise<void> {
  const { failures } = tunnelling.passage;
  const url = URL.parse(`https://${authority}`);
  if (url === null) {
    browser.end("HTTP/1.1 400 Bad Request\r\n\r\n");
    return;
  }
  const target = targetOf(url);
  const gone = new AbortController();
  browser.on("error", () => gone.abort());
  browser.on("close", () => gone.abort());
  try {
    const remote = await dial(tunnelling, url, gone.signal);
    failures.forget(target);
    browser.on("close", () => remote.destroy());
    browser.write("HTTP/1.1 200 Connection Established\r\n\r\n");
    joinEnds(browser, remote);
  } catch (thrown) {
    if (gone.signal.aborted) return;
    failures.remember(target, fetchError(thrown));
    browser.end("HTTP/1.1 502 Bad Gateway\r\n\r\n");
  }
}

/** A connection with the host of `url`, which ends with the page's passage. @throws Error */
async function dial({ guard, proxyFor, passage }: Tunnelling, url: URL, signal: AbortSignal): Promise<Socket> {
  const { lookups, tunnels } = passage;
  const target = targetOf(url);
  guard.checkTarget(target);
  const proxy = proxyFor(url);
  if (proxy !== undefined) {
    await guard.checkForProxy(target, lookups);
    const remote = await openTunnel(proxy, { target, timeoutMs: CONNECT_TIMEOUT_MS, signal });
    keep(tunnels, remote);
    remote.setTimeout(IDLE_TIMEOUT_MS, () => remote.destroy(timeoutError()));
    return remote;
  }
  const remote = connect({
    host: target.hostname,
    port: target.port,
    lookup: guard.lookupFor(target, lookups),
    signal,
  });
  keep(tunnels, remote);
  remote.setTimeout(CONNECT_TIMEOUT_MS, () => remote.destroy(timeoutError()));
  await once(remote, "connect");
  remote.setTimeout(IDLE_TIMEOUT_MS);
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

const timeoutError = () => Object.assign(new Error("connecting took too long"), { code: "ETIMEDOUT" });

function portOfServer(server: Server): number {
  return (server.address() as AddressInfo).port;
}
