import type { FastifyInstance } from "fastify";
import * as z from "zod";
import type { Config } from "../../config.ts";
import { CrawlError, toCrawlError } from "../../errors.ts";
import { DatabaseUnavailable } from "../../sites/sites.ts";
import type { Recrawling } from "../recrawling.ts";
import { isSecret } from "./auth.ts";
import { detailSchema, header } from "./public-routes.ts";
import { withSchemas } from "./server-world.ts";

export interface RecrawlApiWorld {
  readonly config: Pick<Config, "cronSecret">;
  readonly recrawling: Recrawling;
}

const tags = ["Recrawling"];

/** What outside schedulers and content systems call. Each asks for a secret of its own, not for the API key. */
export function recrawlRoutes(app: FastifyInstance, { config, recrawling }: RecrawlApiWorld): void {
  const typed = withSchemas(app);
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
    const { summary } = await inDatabase(recrawling.recrawlDue());
    return { status: "triggered" as const, message: `Recrawl of ${summary.total} due sites started in the background` };
  });

  const hook = {
    tags,
    summary: "Marks an enrolled site as due: the next run takes it",
    body: z.object({ base_url: z.string(), webhook_secret: z.string().nullish() }),
    response: {
      200: z.object({ status: z.literal("scheduled"), base_url: z.string(), next_crawl_at: z.iso.datetime() }),
      401: detailSchema,
      404: detailSchema,
      500: detailSchema,
      503: detailSchema,
    },
  };
  typed.post("/internal/hooks/site-changed", { schema: hook }, async ({ body }, reply) => {
    const marked = await inDatabase(recrawling.sites.mark(body.base_url, body.webhook_secret ?? undefined));
    switch (marked.type) {
      case "notEnrolled":
        return reply.code(404).send({ detail: "Site not enrolled" });
      case "wrongSecret":
        return reply.code(401).send({ detail: "Invalid webhook secret" });
      case "marked":
        return {
          status: "scheduled" as const,
          base_url: body.base_url,
          next_crawl_at: marked.nextCrawlAt.toISOString(),
        };
    }
  });
}

/** @throws CrawlError `database_unavailable` (503) and, for what nobody expected, `unexpected` (500) with its words */
export async function inDatabase<T>(call: Promise<T>): Promise<T> {
  try {
    return await call;
  } catch (error) {
    if (error instanceof DatabaseUnavailable)
      throw new CrawlError("database_unavailable", "Database unavailable", { cause: error });
    throw toCrawlError(error);
  }
}
