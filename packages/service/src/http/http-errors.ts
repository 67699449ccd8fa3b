import { STATUS_CODES } from "node:http";
import type { Socket } from "node:net";
import { CrawlError, isFailure, toCrawlError } from "@llmstxt-service/page/errors";
import { FAILURES } from "@llmstxt-service/page/failures";
import type { FastifyError, FastifyReply, FastifyRequest, FastifySchemaValidationError } from "fastify";
import { hasZodFastifySchemaValidationErrors } from "fastify-type-provider-zod";
import * as z from "zod";
import type { App } from "../server-world.ts";

/** Gives every error one body: `{"detail": string}`. No stack is sent. */
export function answerErrors(app: App): void {
  const routes = knownRoutes(app);
  app.setErrorHandler(handleError);
  app.setNotFoundHandler((request, reply) => {
    const allowed = routes.methodsOf(pathOf(request.url));
    // The route exists for this method, but not the file that was asked for.
    if (allowed.length === 0 || allowed.includes(request.method)) return reply.code(404).send({ detail: "Not found" });
    return reply
      .code(405)
      .header("Allow", allowed.join(", "))
      .send({ detail: `Method not allowed: ${request.method}` });
  });
}

/** Retry-After of an answer while the database is away. */
const RETRY_SECONDS = 10;

/**
 * Answers errors of handlers, and of requests that fastify refuses before it finds a route, such as an address that
 * cannot be decoded.
 */
export function handleError(error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const { status, detail } = answerTo(error);
  const isOutage = isFailure(error, "database_unavailable");
  // An outage of the database has its own line, and not one for each request that meets it.
  if (status >= 500 && !isOutage) request.log.error({ err: error }, "request failed");
  if (error instanceof CrawlError && "seconds" in error.facts) reply.header("Retry-After", error.facts.seconds);
  if (isOutage) reply.header("Retry-After", RETRY_SECONDS);
  return reply.code(status).send({ detail });
}

/** Answers a request that the HTTP parser refused: it has no reply object, so the answer is written to the socket. */
export function handleClientError(error: NodeJS.ErrnoException, socket: Socket): void {
  if (error.code === "ECONNRESET" || !socket.writable) return void socket.destroy();
  const status = CLIENT_ERRORS.get(error.code ?? "") ?? 400;
  const body = JSON.stringify({ detail: STATUS_CODES[status] });
  const head = `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\nContent-Type: application/json; charset=utf-8`;
  socket.end(`${head}\r\nContent-Length: ${body.length}\r\nConnection: close\r\n\r\n${body}`);
}

const CLIENT_ERRORS: ReadonlyMap<string, number> = new Map([
  ["HPE_HEADER_OVERFLOW", 431],
  ["ERR_HTTP_REQUEST_TIMEOUT", 408],
]);

/** The address without its query, which may hold a token or a key. */
export const pathOf = (url: string): string => url.split(/[?#]/, 1)[0] ?? "";

function answerTo(error: unknown): { readonly status: number; readonly detail: string } {
  if (hasZodFastifySchemaValidationErrors(error)) return { status: 422, detail: validationDetail(error.validation) };
  if (!isFastifyError(error)) {
    const { code, message } = toCrawlError(error);
    const { status } = FAILURES[code];
    // The cause of an unavailable database is not for strangers.
    if (code === "database_unavailable") return { status, detail: FAILURES[code].message({}) };
    return { status, detail: status === 500 ? "Internal server error" : message };
  }
  const { statusCode = 500 } = error;
  if (error.code === "FST_ERR_CTP_EMPTY_JSON_BODY") return { status: 422, detail: "body: is required" };
  if (error.code === "FST_ERR_CTP_INVALID_JSON_BODY") return { status: 400, detail: "Invalid JSON" };
  return { status: statusCode, detail: statusCode < 500 ? error.message : "Internal server error" };
}

const isFastifyError = (error: unknown): error is FastifyError => error instanceof Error && "statusCode" in error;

/** Each invalid field, and the reason. */
function validationDetail(issues: readonly FastifySchemaValidationError[]): string {
  return issues
    .map(({ instancePath, message, params: { errors } }) => {
      const field = instancePath.slice(1).replaceAll("/", ".") || "body";
      const ways = waysOf.safeParse(errors).data;
      // A field that can be written in several ways and matched none: the reasons of each way.
      return ways === undefined ? `${field}: ${message}` : ways.map(wayDetail).join(", or ");
    })
    .join("; ");
}

const waysOf = z
  .array(z.array(z.object({ path: z.array(z.union([z.string(), z.number()])), message: z.string() })))
  .min(1);

const wayDetail = (issues: z.output<typeof waysOf>[number]): string =>
  issues.map(({ path, message }) => `${path.join(".") || "body"}: ${message}`).join("; ");

/** Records each route that is added from now on. */
function knownRoutes(app: App) {
  const routes: { readonly pattern: RegExp; readonly methods: readonly string[] }[] = [];
  app.addHook("onRoute", ({ url, method }) => {
    // CORS answers preflights for every path by this route: it is no place of its own.
    if (url === "*") return;
    const pattern = url
      .replace(/[.+?^${}()|[\]\\]/g, "\\$&")
      .replace(/:\w+/g, "[^/]+")
      .replace(/\*/g, ".*");
    // Bound: the pattern is a route of ours, with one repetition in each part.
    routes.push({ pattern: new RegExp(`^${pattern}$`), methods: [method].flat() });
  });
  return {
    methodsOf: (path: string) => [
      ...new Set(routes.filter(({ pattern }) => pattern.test(path)).flatMap(({ methods }) => methods)),
    ],
  };
}
