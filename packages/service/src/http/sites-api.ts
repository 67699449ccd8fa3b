import { createHash } from "node:crypto";
import { overlaySchema } from "@llmstxt-service/document/overlay-file";
import { CrawlError } from "@llmstxt-service/page/errors";
import * as z from "zod";
import { starterOf } from "../doors/doors.ts";
import { pagesListed } from "../jobs/request.ts";
import { writtenOverlay } from "../jobs/site-overlay.ts";
import {
  iso,
  siteChangesSchema,
  siteFilter,
  siteHealthSchema,
  siteJson,
  siteSchema,
  sitesSchema,
} from "../protocol/protocol.ts";
import type { App, ServerWorld } from "../server-world.ts";
import { siteChoices, tag, tags } from "../site-choices.ts";
import { alertRule } from "../sites/alert-rule.ts";
import { SITE_AGE_NAMES, SITE_SORTS, siteFilterIn } from "../sites/site-query.ts";
import type { Sites } from "../sites/sites.ts";
import { UNCONFIRMED } from "../socket/socket.ts";
import { alertRoutes } from "./alerts-api.ts";
import { bundleRoutes } from "./bundle-api.ts";
import { changesRoutes } from "./changes-api.ts";
import { enrolRoute } from "./enrol-api.ts";
import { manySitesRoutes } from "./many-sites-api.ts";
import { MAX_OVERLAY_BODY, overlayRoutes } from "./overlay-api.ts";
import { runRoutes } from "./runs-api.ts";
import { commonAnswers, siteTags as docTags, noSite, siteId, siteLimits } from "./site-routes.ts";
import { versionRoutes } from "./versions-api.ts";
import { viewRoutes } from "./views-api.ts";

/** Routes for the enrolled sites. The caller checks the key first. */
export function sitesRoutes(app: App, world: ServerWorld): void {
  listRoute(app, world);
  changesRoute(app, world);
  healthRoute(app, world);
  enrolRoute(app, world);
  manySitesRoutes(app, world);
  siteRoutes(app, world);
  recrawlNowRoutes(app, world);
  webhookRoutes(app, world);
  versionRoutes(app, world);
  runRoutes(app, world.recrawling.sites);
  viewRoutes(app, world.recrawling.sites);
  bundleRoutes(app, world);
  alertRoutes(app, world);
  overlayRoutes(app, world);
  changesRoutes(app, world);
}

function listRoute(app: App, { recrawling: { sites } }: ServerWorld): void {
  const schema = {
    tags: docTags,
    summary: "Lists enrolled sites, the most urgent first, one page at a time",
    querystring: z.object({
      q: z.string().max(200).optional().describe("Part of the address"),
      tag: tag.optional().describe("Only sites that have it"),
      status: siteFilter,
      age: z.enum(SITE_AGE_NAMES).optional().describe("Of the last good crawl, by the end of the span"),
      sort: z.enum(SITE_SORTS).default("status"),
      order: z.enum(["usual", "reversed"]).default("usual").describe("reversed: the same list backwards"),
      cursor: z
        .string()
        .max(4_096)
        .refine(isPlain, "must be `next` of the page before")
        .optional()
        .describe("`next` of the page before"),
      limit: z.coerce.number().int().min(1).max(500).default(50),
    }),
    response: {
      200: sitesSchema,
      304: z.null().describe("Nothing changed since the ETag of If-None-Match"),
      ...commonAnswers,
    },
  };
  app.get("/api/sites", { schema }, async ({ query, headers }, reply) => {
    const { q, tag, age, status, sort, order, cursor, limit } = query;
    const isReversed = order === "reversed";
    const chosen = {
      filter: siteFilterIn(status) ?? "all",
      sort,
      isReversed,
      limit,
      ...(q && { search: q }),
      ...(tag && { tag }),
      ...(age && { age }),
      ...(cursor && { cursor }),
    };
    const [list, nextRunAt] = await Promise.all([sites.list(chosen), sites.nextRunAt()]);
    const { at, isExact } = list.counted;
    const counts = { ...list.counts, tags: [...list.counts.tags] };
    const shown = { ...list, counts, items: list.items.map(siteJson), nextRunAt: iso(nextRunAt) };
    const body = { ...shown, counted: { at: at.toISOString(), isExact } };
    // The ETag leaves out the time of counting.
    const told = JSON.stringify({ ...shown, counted: isExact });
    const etag = `"${createHash("sha256").update(told).digest("base64url").slice(0, 22)}"`;
    reply.header("ETag", etag).header("Cache-Control", "no-cache");
    return headers["if-none-match"] === etag ? reply.code(304).send(null) : body;
  });
}

/** Most sites in one answer of what changed. */
const MAX_CHANGES = 200;

function changesRoute(app: App, { recrawling: { sites } }: ServerWorld): void {
  const schema = {
    tags: docTags,
    summary: "Lists sites that have changed since the last call; cheap enough to call every few seconds",
    querystring: z.object({
      since: z.iso
        .datetime()
        .optional()
        .describe("`since` of the answer before; left out: no sites, only where to begin"),
    }),
    response: { 200: siteChangesSchema, ...commonAnswers },
  };
  app.get("/api/sites/changes", { schema }, async ({ query: { since } }, reply) => {
    const found = await sites.changes(since === undefined ? undefined : new Date(since), MAX_CHANGES);
    reply.header("Cache-Control", "no-store");
    return { since: found.at.toISOString(), sites: found.sites.map(siteJson), isAll: found.isAll };
  });
}

