import { once } from "node:events";
import type { FastifyReply } from "fastify";
import type { Numbered } from "../tables.ts";

/** Proxies close a connection that is silent for half a minute or so. */
const COMMENT_EVERY_MS = 15_000;

/** Sends messages as server-sent events, at the client's pace, until they end or the client goes. Never rejects. */
export async function streamEvents(
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
    // Without this field nginx would hold back some kilobytes.
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
    // The client has gone, the server stops, or the database is away: a client that is there asks again.
  } finally {
    clearInterval(comments);
    raw.end();
  }
  return reply;
}
