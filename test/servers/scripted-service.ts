// A small service that speaks the protocol of the real one and says what a test wants it to say: for states of the page
// that the real one reaches only by accident. Real HTTP, the page as it is built.
import { readFile } from "node:fs/promises";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { extname, join, normalize } from "node:path";
import { PAGE_HEADERS } from "./page-headers.ts";
import { type CrawlScript, ScriptedCrawls } from "./scripted-crawls.ts";

export type { Say } from "./scripted-crawls.ts";

/** Answers a REST call, or undefined for 404. Gets the parsed body. */
export type Answer = (
  path: string,
  method: string,
  body: unknown,
) => { status?: number; body?: unknown; type?: string } | undefined;

export interface ScriptedOptions extends CrawlScript {
  /** Folder of the built page. */
  readonly page: string;
  /** The only key that is taken; undefined: none is asked for. */
  readonly key?: string;
  readonly answer?: Answer;
  /** What its answers say of its version. */
  readonly version?: string;
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

function json(response: ServerResponse, status: number, body: unknown, type = "application/json"): void {
  response.writeHead(status, { ...PAGE_HEADERS, "content-type": type });
  response.end(typeof body === "string" ? body : body === undefined ? "" : JSON.stringify(body));
}

type Served = ScriptedOptions & { readonly crawls: ScriptedCrawls };

async function serve(options: Served, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const { pathname, search } = new URL(request.url ?? "/", "http://service");
  const method = request.method ?? "GET";
  if (options.version) response.setHeader("x-llmstxt-version", options.version);
  const isRight = options.key === undefined || request.headers["x-api-key"] === options.key;
  if (pathname === "/api/config") return json(response, 200, options.config);
  if (pathname === "/auth/session")
    return isRight ? json(response, 200, { expires_in: 604_800 }) : json(response, 401, UNAUTHORIZED);
  const isApi = pathname.startsWith("/api/") || pathname === "/ready";
  if (!isApi) return await serveFile(options.page, pathname, response);
  if (!isRight) return json(response, 401, UNAUTHORIZED);
  const body = await bodyOf(request);
  if (pathname.startsWith("/api/crawls") || pathname === "/api/jobs/events") {
    const reply = options.crawls.answer(pathname, method, body);
    if (typeof reply === "function") return reply(response, Number(request.headers["last-event-id"] ?? 0));
    return json(response, reply.status, reply.body);
  }
  const answer = options.answer?.(pathname + search, method, body);
  if (answer) json(response, answer.status ?? 200, answer.body, answer.type);
  else json(response, 404, { detail: "Not found" });
}

const UNAUTHORIZED = { detail: "Unauthorized" };

export async function scriptedService(options: ScriptedOptions): Promise<ScriptedService> {
  const calls: string[] = [];
  const crawls = new ScriptedCrawls(options);
  const server = createServer((request, response) => {
    calls.push(`${request.method} ${request.url}`);
    serve({ ...options, crawls }, request, response).catch((thrown: unknown) =>
      response.destroy(new Error(String(thrown))),
    );
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("no port");
  return {
    url: `http://127.0.0.1:${address.port}`,
    calls,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
