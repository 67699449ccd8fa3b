import { endsWithin } from "@llmstxt-service/crawler/waiting/time-limit";
import { CrawlError, isFailure } from "@llmstxt-service/page/errors";
import { FAILURES } from "@llmstxt-service/page/failures";
import type { FastifyBaseLogger, FastifyReply } from "fastify";
import * as z from "zod";
import {
  type BegunCrawl,
  type CrawlRecord,
  handleOf,
  isOver,
  locationOf,
  logEnd,
  unwatched,
} from "../crawls/crawls.ts";
import { clientOf, starterOf } from "../doors/doors.ts";
import type { CrawlRequest } from "../jobs/request.ts";
import {
  begunSchema,
  type CrawlAnswer,
  crawlSchema,
  crawlsSchema,
  detailSchema,
  iso,
  refusedCrawlSchema,
} from "../protocol/protocol.ts";
import type { App, ServerWorld } from "../server-world.ts";
import type { ListedSite } from "../sites/site-query.ts";
import type { Sites } from "../sites/sites.ts";
import { toCrawlRequest } from "../socket/socket.ts";

/** Ids are limited in length alone: one of another form is found nowhere. */
export const crawlId = z.object({ id: z.string().max(100) });

export const tags = ["Crawling"];

export const noCrawl = { detail: "No such crawl" };

/** Routes to begin, read and end crawls. They need the key, where there is one. */
export function crawlRoutes(app: App, world: ServerWorld): void {
  beginRoute(app, world);
  againRoute(app, world);
  listRoute(app, world);
  oneRoute(app, world);
  finishRoute(app, world);
  removeRoute(app, world);
}

/** Milliseconds an answer waits for its crawl to be written down. */
const KEPT_MS = 2_000;

function beginRoute(app: App, world: ServerWorld): void {
  const schema = {
    tags,
    summary: "Starts or queues a crawl without a socket; the request is the same as on the socket",
    body: z.unknown().meta(z.toJSONSchema(world.schema, { io: "input" })),
    response: { 202: begunSchema, 400: detailSchema, 422: refusedCrawlSchema, 503: detailSchema },
  };
  app.post("/api/crawls", { schema }, async (sent, reply) => {
    const request = asked(() => toCrawlRequest(world.schema, sent.body));
    if (request instanceof CrawlError) return reply.code(422).send(refusal(request));
    const watcher = unwatched(clientOf(sent, world.config));
    const origin = { by: starterOf(sent.headers), isKept: true };
    return begun({ world, log: sent.log, reply }, () => world.crawls.begin(request, watcher, origin));
  });
}

function againRoute(app: App, world: ServerWorld): void {
  const schema = {
    tags,
    summary: "Starts a crawl that requests the pages that this one failed at or did not reach, and keeps the others",
    params: crawlId,
    response: { 202: begunSchema, 404: detailSchema, 409: detailSchema, 503: detailSchema },
  };
  app.post("/api/crawls/:id/retry", { schema }, async (sent, reply) => {
    const crawl = await world.crawls.find(handleOf(sent.params.id));
    if (crawl === undefined) return reply.code(404).send(noCrawl);
    if (!isOver(crawl)) return reply.code(409).send({ detail: "The crawl is not over" });
    if (crawl.capability !== undefined) return reply.code(409).send({ detail: "Its header fields are not kept" });
    const watcher = unwatched(clientOf(sent, world.config));
    const origin = { by: starterOf(sent.headers), isKept: true };
    return begun({ world, log: sent.log, reply }, () => world.crawls.again(crawl, watcher, origin));
  });
}

interface Begin {
  readonly world: ServerWorld;
  readonly log: FastifyBaseLogger;
  readonly reply: FastifyReply;
}

/** Answers with the id of a crawl that has begun, and logs its end. */
async function begun({ world, log, reply }: Begin, begin: () => BegunCrawl | Promise<BegunCrawl>) {
  const { live, kept, ended } = await begin();
  log.info({ crawl: live.id, url: live.record.url }, "crawl asked for");
  logEnd(live, ended, { metrics: world.metrics, log });
  // The id is told once it is written down, so that it outlives this process, or after KEPT_MS if the database is away.
  await endsWithin(KEPT_MS, kept);
  const location = locationOf(live.record);
  return reply.code(202).header("Location", location).send({ id: live.id, location });
}

/** The parsed request, or the error that refuses it. */
function asked(parse: () => CrawlRequest): CrawlRequest | CrawlError {
  try {
    return parse();
  } catch (thrown) {
    if (thrown instanceof CrawlError) return thrown;
    throw thrown;
  }
}

/** Answer to an invalid request, in the words of the socket. */
function refusal({ code, facts, message }: CrawlError) {
  const detail = code === "invalid_url" ? FAILURES.invalid_url.message({}) : message;
  return { detail, code, facts: { ...facts } };
}

