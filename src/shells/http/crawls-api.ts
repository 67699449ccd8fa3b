import type { FastifyInstance } from "fastify";
import * as z from "zod";
import { CrawlError, FAILURES, isFailure } from "../../errors.ts";
import { endsWithin } from "../../waiting/time-limit.ts";
import type { CrawlRecord } from "../crawls/crawls.ts";
import { begunSchema, crawlSchema, crawlsSchema, detailSchema } from "../protocol/protocol.ts";
import { type ServerWorld, withSchemas } from "../server-world.ts";
import { toCrawlRequest } from "../socket/socket.ts";
import { inDatabase } from "./recrawl-api.ts";

/** What is no id of ours is that of no crawl. */
export const crawlId = z.object({ id: z.string().max(100) });

const tags = ["Crawling"];

export const noCrawl = { detail: "No such crawl" };

/** Crawls as objects: begun, looked at and ended over HTTP. The part that needs the key, where there is one. */
export function crawlRoutes(app: FastifyInstance, world: ServerWorld): void {
  beginRoute(app, world);
  listRoute(app, world);
  oneRoute(app, world);
  textRoutes(app, world);
  removeRoute(app, world);
}

/** Milliseconds an answer waits for its crawl to be written down. */
const KEPT_MS = 2_000;

const silent = { withPreview: true, waiting: () => {}, started: () => {}, report: () => {} };

function beginRoute(app: FastifyInstance, { crawls, schema: requestSchema, metrics }: ServerWorld): void {
  const schema = {
    tags,
    summary: "Begins a crawl, or puts it into the queue; what the socket takes, without a socket",
    body: z.unknown().meta(z.toJSONSchema(requestSchema, { io: "input" })),
    response: { 202: begunSchema, 400: detailSchema, 422: detailSchema, 503: detailSchema },
  };
  withSchemas(app).post("/api/crawls", { schema }, async ({ body, log }, reply) => {
    const begunAt = performance.now();
    const { live, kept, ended } = crawls.begin(
      asked(() => toCrawlRequest(requestSchema, body)),
      silent,
    );
    const seconds = () => (performance.now() - begunAt) / 1000;
    log.info({ crawl: live.id, url: live.record.url }, "crawl asked for");
    ended.then(
      ({ summary }) => {
        metrics.crawlEnded("done", seconds());
        log.info({ crawl: live.id, url: live.record.url, pages: summary.pages, seconds: seconds() }, "crawl done");
      },
      (error: unknown) => {
        metrics.crawlEnded(live.record.state === "cancelled" ? "abandoned" : "failed", seconds());
        log[isFailure(error, "unexpected") ? "error" : "info"]({ crawl: live.id, err: error }, "crawl failed");
      },
    );
    // Its id is good for ever once it is told; a database that is away keeps nobody waiting.
    await endsWithin(KEPT_MS, kept);
    const location = `/api/crawls/${live.id}`;
    return reply.code(202).header("Location", location).send({ id: live.id, location });
  });
}

/** A request that is refused is refused in the socket's words. @throws CrawlError */
function asked<T>(parse: () => T): T {
  try {
    return parse();
  } catch (thrown) {
    if (!isFailure(thrown, "invalid_url")) throw thrown;
    throw new CrawlError("wrong_usage", { detail: FAILURES.invalid_url.message({}) });
  }
}

function listRoute(app: FastifyInstance, { crawls }: ServerWorld): void {
  const schema = {
    tags,
    summary: "Crawls of this process that wait or run, in the order in which they were asked for",
    response: { 200: crawlsSchema },
  };
  withSchemas(app).get("/api/crawls", { schema }, async () => ({
    items: crawls.live.map(({ record, pagesDone }) => ({
      id: record.id,
      host: new URL(record.url).host,
      state: record.state,
      done: pagesDone,
      max: record.request.maxPages,
    })),
  }));
}

function oneRoute(app: FastifyInstance, { crawls }: ServerWorld): void {
  const schema = {
    tags,
    summary: "A crawl: its state and, once it is done, its document and what became of its pages",
    params: crawlId,
    response: { 200: crawlSchema, 404: detailSchema, 503: detailSchema },
  };
  withSchemas(app).get("/api/crawls/:id", { schema }, async ({ params }, reply) => {
    const crawl = await inDatabase(crawls.find(params.id));
    return crawl === undefined ? reply.code(404).send(noCrawl) : shown(crawl);
  });
}

function shown({ id, url, state, createdAt, finishedAt, error, result }: CrawlRecord) {
  const document = result?.text ?? null;
  return {
    id,
    url,
    state,
    createdAt: createdAt.toISOString(),
    finishedAt: finishedAt?.toISOString() ?? null,
    error,
    fileUrl: result?.fileUrl ?? null,
    summary: result?.summary ?? null,
    document,
    text: document,
  };
}

const TEXTS = {
  "llms.txt": ({ result }: CrawlRecord) => result?.text,
  "llms-full.txt": ({ result }: CrawlRecord) => result?.full,
};

function textRoutes(app: FastifyInstance, { crawls }: ServerWorld): void {
  for (const [file, textOf] of Object.entries(TEXTS)) {
    const schema = { tags, summary: `The ${file} of a crawl`, params: crawlId, produces: ["text/plain"] };
    withSchemas(app).get(`/api/crawls/:id/${file}`, { schema }, async ({ params }, reply) => {
      const crawl = await inDatabase(crawls.find(params.id));
      const text = crawl && textOf(crawl);
      if (text === undefined) return reply.code(404).send(noCrawl);
      return reply.type("text/plain; charset=utf-8").send(text);
    });
  }
}

function removeRoute(app: FastifyInstance, { crawls }: ServerWorld): void {
  const schema = {
    tags,
    summary: "Cancels a crawl that waits or runs, which can still be looked at; forgets one that is over",
    params: crawlId,
    response: { 204: z.null(), 404: detailSchema, 409: detailSchema, 503: detailSchema },
  };
  withSchemas(app).delete("/api/crawls/:id", { schema }, async ({ params }, reply) => {
    switch (await inDatabase(crawls.remove(params.id))) {
      case "done":
        return reply.code(204).send(null);
      case "unknown":
        return reply.code(404).send(noCrawl);
      case "elsewhere":
        return reply.code(409).send({ detail: "The crawl runs in another process, which alone can cancel it" });
    }
  });
}
