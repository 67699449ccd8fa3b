import type { FastifyInstance } from "fastify";
import * as z from "zod";
import { handleOf } from "../crawls/crawls.ts";
import { type ServerWorld, withSchemas } from "../server-world.ts";
import { crawlId, noCrawl } from "./crawls-api.ts";
import { lastEventId, sendEvents, tokenOrKey, tokenQuery } from "./event-stream.ts";
import { inDatabase } from "./recrawl-api.ts";

/**
 * Events of a crawl as server-sent events (HTML, 9.2): first the past ones, then each new one. The stream ends after
 * the last event. A client that asks again with that event's number gets 204, which stops an EventSource.
 */
export function crawlEventsRoute(app: FastifyInstance, world: ServerWorld): void {
  const { crawls } = world;
  const schema = {
    tags: ["Crawling"],
    summary: "Events of a crawl, as server-sent events; Last-Event-ID continues after that event",
    params: crawlId,
    querystring: z.object(tokenQuery),
    produces: ["text/event-stream"],
  };
  const options = { schema, onRequest: tokenOrKey(world) };
  withSchemas(app).get("/api/crawls/:id/events", options, async ({ params, headers }, reply) => {
    const handle = handleOf(params.id);
    const crawl = await inDatabase(crawls.find(handle));
    if (crawl === undefined) return reply.code(404).send(noCrawl);
    const after = lastEventId(headers["last-event-id"]) ?? 0;
    const left = new AbortController();
    reply.raw.once("close", () => left.abort());
    const events = crawls.events(handle, after, left.signal);
    if (await crawls.hasEnded(handle, after)) return reply.code(204).send();
    await sendEvents(events, reply, left.signal);
  });
}
