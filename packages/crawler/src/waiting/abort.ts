import { setTimeout as wait } from "node:timers/promises";
import { CrawlError } from "@llmstxt-service/page/errors";

/** The error of whatever ended because `signal` fired. */
export const stopped = (signal: AbortSignal): CrawlError => new CrawlError("aborted", {}, { cause: signal.reason });

/** @throws CrawlError `aborted` when `signal` has fired */
export function throwIfStopped(signal: AbortSignal): void {
  if (signal.aborted) throw stopped(signal);
}

/** Calls `run` once `signal` fires, immediately if it has. @returns a function that cancels this */
export function onAbort(signal: AbortSignal, run: () => void): () => void {
  if (signal.aborted) {
    run();
    return () => undefined;
  }
  signal.addEventListener("abort", run, { once: true });
  return () => signal.removeEventListener("abort", run);
}

/** The reason of `signal` itself, where callers tell one reason from another. */
export const reasonOf = (signal: AbortSignal): unknown => signal.reason;

/**
 * Result of `work`, or `error` (default: `aborted`) as soon as `signal` fires; the work itself goes on until
 * somebody ends it.
 */
export async function unlessAborted<Result>(
  signal: AbortSignal,
  work: Promise<Result>,
  error: (signal: AbortSignal) => unknown = stopped,
): Promise<Result> {
  const { promise, reject } = Promise.withResolvers<never>();
  const forget = onAbort(signal, () => reject(error(signal)));
  try {
    return await Promise.race([work, promise]);
  } finally {
    forget();
  }
}

/** Waits until `signal` fires. */
export function fired(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => void onAbort(signal, resolve));
}

/** @throws CrawlError `aborted` as soon as `signal` fires */
export async function sleep(ms: number, signal: AbortSignal): Promise<void> {
  try {
    await wait(ms, undefined, { signal });
  } catch {
    // The signal is all that it can throw for.
    throw stopped(signal);
  }
}
