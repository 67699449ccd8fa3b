// An HTTP server with our limits, errors and counters, and the shared objects of its routes.
import { type Server, STATUS_CODES } from "node:http";
import type { Socket } from "node:net";
import { CrawlError, FAILURES, isFailure, toCrawlError } from "@llmstxt-service/page/errors";
import Fastify, {
  type FastifyBaseLogger,
  type FastifyError,
  type FastifyReply,
  type FastifyRequest,
  LogController,
} from "fastify";
import {
  hasZodFastifySchemaValidationErrors,
  serializerCompiler,
  validatorCompiler,
  type ZodTypeProvider,
} from "fastify-type-provider-zod";
import * as z from "zod";
import manifest from "../../package.json" with { type: "json" };
import type { WrongSecrets } from "../auth.ts";
import type { Crawls } from "../crawls/crawls.ts";
import type { RunWorld } from "../crawls/run.ts";
import type { RequestSchema } from "../request.ts";
import type { Settings } from "../settings.ts";
import { detailShape } from "../shapes.ts";

export const VERSION: string = manifest.version;

/** Shared objects of a server's routes. */
export interface ServerWorld extends RunWorld {
  readonly settings: Settings;
  readonly crawls: Crawls;
  readonly schema: RequestSchema;
  readonly wrongSecrets: WrongSecrets;
  /** Fires when the server stops. */
  readonly closing: AbortSignal;
}

const MAX_BODY_BYTES = 16_384;
export const BIG_BODY_BYTES = 2 ** 21;

/** Shared by the routes of crawls and sites. */
export const params = z.object({ id: z.uuid() });
export const notFound = { 404: detailShape };
export const missing = (reply: FastifyReply, what: "crawl" | "site" | "version") =>
  reply.code(404).send({ detail: `No such ${what}` });

export type App = ReturnType<typeof openApp>;

/** A server with our limits, errors and counters, but without routes. */
export function openApp({ settings, log, metrics }: Pick<ServerWorld, "settings" | "log" | "metrics">) {
  const app = Fastify<Server>({
    loggerInstance: log as FastifyBaseLogger,
    // Fastify's own log lines contain the query, which may hold a token.
    logController: new LogController({ disableRequestLogging: true }),
    trustProxy: (_, hop) => hop < settings.TRUST_PROXY,
    bodyLimit: MAX_BODY_BYTES,
    requestTimeout: 15_000,
    // A stopping server waits this long for idle connections.
    keepAliveTimeout: 5_000,
    // With Node's check interval of 30 seconds a limit of 10 could take 40.
    http: { headersTimeout: 10_000, connectionsCheckingInterval: 1_000 },
    return503OnClosing: false,
    clientErrorHandler: answerClientError,
    frameworkErrors: answerError,
  }).withTypeProvider<ZodTypeProvider>();
  app.setValidatorCompiler(validatorCompiler);
  app.setSerializerCompiler(serializerCompiler);
  // JSON sent as text/plain gets 415, since a form of another site can send it.
  app.removeContentTypeParser("text/plain");
  answerErrors(app);
  app.addHook("onRequest", async ({ raw, ws, routeOptions }, reply) => {
    // The WebSocket plugin would otherwise complete the handshake on any route.
    if (ws && routeOptions.url !== "/ws/crawl") return reply.code(404).send({ detail: "Not found" });
    // Schedulers send empty JSON and forms to routes without a body, which are ignored.
    if (routeOptions.schema?.body === undefined)
      for (const name of ["content-type", "content-length", "transfer-encoding"]) delete raw.headers[name];
    return undefined;
  });
  app.addHook("onResponse", async ({ method, url, ip, routeOptions }, { statusCode: status, elapsedTime }) => {
    const labels = { method, route: routeOptions.url ?? "none", status: String(status) };
    metrics.requestSeconds.observe(labels, elapsedTime / 1000);
    log.debug({ method, path: pathOf(url), status, ms: Math.round(elapsedTime), ip }, "Request");
  });
  return app;
}

