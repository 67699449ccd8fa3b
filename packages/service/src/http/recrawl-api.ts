import { type CrawlError, toCrawlError } from "@llmstxt-service/page/errors";
import * as z from "zod";
import type { WrongSecrets } from "../doors/doors.ts";
import { header, isSecret, refuseWrong } from "../doors/doors.ts";
import { detailSchema } from "../protocol/protocol.ts";
import type { Recrawling } from "../recrawling.ts";
import type { App } from "../server-world.ts";
import type { Config } from "../settings/config.ts";
import type { Sites } from "../sites/sites.ts";

interface RecrawlApiWorld {
  readonly config: Pick<Config, "cronSecret">;
  readonly wrongSecrets: WrongSecrets;
  readonly recrawling: Pick<Recrawling, "recrawlDue"> & { readonly sites: Pick<Sites, "mark"> };
}

const tags = ["Recrawling"];

const WRONG_WEBHOOK_SECRET = "Invalid webhook secret";

/** Routes for outside schedulers and content systems. Each asks for a secret of its own, not for the API key. */
export function recrawlRoutes(app: App, { config, recrawling, wrongSecrets }: RecrawlApiWorld): void {
  const cron = {
    tags,
    summary: "Starts the recrawl of all due sites in the background",
    security: [{ cronSecret: [] }],
    response: {
      200: z.object({ status: z.literal("triggered"), message: z.string() }),
      401: detailSchema,
      429: detailSchema,
      503: detailSchema,
    },
  };
  app.post("/internal/cron/recrawl", { schema: cron }, async (request, reply) => {
    const secret = header(request.headers["x-cron-secret"]);
    if (!isSecret(secret, config.cronSecret)) {
      if (secret && config.cronSecret !== undefined) return refuseWrong({ wrongSecrets, request, reply });
      return reply.code(401).send({ detail: "Unauthorized" });
    }
    const { summary } = await recrawling.recrawlDue("cron");
    return { status: "triggered" as const, message: `Recrawl of ${summary.total} due sites started in the background` };
  });

  const hook = {
    tags,
    summary: "Marks an enrolled site as due: the next run crawls it",
    body: z.object({ base_url: z.string(), webhook_secret: z.string().nullish() }),
    response: {
      200: z.object({ status: z.literal("scheduled"), base_url: z.string(), next_crawl_at: z.iso.datetime() }),
      401: detailSchema,
      429: detailSchema,
      404: detailSchema,
      500: detailSchema,
      503: detailSchema,
    },
  };
  app.post("/internal/hooks/site-changed", { schema: hook }, async (request, reply) => {
    const { body } = request;
    const marked = await recrawling.sites.mark(body.base_url, body.webhook_secret ?? undefined).catch(unexpected);
    switch (marked.type) {
      case "unexpected":
        request.log.error({ err: marked.error }, "request failed");
        // The specification wants the text of an unexpected error in the answer of this endpoint alone.
        return reply.code(500).send({ detail: marked.error.message });
      case "notEnrolled":
        return reply.code(404).send({ detail: "Site not enrolled" });
      case "wrongSecret":
        return body.webhook_secret
          ? refuseWrong({ wrongSecrets, request, reply }, WRONG_WEBHOOK_SECRET)
          : reply.code(401).send({ detail: WRONG_WEBHOOK_SECRET });
      case "marked":
        return {
          status: "scheduled" as const,
          base_url: body.base_url,
          next_crawl_at: marked.nextCrawlAt.toISOString(),
        };
    }
    marked satisfies never;
  });
}

/** @throws the error unless it is unexpected, such as an unavailable database */
function unexpected(thrown: unknown): { readonly type: "unexpected"; readonly error: CrawlError } {
  const error = toCrawlError(thrown);
  if (error.code !== "unexpected") throw error;
  return { type: "unexpected", error };
}
