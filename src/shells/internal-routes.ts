import type { FastifyInstance } from "fastify";
import { z } from "zod";
import { isSecret } from "./auth.ts";
import { detailSchema, header } from "./public-routes.ts";
import { type ServerWorld, withSchemas } from "./server-world.ts";

const tags = ["Recrawling"];

/** What outside schedulers and content systems call. */
export async function internalRoutes(app: FastifyInstance, { config }: ServerWorld): Promise<void> {
  const typed = withSchemas(app);
  const unavailable = { detail: "Database unavailable" };
  const cron = {
    tags,
    summary: "Starts the recrawl of all due sites in the background",
    security: [{ cronSecret: [] }],
    response: {
      200: z.object({ status: z.literal("triggered"), message: z.string() }),
      401: detailSchema,
      503: detailSchema,
    },
  };
  typed.post("/internal/cron/recrawl", { schema: cron }, async ({ headers }, reply) => {
    if (!isSecret(header(headers["x-cron-secret"]), config.cronSecret))
      return reply.code(401).send({ detail: "Unauthorized" });
    return reply.code(503).send(unavailable);
  });

  const hook = {
    tags,
    summary: "Marks an enrolled site as due: the next run takes it",
    body: z.object({ base_url: z.string(), webhook_secret: z.string().nullish() }),
    response: { 503: detailSchema },
  };
  typed.post("/internal/hooks/site-changed", { schema: hook }, async (_request, reply) =>
    reply.code(503).send(unavailable),
  );
}