function healthRoute(app: App, { recrawling: { sites } }: ServerWorld): void {
  const schema = {
    tags: docTags,
    summary: "Counts sites by the age of their last good crawl and their state",
    response: { 200: siteHealthSchema, ...commonAnswers },
  };
  app.get("/api/sites/health", { schema }, async (_request, reply) => {
    reply.header("Cache-Control", "no-cache");
    return { ages: await sites.health() };
  });
}

/** True for a cursor that Postgres takes: ours has no NUL. */
const isPlain = (cursor: string): boolean => !Buffer.from(cursor, "base64url").includes(0);

function siteRoutes(app: App, { config, recrawling: { sites } }: ServerWorld): void {
  const answer = { 200: siteSchema, ...commonAnswers };
  const one = { tags: docTags, summary: "One site", params: siteId, response: answer };
  app.get("/api/sites/:id", { schema: one }, async ({ params }, reply) => {
    const site = await sites.get(params.id);
    return site ? siteJson(site) : reply.code(404).send(noSite);
  });

  const overlay = overlaySchema.nullable().describe("null removes it");
  const change = z
    .object({
      ...siteLimits(config),
      paused: z.boolean(),
      tags,
      overlay,
      alerts: z.nullable(alertRule),
      ...siteChoices,
    })
    .partial();
  const patch = { tags: docTags, summary: "Changes a site", params: siteId, body: change, response: answer };
  const options = { schema: patch, bodyLimit: MAX_OVERLAY_BODY };
  app.patch("/api/sites/:id", options, async ({ params, body: { overlay: wanted, ...body } }, reply) => {
    if (body.publish === true && body.publishPrivate !== true) await refuseUnconfirmed(params.id, sites);
    if (wanted !== undefined) await sites.setOverlay(params.id, writtenOverlay(wanted ?? {}));
    const { maxPages = pagesListed(body) } = body;
    const pages = maxPages === undefined ? {} : { maxPages: Math.min(maxPages, config.maxPagesLimit) };
    const site = await sites.change(params.id, { ...body, ...pages });
    return site ? siteJson(site) : reply.code(404).send(noSite);
  });

  const gone = {
    tags: docTags,
    summary: "Removes a site; its files stay",
    params: siteId,
    response: { 204: z.null(), ...commonAnswers },
  };
  app.delete("/api/sites/:id", { schema: gone }, async ({ params }, reply) => {
    const removed = await sites.remove(params.id);
    return removed ? reply.code(204).send(null) : reply.code(404).send(noSite);
  });
}

/** Refuses to publish documents read with credentials unless that was confirmed. */
async function refuseUnconfirmed(id: string, sites: Pick<Sites, "get">): Promise<void> {
  const site = await sites.get(id);
  if (site?.isPrivate && site.request.publishPrivate !== true)
    throw new CrawlError("invalid_request", { field: "publish", detail: UNCONFIRMED });
}

function recrawlNowRoutes(app: App, { recrawling }: ServerWorld): void {
  const started = z.object({ run: z.uuid(), queued: z.int().describe("0: it is queued or being crawled already") });
  const now = {
    tags: docTags,
    summary: "Crawls a site now",
    params: siteId,
    response: { 202: started, ...commonAnswers },
  };
  app.post("/api/sites/:id/recrawl", { schema: now }, async ({ params, headers }, reply) => {
    const run = await recrawling.recrawlNow([params.id], starterOf(headers));
    return run ? reply.code(202).send({ run: run.id, queued: run.summary.total }) : reply.code(404).send(noSite);
  });
  const waiting = {
    tags: docTags,
    summary: "Tries at once to store a text that the store did not take",
    params: siteId,
    response: { 202: z.null(), ...commonAnswers },
  };
  app.post("/api/sites/:id/deliver", { schema: waiting }, async ({ params }, reply) =>
    (await recrawling.sites.hurryDelivery(params.id))
      ? reply.code(202).send(null)
      : reply.code(404).send({ detail: "No such site whose text waits to be stored" }),
  );
  const all = { tags: docTags, summary: "Crawls all due sites now", response: { 202: started, ...commonAnswers } };
  app.post("/api/sites/recrawl-due", { schema: all }, async ({ headers }, reply) => {
    const run = await recrawling.recrawlDue(starterOf(headers));
    return reply.code(202).send({ run: run.id, queued: run.summary.total });
  });
}

function webhookRoutes(app: App, { recrawling: { sites } }: ServerWorld): void {
  const url = "/api/sites/:id/webhook-secret";
  const response = { 204: z.null(), ...commonAnswers };
  const body = z.object({ secret: z.string().min(8).max(200) });
  const put = {
    tags: docTags,
    summary: "Sets a site's webhook secret; it cannot be read later",
    params: siteId,
    body,
    response,
  };
  app.put(url, { schema: put }, async ({ params, body: { secret } }, reply) => {
    const isThere = await sites.setWebhookSecret(params.id, secret);
    return isThere ? reply.code(204).send(null) : reply.code(404).send(noSite);
  });
  const remove = { tags: docTags, summary: "Removes a site's webhook secret", params: siteId, response };
  app.delete(url, { schema: remove }, async ({ params }, reply) => {
    const isThere = await sites.setWebhookSecret(params.id, null);
    return isThere ? reply.code(204).send(null) : reply.code(404).send(noSite);
  });
}
