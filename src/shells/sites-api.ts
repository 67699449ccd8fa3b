import { createHash } from "node:crypto";
import type { FastifyInstance } from "fastify";
import { z } from "zod";
import type { Config } from "../config.ts";
import { CrawlError } from "../errors.ts";
import { REQUEST_DEFAULTS, REQUEST_LIMITS } from "../jobs/request.ts";
import { diffLlmsTxt } from "../llmstxt/diff.ts";
import { siteKey } from "../sites/base-url.ts";
import { SITE_FILTERS, SITE_SORTS } from "../sites/sites.ts";
import type { Crawls } from "./crawls.ts";
import { detailSchema } from "./public-routes.ts";
import { inDatabase } from "./recrawl-api.ts";
import type { Recrawling } from "./recrawling.ts";
import type { FinishedCrawl } from "./results.ts";
import { withSchemas } from "./server-world.ts";
import { iso, siteJson, siteSchema } from "./site-json.ts";
import { unifiedDiff } from "./unified-diff.ts";

export interface SitesApiWorld {
  readonly config: Pick<Config, "maxPagesLimit" | "proxyBrowserEnabled">;
  readonly recrawling: Recrawling;
  readonly crawls: Pick<Crawls, "find">;
}

const tags = ["Sites"];
const siteId = z.object({ id: z.uuid() });
const noSite = { detail: "Site not enrolled" };
const common = { 401: detailSchema, 404: detailSchema, 503: detailSchema };

/** The enrolled sites, for the web page and for programs. Whoever registers them asks for the key first. */
export function sitesRoutes(app: FastifyInstance, world: SitesApiWorld): void {
  listRoute(app, world);
  enrolRoute(app, world);
  siteRoutes(app, world);
  recrawlNowRoutes(app, world);
  webhookRoutes(app, world);
  versionRoutes(app, world);
}

function listRoute(app: FastifyInstance, { recrawling: { sites } }: SitesApiWorld): void {
  const schema = {
    tags,
    summary: "Enrolled sites, most pressing first, a page at a time",
    querystring: z.object({
      q: z.string().max(200).optional().describe("Part of the address"),
      status: z.enum(SITE_FILTERS).default("all"),
      sort: z.enum(SITE_SORTS).default("status"),
      cursor: z.string().max(4_096).optional().describe("`next` of the page before"),
      limit: z.coerce.number().int().min(1).max(500).default(50),
    }),
    response: {
      200: z.object({
        items: z.array(siteSchema),
        next: z.string().nullable(),
        total: z.int(),
        counts: z.object({ all: z.int(), attention: z.int(), changed: z.int(), paused: z.int() }),
        nextRunAt: z.iso.datetime().nullable().describe("When the next site is due"),
      }),
      304: z.null().describe("Nothing changed since the ETag of If-None-Match"),
      ...common,
    },
  };
  withSchemas(app).get("/api/sites", { schema }, async ({ query, headers }, reply) => {
    const { q, status: filter, sort, cursor, limit } = query;
    const chosen = { filter, sort, limit, ...(q && { search: q }), ...(cursor && { cursor }) };
    const [list, nextRunAt] = await inDatabase(Promise.all([sites.list(chosen), sites.nextRunAt()]));
    const body = { ...list, items: list.items.map(siteJson), nextRunAt: iso(nextRunAt) };
    const etag = `"${createHash("sha256").update(JSON.stringify(body)).digest("base64url").slice(0, 22)}"`;
    reply.header("ETag", etag).header("Cache-Control", "no-cache");
    return headers["if-none-match"] === etag ? reply.code(304).send(null) : body;
  });
}

const within = ({ min, max }: { readonly min: number; readonly max: number }) => z.int().min(min).max(max);
const interval = within(REQUEST_LIMITS.recrawlIntervalMinutes);
const descLength = within(REQUEST_LIMITS.descLength);

