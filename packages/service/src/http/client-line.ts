import { setTimeout } from "node:timers/promises";
import type { FastifyReply, FastifyRequest } from "fastify";
import { clientOf } from "../doors/doors.ts";
import type { ServerWorld } from "../server-world.ts";
import type { ForClient } from "../threads/threads.ts";
import { leaving } from "./request-rules.ts";

/**
 * A client over its line is told so much later: who asks again at once costs a request a second, not all that a connection can
 * carry. Meanwhile it costs what every connection does that has not sent its body.
 */
const REFUSED_MS = 1_000;

/** Who asks, and until when. */
export interface Asking {
  readonly client: ForClient;
  readonly left: AbortSignal;
}

const asking = new WeakMap<FastifyRequest, Asking>();

/**
 * For routes whose work is done in reading threads: takes a place in the line of the client that sent this, once its secret has
 * been checked and before its body is read. What is refused is never read; Node passes over it.
 */
export function clientLine(world: Pick<ServerWorld, "config" | "forClient">) {
  return async (request: FastifyRequest, reply: FastifyReply): Promise<void> => {
    const left = leaving(reply);
    try {
      asking.set(request, { client: world.forClient(clientOf(request, world.config), left), left });
    } catch (thrown) {
      await holdBack(left);
      throw thrown;
    }
  };
}

/** Before a client is told that it sends too much at once. One that has left is told nothing. Never rejects. */
export async function holdBack(left: AbortSignal): Promise<void> {
  await setTimeout(REFUSED_MS, undefined, { ref: false, signal: left }).catch(() => {});
}

/** Of a request that took its place. */
export function askingOf(request: FastifyRequest): Asking {
  const found = asking.get(request);
  if (found === undefined) throw new Error("This route takes no place in the line of its client");
  return found;
}
