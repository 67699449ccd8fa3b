import { CrawlError } from "../errors.ts";

const silent = (timeoutMs: number) =>
  new CrawlError("browser_failed", `the browser did not answer for ${timeoutMs / 1000} s`);

/**
 * What `work` comes to, or an error (`browser_failed`, unless told otherwise) when it takes longer. Any call to a browser
 * may never return, `page.close()` among them, and none takes a signal.
 */
export async function within<Result>(timeoutMs: number, work: Promise<Result>, late = silent): Promise<Result> {
  const { promise, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => reject(late(timeoutMs)), timeoutMs);
  try {
    return await Promise.race([work, promise]);
  } finally {
    clearTimeout(timer);
  }
}

/** What `work` comes to, or `aborted` as soon as `signal` fires; the work itself goes on until somebody ends it. */
export async function unlessAborted<Result>(signal: AbortSignal, work: Promise<Result>): Promise<Result> {
  const { promise, reject } = Promise.withResolvers<never>();
  const onAbort = () => reject(new CrawlError("aborted", "stopped", { cause: signal.reason }));
  signal.addEventListener("abort", onAbort, { once: true });
  if (signal.aborted) onAbort();
  try {
    return await Promise.race([work, promise]);
  } finally {
    signal.removeEventListener("abort", onAbort);
  }
}
