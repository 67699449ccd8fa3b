// A small service that speaks the protocol of the real one and says what a test wants it to say: for states of the page
// that the real one reaches only by accident. Real HTTP, real WebSocket, the page as it is built.
import { readFile } from "node:fs/promises";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { extname, join, normalize } from "node:path";
import { WebSocket, WebSocketServer } from "ws";
import type { ServerConfig } from "../../src/shells/protocol/config.ts";
import type { SocketEvent, SocketMessage } from "../../src/shells/protocol/messages.ts";
import { PAGE_HEADERS } from "./page-headers.ts";

/** Says the messages of one crawl. */
export interface Say {
  log(event: SocketEvent): void;
  result(text: string, event?: SocketEvent): void;
  url(url: string): void;
  /** With the code a program goes by. */
  error(text: string, event: SocketEvent): void;
  close(code: number, reason?: string): void;
  /** Ends the connection without a close frame: the browser sees 1006. */
  cut(): void;
  /** Resolves when the page has gone away. */
  readonly gone: Promise<void>;
}

/** Answers a REST call, or undefined for 404. Gets the parsed body. */
export type Answer = (path: string, method: string, body: unknown) => { status?: number; body?: unknown } | undefined;

export interface ScriptedOptions {
  /** Folder of the built page. */
  readonly page: string;
  readonly config: ServerConfig;
  /** The only key that is taken; undefined: none is asked for. */
  readonly key?: string;
  readonly crawl: (say: Say, request: unknown) => void;
  readonly answer?: Answer;
}

export interface ScriptedService extends AsyncDisposable {
  readonly url: string;
  /** What the page has asked for: `GET /api/config`. */
  readonly calls: readonly string[];
}

const TYPES: Readonly<Record<string, string>> = {
  ".html": "text/html; charset=utf-8",
  ".js": "text/javascript; charset=utf-8",
  ".css": "text/css; charset=utf-8",
  ".svg": "image/svg+xml",
  ".woff2": "font/woff2",
};

async function serveFile(root: string, path: string, response: ServerResponse): Promise<void> {
  const file = join(root, normalize(path === "/" ? "/index.html" : path));
  try {
    const body = await readFile(file);
    response.writeHead(200, { ...PAGE_HEADERS, "content-type": TYPES[extname(file)] ?? "application/octet-stream" });
    response.end(body);
  } catch {
    // Only ENOENT and EISDIR: there is no such file.
    response.writeHead(404).end();
  }
}

async function bodyOf(request: IncomingMessage): Promise<unknown> {
  let text = "";
  for await (const part of request) text += part;
  return text === "" ? undefined : JSON.parse(text);
}

function json(response: ServerResponse, status: number, body: unknown): void {
  response.writeHead(status, { ...PAGE_HEADERS, "content-type": "application/json" });
  response.end(body === undefined ? "" : JSON.stringify(body));
}

async function serve(options: ScriptedOptions, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const { pathname, search } = new URL(request.url ?? "/", "http://service");
  const method = request.method ?? "GET";
  const isRight = options.key === undefined || request.headers["x-api-key"] === options.key;
  if (pathname === "/api/config") return json(response, 200, options.config);
  if (pathname === "/auth/session")
    return isRight ? json(response, 200, { expires_in: 604_800 }) : json(response, 401, UNAUTHORIZED);
  const isApi = pathname.startsWith("/api/") || pathname === "/openapi.json";
  if (!isApi) return await serveFile(options.page, pathname, response);
  if (!isRight) return json(response, 401, UNAUTHORIZED);
  const answer = options.answer?.(pathname + search, method, await bodyOf(request));
  if (answer) json(response, answer.status ?? 200, answer.body);
  else json(response, 404, { detail: "Not found" });
}

const UNAUTHORIZED = { detail: "Unauthorized" };

function speech(socket: WebSocket): Say {
  const send = (type: SocketMessage["type"], content: string, event?: SocketEvent) => {
    if (socket.readyState === WebSocket.OPEN) socket.send(JSON.stringify({ type, content, ...(event && { event }) }));
  };
  return {
    log: (event) => send("log", "", event),
    result: (text, event) => send("result", text, event),
    url: (url) => send("url", url),
    error: (text, event) => send("error", text, event),
    close: (code, reason) => socket.close(code, reason),
    cut: () => socket.terminate(),
    gone: new Promise((resolve) => socket.once("close", () => resolve())),
  };
}

export async function scriptedService(options: ScriptedOptions): Promise<ScriptedService> {
  const calls: string[] = [];
  const server = createServer((request, response) => {
    calls.push(`${request.method} ${request.url}`);
    serve(options, request, response).catch((thrown: unknown) => response.destroy(new Error(String(thrown))));
  });
  const sockets = new WebSocketServer({ server, path: "/ws/crawl" });
  sockets.on("connection", (socket, request) => {
    calls.push(`WS ${request.url}`);
    socket.once("message", (data) => options.crawl(speech(socket), JSON.parse(String(data))));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("no port");
  return {
    url: `http://127.0.0.1:${address.port}`,
    calls,
    async [Symbol.asyncDispose]() {
      for (const socket of sockets.clients) socket.terminate();
      sockets.close();
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