function enrolRoute(app: FastifyInstance, { config, crawls, recrawling: { sites } }: SitesApiWorld): void {
  const maxPages = within({ min: 1, max: config.maxPagesLimit });
  const schema = {
    tags,
    summary: "Enrols a site: with the result of a crawl of the last 24 hours, or to be crawled first",
    body: z.union([
      z.object({ crawlId: z.string().max(100), recrawlIntervalMinutes: interval.optional() }),
      z.object({
        baseUrl: z.string().max(2_048),
        recrawlIntervalMinutes: interval.optional(),
        maxPages: maxPages.optional(),
        descLength: descLength.optional(),
      }),
    ]),
    response: { 201: siteSchema, 400: detailSchema, ...common },
  };
  withSchemas(app).post("/api/sites", { schema }, async ({ body }, reply) => {
    const crawl = "crawlId" in body ? crawls.find(body.crawlId) : undefined;
    if ("crawlId" in body && crawl === undefined)
      return reply.code(404).send({ detail: "No such crawl in the last 24 hours" });
    const url = "baseUrl" in body ? body.baseUrl : (crawl?.url ?? "");
    if (siteKey(url) === undefined) throw new CrawlError("invalid_url", "Invalid URL format");
    const given = "baseUrl" in body ? body : {};
    const choices = { url, scope: "domain", include: [], exclude: [], useProxy: config.proxyBrowserEnabled } as const;
    const enrolled = await inDatabase(
      sites.enrol({
        url,
        choices,
        maxPages: Math.min(REQUEST_DEFAULTS.maxPages, config.maxPagesLimit),
        descLength: REQUEST_DEFAULTS.descLength,
        ...crawl?.request,
        ...given,
        recrawlIntervalMinutes: body.recrawlIntervalMinutes ?? REQUEST_DEFAULTS.recrawlIntervalMinutes,
        sentinelUrl: null,
        ...(crawl && { delivery: deliveryOf(crawl) }),
      }),
    );
    const site = await inDatabase(sites.get(enrolled.id));
    return site ? reply.code(201).send(siteJson(site)) : reply.code(404).send(noSite);
  });
}

/** The pages themselves are gone: the first recrawl asks for them whole. */
const deliveryOf = ({ text, digest, plainDigest, fileUrl, finishedAt, summary }: FinishedCrawl) => ({
  text,
  digest,
  plainDigest,
  fileUrl,
  generatedAt: new Date(/^Generated: (\S+)/m.exec(text)?.[1] ?? finishedAt),
  pages: summary.pages,
  memory: undefined,
  counts: { added: summary.pages, removed: 0, changed: 0 },
});

function siteRoutes(app: FastifyInstance, { config, recrawling: { sites } }: SitesApiWorld): void {
  const typed = withSchemas(app);
  const answer = { 200: siteSchema, ...common };
  const one = { tags, summary: "One site", params: siteId, response: answer };
  typed.get("/api/sites/:id", { schema: one }, async ({ params }, reply) => {
    const site = await inDatabase(sites.get(params.id));
    return site ? siteJson(site) : reply.code(404).send(noSite);
  });

  const change = {
    recrawlIntervalMinutes: interval.optional(),
    maxPages: within({ min: 1, max: config.maxPagesLimit }).optional(),
    descLength: descLength.optional(),
    paused: z.boolean().optional(),
  };
  const patch = { tags, summary: "Changes a site", params: siteId, body: z.object(change), response: answer };
  typed.patch("/api/sites/:id", { schema: patch }, async ({ params, body }, reply) => {
    const site = await inDatabase(sites.change(params.id, body));
    return site ? siteJson(site) : reply.code(404).send(noSite);
  });

  const gone = {
    tags,
    summary: "Removes a site; its files stay",
    params: siteId,
    response: { 204: z.null(), ...common },
  };
  typed.delete("/api/sites/:id", { schema: gone }, async ({ params }, reply) => {
    const removed = await inDatabase(sites.remove(params.id));
    return removed ? reply.code(204).send(null) : reply.code(404).send(noSite);
  });
}

function recrawlNowRoutes(app: FastifyInstance, { recrawling }: SitesApiWorld): void {
  const typed = withSchemas(app);
  const started = z.object({ run: z.uuid(), queued: z.int().describe("0: it is queued or being crawled already") });
  const now = { tags, summary: "Crawls a site now", params: siteId, response: { 202: started, ...common } };
  typed.post("/api/sites/:id/recrawl", { schema: now }, async ({ params }, reply) => {
    const run = await inDatabase(recrawling.recrawlNow(params.id));
    return run ? reply.code(202).send({ run: run.id, queued: run.summary.total }) : reply.code(404).send(noSite);
  });
  const all = { tags, summary: "Crawls all due sites now", response: { 202: started, ...common } };
  typed.post("/api/sites/recrawl-due", { schema: all }, async (_request, reply) => {
    const run = await inDatabase(recrawling.recrawlDue());
    return reply.code(202).send({ run: run.id, queued: run.summary.total });
  });
}

