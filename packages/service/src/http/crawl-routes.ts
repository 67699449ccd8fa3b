// Routes of crawls as objects, and of their events.
import { once } from "node:events";
import type { FastifyReply } from "fastify";
import * as z from "zod";
import { isOver } from "../crawls/live.ts";
import { readRequest, wrongCursor } from "../request.ts";
import { begunShape, crawlShape, crawlsQueryShape, crawlsShape, detailShape, overlayShape } from "../shapes.ts";
import type { Numbered } from "../tables.ts";
import { type App, BIG_BODY_BYTES, missing, notFound, params, type ServerWorld } from "./app.ts";

const none = z.null().describe("Nothing");

/** Routes for crawls as objects. */
export function crawlRoutes(app: App, { crawls, schema, closing }: ServerWorld): void {
  const tags = ["Crawls"];
  const begin = {
    ...{ tags, summary: "Begins a crawl, or puts it into the queue", body: z.looseObject({}) },
    description:
      "Begun while the database is away, it is lost if its process is killed, or stops before the database is back.",
    response: { 202: begunShape, 422: detailShape },
  };
  app.post("/api/crawls", { schema: begin, bodyLimit: BIG_BODY_BYTES }, async (request, reply) => {
    const asked = readRequest(schema, request.body);
    const id = await crawls.begin(asked, { by: "api", client: request.ip, isKept: true });
    const location = `/api/crawls/${id}`;
    return reply.code(202).header("Location", location).send({ id, location });
  });

  const list = {
    ...{ tags, summary: "Crawls, newest first", querystring: crawlsQueryShape, response: { 200: crawlsShape } },
  };
  app.get("/api/crawls", { schema: list }, async ({ query: { cursor, limit, url, siteId } }) => {
    const asked = url && (URL.parse(url)?.href ?? url);
    const items = await crawls.list({ siteId, url: asked, limit: limit + 1, after: readCursor(cursor) });
    const last = items.length > limit ? items[limit - 1] : undefined;
    return { items: items.slice(0, limit), next: last ? `${last.createdAt}_${last.id}` : null };
  });

  const get = {
    tags,
    summary: "A crawl, and its document once it is done",
    params,
    response: { 200: crawlShape, ...notFound },
  };
  app.get("/api/crawls/:id", { schema: get }, async ({ params: { id } }, reply) => {
    return (await crawls.get(id)) ?? missing(reply, "crawl");
  });

  const remove = {
    tags,
    summary: "Cancels a crawl; removes one that is over",
    params,
    response: { 204: none, ...notFound },
  };
  app.delete("/api/crawls/:id", { schema: remove }, async ({ params: { id } }, reply) => {
    if ((await crawls.find(id)) === undefined) return missing(reply, "crawl");
    await crawls.remove(id);
    return reply.code(204).send(null);
  });

  const finish = {
    ...{ tags, summary: "Ends a crawl with the pages that it has", params },
    response: { 202: begunShape, 409: detailShape, ...notFound },
  };
  app.post("/api/crawls/:id/finish", { schema: finish }, async ({ params: { id } }, reply) => {
    if ((await crawls.find(id)) === undefined) return missing(reply, "crawl");
    if (!(await crawls.finish(id))) return reply.code(409).send({ detail: "The crawl has no pages yet, or is over" });
    return reply.code(202).send({ id, location: `/api/crawls/${id}` });
  });

  const overlay = {
    ...{ tags, summary: "Writes the document again with an overlay, without a crawl", params, body: overlayShape },
    response: { 200: crawlShape, 409: detailShape, ...notFound },
  };
  app.put("/api/crawls/:id/overlay", { schema: overlay, bodyLimit: BIG_BODY_BYTES }, async (request, reply) => {
    const { id } = request.params;
    const row = await crawls.find(id);
    if (row === undefined) return missing(reply, "crawl");
    if (row.document === null) return reply.code(409).send({ detail: "The crawl has no document" });
    await crawls.setOverlay(row, request.body);
    return (await crawls.get(id)) ?? missing(reply, "crawl");
  });

  const querystring = z.object({ token: z.string().optional().describe("From POST /auth/token") });
  const events = { tags, summary: "Server-sent events, those of the past first", params, querystring };
  app.get("/api/crawls/:id/events", { schema: events, exposeHeadRoute: false }, async (request, reply) => {
    const { id } = request.params;
    const row = await crawls.find(id);
    if (row === undefined) return missing(reply, "crawl");
    const { "last-event-id": last } = request.headers;
    const after = typeof last === "string" && /^\d{1,9}$/.test(last) ? Number(last) : 0;
    // By the HTML standard 204 stops a browser from reconnecting.
    if (after > 0 && isOver(row) && (await crawls.isEnd(id, after))) return reply.code(204).send();
    return streamEvents(reply, (signal) => crawls.watch(id, after, signal), closing);
  });
}

/** @throws CrawlError for an invalid cursor */
function readCursor(text: string | undefined): { readonly at: Date; readonly id: string } | undefined {
  if (text === undefined) return undefined;
  const { 1: at = "", 2: id = "" } = /^([\dT:.-]{23}Z)_([\da-f-]{36})$/.exec(text) ?? [];
  if (Number.isNaN(Date.parse(at)) || !z.uuid().safeParse(id).success) throw wrongCursor();
  return { at: new Date(at), id };
}

/** Proxies close a connection that is silent for half a minute or so. */
const COMMENT_EVERY_MS = 15_000;

/** Sends messages as server-sent events, at the client's pace, until they end or the client goes. Never rejects. */
async function streamEvents(
  reply: FastifyReply,
  open: (signal: AbortSignal) => AsyncIterable<Numbered>,
  closing: AbortSignal,
): Promise<FastifyReply> {
  const { raw } = reply.hijack();
  const gone = new AbortController();
  raw.once("close", () => gone.abort());
  const signal = AbortSignal.any([gone.signal, closing]);
  raw.writeHead(200, {
    ...(reply.getHeaders() as Record<string, string>),
    ...{ "content-type": "text/event-stream; charset=utf-8", "cache-control": "no-store", connection: "close" },
    // Without this header nginx would buffer some kilobytes.
    "x-accel-buffering": "no",
  });
  raw.flushHeaders();
  const comments = setInterval(() => raw.write(":\n\n"), COMMENT_EVERY_MS);
  try {
    for await (const { id, ...message } of open(signal)) {
      const isTaken = raw.write(`id: ${id}\ndata: ${JSON.stringify(message)}\n\n`);
      if (!isTaken) await once(raw, "drain", { signal });
    }
  } catch {
    // The client has gone, the server stops, or the database is unavailable: a client that is still there reconnects.
  } finally {
    clearInterval(comments);
    raw.end();
  }
  return reply;
}
