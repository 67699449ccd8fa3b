import type { FastifyInstance } from "fastify";
import * as z from "zod";
import { header, isSecret, issueToken, refuseGuessing, TOKEN_LIFETIME_SECONDS } from "../doors/doors.ts";
import { detailSchema } from "../protocol/protocol.ts";
import { type ServerWorld, withSchemas } from "../server-world.ts";

/** What anybody may ask: is it alive, is it ready, what does it count, and a token for whoever has the key. */
export function publicRoutes(app: FastifyInstance, world: ServerWorld): void {
  healthRoutes(app, world);
  tokenRoute(app, world);
}

function healthRoutes(app: FastifyInstance, { crawls, database, metrics }: ServerWorld): void {
  const typed = withSchemas(app);
  const status = z.object({ status: z.literal("ok") });
  const health = { tags: ["Service"], summary: "Whether the process lives", response: { 200: status } };
  // Asks nobody else: a database that is down must not get this process restarted.
  typed.get("/health", { schema: health }, async () => ({ status: "ok" as const }));

  const ready = {
    tags: ["Service"],
    summary: "Whether new crawls are taken, and how the database is",
    response: {
      200: z.object({ status: z.literal("ready"), database: z.enum(["up", "down", "none"]) }),
      503: detailSchema,
    },
  };
  typed.get("/ready", { schema: ready }, async (_request, reply) => {
    if (crawls.closing.aborted) return reply.code(503).send({ detail: "Stopping" });
    return { status: "ready" as const, database: await database() };
  });

  const numbers = { tags: ["Service"], summary: "Counters for Prometheus", produces: ["text/plain"] };
  app.get("/metrics", { schema: numbers }, async (_request, reply) =>
    reply.type("text/plain; version=0.0.4; charset=utf-8").send(await metrics.text()),
  );
}

function tokenRoute(app: FastifyInstance, { config, now, wrongSecrets }: ServerWorld): void {
  const schema = {
    tags: ["Crawling"],
    summary: "Exchanges the API key for a token that opens /ws/crawl for five minutes",
    security: [{ apiKey: [] }],
    response: {
      200: z.object({ token: z.string(), expires_in: z.literal(TOKEN_LIFETIME_SECONDS) }),
      401: detailSchema,
      429: detailSchema,
    },
  };
  withSchemas(app).post("/auth/token", { schema }, async (request, reply) => {
    const refused = refuseGuessing(wrongSecrets, request, reply);
    if (refused !== undefined) return refused;
    if (config.apiKey === undefined || !isSecret(header(request.headers["x-api-key"]), config.apiKey)) {
      // Also where none was sent: nobody comes here for anything else.
      wrongSecrets.add(request.ip);
      return reply.code(401).send({ detail: "Unauthorized" });
    }
    return { token: await issueToken(config.apiKey, now()), expires_in: TOKEN_LIFETIME_SECONDS };
  });
}