function webhookRoutes(app: FastifyInstance, { recrawling: { sites } }: SitesApiWorld): void {
  const typed = withSchemas(app);
  const url = "/api/sites/:id/webhook-secret";
  const response = { 204: z.null(), ...common };
  const body = z.object({ secret: z.string().min(8).max(200) });
  const put = { tags, summary: "Sets a site's webhook secret; it is never given back", params: siteId, body, response };
  typed.put(url, { schema: put }, async ({ params, body: { secret } }, reply) => {
    const isThere = await inDatabase(sites.setWebhookSecret(params.id, secret));
    return isThere ? reply.code(204).send(null) : reply.code(404).send(noSite);
  });
  const remove = { tags, summary: "Removes a site's webhook secret", params: siteId, response };
  typed.delete(url, { schema: remove }, async ({ params }, reply) => {
    const isThere = await inDatabase(sites.setWebhookSecret(params.id, null));
    return isThere ? reply.code(204).send(null) : reply.code(404).send(noSite);
  });
}

const versionSchema = z.object({
  id: z.uuid(),
  at: z.iso.datetime(),
  pages: z.int(),
  characters: z.int(),
  added: z.int(),
  removed: z.int(),
  changed: z.int(),
  url: z.string().describe("Empty while the text could not be stored"),
  digest: z.string().describe("SHA-256 of the text in hex"),
});

function versionRoutes(app: FastifyInstance, { recrawling: { sites } }: SitesApiWorld): void {
  const typed = withSchemas(app);
  const versions = {
    tags,
    summary: "Texts delivered for a site, newest first",
    params: siteId,
    querystring: z.object({ cursor: z.uuid().optional(), limit: z.coerce.number().int().min(1).max(100).default(20) }),
    response: {
      200: z.object({ items: z.array(versionSchema), next: z.string().nullable(), crawls: z.int() }),
      ...common,
    },
  };
  typed.get("/api/sites/:id/versions", { schema: versions }, async ({ params, query }, reply) => {
    const site = await inDatabase(sites.get(params.id));
    if (site === undefined) return reply.code(404).send(noSite);
    const { items, next } = await inDatabase(sites.versions(params.id, query.cursor, query.limit));
    return { items: items.map((version) => ({ ...version, at: version.at.toISOString() })), next, crawls: site.crawls };
  });

  const text = {
    tags,
    summary: "The text of a version",
    params: siteId.extend({ version: z.uuid() }),
    produces: ["text/plain"],
  };
  typed.get("/api/sites/:id/versions/:version/text", { schema: text }, async ({ params }, reply) => {
    const found = await inDatabase(sites.versionText(params.id, params.version));
    if (found === undefined) return reply.code(404).send({ detail: "No such version" });
    return reply.type("text/plain; charset=utf-8").send(found);
  });

  const diff = {
    tags,
    summary: "What differs between two versions, page by page and line by line",
    params: siteId,
    querystring: z.object({ from: z.uuid(), to: z.uuid() }),
    response: { 200: diffSchema, ...common },
  };
  typed.get("/api/sites/:id/diff", { schema: diff }, async ({ params: { id }, query }, reply) => {
    const [from, to] = await inDatabase(
      Promise.all([sites.versionText(id, query.from), sites.versionText(id, query.to)]),
    );
    if (from === undefined || to === undefined) return reply.code(404).send({ detail: "No such version" });
    return diffJson(from, to);
  });
}

const pageSchema = z.object({ url: z.string(), section: z.string(), title: z.string() });
const pair = z.tuple([z.string(), z.string()]).optional();
const diffSchema = z.object({
  added: z.array(pageSchema),
  removed: z.array(pageSchema),
  changed: z.array(z.object({ url: z.string(), section: z.string(), title: pair, excerpt: pair })),
  unified: z.string(),
});

function diffJson(from: string, to: string): z.infer<typeof diffSchema> {
  const { added, removed, changed } = diffLlmsTxt(from, to);
  return {
    added: [...added],
    removed: [...removed],
    changed: changed.map(({ url, section, title, excerpt }) => ({
      url,
      section,
      ...(title && { title: [...title] }),
      ...(excerpt && { excerpt: [...excerpt] }),
    })),
    unified: unifiedDiff(from, to),
  };
}
