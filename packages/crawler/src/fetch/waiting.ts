// Waiting that ends: by a signal or a time limit.
import { CrawlError } from "@llmstxt-service/page/errors";

export const aborted = () => new CrawlError("aborted", {});
export const timedOut = (timeoutMs: number) => new CrawlError("timeout", { timeoutMs });

/** The result of `work`, or `late`'s error after this many milliseconds, or `aborted`; the work itself goes on. */
export async function within<Result>(
  ms: number,
  work: Promise<Result>,
  late: (ms: number) => CrawlError = timedOut,
  signal?: AbortSignal,
): Promise<Result> {
  const { promise, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => reject(late(ms)), ms);
  const stop = () => reject(aborted());
  const forget = signal && onAbort(signal, stop);
  if (signal?.aborted) stop();
  try {
    return await Promise.race([work, promise]);
  } finally {
    clearTimeout(timer);
    forget?.();
  }
}

const callbacksBySignal = new WeakMap<AbortSignal, (() => void)[]>();

/**
 * Calls back when a signal aborts, until the returned function is called. One listener serves all, since one for each
 * request would be expensive.
 */
export function onAbort(signal: AbortSignal, stop: () => void): () => void {
  const known = callbacksBySignal.get(signal);
  const callbacks = known ?? [];
  callbacks.push(stop);
  if (known === undefined) {
    callbacksBySignal.set(signal, callbacks);
    signal.addEventListener("abort", () => {
      for (const one of callbacks.slice()) one();
    });
  }
  return () => void callbacks.splice(callbacks.indexOf(stop), 1);
}
