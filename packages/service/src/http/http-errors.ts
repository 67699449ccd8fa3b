import { STATUS_CODES } from "node:http";
import type { Socket } from "node:net";
import { CrawlError, isFailure } from "@llmstxt-service/page/errors";
import { FAILURES } from "@llmstxt-service/page/failures";
import type {
  FastifyError,
  FastifyInstance,
  FastifyReply,
  FastifyRequest,
  FastifySchemaValidationError,
} from "fastify";
import { hasZodFastifySchemaValidationErrors } from "fastify-type-provider-zod";
import * as z from "zod";

/** Every answer that is an error has one body: `{"detail": string}`. No stack ever leaves. */
export function answerErrors(app: FastifyInstance): void {
  const routes = knownRoutes(app);
  app.setErrorHandler(handleError);
  app.setNotFoundHandler((request, reply) => {
    const allowed = routes.methodsOf(pathOf(request.url));
    // A route that takes this method and has nothing here, as /files of a file that is not there: not found.
    if (allowed.length === 0 || allowed.includes(request.method)) return reply.code(404).send({ detail: "Not found" });
    return reply
      .code(405)
      .header("Allow", allowed.join(", "))
      .send({ detail: `Method not allowed: ${request.method}` });
  });
}

/** A database that is away is asked for again at most so much later. */
const RETRY_SECONDS = 10;

/** Also for what fastify refuses before a route is found, such as an address that cannot be decoded. */
export function handleError(error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const { status, detail } = answerTo(error);
  if (status >= 500) request.log.error({ err: error }, "request failed");
  if (error instanceof CrawlError && "seconds" in error.facts) reply.header("Retry-After", error.facts.seconds);
  if (isFailure(error, "database_unavailable")) reply.header("Retry-After", RETRY_SECONDS);
  return reply.code(status).send({ detail });
}

/** A request that the HTTP parser refuses never becomes one: the answer is written by hand. */
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
  if (error instanceof CrawlError) {
    const { status } = FAILURES[error.code];
    return { status, detail: status === 500 ? "Internal server error" : error.message };
  }
  if (hasZodFastifySchemaValidationErrors(error)) return { status: 422, detail: validationDetail(error.validation) };
  if (!isFastifyError(error)) return { status: 500, detail: "Internal server error" };
  const { statusCode = 500 } = error;
  if (error.code === "FST_ERR_CTP_EMPTY_JSON_BODY") return { status: 422, detail: "body: is required" };
  if (error.code === "FST_ERR_CTP_INVALID_JSON_BODY") return { status: 400, detail: "Invalid JSON" };
  return { status: statusCode, detail: statusCode < 500 ? error.message : "Internal server error" };
}

const isFastifyError = (error: unknown): error is FastifyError => error instanceof Error && "statusCode" in error;

/** Which field, and why. */
function validationDetail(issues: readonly FastifySchemaValidationError[]): string {
  return issues
    .map(({ instancePath, message, params: { errors } }) => {
      const field = instancePath.slice(1).replaceAll("/", ".") || "body";
      const ways = waysOf.safeParse(errors).data;
      // Fields that may be written in several ways, and matched none of them: each way's missing parts.
      return ways === undefined ? `${field}: ${message}` : ways.map(wayDetail).join(", or ");
    })
    .join("; ");
}

const waysOf = z
  .array(z.array(z.object({ path: z.array(z.union([z.string(), z.number()])), message: z.string() })))
  .min(1);

const wayDetail = (issues: z.output<typeof waysOf>[number]): string =>
  issues.map(({ path, message }) => `${path.join(".") || "body"}: ${message}`).join("; ");

/** Remembers each route that is added from now on. */
function knownRoutes(app: FastifyInstance) {
  const routes: { readonly pattern: RegExp; readonly methods: readonly string[] }[] = [];
  app.addHook("onRoute", ({ url, method }) => {
    // Every path there is, for the preflights of CORS: no place of its own.
    if (url === "*") return;
    const pattern = url
      .replace(/[.+?^${}()|[\]\\]/g, "\\$&")
      .replace(/:\w+/g, "[^/]+")
      .replace(/\*/g, ".*");
    // Bound: the pattern is a route of ours, with one place to repeat in each part.
    routes.push({ pattern: new RegExp(`^${pattern}$`), methods: [method].flat() });
  });
  return {
    methodsOf: (path: string) => [
      ...new Set(routes.filter(({ pattern }) => pattern.test(path)).flatMap(({ methods }) => methods)),
    ],
  };
}
