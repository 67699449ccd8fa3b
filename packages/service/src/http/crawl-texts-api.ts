import type { FastifyInstance } from "fastify";
import * as z from "zod";
import { type CrawlRecord, handleOf } from "../crawls/crawls.ts";
import { type ServerWorld, withSchemas } from "../server-world.ts";
import { crawlId, noCrawl, tags } from "./crawls-api.ts";
import { inDatabase } from "./recrawl-api.ts";

const TEXTS = {
  "llms.txt": ({ result }: CrawlRecord) => result?.text,
  "llms-full.txt": ({ result }: CrawlRecord) => result?.full,
};

/** Routes for the documents of a finished crawl as text; 404 for a document that it does not have. */
export function crawlTextRoutes(app: FastifyInstance, world: ServerWorld): void {
  textRoutes(app, world);
  relativeRoute(app, world);
}

function textRoutes(app: FastifyInstance, { crawls }: ServerWorld): void {
  for (const [file, textOf] of Object.entries(TEXTS)) {
    const schema = { tags, summary: `The ${file} of a crawl`, params: crawlId, produces: ["text/plain"] };
    withSchemas(app).get(`/api/crawls/:id/${file}`, { schema }, async ({ params }, reply) => {
      const crawl = await inDatabase(crawls.find(handleOf(params.id)));
      const text = crawl && textOf(crawl);
      if (crawl === undefined || text === undefined) return reply.code(404).send(noCrawl);
      crawls.delivered(crawl);
      return reply.type("text/plain; charset=utf-8").send(text);
    });
  }
}

function relativeRoute(app: FastifyInstance, { crawls }: ServerWorld): void {
  const schema = {
    tags,
    summary: "The llms.txt of another language or version of a crawl",
    params: crawlId.extend({ file: z.string().max(100).describe("As the summary's `relatives` names it") }),
    produces: ["text/plain"],
  };
  withSchemas(app).get("/api/crawls/:id/files/:file", { schema }, async ({ params }, reply) => {
    const crawl = await inDatabase(crawls.find(handleOf(params.id)));
    const relative = crawl?.result?.relatives?.find(({ file }) => file === params.file);
    if (crawl === undefined || relative === undefined) return reply.code(404).send(noCrawl);
    crawls.delivered(crawl);
    return reply.type("text/plain; charset=utf-8").send(relative.text);
  });
}
