import { MAX_URL_LENGTH } from "@llmstxt-service/crawler/fetch/limits";
import { overlaySchema } from "@llmstxt-service/document/overlay-file";
import { siteKey } from "@llmstxt-service/page/address/site-key";
import { CrawlError } from "@llmstxt-service/page/errors";
import * as z from "zod";
import { type CrawlRecord, type CrawlResult, handleOf } from "../crawls/crawls.ts";
import { pagesListed, plainSiteRequest, REQUEST_DEFAULTS, siteRequestOf, withChoices } from "../jobs/request.ts";
import { findSentinel } from "../jobs/sentinel.ts";
import { changesOf } from "../jobs/site-crawl.ts";
import { writtenOverlay } from "../jobs/site-overlay.ts";
import { detailSchema, siteJson, siteSchema } from "../protocol/protocol.ts";
import type { App, ServerWorld } from "../server-world.ts";
import type { Config } from "../settings/config.ts";
import { siteChoices, tags } from "../site-choices.ts";
import type { Enrolment } from "../sites/sites.ts";
import { MAX_OVERLAY_BODY } from "./overlay-api.ts";
import { commonAnswers, siteTags as docTags, noSite, siteLimits } from "./site-routes.ts";

/** Milliseconds to look for a site's sitemap: two HEAD requests of at most five seconds each. */
const SENTINEL_MS = 11_000;

export const siteBody = (config: Pick<Config, "maxPagesLimit">) => {
  const { recrawlIntervalMinutes, maxPages } = siteLimits(config);
  return z.object({
    baseUrl: z.string().max(MAX_URL_LENGTH),
    recrawlIntervalMinutes: recrawlIntervalMinutes.optional(),
    maxPages: maxPages.optional(),
    tags: tags.optional(),
    ...siteChoices,
  });
};

export type EnrolledBody = z.output<ReturnType<typeof siteBody>>;

export function enrolmentOf(
  { baseUrl, recrawlIntervalMinutes, tags, ...choices }: EnrolledBody,
  { maxPagesLimit, proxyBrowserEnabled: useProxy }: Pick<Config, "maxPagesLimit" | "proxyBrowserEnabled">,
): Enrolment {
  const plain = plainSiteRequest(baseUrl, { maxPagesLimit, useProxy });
  const listed = pagesListed({ url: baseUrl, ...choices });
  return {
    request: withChoices({ ...plain, maxPages: Math.min(listed ?? plain.maxPages, maxPagesLimit) }, choices),
    tags,
    recrawlIntervalMinutes: recrawlIntervalMinutes ?? REQUEST_DEFAULTS.recrawlIntervalMinutes,
    // The first crawl looks for the site's sitemap.
    sentinelUrl: null,
  };
}

/** Route that enrols a site after a crawl, or before its first one. */
export function enrolRoute(app: App, { config, crawls, recrawling }: ServerWorld): void {
  const { sites } = recrawling;
  const schema = {
    tags: docTags,
    summary: "Enrols a site, with the result of a kept crawl or to be crawled first",
    body: z.union([
      z.object({
        crawlId: z.string().max(100),
        recrawlIntervalMinutes: siteLimits(config).recrawlIntervalMinutes.optional(),
        tags: tags.optional(),
        overlay: overlaySchema.optional(),
      }),
      siteBody(config).extend({ overlay: overlaySchema.optional() }),
    ]),
    response: { 201: siteSchema, 400: detailSchema, ...commonAnswers },
  };
  app.post(
    "/api/sites",
    { schema, bodyLimit: MAX_OVERLAY_BODY },
    async ({ body: { overlay: given, ...body } }, reply) => {
      const crawl = "crawlId" in body ? await crawls.find(handleOf(body.crawlId)) : undefined;
      if ("crawlId" in body && !crawl?.result) return reply.code(404).send({ detail: "No such crawl that is done" });
      if (crawl?.capability !== undefined) throw new CrawlError("invalid_request", PRIVATE);
      const url = "baseUrl" in body ? body.baseUrl : (crawl?.url ?? "");
      if (siteKey(url) === undefined) throw new CrawlError("invalid_url", {});
      const { recrawlIntervalMinutes, tags } = body;
      const plain = enrolmentOf("baseUrl" in body ? body : { baseUrl: url, recrawlIntervalMinutes, tags }, config);
      const enrolled = await sites.enrol({
        ...plain,
        ...(crawl && {
          request: siteRequestOf(crawl.request),
          sentinelUrl: await findSentinel({ url }, recrawling.world, AbortSignal.timeout(SENTINEL_MS)),
        }),
        ...(crawl?.result && {
          delivery: deliveryOf(crawl.result, crawl.finishedAt),
          record: recordOf(crawl, crawl.result),
        }),
      });
      const overlay = given ?? crawl?.request.overlay;
      const isDelivered = given === undefined && crawl !== undefined;
      if (overlay !== undefined) await sites.setOverlay(enrolled.id, { ...writtenOverlay(overlay), isDelivered });
      const site = await sites.get(enrolled.id);
      return site ? reply.code(201).send(siteJson(site)) : reply.code(404).send(noSite);
    },
  );
}

const PRIVATE = {
  field: "crawlId",
  detail: "the header fields of this crawl are not kept; enrol its site with enableAutoUpdate in the crawl itself",
};

/** Figures of a finished crawl, as those of a run. */
const recordOf = ({ startedAt, finishedAt }: CrawlRecord, { summary: { failed } }: CrawlResult) => ({
  failed,
  ms: (finishedAt?.getTime() ?? 0) - (startedAt?.getTime() ?? 0),
  log: "",
});

/** Facts about a finished crawl's text. Its pages are no longer there, so the first recrawl requests them in full. */
const deliveryOf = ({ text, digest, plainDigest, fileUrl, summary, base }: CrawlResult, finishedAt: Date | null) => ({
  text,
  characters: summary.characters,
  base,
  digest,
  plainDigest,
  fileUrl,
  generatedAt: new Date(/^Generated: (\S+)/m.exec(text)?.[1] ?? finishedAt ?? Date.now()),
  pages: summary.pages,
  memoryKey: undefined,
  counts: changesOf(undefined, { text, counts: summary }),
});
