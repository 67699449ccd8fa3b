import type { Socket } from "node:net";
import type { buildConnector, Dispatcher, Pool } from "undici";
import { targetOf } from "../guard/guard.ts";
import { openTunnel, unreachableProxy } from "./dial.ts";
import type { ForwardProxy } from "./proxies.ts";

/** The parts of undici that are used, which is loaded late. */
export interface Undici {
  readonly Pool: typeof Pool;
  readonly buildConnector: typeof buildConnector;
}

export interface ProxiedPool {
  readonly origin: URL;
  readonly proxy: ForwardProxy;
  readonly options: Pool.Options;
  /** Ends connections that are being made. */
  readonly signal: AbortSignal;
  /** Called with every connection before it is used. */
  readonly onSocket?: (socket: Socket) => void;
}

const CONNECT_TIMEOUT_MS = 10_000;

/**
 * Connections with one origin by way of a proxy: for https a tunnel (`CONNECT`), for http requests with the whole address,
 * since many proxies tunnel to port 443 only.
 */
export function proxiedPool(undici: Undici, pool: ProxiedPool): Dispatcher {
  return pool.origin.protocol === "https:" ? tunnelPool(undici, pool) : wholeAddressPool(undici, pool);
}

function tunnelPool({ Pool, buildConnector }: Undici, { origin, proxy, options, signal, onSocket }: ProxiedPool) {
  const secure = buildConnector({});
  const connect: buildConnector.connector = (asked, callback) => {
    openTunnel(proxy, { target: targetOf(origin), timeoutMs: CONNECT_TIMEOUT_MS, signal }).then(
      (tunnel) => secure({ ...asked, httpSocket: tunnel }, watched(callback, onSocket)),
      (thrown: Error) => callback(thrown, null),
    );
  };
  return new Pool(origin, { ...options, connect });
}

function wholeAddressPool({ Pool, buildConnector }: Undici, { origin, proxy, options, onSocket }: ProxiedPool) {
  const dial = buildConnector({ timeout: CONNECT_TIMEOUT_MS });
  const connect: buildConnector.connector = (asked, callback) =>
    dial(
      asked,
      watched((...settled) => {
        if (settled[0] === null) callback(...settled);
        else callback(unreachableProxy(proxy, settled[0]), null);
      }, onSocket),
    );
  const fields = { host: origin.host, ...proxy.fields };
  return new Pool(proxy.origin, { ...options, connect }).compose(
    (dispatch) => (asked, handler) =>
      dispatch(
        { ...asked, path: `${origin.origin}${asked.path}`, headers: withFields(asked.headers, fields) },
        handler,
      ),
  );
}

function watched(
  callback: buildConnector.Callback,
  onSocket: ((socket: Socket) => void) | undefined,
): buildConnector.Callback {
  return (...settled) => {
    if (settled[0] === null) onSocket?.(settled[1]);
    callback(...settled);
  };
}

/** undici takes names and values in turn, pairs of them, or an object. */
function withFields(
  headers: Dispatcher.DispatchOptions["headers"],
  fields: Readonly<Record<string, string>>,
): NonNullable<Dispatcher.DispatchOptions["headers"]> {
  if (headers === null || headers === undefined) return fields;
  if (Array.isArray(headers)) return [...headers, ...Object.entries(fields).flat()];
  if (Symbol.iterator in headers) return { ...Object.fromEntries([...headers]), ...fields };
  return { ...headers, ...fields };
}
