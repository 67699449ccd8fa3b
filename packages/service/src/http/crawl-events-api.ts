import { once } from "node:events";
import type { ServerResponse } from "node:http";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import * as z from "zod";
import { handleOf, type NumberedEvent } from "../crawls/crawls.ts";
import { header, keyGuard, refuseWrong, tokenState } from "../doors/doors.ts";
import { type ServerWorld, withSchemas } from "../server-world.ts";
import { crawlId, noCrawl } from "./crawls-api.ts";
import { inDatabase } from "./recrawl-api.ts";

/** Milliseconds between comments: proxies close a connection that is silent for half a minute or so. */
const COMMENT_EVERY_MS = 15_000;

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
    querystring: z.object({ token: z.string().max(5_000).optional().describe("From POST /auth/token") }),
    produces: ["text/event-stream"],
  };
  const options = { schema, onRequest: tokenOrKey(world) };
  withSchemas(app).get("/api/crawls/:id/events", options, async ({ params, headers }, reply) => {
    const handle = handleOf(params.id);
    const crawl = await inDatabase(crawls.find(handle));
    if (crawl === undefined) return reply.code(404).send(noCrawl);
    const after = lastEventId(header(headers["last-event-id"]));
    const left = new AbortController();
    reply.raw.once("close", () => left.abort());
    const events = crawls.events(handle, after, left.signal);
    if (await crawls.hasEnded(handle, after)) return reply.code(204).send();
    reply.hijack();
    await send(events, streamOf(reply), left.signal);
  });
}

/** Guard that also takes a token in the query: an EventSource can set no header field. */
function tokenOrKey(world: ServerWorld) {
  const byKey = keyGuard(world);
  return async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply | undefined> => {
    const token = new URL(request.url, "http://server").searchParams.get("token");
    if (!token) return byKey(request, reply);
    const { wrongSecrets, config } = world;
    const state = await tokenState(token, config.apiKey, { type: "websocket", now: world.now() });
    if (state === "good") return undefined;
    const detail = "Invalid or expired token";
    return state === "wrong" && config.apiKey !== undefined
      ? refuseWrong({ wrongSecrets, request, reply }, detail)
      : reply.code(401).send({ detail });
  };
}

/** Number of the last event that the client has; 0, so that all are sent, if the field is no number. */
function lastEventId(field: string | undefined): number {
  return field !== undefined && /^\d{1,9}$/.test(field) ? Number(field) : 0;
}

function streamOf(reply: FastifyReply): ServerResponse {
  const { raw } = reply;
  raw.writeHead(200, {
    ...(reply.getHeaders() as Record<string, string>),
    "content-type": "text/event-stream; charset=utf-8",
    "cache-control": "no-store",
    // Without this field nginx would buffer some kilobytes of events.
    "x-accel-buffering": "no",
  });
  raw.flushHeaders();
  return raw;
}

/** Sends events at the client's pace: the next one is taken when the client has read the last. */
async function send(events: AsyncIterable<NumberedEvent>, raw: ServerResponse, left: AbortSignal): Promise<void> {
  const comments = setInterval(() => raw.write(":\n\n"), COMMENT_EVERY_MS);
  try {
    for await (const { id, type, json } of events) {
      const isTaken = raw.write(`id: ${id}\nevent: ${type}\ndata: ${json}\n\n`);
      if (!isTaken) await once(raw, "drain", { signal: left });
    }
  } catch (thrown) {
    // The client has gone, or the database failed: then the connection is cut, and the client asks again.
    if (!left.aborted) raw.destroy(thrown instanceof Error ? thrown : undefined);
  } finally {
    clearInterval(comments);
    raw.end();
  }
}
