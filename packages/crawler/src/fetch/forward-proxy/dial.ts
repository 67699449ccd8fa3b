import { type ClientRequest, request as httpRequest, type RequestOptions } from "node:http";
import { isIPv6, type Socket } from "node:net";
import { CrawlError } from "@llmstxt-service/page/errors";
import { statusLine } from "@llmstxt-service/page/status-line";
import { fetchError } from "../failure.ts";
import type { HostPort } from "../guard/guard.ts";
import type { ForwardProxy } from "./proxies.ts";

/** Options of a connection through a proxy, and the signal that ends it. */
export interface Dialled {
  readonly target: HostPort;
  readonly timeoutMs: number;
  readonly signal?: AbortSignal | undefined;
}

/** A request to the proxy itself: of a whole address, or for a tunnel. */
export function requestTo({ origin }: ForwardProxy, options: RequestOptions): ClientRequest {
  // Node's TLS takes a tenth of the command's start to load, and few proxies speak it.
  const request = origin.startsWith("https:") ? process.getBuiltinModule("node:https").request : httpRequest;
  return request(origin, options);
}

/** A connection with `target` that the proxy made. @throws CrawlError `unreachable`, `proxy_refused`, `tls` */
export function openTunnel(proxy: ForwardProxy, { target, timeoutMs, signal }: Dialled): Promise<Socket> {
  const { promise, resolve, reject } = Promise.withResolvers<Socket>();
  const authority = `${isIPv6(target.hostname) ? `[${target.hostname}]` : target.hostname}:${target.port}`;
  const asked = requestTo(proxy, {
    method: "CONNECT",
    path: authority,
    headers: { host: authority, ...proxy.fields },
    agent: false,
    timeout: timeoutMs,
    signal,
  });
  asked.on("timeout", () => asked.destroy(Object.assign(new Error("connecting took too long"), { code: "ETIMEDOUT" })));
  asked.on("error", (error) => reject(unreachableProxy(proxy, error)));
  asked.on("connect", ({ statusCode = 0 }, socket, head) => {
    socket.on("error", () => socket.destroy());
    if (statusCode < 200 || statusCode > 299) {
      socket.destroy();
      reject(refusedByProxy(proxy, statusCode, authority));
      return;
    }
    socket.setTimeout(0);
    if (head.length > 0) socket.unshift(head);
    resolve(socket);
  });
  asked.end();
  return promise;
}

/** Failure of a proxy that gave no answer. Its user name and password are no part of it. */
export function unreachableProxy({ origin }: ForwardProxy, thrown: unknown): CrawlError {
  const { code, message } = fetchError(thrown);
  const detail = `the proxy ${origin} cannot be reached: ${message}`;
  return new CrawlError(code === "tls" ? "tls" : "unreachable", { detail }, { cause: thrown });
}

/** 502, 503, 504: the proxy itself got no answer. */
const NOT_REACHED: readonly number[] = [502, 503, 504];

/** Answer of a proxy that did not connect. */
export function refusedByProxy({ origin, fields }: ForwardProxy, status: number, authority: string): CrawlError {
  if (NOT_REACHED.includes(status))
    return new CrawlError("unreachable", {
      detail: `the proxy ${origin} could not reach ${authority}: ${statusLine(status)}`,
    });
  const isKnown = Object.keys(fields).length > 0;
  const wants = isKnown ? "refuses the user name and password it was given" : "asks for a user name and password";
  const refuses = status === 407 ? wants : `refuses to connect to ${authority}`;
  return new CrawlError("proxy_refused", { detail: `the proxy ${origin} ${refuses}: ${statusLine(status)}` });
}
