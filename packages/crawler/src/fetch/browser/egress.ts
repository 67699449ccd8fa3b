// The one way out for a browser: an HTTP proxy on loopback that dials nothing the guard refuses.
import { randomBytes } from "node:crypto";
import { once } from "node:events";
import * as http from "node:http";
import { type AddressInfo, connect, isIPv6, type Socket } from "node:net";
import type { Duplex } from "node:stream";
import { pipeline } from "node:stream/promises";
import type { CrawlError } from "@llmstxt-service/page/errors";
import { fetchError } from "../failure.ts";
import { type Guard, type HostPort, targetOf } from "../guard.ts";
import { byProxy, refusedByProxy } from "../http.ts";
import { type ProxyFor, proxyFields } from "../proxies.ts";

/** The way out of one page. */
export interface Passage {
  /** Name and password for the proxy: any process of this machine could use it otherwise. */
  readonly credentials: { readonly username: string; readonly password: string };
  /** Why the last connection to the host of `url` did not come about: the browser learns only that its proxy said no. */
  failureFor(url: string): CrawlError | undefined;
  /** Ends its tunnels. */
  close(): void;
}

/** Marks an answer as ours (RFC 9209): the server it was asked of gave none. */
export const NO_ANSWER = { "proxy-status": "llmstxt; error=destination_unavailable" };

const ASK_WHO = { "proxy-authenticate": 'Basic realm="llmstxt"' };
const CONNECT_TIMEOUT_MS = 10_000;
/** Milliseconds without data after which a tunnel is closed; its page is gone. */
const IDLE_TIMEOUT_MS = 60_000;
/** Most hosts of a page whose failures are remembered. */
const MAX_FAILURES = 1000;
/** RFC 9110, 7.6.1: between us and the browser only. */
const HOP_BY_HOP = /^(connection|keep-alive|proxy-.*|te|trailer|transfer-encoding|upgrade)$/;

interface Page {
  readonly failures: Map<string, CrawlError>;
  readonly tunnels: Set<Duplex>;
}

export interface EgressOptions {
  readonly guard: Guard;
  readonly proxyFor: ProxyFor;
}

/** It sits below navigation, sub-resources, WebSockets and workers alike, where no rule inside the browser reaches all. */
export async function openEgress(options: EgressOptions): Promise<Egress> {
  const egress = new Egress(options);
  await egress.listen();
  return egress;
}

export class Egress {
  readonly #options: EgressOptions;
  /** Pages by the `Proxy-Authorization` that their browser sends. */
  readonly #pages = new Map<string, Page>();
  readonly #sockets = new Set<Duplex>();
  readonly #agent = new http.Agent({ keepAlive: true, timeout: IDLE_TIMEOUT_MS });
  readonly #server: http.Server;

