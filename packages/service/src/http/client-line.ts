import { setTimeout } from "node:timers/promises";
import type { FastifyReply, FastifyRequest } from "fastify";
import { clientOf } from "../doors/doors.ts";
import type { ServerWorld } from "../server-world.ts";
import type { ForClient } from "../threads/threads.ts";
import { leaving } from "./request-rules.ts";

/**
 * Milliseconds before a client with too many open requests is refused: a client that repeats at once makes one request
 * a second, not as many as its connection can carry. Until then the request costs what any connection without a body
 * costs.
 */
const REFUSED_MS = 1_000;

/** A request's client, and the signal that fires when it has gone. */
export interface Asking {
  readonly client: ForClient;
  readonly left: AbortSignal;
}

const asking = new WeakMap<FastifyRequest, Asking>();

/**
 * Hook for routes whose work is done in reading threads: counts the request for its client, after its secret was
 * checked and before its body is read. The body of a refused request is discarded by Node.
 */
export function clientLine(world: Pick<ServerWorld, "config" | "forClient">) {
  return async (request: FastifyRequest, reply: FastifyReply): Promise<void> => {
    const left = leaving(reply);
    try {
      asking.set(request, { client: await world.forClient(clientOf(request, world.config), left), left });
    } catch (thrown) {
      await holdBack(left);
      throw thrown;
    }
  };
}

/** Waits before a client is refused; ends when the client has gone. Never rejects. */
export async function holdBack(left: AbortSignal): Promise<void> {
  await setTimeout(REFUSED_MS, undefined, { ref: false, signal: left }).catch(() => {});
}

export function askingOf(request: FastifyRequest): Asking {
  const found = asking.get(request);
  if (found === undefined) throw new Error("This route takes no place in the line of its client");
  return found;
}
