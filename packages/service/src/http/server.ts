// The server of the whole service: every route, the web page, stored files.
import { existsSync } from "node:fs";
import { mkdir } from "node:fs/promises";
import { join, resolve } from "node:path";
import cors from "@fastify/cors";
import helmet from "@fastify/helmet";
import fastifyStatic from "@fastify/static";
import websocket from "@fastify/websocket";
import type { FastifyReply, FastifyRequest } from "fastify";
import { refusalOf } from "../auth.ts";
import type { Settings } from "../settings.ts";
import { serveSocket } from "../socket.ts";
import { filesFolder } from "../store.ts";
import { type App, answerError, openApp, type ServerWorld } from "./app.ts";
import { crawlRoutes } from "./crawl-routes.ts";
import { describeApi } from "./openapi.ts";
import { healthRoutes, serviceRoutes, specRoutes } from "./service-routes.ts";
import { siteRoutes } from "./site-routes.ts";

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

/** Folders that may hold the built web page: beside the bundled command, or in a checkout. */
const BUILT = ["web", "../web", "../../../../dist/web"].map((folder) => resolve(import.meta.dirname, folder));

/** The page at /, its scripts and fonts; without a build / is not found. */
async function webPage(app: App): Promise<void> {
  const root = BUILT.find((folder) => existsSync(join(folder, "index.html")));
  if (root === undefined) return;
  await app.register(fastifyStatic, {
    ...{ root, dotfiles: "deny", wildcard: false, decorateReply: false, preCompressed: true },
    // Names of these files have a digest of their content, so they never change.
    setHeaders: (reply, path) => {
      const isAsset = path.startsWith(join(root, "assets"));
      reply.header("Cache-Control", isAsset ? "public, max-age=31536000, immutable" : "no-cache");
    },
  });
}

/** Texts of the local store under /files/, and no list of them. */
async function localFiles(app: App, settings: Settings): Promise<void> {
  const root = resolve(filesFolder(settings));
  await mkdir(root, { recursive: true });
  await app.register(async (scope: App) => {
    // A dotted name, or one outside the folder, is not there.
    scope.setErrorHandler((error, request, reply) => {
      const isForbidden = error instanceof Error && "statusCode" in error && error.statusCode === 403;
      return isForbidden ? reply.code(404).send({ detail: "Not found" }) : answerError(error, request, reply);
    });
    await scope.register(fastifyStatic, {
      ...{ root, prefix: "/files/", index: false, decorateReply: false },
      dotfiles: "ignore",
      setHeaders: (reply) => {
        reply.header("Content-Type", "text/plain; charset=utf-8");
        // These texts are public: pages of other origins may load them, as from an object store.
        reply.header("Access-Control-Allow-Origin", "*").header("Cross-Origin-Resource-Policy", "cross-origin");
      },
    });
  });
}
