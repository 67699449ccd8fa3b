import type { FastifyInstance } from "fastify";
import * as z from "zod";
import { header, isSecret, issueToken, refuseGuessing, TOKEN_LIFETIME_SECONDS } from "../doors/doors.ts";
import { detailSchema } from "../protocol/protocol.ts";
import { type ServerWorld, withSchemas } from "../server-world.ts";
import { healthRoutes, type Readiness } from "./health-routes.ts";

/** Routes without a key: health, readiness, metrics, and the exchange of the key for a token. */
export function publicRoutes(app: FastifyInstance, world: ServerWorld): void {
  healthRoutes(app, { metrics: world.metrics, readiness: () => readinessOf(world) });
  tokenRoute(app, world);
}

/** Whether new crawls are accepted. Crawling works without the database. */
async function readinessOf({ crawls, database }: ServerWorld): Promise<Readiness> {
  return crawls.closing.aborted ? { detail: "Stopping" } : { database: await database() };
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
      // A missing secret counts as wrong: this route has no other use.
      wrongSecrets.add(request.ip);
      return reply.code(401).send({ detail: "Unauthorized" });
    }
    return { token: await issueToken(config.apiKey, now()), expires_in: TOKEN_LIFETIME_SECONDS };
  });
}
