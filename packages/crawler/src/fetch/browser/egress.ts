// The one way out for a browser: an HTTP proxy on loopback that dials nothing the guard refuses.
import { randomBytes } from "node:crypto";
import { once } from "node:events";
import {
  Agent,
  type ClientRequest,
  createServer,
  type IncomingMessage,
  type OutgoingHttpHeaders,
  type RequestOptions,
  request,
  type ServerResponse,
} from "node:http";
import { type AddressInfo, connect, isIPv6, type Socket } from "node:net";
import type { Duplex } from "node:stream";
import { pipeline } from "node:stream/promises";
import type { CrawlError } from "@llmstxt-service/page/errors";
import { fetchError } from "../failure.ts";
import { type Guard, type HostPort, targetOf } from "../guard.ts";
import { byProxy, type ProxyFor, proxyFields, refusedByProxy } from "../proxies.ts";

/** Marks an answer as ours (RFC 9209): the server it was asked of gave none. */
export const NO_ANSWER = { "proxy-status": "llmstxt; error=destination_unavailable" };

const ASK_WHO = { "proxy-authenticate": 'Basic realm="llmstxt"' };
const CONNECT_TIMEOUT_MS = 10_000;
/** Milliseconds without data after which a tunnel is closed; its page is gone. */
const IDLE_TIMEOUT_MS = 60_000;
/** RFC 9110, 7.6.1: between us and the browser only. */
const HOP_BY_HOP = /^(connection|keep-alive|proxy-.*|te|trailer|transfer-encoding|upgrade)$/;

/** The way out of one page, until it is closed. */
export class Passage {
  /** Name and password for the proxy: any process of this machine could use it otherwise. */
  readonly credentials = { username: "page", password: randomBytes(24).toString("base64url") };
  readonly key = `Basic ${btoa(`page:${this.credentials.password}`)}`;
  readonly tunnels = new Set<Duplex>();
  readonly #failures = new Map<string, CrawlError>();
  readonly close: () => void;

  constructor(onClose: (passage: Passage) => void) {
    this.close = () => {
      onClose(this);
      for (const socket of this.tunnels) socket.destroy();
    };
  }

  /** Why the last connection to the host of `url` did not come about: the browser learns only that its proxy said no. */
  failureFor(url: string): CrawlError | undefined {
    return this.#failures.get(new URL(url).host);
  }

  settle({ host }: URL, error?: CrawlError): void {
    if (error === undefined) this.#failures.delete(host);
    else if (this.#failures.size < 1000) this.#failures.set(host, error);
  }
}

export interface EgressOptions {
  readonly guard: Guard;
  readonly proxyFor: ProxyFor;
}

/** It sits below navigation, sub-resources, WebSockets and workers alike, where no rule inside the browser reaches all. */
export class Egress {
  readonly #options: EgressOptions;
  readonly #passages = new Map<string | undefined, Passage>();
  readonly #sockets = new Set<Duplex>();
  readonly #agent = new Agent({ keepAlive: true, timeout: IDLE_TIMEOUT_MS });
  readonly #server = createServer();

