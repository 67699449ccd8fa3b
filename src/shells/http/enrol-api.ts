import type { FastifyInstance } from "fastify";
import * as z from "zod";
import { siteKey } from "../../address/site-key.ts";
import { CrawlError } from "../../errors.ts";
import { MAX_URL_LENGTH } from "../../fetch/limits.ts";
import { plainSiteRequest, REQUEST_DEFAULTS, siteRequestOf, withChoices } from "../../jobs/request.ts";
import { findSentinel } from "../../jobs/sentinel.ts";
import type { CrawlResult } from "../crawls/crawls.ts";
import { detailSchema, siteSchema } from "../protocol/protocol.ts";
import { type ServerWorld, withSchemas } from "../server-world.ts";
import { siteChoices, tags } from "../site-choices.ts";
import { commonAnswers, siteTags as docTags, noSite, siteJson, siteLimits } from "../site-json.ts";
import { inDatabase } from "./recrawl-api.ts";

/** Two HEAD requests of at most five seconds each. */
const SENTINEL_MS = 11_000;

/** Enrolment without the socket: after a crawl, or before the first one. */
export function enrolRoute(app: FastifyInstance, { config, crawls, recrawling }: ServerWorld): void {
  const limits = siteLimits(config);
  const { sites } = recrawling;
  const schema = {
    tags: docTags,
    summary: "Enrols a site: with the result of a crawl that is kept, or to be crawled first",
    body: z.union([
      z.object({
        crawlId: z.string().max(100),
        recrawlIntervalMinutes: limits.recrawlIntervalMinutes.optional(),
        tags: tags.optional(),
      }),
      z.object({
        baseUrl: z.string().max(MAX_URL_LENGTH),
        recrawlIntervalMinutes: limits.recrawlIntervalMinutes.optional(),
        maxPages: limits.maxPages.optional(),
        descLength: limits.descLength.optional(),
        tags: tags.optional(),
        ...siteChoices,
      }),
    ]),
    response: { 201: siteSchema, 400: detailSchema, ...commonAnswers },
  };
  withSchemas(app).post("/api/sites", { schema }, async ({ body }, reply) => {
    const crawl = "crawlId" in body ? await inDatabase(crawls.find(body.crawlId)) : undefined;
    if ("crawlId" in body && !crawl?.result) return reply.code(404).send({ detail: "No such crawl that is done" });
    const url = "baseUrl" in body ? body.baseUrl : (crawl?.url ?? "");
    if (siteKey(url) === undefined) throw new CrawlError("invalid_url", {});
    const { maxPagesLimit, proxyBrowserEnabled } = config;
    const { maxPages, descLength, scope, include, exclude, language, useProxy, publish } =
      "baseUrl" in body ? body : {};
    const plain = plainSiteRequest(url, { maxPagesLimit, useProxy: proxyBrowserEnabled });
    const asked = {
      ...plain,
      ...(maxPages !== undefined && { maxPages }),
      ...(descLength !== undefined && { descLength }),
    };
    const enrolled = await inDatabase(
      sites.enrol({
        request:
          (crawl && siteRequestOf(crawl.request)) ??
          withChoices(asked, { scope, include, exclude, language, useProxy, publish }),
        tags: body.tags,
        recrawlIntervalMinutes: body.recrawlIntervalMinutes ?? REQUEST_DEFAULTS.recrawlIntervalMinutes,
        // A site that was never crawled has its sitemap looked for by its first crawl.
        sentinelUrl: crawl ? await findSentinel({ url }, recrawling.world, AbortSignal.timeout(SENTINEL_MS)) : null,
        ...(crawl?.result && { delivery: deliveryOf(crawl.result, crawl.finishedAt) }),
      }),
    );
    const site = await inDatabase(sites.get(enrolled.id));
    return site ? reply.code(201).send(siteJson(site)) : reply.code(404).send(noSite);
  });
}

/** The pages themselves are gone: the first recrawl asks for them whole. */
const deliveryOf = ({ text, digest, plainDigest, fileUrl, summary }: CrawlResult, finishedAt: Date | null) => ({
  text,
  digest,
  plainDigest,
  fileUrl,
  generatedAt: new Date(/^Generated: (\S+)/m.exec(text)?.[1] ?? finishedAt ?? Date.now()),
  pages: summary.pages,
  memoryKey: undefined,
  counts: { added: summary.pages, removed: 0, changed: 0 },
});
