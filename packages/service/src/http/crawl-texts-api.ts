import * as z from "zod";
import { type CrawlRecord, handleOf } from "../crawls/crawls.ts";
import type { App, ServerWorld } from "../server-world.ts";
import { crawlId, noCrawl, tags } from "./crawls-api.ts";

const TEXTS = {
  "llms.txt": ({ result }: CrawlRecord) => result?.text,
  "llms-full.txt": ({ result }: CrawlRecord) => result?.full,
};

/** Routes for the documents of a finished crawl as text; 404 for a document that it does not have. */
export function crawlTextRoutes(app: App, { crawls }: ServerWorld): void {
  for (const [file, textOf] of Object.entries(TEXTS)) {
    const schema = { tags, summary: `The ${file} of a crawl`, params: crawlId, produces: ["text/plain"] };
    app.get(`/api/crawls/:id/${file}`, { schema }, async ({ params }, reply) => {
      const crawl = await crawls.find(handleOf(params.id));
      const text = crawl && textOf(crawl);
      if (crawl === undefined || text === undefined) return reply.code(404).send(noCrawl);
      crawls.delivered(crawl);
      return reply.type("text/plain; charset=utf-8").send(text);
    });
  }

  const schema = {
    tags,
    summary: "The llms.txt of another language or version of a crawl",
    params: crawlId.extend({ file: z.string().max(100).describe("As the summary's `relatives` names it") }),
    produces: ["text/plain"],
  };
  app.get("/api/crawls/:id/files/:file", { schema }, async ({ params }, reply) => {
    const crawl = await crawls.find(handleOf(params.id));
    const relative = crawl?.result?.relatives?.find(({ file }) => file === params.file);
    if (crawl === undefined || relative === undefined) return reply.code(404).send(noCrawl);
    crawls.delivered(crawl);
    return reply.type("text/plain; charset=utf-8").send(relative.text);
  });
}
