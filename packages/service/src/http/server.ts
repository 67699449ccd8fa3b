import type { Server } from "node:http";
import cors from "@fastify/cors";
import helmet from "@fastify/helmet";
import websocket from "@fastify/websocket";
import Fastify, {
  type FastifyBaseLogger,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  LogController,
  type RawReplyDefaultExpression,
  type RawRequestDefaultExpression,
} from "fastify";
import { serializerCompiler, validatorCompiler, type ZodTypeProvider } from "fastify-type-provider-zod";
import { refusalOf, type WrongSecrets } from "../auth.ts";
import type { Crawls } from "../crawls/crawls.ts";
import type { RunWorld } from "../crawls/run.ts";
import type { Metrics } from "../metrics.ts";
import type { RequestSchema } from "../request.ts";
import type { Settings } from "../settings.ts";
import { serveSocket } from "../socket.ts";
import { crawlRoutes } from "./crawl-routes.ts";
import { answerClientError, answerError, answerErrors, pathOf } from "./errors.ts";
import { healthRoutes } from "./health.ts";
import { describeApi } from "./openapi.ts";
import { serviceRoutes } from "./service-routes.ts";
import { siteRoutes } from "./site-routes.ts";
import { specRoutes } from "./spec-routes.ts";
import { localFiles, webPage } from "./static.ts";

/** What the routes of a server work with. */
export interface ServerWorld extends RunWorld {
  readonly settings: Settings;
  readonly crawls: Crawls;
  readonly schema: RequestSchema;
  readonly wrongSecrets: WrongSecrets;
  readonly metrics: Metrics;
  readonly publicUrl: () => string;
  /** Fires when the server stops. */
  readonly closing: AbortSignal;
}

export type App = FastifyInstance<
  Server,
  RawRequestDefaultExpression<Server>,
  RawReplyDefaultExpression<Server>,
  FastifyBaseLogger,
  ZodTypeProvider
>;

const MAX_BODY_BYTES = 16_384;

// A compressed message could expand to a thousand times its size.
const SOCKET_OPTIONS = { maxPayload: 65_536, perMessageDeflate: false };

/** All that the page needs comes from this server: text of strangers can load and run nothing. */
const CONTENT_SECURITY_POLICY = {
  useDefaults: false,
  directives: {
    ...{ defaultSrc: ["'none'"], scriptSrc: ["'self'"], styleSrc: ["'self'"], fontSrc: ["'self'"] },
    ...{ imgSrc: ["'self'", "data:"], connectSrc: ["'self'"], formAction: ["'self'"], baseUri: ["'none'"] },
    frameAncestors: ["'none'"],
  },
};

/** The HTTP and WebSocket server with every route, listening to nothing yet. */
export async function buildServer(world: ServerWorld): Promise<App> {
  const { settings } = world;
  const app = openApp(world);
  await app.register(helmet, {
    contentSecurityPolicy: CONTENT_SECURITY_POLICY,
    referrerPolicy: { policy: "no-referrer" },
    // Sub-domains may be other servers.
    strictTransportSecurity: { includeSubDomains: false },
  });
  if (settings.CORS_ORIGINS.length > 0)
    await app.register(cors, {
      origin: [...settings.CORS_ORIGINS],
      methods: ["GET", "POST", "PUT", "PATCH", "DELETE"],
      allowedHeaders: ["Content-Type", "X-API-Key"],
    });
  // Sockets are closed before the server is, by whoever closes it.
  await app.register(websocket, { options: SOCKET_OPTIONS, preClose: (done) => done(), errorHandler: () => {} });
  await describeApi(app, world);
  healthRoutes(app, world);
  specRoutes(app, world);
  socketRoute(app, world);
  await app.register(async (guarded: App) => {
    guarded.addHook("onRequest", guard(world));
    serviceRoutes(guarded, world);
    crawlRoutes(guarded, world);
    siteRoutes(guarded, world);
  });
  if (settings.S3_BUCKET === undefined) await localFiles(app, settings);
  await webPage(app);
  return app;
}

/** An HTTP server with our limits, errors and counters, and no routes. */
export function openApp({ settings, log, metrics }: Pick<ServerWorld, "settings" | "log" | "metrics">): App {
  const app: App = Fastify<Server>({
    loggerInstance: log as FastifyBaseLogger,
    // The library's lines have the query, which may hold a token.
    logController: new LogController({ disableRequestLogging: true }),
    trustProxy: (_, hop) => hop < settings.TRUST_PROXY,
    bodyLimit: MAX_BODY_BYTES,
    requestTimeout: 15_000,
    // A server that stops waits for connections that are kept alive.
    keepAliveTimeout: 5_000,
    // At Node's interval of 30 seconds a limit of 10 could take 40.
    http: { headersTimeout: 10_000, connectionsCheckingInterval: 1_000 },
    return503OnClosing: false,
    clientErrorHandler: answerClientError,
    frameworkErrors: answerError,
  }).withTypeProvider<ZodTypeProvider>();
  app.setValidatorCompiler(validatorCompiler);
  app.setSerializerCompiler(serializerCompiler);
  // JSON sent as text/plain gets 415: a form of another site could send that without permission.
  app.removeContentTypeParser("text/plain");
  answerErrors(app);
  app.addHook("onRequest", async ({ raw, ws, routeOptions }, reply) => {
    // The socket's plugin would complete the handshake on any route, and then hang up.
    if (ws && routeOptions.url !== "/ws/crawl") return reply.code(404).send({ detail: "Not found" });
    // Schedulers send empty JSON and forms to routes without a body; Node discards what is not read.
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

/** Lets requests with the key pass; without a configured key those of our own pages, and of programs. */
function guard({ settings, wrongSecrets }: ServerWorld) {
  return async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply | undefined> => {
    const { "x-api-key": key, origin, host } = request.headers;
    // A stream of events is opened by a browser that can set no field.
    const isStream = request.routeOptions.url?.endsWith("/events") === true;
    const token = isStream ? new URL(request.url, "http://server").searchParams.get("token") : null;
    const shown = { token, apiKey: typeof key === "string" ? key : null, origin, host };
    const refusal = await refusalOf(shown, settings, new Date());
    if (refusal === undefined) return undefined;
    if (refusal.isGuess) await wrongSecrets.settle(request.ip);
    const { reason } = refusal;
    return reply.code(reason === "Forbidden origin" ? 403 : 401).send({ detail: reason });
  };
}

function socketRoute(app: App, world: ServerWorld): void {
  app.route({
    method: "GET",
    url: "/ws/crawl",
    schema: { hide: true },
    handler: (_request, reply) =>
      reply.code(426).header("Upgrade", "websocket").send({ detail: "This is a WebSocket endpoint" }),
    wsHandler: (socket, request) => void serveSocket(socket, request, world),
  });
}