  constructor(options: EgressOptions) {
    this.#options = options;
    this.#server = http.createServer((asked, answer) => {
      const page = this.#pages.get(asked.headers["proxy-authorization"] ?? "");
      if (page === undefined) answer.writeHead(407, ASK_WHO).end();
      else void this.#forward(page, asked, answer);
    });
    this.#server.on("connect", (asked: http.IncomingMessage, browser: Duplex) => {
      keep(this.#sockets, browser);
      const page = this.#pages.get(asked.headers["proxy-authorization"] ?? "");
      if (page !== undefined) void this.#tunnel(page, asked.url ?? "", browser);
      else
        browser.end(
          `HTTP/1.1 407 Proxy Authentication Required\r\nproxy-authenticate: ${ASK_WHO["proxy-authenticate"]}\r\ncontent-length: 0\r\n\r\n`,
        );
    });
    this.#server.on("connection", (socket: Socket) => keep(this.#sockets, socket));
    this.#server.on("clientError", (_, socket) => socket.destroy());
  }

  async listen(): Promise<void> {
    this.#server.listen(0, "127.0.0.1");
    await once(this.#server, "listening");
    // The command may end without waiting for an idle proxy.
    this.#server.unref();
  }

  /** `http://127.0.0.1:<port>` */
  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  /** Lets one page through, until it is closed. */
  admit(): Passage {
    const credentials = { username: "page", password: randomBytes(24).toString("base64url") };
    const key = `Basic ${btoa(`${credentials.username}:${credentials.password}`)}`;
    const page: Page = { failures: new Map(), tunnels: new Set() };
    this.#pages.set(key, page);
    return {
      credentials,
      failureFor: (url) => page.failures.get(keyOf(targetOf(new URL(url)))),
      close: () => {
        this.#pages.delete(key);
        for (const socket of page.tunnels) socket.destroy();
      },
    };
  }

  async close(): Promise<void> {
    this.#agent.destroy();
    this.#pages.clear();
    for (const socket of this.#sockets) socket.destroy();
    this.#server.close();
    await once(this.#server, "close");
  }

  /** A plain http request, in absolute form. https and WebSockets come as tunnels. */
  async #forward({ failures }: Page, asked: http.IncomingMessage, answer: http.ServerResponse): Promise<void> {
    const { guard, proxyFor } = this.#options;
    let target: HostPort | undefined;
    try {
      const url = guard.checkUrl(asked.url ?? "");
      target = targetOf(url);
      const proxy = proxyFor(url);
      if (proxy !== undefined) await guard.resolve(target);
      const headers = Object.fromEntries(Object.entries(asked.headers).filter(([name]) => !HOP_BY_HOP.test(name)));
      const method = asked.method ?? "GET";
      const timeout = IDLE_TIMEOUT_MS;
      const outgoing =
        proxy === undefined
          ? http.request(url, { method, headers, timeout, agent: this.#agent, lookup: guard.lookupFor(target) })
          : requestTo(proxy, {
              method,
              path: url.href,
              headers: { ...headers, host: url.host, ...proxyFields(proxy) },
              timeout,
            });
      outgoing.on("timeout", () => outgoing.destroy(timeoutError()));
      answer.on("close", () => outgoing.destroy());
      const answered = new Promise<http.IncomingMessage>((resolve, reject) => {
        outgoing.on("response", resolve);
        outgoing.on("error", (error) => reject(proxy === undefined ? error : byProxy(proxy, error)));
      });
      // A body that breaks off ends the request, and that is what `answered` reports.
      const [incoming] = await Promise.all([answered, pipeline(asked, outgoing)]);
      if (proxy !== undefined && incoming.statusCode === 407) throw refusedByProxy(proxy, 407);
      failures.delete(keyOf(target));
      answer.writeHead(incoming.statusCode ?? 502, endToEnd(incoming.rawHeaders));
      await pipeline(incoming, answer);
    } catch (thrown) {
      // A browser that went away broke it off itself.
      if (target !== undefined && !answer.destroyed) remember(failures, target, fetchError(thrown));
      if (answer.headersSent) answer.destroy();
      else answer.writeHead(502, NO_ANSWER).end();
    }
  }

  /** Joins the browser with what it asks to be connected with: `authority` is a host and a port. */
  async #tunnel(page: Page, authority: string, browser: Duplex): Promise<void> {
    const url = URL.parse(`https://${authority}`);
    if (url === null) return void browser.end("HTTP/1.1 400 Bad Request\r\n\r\n");
    const target = targetOf(url);
    const gone = new AbortController();
    browser.on("error", () => gone.abort());
    browser.on("close", () => gone.abort());
    try {
      const remote = await this.#dial(url, target, gone.signal);
      keep(page.tunnels, remote);
      remote.setTimeout(IDLE_TIMEOUT_MS, () => remote.destroy());
      page.failures.delete(keyOf(target));
      browser.on("close", () => remote.destroy());
      remote.on("close", () => browser.destroy());
      browser.write("HTTP/1.1 200 Connection Established\r\n\r\n");
      browser.pipe(remote);
      remote.pipe(browser);
    } catch (thrown) {
      if (gone.signal.aborted) return;
      remember(page.failures, target, fetchError(thrown));
      browser.end("HTTP/1.1 502 Bad Gateway\r\n\r\n");
    }
  }

  async #dial(url: URL, target: HostPort, signal: AbortSignal): Promise<Socket> {
    const { guard, proxyFor } = this.#options;
    guard.checkTarget(target);
    const proxy = proxyFor(url);
    if (proxy !== undefined) {
      await guard.resolve(target);
      return tunnelBy(proxy, target, signal);
    }
    const remote = connect({ host: target.hostname, port: target.port, lookup: guard.lookupFor(target), signal });
    remote.setTimeout(CONNECT_TIMEOUT_MS, () => remote.destroy(timeoutError()));
    await once(remote, "connect");
    return remote;
  }
}

/** A request to a proxy itself: of a whole address, or for a tunnel. */
function requestTo(proxy: URL, options: http.RequestOptions): http.ClientRequest {
  // Few proxies speak TLS, which takes long to load.
  const { request } = proxy.protocol === "https:" ? process.getBuiltinModule("node:https") : http;
  return request(proxy.origin, { ...options, agent: false });
}

/** A connection with `target` that the proxy made. */
function tunnelBy(proxy: URL, { hostname, port }: HostPort, signal: AbortSignal): Promise<Socket> {
  const { promise, resolve, reject } = Promise.withResolvers<Socket>();
  const authority = `${isIPv6(hostname) ? `[${hostname}]` : hostname}:${port}`;
  const headers = { host: authority, ...proxyFields(proxy) };
  const asked = requestTo(proxy, { method: "CONNECT", path: authority, headers, timeout: CONNECT_TIMEOUT_MS, signal });
  asked.on("timeout", () => asked.destroy(timeoutError()));
  asked.on("error", (error) => reject(byProxy(proxy, error)));
  asked.on("connect", ({ statusCode = 0 }, socket: Socket, head) => {
    socket.on("error", () => socket.destroy());
    if (head.length > 0) socket.unshift(head);
    if (statusCode === 200) return resolve(socket);
    socket.destroy();
    reject(refusedByProxy(proxy, statusCode));
  });
  asked.end();
  return promise;
}

const keyOf = ({ hostname, port }: HostPort) => `${hostname}:${port}`;

function remember(failures: Map<string, CrawlError>, target: HostPort, error: CrawlError): void {
  if (failures.size >= MAX_FAILURES) failures.clear();
  failures.set(keyOf(target), error);
}

/** Field names and values as they came, without those that were meant for us. */
function endToEnd(rawHeaders: readonly string[]): string[] {
  return rawHeaders.filter((_, index) => !HOP_BY_HOP.test(rawHeaders[index - (index % 2)]?.toLowerCase() ?? ""));
}

function keep(sockets: Set<Duplex>, socket: Duplex): void {
  sockets.add(socket);
  socket.on("close", () => sockets.delete(socket));
  socket.on("error", () => socket.destroy());
}

const timeoutError = () => Object.assign(new Error("connecting took too long"), { code: "ETIMEDOUT" });
