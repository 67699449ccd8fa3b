import type { Socket } from "node:net";
import { CrawlError } from "@llmstxt-service/page/errors";
import type { buildConnector, Dispatcher, Pool } from "undici";
import { unlessAborted } from "../../waiting/abort.ts";
import { lazily } from "../../waiting/lazily.ts";
import { type ProxyFor, proxiedPool, refusedByProxy } from "../forward-proxy/forward-proxy.ts";
import { type Guard, portOf, targetOf } from "../guard/guard.ts";
import { type Exchange, exchange, type HttpResponse } from "./exchange.ts";

/** The sockets of plain fetches, kept alive between requests, every one of them opened through one guard. */
export interface Wire {
  /** @throws CrawlError */
  exchange(asked: Exchange, signal: AbortSignal): Promise<HttpResponse>;
  /** Ends the sockets, and with them whatever still runs. */
  close(): Promise<void>;
}

/** Most bytes of a response's header; more is `bad_response`. */
const MAX_HEADER_BYTES = 16 * 1024;
const MAX_READ_BYTES = 16 * 1024;
/** Milliseconds after which an idle socket is closed, unless the server asks for less. */
const KEEP_ALIVE_MS = 4000;

export interface WireOptions {
  readonly guard: Guard;
  /** Most sockets to one origin. */
  readonly maxSockets: number;
  readonly proxyFor: ProxyFor;
}

/** Costs nothing until the first exchange: undici takes 0.1 s to load. */
export function openWire(options: WireOptions): Wire {
  const { guard, proxyFor } = options;
  const closing = new AbortController();
  const opening = lazily(() => openDispatcher(options, closing.signal));
  return {
    async exchange(asked, signal) {
      if (closing.signal.aborted) throw new CrawlError("aborted", {});
      const dispatcher = await opening.get();
      const proxy = proxyFor(asked.url);
      if (proxy === undefined) return exchange(dispatcher, asked, signal);
      // For each request: those to a proxy share its connections, whatever they ask for.
      await unlessAborted(signal, guard.checkForProxy(targetOf(asked.url)));
      const answer = await exchange(dispatcher, asked, signal);
      if (answer.status === 407) throw refusedByProxy(proxy, answer.status, asked.url.host);
      return answer;
    },
    async close() {
      closing.abort();
      await (await opening.opened)?.destroy(new CrawlError("aborted", {}));
    },
  };
}

async function openDispatcher({ guard, maxSockets, proxyFor }: WireOptions, signal: AbortSignal): Promise<Dispatcher> {
  // Bun replaces the bare name by a module of its own without `dispatch`; its file is undici everywhere.
  // By its default export: in the bundled command a CommonJS package has no other.
  const undici = (await import("undici/index.js")).default;
  const { Agent, Pool, buildConnector } = undici;
  return new Agent({
    // A pool for each origin, so that its connector knows the port: `net.connect` tells a look-up only the name.
    factory: (address, given: Pool.Options) => {
      const origin = new URL(address);
      const options = { ...given, connections: maxSockets };
      const proxy = proxyFor(origin);
      return proxy === undefined
        ? new Pool(origin, { ...options, connect: guardedConnector(buildConnector, origin, guard) })
        : proxiedPool(undici, { origin, proxy, options, signal, onSocket: readInPieces });
    },
    maxHeaderSize: MAX_HEADER_BYTES,
    keepAliveTimeout: KEEP_ALIVE_MS,
    keepAliveMaxTimeout: KEEP_ALIVE_MS,
    // Ours is the only deadline: one for the whole exchange, from dispatch to the last byte.
    headersTimeout: 0,
    bodyTimeout: 0,
    // HTTP/2 costs twice the CPU here, and no crawl sends enough at once to gain by it.
    allowH2: false,
  });
}

function guardedConnector(build: typeof buildConnector, origin: URL, guard: Guard): buildConnector.connector {
  const target = { hostname: origin.hostname, port: portOf(origin) };
  const connect = build({ lookup: guard.lookupFor(target) });
  return (options, callback) => {
    try {
      // Here too, because sockets look no literal up.
      guard.checkTarget({ hostname: options.hostname, port: portOf(origin) });
    } catch (thrown) {
      return callback(thrown instanceof Error ? thrown : new Error(String(thrown)), null);
    }
    connect(options, (...settled) => {
      if (settled[0] === null) readInPieces(settled[1]);
      callback(...settled);
    });
  };
}

/**
 * undici's parser goes on to the end of what it was given, and makes an error with a stack trace for every header over
 * the limit: thousands of them fit in one read of 64 KiB, and took 0.2 s.
 */
function readInPieces(socket: Socket): void {
  const read = socket.read.bind(socket);
  socket.read = () => (socket.destroyed ? null : read(Math.min(socket.readableLength, MAX_READ_BYTES) || undefined));
}
