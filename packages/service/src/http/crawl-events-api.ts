import * as z from "zod";
import { handleOf } from "../crawls/crawls.ts";
import type { App, ServerWorld } from "../server-world.ts";
import { crawlId, noCrawl } from "./crawls-api.ts";
import { lastEventId, sendEvents, tokenOrKey, tokenQuery } from "./event-stream.ts";
import { leaving } from "./request-rules.ts";

/**
 * Events of a crawl as server-sent events (HTML, 9.2): first the past ones, then each new one. The stream ends after
 * the last event. A client that asks again with that event's number gets 204, which stops an EventSource.
 */
export function crawlEventsRoute(app: App, world: ServerWorld): void {
  const { crawls } = world;
  const schema = {
    tags: ["Crawling"],
    summary: "Events of a crawl, as server-sent events; Last-Event-ID continues after that event",
    params: crawlId,
    querystring: z.object(tokenQuery),
    produces: ["text/event-stream"],
  };
  const options = { schema, onRequest: tokenOrKey(world) };
  app.get("/api/crawls/:id/events", options, async ({ params, headers }, reply) => {
    const handle = handleOf(params.id);
    const crawl = await crawls.find(handle);
    if (crawl === undefined) return reply.code(404).send(noCrawl);
    const after = lastEventId(headers["last-event-id"]) ?? 0;
    const left = leaving(reply);
    const events = crawls.events(handle, after, left);
    if (await crawls.hasEnded(handle, after)) return reply.code(204).send();
    await sendEvents(events, reply, left);
  });
}
