import { setTimeout as sleep } from "node:timers/promises";
import { isFailure } from "@llmstxt-service/page/errors";

const FIRST_WAIT_MS = 250;
const LONGEST_WAIT_MS = 10_000;

/**
 * Calls the database until it answers. Only for calls that do the same thing once however often they are made.
 * @throws the signal's reason when it fires first; whatever the call throws that is not the database being away
 */
export async function retryUntilDatabaseIsBack<T>(call: () => Promise<T>, signal: AbortSignal): Promise<T> {
  for (let waitMs = FIRST_WAIT_MS; ; waitMs = Math.min(waitMs * 2, LONGEST_WAIT_MS)) {
    signal.throwIfAborted();
    try {
      return await call();
    } catch (error) {
      if (!isFailure(error, "database_unavailable")) throw error;
    }
    await sleep(waitMs, undefined, { signal }).catch(() => signal.throwIfAborted());
  }
}
