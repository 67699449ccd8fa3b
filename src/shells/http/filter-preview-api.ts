import type { FastifyInstance } from "fastify";
import * as z from "zod";
import { pathFilter } from "../../address/globs.ts";
import { CrawlError } from "../../errors.ts";
import { FAILURES } from "../../failures.ts";
import { namedPages } from "../../jobs/generate/generate.ts";
import { withTimeLimit } from "../../waiting/time-limit.ts";
import { detailSchema, filterPreviewSchema } from "../protocol/protocol.ts";
import { type ServerWorld, withSchemas } from "../server-world.ts";
import { globs } from "../site-choices.ts";
import { toCrawlRequest } from "../socket/socket.ts";

/** Sites whose addresses are being read at once; further ones are turned away. */
const MAX_READING = 4;

const LONGEST_MS = 20_000;

/** What was read of a site serves every change of its filters for so long. */
const KEPT_MS = 300_000;
const MAX_KEPT = 20;

const EXAMPLES = 8;

interface Kept {
  readonly at: number;
  readonly urls: readonly string[];
}

/** Which of the addresses that a site names its path filters let through: before a crawl, by what a crawl would read first. */
export function filterPreviewRoute(app: FastifyInstance, world: ServerWorld): void {
  const kept = new Map<string, Kept>();
  let reading = 0;
  const read = async (url: string, signal: AbortSignal): Promise<readonly string[]> => {
    const known = kept.get(url);
    if (known !== undefined && performance.now() - known.at < KEPT_MS) return known.urls;
    if (reading >= MAX_READING) throw new CrawlError("server_busy", { waiting: reading });
    reading++;
    try {
      const named = namedPages(toCrawlRequest(world.schema, { url }), world.recrawling.world, signal);
      const urls = await withTimeLimit(LONGEST_MS, named, () => new CrawlError("crawl_timeout", {}));
      kept.delete(url);
      kept.set(url, { at: performance.now(), urls });
      for (const [oldest] of kept) if (kept.size > MAX_KEPT) kept.delete(oldest);
      return urls;
    } finally {
      reading--;
    }
  };
  const schema = {
    tags: ["Crawling"],
    summary: "Applies path filters to the addresses in the site's homepage and sitemaps",
    body: z.object({ url: z.string().max(2_000), include: globs.default([]), exclude: globs.default([]) }),
    response: { 200: filterPreviewSchema, 422: detailSchema, 503: detailSchema },
  };
  withSchemas(app).post("/api/crawls/preview", { schema }, async ({ body }, reply) => {
    const left = new AbortController();
    reply.raw.once("close", () => left.abort());
    const signal = AbortSignal.any([left.signal, AbortSignal.timeout(LONGEST_MS)]);
    try {
      const urls = await read(body.url, signal);
      const isWanted = pathFilter(body.include, body.exclude);
      const matching = urls.filter(isWanted);
      const others = urls.filter((url) => !isWanted(url));
      return {
        named: urls.length,
        matching: matching.length,
        examples: matching.slice(0, EXAMPLES),
        excluded: others.slice(0, EXAMPLES),
      };
    } catch (thrown) {
      if (!(thrown instanceof CrawlError) || FAILURES[thrown.code].about === "service") throw thrown;
      return reply.code(422).send({ detail: thrown.message });
    }
  });
}
