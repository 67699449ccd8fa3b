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