function listRoute(app: App, { crawls }: ServerWorld): void {
  const schema = {
    tags,
    summary: "Waiting and running crawls of this process, in the order of their requests",
    response: { 200: crawlsSchema },
  };
  app.get("/api/crawls", { schema }, async () => ({
    items: crawls.live.map(({ record, pagesDone, ahead }) => ({
      id: record.id,
      host: record.capability === undefined ? new URL(record.url).host : null,
      state: record.state,
      done: pagesDone,
      max: record.request.maxPages,
      ahead,
    })),
  }));
}

function oneRoute(app: App, { crawls, recrawling, now }: ServerWorld): void {
  const schema = {
    tags,
    summary: "A crawl: its state and, when it is done, its document and the results for its pages",
    params: crawlId,
    response: { 200: crawlSchema, 404: detailSchema, 503: detailSchema },
  };
  app.get("/api/crawls/:id", { schema }, async ({ params }, reply) => {
    const crawl = await crawls.find(handleOf(params.id));
    if (crawl === undefined) return reply.code(404).send(noCrawl);
    if (crawl.state === "done") crawls.delivered(crawl);
    const site = crawl.state === "done" ? await enrolled(recrawling.sites, crawl.url) : undefined;
    return shown(crawl, site, now());
  });
}

/** The site's enrolment; undefined also if the database does not answer, since the document is there without it. */
async function enrolled(sites: Pick<Sites, "find">, url: string): Promise<ListedSite | undefined> {
  try {
    return await sites.find(url);
  } catch (thrown) {
    if (isFailure(thrown, "database_unavailable")) return undefined;
    throw thrown;
  }
}

function shown(crawl: CrawlRecord, site: ListedSite | undefined, now: Date): CrawlAnswer {
  const { id, url, state, by, goesOn, resumed, createdAt, startedAt, finishedAt, error, result } = crawl;
  const document = result?.text ?? null;
  const ranMs = startedAt === null ? 0 : (finishedAt ?? now).getTime() - startedAt.getTime();
  return {
    id,
    url,
    state,
    request: requestJson(crawl),
    createdAt: createdAt.toISOString(),
    finishedAt: iso(finishedAt),
    by,
    goesOn,
    resumed: resumed && { ...resumed, at: resumed.at.toISOString() },
    keepsPages: result?.memory !== undefined,
    stoppedEarly: result?.summary.why === "asked",
    elapsedMs: Math.max(0, ranMs),
    site: site === undefined ? null : enrolledJson(site),
    error,
    fileUrl: result?.fileUrl ?? null,
    summary: result?.summary ?? null,
    document,
    text: document,
    relatives: (result?.relatives ?? []).map(({ file, text }) => ({ file, text })),
  };
}

const enrolledJson = ({ id, recrawlIntervalMinutes, nextCrawlAt, pausedAt }: ListedSite) => ({
  id,
  recrawlIntervalMinutes,
  nextCrawlAt: iso(nextCrawlAt),
  paused: pausedAt !== null,
});

function requestJson({
  request: { enrol, publish, include, exclude, skipBlocks, sitemaps, urls, languages, versions, ...rest },
}: CrawlRecord): CrawlAnswer["request"] {
  const lists = {
    include: [...include],
    exclude: [...exclude],
    ...(sitemaps && { sitemaps: [...sitemaps] }),
    ...(urls && { urls: [...urls] }),
    ...(skipBlocks && { skipBlocks: [...skipBlocks] }),
    ...(languages && { languages: [...languages] }),
    ...(versions && { versions: [...versions] }),
  };
  return { ...rest, ...lists, publish: publish === true, enableAutoUpdate: enrol !== undefined, ...enrol };
}

const ELSEWHERE = "The crawl runs in another process, which alone can end it";

function finishRoute(app: App, { crawls }: ServerWorld): void {
  const schema = {
    tags,
    summary: "Ends a running crawl with the pages it has, and makes its document from them",
    params: crawlId,
    response: { 202: z.null(), 404: detailSchema, 409: detailSchema, 503: detailSchema },
  };
  app.post("/api/crawls/:id/finish", { schema }, async ({ params }, reply) => {
    const outcome = await crawls.finish(handleOf(params.id));
    switch (outcome) {
      case "done":
        return reply.code(202).send(null);
      case "unknown":
        return reply.code(404).send(noCrawl);
      case "early":
        return reply.code(409).send({ detail: "The crawl has no page yet, or is over" });
      case "elsewhere":
        return reply.code(409).send({ detail: ELSEWHERE });
    }
    outcome satisfies never;
  });
}

function removeRoute(app: App, { crawls }: ServerWorld): void {
  const schema = {
    tags,
    summary: "Cancels a waiting or running crawl, which can still be read; deletes one that has ended",
    params: crawlId,
    response: { 204: z.null(), 404: detailSchema, 409: detailSchema, 503: detailSchema },
  };
  app.delete("/api/crawls/:id", { schema }, async ({ params }, reply) => {
    const outcome = await crawls.remove(handleOf(params.id));
    switch (outcome) {
      case "done":
        return reply.code(204).send(null);
      case "unknown":
        return reply.code(404).send(noCrawl);
      case "elsewhere":
        return reply.code(409).send({ detail: ELSEWHERE });
    }
    outcome satisfies never;
  });
}
