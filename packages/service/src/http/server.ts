import cors from "@fastify/cors";
import helmet from "@fastify/helmet";
import websocket from "@fastify/websocket";
import { keyGuard } from "../doors/doors.ts";
import type { App, ServerWorld } from "../server-world.ts";
import { type Config, VERSION } from "../settings/config.ts";
import { serveSocket } from "../socket/socket.ts";
import type { World } from "../world.ts";
import { badgeRoutes } from "./badge.ts";
import { crawlEventsRoute } from "./crawl-events-api.ts";
import { crawlTextRoutes } from "./crawl-texts-api.ts";
import { crawlRoutes } from "./crawls-api.ts";
import { configRoute, validateRoute } from "./document-api.ts";
import { filterPreviewRoute } from "./filter-preview-api.ts";
import { healthRoutes, OPENING, type Readiness } from "./health-routes.ts";
import { jobEventsRoute, jobRoutes } from "./jobs-api.ts";
import { mcpRoutes } from "./mcp-api.ts";
import { mirrorRoutes } from "./mirror.ts";
import { openApp } from "./open-app.ts";
import { describeApi } from "./openapi.ts";
import { publicRoutes } from "./public-routes.ts";
import { recrawlRoutes } from "./recrawl-api.ts";
import { refuseUnkept } from "./request-rules.ts";
import { sitesRoutes } from "./sites-api.ts";
import { localFiles, pageDigest, webPage } from "./web-page.ts";

/** Most bytes of a message; a crawl request has a few hundred. */
const MAX_MESSAGE_BYTES = 65_536;

const SOCKET_OPTIONS = {
  maxPayload: MAX_MESSAGE_BYTES,
  // A compressed message could expand to a thousand times its size.
  perMessageDeflate: false,
  // The heartbeat sends pongs itself, so that a peer that never reads cannot make them pile up.
  autoPong: false,
  // Milliseconds for a slow client to read the rest after the server's close frame.
  closeTimeout: 60_000,
};

/**
 * Content-Security-Policy: everything that the page needs comes from this server, so text of strangers can load and run
 * nothing.
 */
const CONTENT_SECURITY_POLICY = {
  useDefaults: false,
  directives: {
    defaultSrc: ["'none'"],
    scriptSrc: ["'self'"],
    styleSrc: ["'self'"],
    fontSrc: ["'self'"],
    imgSrc: ["'self'", "data:"],
    connectSrc: ["'self'"],
    formAction: ["'self'"],
    baseUri: ["'none'"],
    frameAncestors: ["'none'"],
  },
};

/** The HTTP and WebSocket server, every route in place, listening to nothing yet. */
export async function buildServer(world: ServerWorld): Promise<App> {
  const app = openApp(world);
  await app.register(helmet, {
    contentSecurityPolicy: CONTENT_SECURITY_POLICY,
    referrerPolicy: { policy: "no-referrer" },
    // Subdomains may be other servers: the policy is for this host alone.
    strictTransportSecurity: { includeSubDomains: false },
  });
  await allowOrigins(app, world.config);
  tellVersion(app);
  refuseWhenClosing(app);
  await acceptSockets(app);
  await describeApi(app, world);
  publicRoutes(app, world);
  await app.register(async (scope: App) => {
    scope.addHook("preValidation", refuseUnkept);
    recrawlRoutes(scope, world);
  });
  await app.register(async (scope: App) => {
    scope.addHook("onRequest", keyGuard(world));
    validateRoute(scope, world);
    filterPreviewRoute(scope, world);
    await scope.register(async (stored: App) => {
      stored.addHook("preValidation", refuseUnkept);
      crawlRoutes(stored, world);
      crawlTextRoutes(stored, world);
      jobRoutes(stored, world);
      sitesRoutes(stored, world);
    });
  });
  crawlEventsRoute(app, world);
  jobEventsRoute(app, world);
  configRoute(app, world);
  socketRoute(app, world);
  mirrorRoutes(app, world);
  badgeRoutes(app, world);
  mcpRoutes(app, world);
  if (world.filesFolder !== undefined) await localFiles(app, world.filesFolder);
  await webPage(app);
  return app;
}

/** Adds the page's version to its answers: a page that was opened before an update sees that there is a newer one. */
function tellVersion(app: App): void {
  const digest = pageDigest();
  const version = digest === undefined ? VERSION : `${VERSION}+${digest}`;
  app.addHook("onRequest", async ({ url }, reply) => {
    if (url.startsWith("/api/")) reply.header("X-Llmstxt-Version", version);
  });
}

/** Refuses requests that arrive on open connections while the server closes. */
function refuseWhenClosing(app: App): void {
  let isClosing = false;
  app.addHook("preClose", async () => {
    isClosing = true;
  });
  app.addHook("onRequest", async (_request, reply) =>
    isClosing ? reply.code(503).send({ detail: "Stopping" }) : undefined,
  );
}

async function allowOrigins(app: App, { corsOrigins }: Config): Promise<void> {
  if (corsOrigins.length === 0) return;
  await app.register(cors, {
    origin: corsOrigins.includes("*") ? "*" : [...corsOrigins],
    methods: ["GET", "POST", "PUT", "PATCH", "DELETE"],
    allowedHeaders: ["Content-Type", "X-API-Key"],
    maxAge: 600,
  });
}

async function acceptSockets(app: App): Promise<void> {
  await app.register(websocket, {
    options: SOCKET_OPTIONS,
    // The plugin's hook would cut off running crawls; serve.ts closes the sockets before the server.
    preClose: (done) => done(),
    // The peer broke the protocol, and ws has answered with the close code.
    errorHandler: (error, _socket, request) => request.log.debug({ err: error }, "socket failed"),
  });
  // The plugin would complete the handshake on any route, and then hang up.
  app.addHook("onRequest", async ({ ws, routeOptions, raw }, reply) => {
    if (!ws) return undefined;
    if (routeOptions.url !== "/ws/crawl") return reply.code(404).send({ detail: "Not found" });
    // RFC 6455, 4.1: the handshake is HTTP/1.1 or higher.
    return raw.httpVersion === "1.0" ? reply.code(400).send({ detail: "The handshake needs HTTP/1.1" }) : undefined;
  });
}

function socketRoute(app: App, world: ServerWorld): void {
  app.route({
    method: "GET",
    url: "/ws/crawl",
    schema: { hide: true },
    handler: (_request, reply) =>
      reply.code(426).header("Upgrade", "websocket").send({ detail: "This is a WebSocket endpoint" }),
    wsHandler: (socket, request) => {
      world.heartbeat.watch(socket);
      void serveSocket(socket, request, world);
    },
  });
}

type WorkerWorld = Pick<World, "config" | "log" | "metrics" | "database">;

/** Routes of a worker on WORKER_PORT: health, readiness and metrics, without a key. It does not listen yet. */
export function buildWorkerServer(world: WorkerWorld): App {
  const app = openApp(world);
  healthRoutes(app, { metrics: world.metrics, readiness: () => readinessOf(world) });
  return app;
}

/** Readiness of a worker, which needs its database. */
async function readinessOf({ database }: WorkerWorld): Promise<Readiness> {
  const state = await database();
  if (state === "opening") return OPENING;
  return state === "up" ? { database: state } : { detail: "Database unavailable" };
}
