// The only connection of a browser page to the network: an HTTP proxy on loopback that connects to nothing the guard
// refuses.
import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { type AddressInfo, connect, isIPv6 } from "node:net";
import type { Duplex } from "node:stream";
import { pipeline } from "node:stream/promises";
import type { CrawlError } from "@llmstxt-service/page/errors";
import type { Dispatcher } from "undici";
import { fetchError } from "../failure.ts";
import { type HostPort, targetOf } from "../guard.ts";
import type { Wire } from "../http.ts";
import { byProxy, proxyFields, refusedByProxy } from "../proxies.ts";

/** Marks an answer as the proxy's own (RFC 9209): the server gave none. */
export const NO_ANSWER = { "proxy-status": "llmstxt; error=destination_unavailable" };

const CONNECT_TIMEOUT_MS = 10_000;
/** Milliseconds without data after which a tunnel is closed; its page is gone. */
const IDLE_TIMEOUT_MS = 60_000;
/** RFC 9110, 7.6.1: fields between proxy and browser only. */
const HOP_BY_HOP = /^(connection|keep-alive|proxy-.*|te|trailer|transfer-encoding|upgrade)$/;

/** A proxy sees navigation, sub-resources, WebSockets and workers; no rule inside the browser covers them all. */
export class Egress {
  readonly #wire: Wire;
  readonly #sockets = new Set<Duplex>();
  readonly #failures = new Map<string, CrawlError>();
  readonly #server = createServer();

  private constructor(wire: Wire) {
    this.#wire = wire;
    this.#server.on("request", (asked, answer) => void this.#forward(asked, answer));
    this.#server.on("connect", ({ url }: IncomingMessage, browser: Duplex) => void this.#tunnel(url, browser));
    this.#server.on("connection", (socket: Duplex) => this.#keep(socket));
    this.#server.on("clientError", (_, socket) => socket.destroy());
  }

  static async open(wire: Wire): Promise<Egress> {
    const egress = new Egress(wire);
    await once(egress.#server.listen(0, "127.0.0.1"), "listening");
    return egress;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  close(): void {
    this.#server.close();
    for (const socket of this.#sockets) socket.destroy();
  }

  /** Failure of the last connection to the host of `url`: the browser learns only that its proxy refused. */
  failureFor(url: string): CrawlError | undefined {
    return this.#failures.get(new URL(url).host);
  }

  #settle({ host }: URL, error?: CrawlError): void {
    if (error === undefined) this.#failures.delete(host);
    else if (this.#failures.size < 1000) this.#failures.set(host, error);
  }

  #keep(socket: Duplex): void {
    this.#sockets.add(socket);
    socket.on("close", () => this.#sockets.delete(socket));
    socket.on("error", () => socket.destroy());
  }

  /** A plain http request, in absolute form. https and WebSockets come as tunnels. */
  async #forward(asked: IncomingMessage, answer: ServerResponse): Promise<void> {
    const gone = new AbortController();
    answer.on("close", () => gone.abort());
    const url = URL.parse(asked.url ?? "");
    try {
      const method = (asked.method ?? "GET") as Dispatcher.HttpMethod;
      const body = /^(?:GET|HEAD)$/.test(method) ? null : asked;
      const sent = { method, body, headers: endToEnd(asked.headers), signal: gone.signal };
      const relayed = await this.#wire.relay(this.#wire.guard.checkUrl(asked.url ?? ""), sent);
      if (url !== null) this.#settle(url);
      answer.writeHead(relayed.status, endToEnd(relayed.headers));
      await pipeline(relayed.body, answer);
    } catch (thrown) {
      // A browser that went away broke it off itself.
      if (url !== null && !answer.destroyed) this.#settle(url, fetchError(thrown));
      if (answer.headersSent) answer.destroy();
      else answer.writeHead(502, NO_ANSWER).end();
    }
  }

  /** Connects the browser with a server: `authority` is a host and a port. */
  async #tunnel(authority: string | undefined, browser: Duplex): Promise<void> {
    const url = URL.parse(`https://${authority}`);
    if (url === null) return void browser.end("HTTP/1.1 400 Bad Request\r\n\r\n");
    const gone = new AbortController();
    browser.on("close", () => gone.abort());
    try {
      const remote = await this.#dial(url, gone.signal);
      this.#keep(remote);
      this.#settle(url);
      browser.on("close", () => remote.destroy());
      remote.on("close", () => browser.destroy());
      browser.write("HTTP/1.1 200 Connection Established\r\n\r\n");
      browser.pipe(remote).pipe(browser);
    } catch (thrown) {
      if (gone.signal.aborted) return;
      this.#settle(url, fetchError(thrown));
      browser.end("HTTP/1.1 502 Bad Gateway\r\n\r\n");
    }
  }

  async #dial(url: URL, signal: AbortSignal): Promise<Duplex> {
    const { guard, proxyFor } = this.#wire;
    const target = targetOf(url);
    guard.checkTarget(target);
    const proxy = proxyFor(url);
    if (proxy !== undefined) {
      await guard.resolve(target);
      return tunnelBy(proxy, target, signal);
    }
    const remote = connect({ host: target.hostname, port: target.port, lookup: guard.lookupFor(target), signal });
    const late = () => remote.destroy(Object.assign(new Error("connecting took too long"), { code: "ETIMEDOUT" }));
    remote.setTimeout(CONNECT_TIMEOUT_MS, late);
    await once(remote, "connect");
    return remote.setTimeout(IDLE_TIMEOUT_MS);
  }
}

const endToEnd = <Value>(headers: Readonly<Record<string, Value>>): Record<string, Value> =>
  Object.fromEntries(Object.entries(headers).filter(([name]) => !HOP_BY_HOP.test(name)));

/** Opens a connection to a host through the outer proxy. */
async function tunnelBy(proxy: URL, { hostname, port }: HostPort, signal: AbortSignal): Promise<Duplex> {
  const { Client } = (await import("undici/index.js")).default;
  const path = `${isIPv6(hostname) ? `[${hostname}]` : hostname}:${port}`;
  const client = new Client(proxy.origin, { headersTimeout: CONNECT_TIMEOUT_MS });
  const headers = { host: path, ...proxyFields(proxy) };
  const { statusCode, socket } = await client.connect({ path, headers, signal }).catch((thrown: unknown) => {
    throw byProxy(proxy, thrown);
  });
  if (statusCode === 200) return socket;
  socket.on("error", () => socket.destroy()).destroy();
  throw refusedByProxy(proxy, statusCode);
}
