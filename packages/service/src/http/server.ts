// The whole HTTP server: every route, the web page, stored files.
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

/** Everything on the page comes from this server: untrusted text can load and run nothing. */
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
    // Subdomains may be other servers.
    strictTransportSecurity: { includeSubDomains: false },
  });
  if (settings.CORS_ORIGINS.length > 0)
    await app.register(cors, {
      origin: [...settings.CORS_ORIGINS],
      methods: ["GET", "POST", "PUT", "PATCH", "DELETE"],
      allowedHeaders: ["Content-Type", "X-API-Key"],
    });
  // The caller closes sockets before the server.
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

/** Allows requests with the key; without a configured key, requests of our own pages and of programs. */
function guard({ settings, wrongSecrets }: ServerWorld) {
  return async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply | undefined> => {
    const { "x-api-key": key, origin, host } = request.headers;
    // A browser cannot set a header for an event stream, so a token in the query is accepted.
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

/** Serves the web page at /, its scripts and fonts; without a build / is 404. */
async function webPage(app: App): Promise<void> {
  const root = BUILT.find((folder) => existsSync(join(folder, "index.html")));
  if (root === undefined) return;
  await app.register(fastifyStatic, {
    ...{ root, dotfiles: "deny", wildcard: false, decorateReply: false, preCompressed: true },
    // Names of these files contain a digest, so they never change.
    setHeaders: (reply, path) => {
      const isAsset = path.startsWith(join(root, "assets"));
      reply.header("Cache-Control", isAsset ? "public, max-age=31536000, immutable" : "no-cache");
    },
  });
}

/** Serves texts of the local store under /files/, without a list of them. */
async function localFiles(app: App, settings: Settings): Promise<void> {
  const root = resolve(filesFolder(settings));
  await mkdir(root, { recursive: true });
  await app.register(async (scope: App) => {
    // A name with a dot in front, or outside of the folder, is 404.
    scope.setErrorHandler((error, request, reply) => {
      const isForbidden = error instanceof Error && "statusCode" in error && error.statusCode === 403;
      return isForbidden ? reply.code(404).send({ detail: "Not found" }) : answerError(error, request, reply);
    });
    await scope.register(fastifyStatic, {
      ...{ root, prefix: "/files/", index: false, decorateReply: false },
      dotfiles: "ignore",
      setHeaders: (reply) => {
        reply.header("Content-Type", "text/plain; charset=utf-8");
        // These texts are public: other origins may load them, as from an object store.
        reply.header("Access-Control-Allow-Origin", "*").header("Cross-Origin-Resource-Policy", "cross-origin");
      },
    });
  });
}