  private constructor(options: EgressOptions) {
    this.#options = options;
    const passageOf = ({ headers }: IncomingMessage) => this.#passages.get(headers["proxy-authorization"]);
    this.#server.on("request", (asked, answer) => {
      const passage = passageOf(asked);
      if (passage === undefined) answer.writeHead(407, ASK_WHO).end();
      else void this.#forward(passage, asked, answer);
    });
    this.#server.on("connect", (asked: IncomingMessage, browser: Duplex) => {
      keep(this.#sockets, browser);
      const passage = passageOf(asked);
      if (passage !== undefined) return void this.#tunnel(passage, asked.url ?? "", browser);
      const fields = `proxy-authenticate: ${ASK_WHO["proxy-authenticate"]}\r\ncontent-length: 0`;
      browser.end(`HTTP/1.1 407 Proxy Authentication Required\r\n${fields}\r\n\r\n`);
    });
    this.#server.on("connection", (socket: Socket) => keep(this.#sockets, socket));
    this.#server.on("clientError", (_, socket) => socket.destroy());
  }

  static async open(options: EgressOptions): Promise<Egress> {
    const egress = new Egress(options);
    // The command may end without waiting for an idle proxy.
    await once(egress.#server.listen(0, "127.0.0.1").unref(), "listening");
    return egress;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  /** Lets one page through. */
  admit(): Passage {
    const passage = new Passage(({ key }) => this.#passages.delete(key));
    this.#passages.set(passage.key, passage);
    return passage;
  }

  async close(): Promise<void> {
    this.#agent.destroy();
    this.#passages.clear();
    for (const socket of this.#sockets) socket.destroy();
    await once(this.#server.close(), "close");
  }

  /** A plain http request, in absolute form. https and WebSockets come as tunnels. */
  async #forward(passage: Passage, asked: IncomingMessage, answer: ServerResponse): Promise<void> {
    let url: URL | undefined;
    try {
      url = this.#options.guard.checkUrl(asked.url ?? "");
      const headers = Object.entries(asked.headers).filter(([name]) => !HOP_BY_HOP.test(name));
      const proxy = await this.#proxyFor(url);
      const outgoing = this.#request(url, proxy, asked.method ?? "GET", Object.fromEntries(headers));
      answer.on("close", () => outgoing.destroy());
      const answered = new Promise<IncomingMessage>((resolve, reject) => {
        outgoing.on("response", resolve);
        outgoing.on("error", (error) => reject(proxy === undefined ? error : byProxy(proxy, error)));
      });
      // A body that breaks off ends the request, and that is what `answered` reports.
      const [incoming] = await Promise.all([answered, pipeline(asked, outgoing)]);
      if (proxy !== undefined && incoming.statusCode === 407) throw refusedByProxy(proxy, 407);
      passage.settle(url);
      const { rawHeaders } = incoming;
      const own = rawHeaders.filter((_, at) => !HOP_BY_HOP.test(rawHeaders[at - (at % 2)]?.toLowerCase() ?? ""));
      answer.writeHead(incoming.statusCode ?? 502, own);
      await pipeline(incoming, answer);
    } catch (thrown) {
      // A browser that went away broke it off itself.
      if (url !== undefined && !answer.destroyed) passage.settle(url, fetchError(thrown));
      if (answer.headersSent) answer.destroy();
      else answer.writeHead(502, NO_ANSWER).end();
    }
  }

  #request(url: URL, proxy: URL | undefined, method: string, headers: OutgoingHttpHeaders): ClientRequest {
    if (proxy !== undefined)
      return requestTo(proxy, { method, path: url.href, headers: { ...headers, host: url.host } });
    const lookup = this.#options.guard.lookupFor(targetOf(url));
    return withTimeout(request(url, { method, headers, lookup, agent: this.#agent, timeout: IDLE_TIMEOUT_MS }));
  }

  /** The proxy of this machine's network for a URL, whose host is looked at before the proxy dials it. */
  async #proxyFor(url: URL): Promise<URL | undefined> {
    const proxy = this.#options.proxyFor(url);
    if (proxy !== undefined) await this.#options.guard.resolve(targetOf(url));
    return proxy;
  }

  /** Joins the browser with what it asks to be connected with: `authority` is a host and a port. */
  async #tunnel(passage: Passage, authority: string, browser: Duplex): Promise<void> {
    const url = URL.parse(`https://${authority}`);
    if (url === null) return void browser.end("HTTP/1.1 400 Bad Request\r\n\r\n");
    const gone = new AbortController();
    browser.on("close", () => gone.abort());
    try {
      const remote = await this.#dial(url, gone.signal);
      keep(passage.tunnels, remote);
      remote.setTimeout(IDLE_TIMEOUT_MS, () => remote.destroy());
      passage.settle(url);
      browser.on("close", () => remote.destroy());
      remote.on("close", () => browser.destroy());
      browser.write("HTTP/1.1 200 Connection Established\r\n\r\n");
      browser.pipe(remote).pipe(browser);
    } catch (thrown) {
      if (gone.signal.aborted) return;
      passage.settle(url, fetchError(thrown));
      browser.end("HTTP/1.1 502 Bad Gateway\r\n\r\n");
    }
  }

  async #dial(url: URL, signal: AbortSignal): Promise<Socket> {
    const { guard } = this.#options;
    const target = targetOf(url);
    guard.checkTarget(target);
    const proxy = await this.#proxyFor(url);
    if (proxy !== undefined) return tunnelBy(proxy, target, signal);
    const remote = connect({ host: target.hostname, port: target.port, lookup: guard.lookupFor(target), signal });
    remote.setTimeout(CONNECT_TIMEOUT_MS, () => remote.destroy(timeoutError()));
    await once(remote, "connect");
    return remote;
  }
}

/** A request to a proxy itself: of a whole address, or for a tunnel. */
function requestTo(proxy: URL, options: RequestOptions): ClientRequest {
  // Few proxies speak TLS, which takes long to load.
  const ask = proxy.protocol === "https:" ? process.getBuiltinModule("node:https").request : request;
  const headers = { ...(options.headers as OutgoingHttpHeaders), ...proxyFields(proxy) };
  return withTimeout(ask(proxy.origin, { timeout: IDLE_TIMEOUT_MS, ...options, headers, agent: false }));
}

/** A connection with a host that the proxy made. */
async function tunnelBy(proxy: URL, { hostname, port }: HostPort, signal: AbortSignal): Promise<Socket> {
  const path = `${isIPv6(hostname) ? `[${hostname}]` : hostname}:${port}`;
  const timeout = CONNECT_TIMEOUT_MS;
  const asked = requestTo(proxy, { method: "CONNECT", path, headers: { host: path }, timeout, signal });
  asked.end();
  const connected = once(asked, "connect") as Promise<[IncomingMessage, Socket, Buffer]>;
  const [{ statusCode = 0 }, socket, head] = await connected.catch((thrown: unknown) => {
    throw byProxy(proxy, thrown);
  });
  socket.on("error", () => socket.destroy());
  if (head.length > 0) socket.unshift(head);
  if (statusCode === 200) return socket;
  socket.destroy();
  throw refusedByProxy(proxy, statusCode);
}

const timeoutError = () => Object.assign(new Error("connecting took too long"), { code: "ETIMEDOUT" });
const withTimeout = (request: ClientRequest) => request.on("timeout", () => request.destroy(timeoutError()));

function keep(sockets: Set<Duplex>, socket: Duplex): void {
  sockets.add(socket);
  socket.on("close", () => sockets.delete(socket));
  socket.on("error", () => socket.destroy());
}