/** Seconds after which a client may retry while the database is unavailable. */
const RETRY_SECONDS = 10;

/** Answers every error with `{"detail": string}` and no stack. Register it before the routes. */
function answerErrors(app: App): void {
  const methodsOf = knownRoutes(app);
  app.setErrorHandler(answerError);
  app.setNotFoundHandler(({ method, url }, reply) => {
    const allowed = methodsOf(pathOf(url));
    // The route exists for this method, but the requested file does not.
    if (allowed.length === 0 || allowed.includes(method)) return reply.code(404).send({ detail: "Not found" });
    return reply
      .code(405)
      .header("Allow", allowed.join(", "))
      .send({ detail: `Method not allowed: ${method}` });
  });
}

/** Answers an error of a handler, or a refusal of fastify before it found a route. */
export function answerError(error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const { status, detail } = answerTo(error);
  const isOutage = isFailure(error, "database_unavailable");
  const isOfPage = error instanceof CrawlError && FAILURES[error.code].about === "page";
  // An outage is logged once, not for each request that meets it; an address that does not answer is no fault of ours.
  if (status >= 500 && !isOutage && !isOfPage) request.log.error({ err: error }, "A request failed");
  if (isOutage) reply.header("Retry-After", RETRY_SECONDS);
  return reply.code(status).send({ detail });
}

function answerTo(error: unknown): { readonly status: number; readonly detail: string } {
  if (hasZodFastifySchemaValidationErrors(error)) {
    const fields = error.validation.map(
      ({ instancePath, message }) => `${instancePath.slice(1).replaceAll("/", ".") || "body"}: ${message}`,
    );
    return { status: 422, detail: fields.join("; ") };
  }
  if (error instanceof Error && "statusCode" in error) {
    const { code, statusCode = 500, message } = error as FastifyError;
    if (code === "FST_ERR_CTP_EMPTY_JSON_BODY") return { status: 422, detail: "body: is required" };
    if (code === "FST_ERR_CTP_INVALID_JSON_BODY") return { status: 400, detail: "Invalid JSON" };
    return { status: statusCode, detail: statusCode < 500 ? message : "Internal server error" };
  }
  const { code, message } = toCrawlError(error);
  if (code === "database_unavailable") return { status: 503, detail: "Database unavailable" };
  const { status } = FAILURES[code];
  return { status, detail: status === 500 ? "Internal server error" : message };
}

/** Answers a request that the HTTP parser refused: without a reply object it writes to the socket. */
function answerClientError(error: NodeJS.ErrnoException, socket: Socket): void {
  if (error.code === "ECONNRESET" || !socket.writable) return void socket.destroy();
  const statuses: Readonly<Record<string, number>> = { HPE_HEADER_OVERFLOW: 431, ERR_HTTP_REQUEST_TIMEOUT: 408 };
  const status = statuses[error.code ?? ""] ?? 400;
  const body = JSON.stringify({ detail: STATUS_CODES[status] });
  const head = `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\nContent-Type: application/json; charset=utf-8`;
  socket.end(`${head}\r\nContent-Length: ${body.length}\r\nConnection: close\r\n\r\n${body}`);
}

/** The address without its query, which may hold a token or a key. */
const pathOf = (url: string): string => url.split(/[?#]/, 1)[0] ?? "";

/** Records each route that is added from now on. @returns a function that gives a path's methods */
function knownRoutes(app: App): (path: string) => readonly string[] {
  const routes: { readonly parts: readonly string[]; readonly methods: readonly string[] }[] = [];
  app.addHook("onRoute", ({ url, method }) => {
    // The CORS plugin's route matches every path, so it does not count.
    if (url !== "*") routes.push({ parts: url.split("/"), methods: [method].flat() });
  });
  return (path) => {
    const given = path.split("/");
    const isAt = (parts: readonly string[]) =>
      parts.length === given.length && parts.every((part, at) => part.startsWith(":") || part === given[at]);
    return [...new Set(routes.filter(({ parts }) => isAt(parts)).flatMap(({ methods }) => methods))];
  };
}
