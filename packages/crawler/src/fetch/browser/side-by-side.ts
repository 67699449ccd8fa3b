import { isFailure } from "@llmstxt-service/page/errors";
import { Semaphore } from "../../waiting/semaphore.ts";
import type { Fetch } from "../fetch.ts";
import { waited } from "../waited.ts";

/**
 * The pages of one crawl, open side by side. They share the machine: one that timed out beside others is tried once more, and
 * from then on the pages are opened one after the other. If it times out alone, too, the others go on side by side.
 */
export function sideBySide(fetch: Fetch): Fetch {
  const turn = new Semaphore(1);
  const open = new Set<{ isBeside: boolean }>();
  let isTooMuch = false;
  const inTurn: Fetch = async (request, signal) => {
    await waited(request, turn.acquire(signal));
    try {
      return await fetch(request, signal);
    } finally {
      turn.release();
    }
  };
  return async (request, signal) => {
    if (isTooMuch) return inTurn(request, signal);
    const page = { isBeside: open.size > 0 };
    for (const other of open) other.isBeside = true;
    open.add(page);
    try {
      return await fetch(request, signal);
    } catch (thrown) {
      if (!page.isBeside || request.once || !isFailure(thrown, "timeout") || signal.aborted) throw thrown;
    } finally {
      open.delete(page);
    }
    isTooMuch = true;
    try {
      return await inTurn(request, signal);
    } catch (thrown) {
      if (isFailure(thrown, "timeout")) isTooMuch = false;
      throw thrown;
    }
  };
}
