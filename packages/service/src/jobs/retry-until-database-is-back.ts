import { setTimeout as sleep } from "node:timers/promises";
import { isFailure } from "@llmstxt-service/page/errors";

const FIRST_WAIT_MS = 250;
const LONGEST_WAIT_MS = 10_000;

/**
 * Calls the database until it answers. The call must be idempotent.
 * @throws the signal's reason when it fires first; any error of the call except `database_unavailable`
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
