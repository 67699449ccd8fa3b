// Routes of the specification except the socket, for supervisors and Prometheus, and about this server.
import { CrawlError } from "@llmstxt-service/page/errors";
import type { FastifyReply, FastifyRequest } from "fastify";
import * as z from "zod";
import { isSecret, issueToken, TOKEN_SECONDS } from "../auth.ts";
import type { Database } from "../database.ts";
import { tokensOf } from "../job.ts";
import { rangesOf, readRequest } from "../request.ts";
import { checkRequestShape, checkShape, configShape, detailShape, readyShape, siteChangedShape } from "../shapes.ts";
import { markChanged } from "../sites.ts";
import { type App, openApp, type ServerWorld } from "./app.ts";

type OperationWorld = Pick<ServerWorld, "settings" | "log" | "metrics" | "database">;

/** Routes for supervisors and Prometheus, in a server and in a worker; they ask for no key. */
export function healthRoutes(
  app: App,
  { metrics, database, settings, closing }: OperationWorld & Partial<ServerWorld>,
): void {
  const tags = ["Operation"];
  const health = {
    tags,
    summary: "Whether the process runs",
    response: { 200: z.object({ status: z.literal("ok") }) },
  };
  // Never touches the database: its outage must not restart this process.
  app.get("/health", { schema: health }, async () => ({ status: "ok" }) as const);

  const ready = { tags, summary: "Whether work is accepted", response: { 200: readyShape, 503: readyShape } };
  app.get("/ready", { schema: ready }, async (_request, reply) => {
    const state = settings.DATABASE_URL === "none" ? "none" : await stateOf(database);
    // Crawls work without the database, except while it opens for the first time.
    const isReady = closing?.aborted !== true && (state !== "away" || database.isOpen);
    return reply.code(isReady ? 200 : 503).send({ status: isReady ? "ready" : "not ready", database: state });
  });

  app.get("/metrics", { schema: { tags, summary: "Counters for Prometheus" } }, async (_request, reply) => {
    await metrics.look(database).catch(() => {}); // the database is away
    return reply.type(metrics.registry.contentType).send(await metrics.registry.metrics());
  });
}

/** A worker's server on WORKER_PORT, listening to nothing yet. */
export function buildHealth(world: OperationWorld): App {
  const app = openApp(world);
  healthRoutes(app, world);
  return app;
}

async function stateOf(database: Database): Promise<"ok" | "away"> {
  if (!database.isOpen) return "away";
  const asked = database.use((db) => db.selectFrom("recrawl_runs").select("id").limit(1).execute());
  return asked.then(
    () => "ok",
    () => "away",
  );
}

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

  /** Refuses a wrong secret; many from one address are answered later. */
  async function refuse(request: FastifyRequest, reply: FastifyReply, given: unknown, detail = "Unauthorized") {
    if (given) await wrongSecrets.settle(request.ip);
    return reply.code(401).send({ detail });
  }
}

/** Most bytes of an llms.txt that is checked. */
const MAX_TEXT_BYTES = 2 ** 22;
const CHECK_MS = 30_000;

export function serviceRoutes(app: App, world: ServerWorld): void {
  const tags = ["Service"];
  const config = { tags, summary: "Limits, defaults and what is set up", response: { 200: configShape } };
  app.get("/api/config", { schema: config }, async () => configOf(world));

  const check = {
    ...{ tags, summary: "Checks an llms.txt: every finding with its line", body: checkRequestShape },
    response: { 200: checkShape, 422: detailShape },
  };
  app.post("/api/validate", { schema: check, bodyLimit: MAX_TEXT_BYTES }, async ({ body }) => {
    const signal = AbortSignal.timeout(CHECK_MS);
    const text = body.text ?? (await fetchText(body.url ?? "", world, signal));
    const { findings, sections } = await world.crawling.writer.check(text, signal);
    const pages = new Set(sections.flatMap(({ items }) => items.map(({ url }) => url))).size;
    const isValid = findings.every(({ level }) => level !== "error");
    const sizes = { pages, characters: text.length, tokens: tokensOf(text) };
    return { valid: isValid, ...sizes, findings: [...findings], text };
  });
}

function configOf({ settings, database, crawling, schema }: ServerWorld) {
  return {
    limits: rangesOf(settings),
    defaults: readRequest(schema, { url: "https://site.example" }),
    features: {
      browser: settings.BROWSER_ENABLED,
      proxy: settings.PROXY_BROWSER_URL !== undefined,
      model: crawling.enhance !== undefined,
      database: database.isOpen,
      alerts: settings.ALERT_WEBHOOK_URL !== undefined,
    },
    crawlsKeptDays: settings.CRAWLS_KEPT_DAYS,
  };
}

/** Fetches the text at an address; a site or a folder stands for its llms.txt. */
async function fetchText(typed: string, world: ServerWorld, signal: AbortSignal): Promise<string> {
  const { data } = world.schema.shape.url.safeParse(typed);
  if (data === undefined) throw new CrawlError("invalid_url", {});
  const url = new URL(data);
  if (!/\.(txt|md)$/i.test(url.pathname)) url.pathname += url.pathname.endsWith("/") ? "llms.txt" : "/llms.txt";
  const fetch = world.crawling.fetching.forCrawl({});
  const asked = { url: url.href, accept: "text/markdown, text/plain, */*;q=0.5", maxBytes: MAX_TEXT_BYTES };
  const { status, body } = await fetch.plain(asked, signal);
  if (status !== 200) throw new CrawlError("http_status", { status, url: url.href });
  return new TextDecoder().decode(body);
}
