import { withTimeLimit } from "@llmstxt-service/crawler/waiting/time-limit";
import { CrawlError } from "@llmstxt-service/page/errors";
import { FAILURES } from "@llmstxt-service/page/failures";
import * as z from "zod";
import { clientOf } from "../doors/doors.ts";
import { namedPages } from "../jobs/generate/generate.ts";
import { detailSchema, filterPreviewSchema } from "../protocol/protocol.ts";
import type { App, ServerWorld } from "../server-world.ts";
import { globs } from "../site-choices.ts";
import { toCrawlRequest } from "../socket/socket.ts";
import { askingOf, clientLine, holdBack } from "./client-line.ts";
import { NamedAddresses, packAddresses } from "./named-addresses.ts";

/** Most sites whose addresses are read at once, in all and for one client; beyond it a request is refused. */
const MAX_READING = 4;
const MAX_READING_OF_CLIENT = 2;

const LONGEST_MS = 20_000;

/**
 * Route that tells which of a site's addresses pass path filters: the addresses in its homepage and sitemaps, as a
 * crawl would read them first.
 */
export function filterPreviewRoute(app: App, world: ServerWorld): void {
  const kept = new NamedAddresses();
  app.addHook("onClose", async () => kept.clear());
  const read = readerOf(world, kept);
  const schema = {
    tags: ["Crawling"],
    summary: "Applies path filters to the addresses in the site's homepage and sitemaps",
    body: z.object({ url: z.string().max(2_000), include: globs.default([]), exclude: globs.default([]) }),
    response: { 200: filterPreviewSchema, 422: detailSchema, 429: detailSchema, 503: detailSchema },
  };
  app.post("/api/crawls/preview", { schema, onRequest: clientLine(world) }, async (request, reply) => {
    const { url, include, exclude } = request.body;
    const { client, left } = askingOf(request);
    try {
      const addresses = kept.get(url) ?? (await read(url, clientOf(request, world.config), left));
      return await client.filtered({ addresses, include, exclude }, left);
    } catch (thrown) {
      if (!(thrown instanceof CrawlError) || FAILURES[thrown.code].about === "service") throw thrown;
      return reply.code(422).send({ detail: thrown.message });
    }
  });
}

/** Returns a function that reads a site's addresses and keeps them. */
function readerOf(world: ServerWorld, kept: NamedAddresses) {
  /** The client of each site that is being read. */
  const reading: string[] = [];
  return async (url: string, client: string, left: AbortSignal): Promise<Uint8Array> => {
    const open = reading.filter((one) => one === client).length;
    if (open >= MAX_READING_OF_CLIENT) {
      await holdBack(left);
      throw new CrawlError("too_many_at_once", { open, seconds: LONGEST_MS / 1000 });
    }
    if (reading.length >= MAX_READING)
      throw new CrawlError("server_busy", { waiting: reading.length, what: "requests" });
    reading.push(client);
    try {
      const signal = AbortSignal.any([left, AbortSignal.timeout(LONGEST_MS)]);
      const crawl = world.forCrawl(world.recrawling.world);
      const named = namedPages(toCrawlRequest(world.schema, { url }), crawl, signal);
      const urls = await withTimeLimit(LONGEST_MS, named, () => new CrawlError("crawl_timeout", {}));
      const addresses = await packAddresses(urls);
      kept.keep(url, addresses);
      return addresses;
    } finally {
      reading.splice(reading.indexOf(client), 1);
    }
  };
}
