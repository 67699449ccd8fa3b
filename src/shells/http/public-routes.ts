import rateLimit from "@fastify/rate-limit";
import type { FastifyInstance } from "fastify";
import * as z from "zod";
import { isSecret, issueToken, TOKEN_LIFETIME_SECONDS } from "./auth.ts";
import { type ServerWorld, withSchemas } from "./server-world.ts";

/** Wrong keys one address may try in a minute. */
const MOST_WRONG_KEYS = 10;

export const detailSchema = z.object({ detail: z.string() });

/** What anybody may ask: is it alive, is it ready, what does it count, and a token for whoever has the key. */
export async function publicRoutes(app: FastifyInstance, world: ServerWorld): Promise<void> {
  healthRoutes(app, world);
  await tokenRoute(app, world);
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

async function tokenRoute(app: FastifyInstance, { config, now }: ServerWorld): Promise<void> {
  await app.register(rateLimit, { global: false });
  const wrongKeys = app.createRateLimit({ max: MOST_WRONG_KEYS, timeWindow: 60_000 });
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
    // Looked at before the key is: or guessing would go on, with a 429 for each wrong guess.
    const sofar = await wrongKeys(request, { increment: false });
    if (!sofar.isAllowed && sofar.remaining === 0)
      return reply.code(429).header("Retry-After", sofar.ttlInSeconds).send({ detail: "Too many wrong keys" });
    if (config.apiKey === undefined || !isSecret(header(request.headers["x-api-key"]), config.apiKey)) {
      await wrongKeys(request);
      return reply.code(401).send({ detail: "Unauthorized" });
    }
    return { token: await issueToken(config.apiKey, now()), expires_in: TOKEN_LIFETIME_SECONDS };
  });
}

/** A field sent twice is no secret of ours. */
export const header = (value: string | string[] | undefined): string | undefined =>
  typeof value === "string" ? value : undefined;
