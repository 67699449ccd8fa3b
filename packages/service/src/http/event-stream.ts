import { once } from "node:events";
import type { ServerResponse } from "node:http";
import type { FastifyReply, FastifyRequest } from "fastify";
import * as z from "zod";
import { keyGuard, refuseWrong, tokenState } from "../doors/doors.ts";
import type { ServerWorld } from "../server-world.ts";

/** Milliseconds between comments: proxies close a connection that is silent for half a minute or so. */
const COMMENT_EVERY_MS = 15_000;

/** An event as it is sent (HTML, 9.2). */
interface StreamEvent {
  readonly id: number;
  readonly type: string;
  readonly json: string;
}

export const tokenQuery = { token: z.string().max(5_000).optional().describe("From POST /auth/token") };

/** Guard that also takes a token in the query: an EventSource can set no header field. */
export function tokenOrKey(world: ServerWorld) {
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

/** Id of the last event that the client has; undefined, and all are sent, if the field is no number. */
export function lastEventId(field: string | readonly string[] | undefined): number | undefined {
  return typeof field === "string" && /^\d{1,15}$/.test(field) ? Number(field) : undefined;
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

/**
 * Sends events as server-sent events, at the client's pace: the next one is taken when the client has read the last.
 * `ended` fires when the client has gone, or the stream is to end.
 */
export async function sendEvents(
  events: AsyncIterable<StreamEvent>,
  reply: FastifyReply,
  ended: AbortSignal,
): Promise<void> {
  reply.hijack();
  const raw = streamOf(reply);
  const comments = setInterval(() => raw.write(":\n\n"), COMMENT_EVERY_MS);
  try {
    for await (const { id, type, json } of events) {
      const isTaken = raw.write(`id: ${id}\nevent: ${type}\ndata: ${json}\n\n`);
      if (!isTaken) await once(raw, "drain", { signal: ended });
    }
  } catch (thrown) {
    // The client has gone, or the database failed: then the connection is cut, and the client asks again.
    if (!ended.aborted) raw.destroy(thrown instanceof Error ? thrown : undefined);
  } finally {
    clearInterval(comments);
    raw.end();
  }
}
