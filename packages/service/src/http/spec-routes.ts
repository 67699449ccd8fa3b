// The specification's operations beside /health and the socket.
import type { FastifyReply, FastifyRequest } from "fastify";
import * as z from "zod";
import { isSecret, issueToken, TOKEN_SECONDS } from "../auth.ts";
import { detailShape, siteChangedShape } from "../shapes.ts";
import { markChanged } from "../sites.ts";
import type { App, ServerWorld } from "./app.ts";

const unauthorized = { 401: detailShape };

export function specRoutes(app: App, { settings, recrawls, database, wrongSecrets }: ServerWorld): void {
  const token = {
    ...{ tags: ["Crawling"], summary: "Exchanges the API key for a token of five minutes", security: [{ apiKey: [] }] },
    response: { 200: z.object({ token: z.string(), expires_in: z.literal(TOKEN_SECONDS) }), ...unauthorized },
  };
  app.post("/auth/token", { schema: token }, async (request, reply) => {
    const { "x-api-key": key } = request.headers;
    const { API_KEY } = settings;
    if (API_KEY === undefined || !isSecret(key, API_KEY)) return refuse(request, reply, API_KEY && key);
    return { token: await issueToken(API_KEY, new Date()), expires_in: TOKEN_SECONDS } as const;
  });

  const cron = {
    ...{ tags: ["Sites"], summary: "Starts the recrawl of all due sites", security: [{ cronSecret: [] }] },
    response: { 200: z.object({ status: z.literal("triggered"), message: z.string() }), ...unauthorized },
  };
  app.post("/internal/cron/recrawl", { schema: cron }, async (request, reply) => {
    const { "x-cron-secret": secret } = request.headers;
    const { CRON_SECRET } = settings;
    if (!isSecret(secret, CRON_SECRET)) return refuse(request, reply, CRON_SECRET && secret);
    await recrawls.startRun("cron");
    const message = "The recrawl of due sites has started in the background";
    return { status: "triggered", message } as const;
  });

  const changed = {
    ...{ tags: ["Sites"], summary: "Marks a site as due: its owner's webhook", body: siteChangedShape },
    response: {
      200: z.object({ status: z.literal("scheduled"), base_url: z.string(), next_crawl_at: z.iso.datetime() }),
      ...{ 404: detailShape, ...unauthorized },
    },
  };
  app.post("/internal/hooks/site-changed", { schema: changed }, async (request, reply) => {
    const { base_url, webhook_secret } = request.body;
    const found = await markChanged(database, base_url, webhook_secret);
    if (found === 404) return reply.code(404).send({ detail: "Site not enrolled" });
    if (found === 401) return refuse(request, reply, webhook_secret, "Invalid webhook secret");
    return { status: "scheduled", base_url, next_crawl_at: found.toISOString() } as const;
  });

  /** Refuses a secret; many wrong ones from one address are answered later. */
  async function refuse(request: FastifyRequest, reply: FastifyReply, given: unknown, detail = "Unauthorized") {
    if (given) await wrongSecrets.settle(request.ip);
    return reply.code(401).send({ detail });
  }
}
