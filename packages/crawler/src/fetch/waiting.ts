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
  signal?.addEventListener("abort", stop);
  if (signal?.aborted) stop();
  try {
    return await Promise.race([work, promise]);
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener("abort", stop);
  }
}
