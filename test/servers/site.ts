import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from "node:http";
import { type AddressInfo, isIPv6, type Socket } from "node:net";

/** One answer of the site: HTML by itself, fields to be more exact, or a function that writes the response. */
export type SiteAnswer =
  | string
  | { readonly status?: number; readonly headers?: Record<string, string | string[]>; readonly body?: string | Buffer }
  | ((request: IncomingMessage, response: ServerResponse) => void);

export interface SiteRequest {
  readonly method: string;
  /** Path and query. */
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  /** Milliseconds since the server started. */
  readonly atMs: number;
}

export interface Site {
  /** `http://127.0.0.1:<port>`, without a slash at the end. */
  readonly origin: string;
  readonly hostname: string;
  readonly port: number;
  /** Every request in the order of arrival. */
  readonly requests: readonly SiteRequest[];
  /** Most requests that were open at one time. */
  readonly mostOpen: () => number;
  /** Sockets that are open now. */
  readonly sockets: () => number;
  close(): Promise<void>;
}

/**
 * A small real site: path (with its query, if it has one) -> answer. Without an exact match the path without its query
 * is looked up, then `*`; else 404. Change `answers` while it runs as you like.
 */
export async function serveSite(answers: Record<string, SiteAnswer>, hostname = "127.0.0.1"): Promise<Site> {
  const requests: SiteRequest[] = [];
  const sockets = new Set<Socket>();
  const startedAt = performance.now();
  let open = 0;
  let mostOpen = 0;
  const server = createServer((request, response) => {
    const path = request.url ?? "/";
    const atMs = performance.now() - startedAt;
    requests.push({ method: request.method ?? "", path, headers: request.headers, atMs });
    mostOpen = Math.max(mostOpen, ++open);
    response.on("close", () => open--);
    answer(answers[path] ?? answers[path.replace(/\?.*$/s, "")] ?? answers["*"] ?? { status: 404 }, request, response);
  });
  server.on("connection", (socket) => {
    sockets.add(socket);
    socket.on("close", () => sockets.delete(socket));
  });
  await new Promise<void>((resolve) => server.listen(0, hostname, resolve));
  const { port } = server.address() as AddressInfo;
  return {
    origin: `http://${isIPv6(hostname) ? `[${hostname}]` : hostname}:${port}`,
    hostname,
    port,
    requests,
    mostOpen: () => mostOpen,
    sockets: () => sockets.size,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

function answer(what: SiteAnswer, request: IncomingMessage, response: ServerResponse): void {
  if (typeof what === "function") {
    what(request, response);
    return;
  }
  const { status = 200, headers = {}, body = "" } = typeof what === "string" ? { body: what } : what;
  response.writeHead(status, { "content-type": "text/html; charset=utf-8", ...headers });
  response.end(request.method === "HEAD" ? undefined : body);
}

/** A bucket of `most` tokens, refilled by one after each `everyMs`: returns whether a request gets one. */
export function rateLimit({ most, everyMs }: { readonly most: number; readonly everyMs: number }): () => boolean {
  let [tokens, at] = [most, performance.now()];
  return () => {
    const now = performance.now();
    tokens = Math.min(most, tokens + (now - at) / everyMs);
    at = now;
    if (tokens < 1) return false;
    tokens--;
    return true;
  };
}
