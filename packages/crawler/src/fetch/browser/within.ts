// Patience with a browser: any call to it may never return, and none takes a signal.
import { CrawlError, type WordsCode } from "@llmstxt-service/page/errors";
import { aborted, stopsOf } from "../failure.ts";

/** The result of `work`, or `late`'s error after so many milliseconds, or `aborted`; the work itself goes on. */
export async function within<Result>(
  ms: number,
  work: Promise<Result>,
  late: (ms: number) => CrawlError = silent,
  signal?: AbortSignal,
): Promise<Result> {
  const { promise, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => reject(late(ms)), ms);
  const stop = () => reject(aborted());
  const stops = signal && stopsOf(signal).add(stop);
  if (signal?.aborted) stop();
  try {
    return await Promise.race([work, promise]);
  } finally {
    clearTimeout(timer);
    stops?.delete(stop);
  }
}

const silent = (ms: number) =>
  new CrawlError("browser_failed", { detail: `the browser did not answer for ${ms / 1000} s` });

/** Chromium's `net::ERR_…` names by what they mean to us, the first that fits; `net_error_list.h` has them all. */
const NET_ERRORS: readonly (readonly [RegExp, WordsCode])[] = [
  [/^(CERT_|SSL_|BAD_SSL)/, "tls"],
  [/^UNSAFE_REDIRECT/, "bad_redirect"],
  [/^NAME_NOT_RESOLVED/, "dns"],
  [/^(CONNECTION_REFUSED|ADDRESS_UNREACHABLE|PROXY_CONNECTION_FAILED|TUNNEL_CONNECTION_FAILED)/, "unreachable"],
  [/TIMED_OUT$/, "timeout"],
  [/^(CONNECTION_|EMPTY_RESPONSE|SOCKET_)/, "connection"],
  [/^(INVALID_|RESPONSE_|CONTENT_|INCOMPLETE_|HTTP2_|UNEXPECTED_|ABORTED)/, "bad_response"],
];

/** The closed list's entry for what a page in a browser failed with. What is not the site's doing is the browser's. */
export function pageError(thrown: unknown, timeoutMs: number): CrawlError {
  if (thrown instanceof CrawlError) return thrown;
  const error = thrown instanceof Error ? thrown : new Error(String(thrown));
  if (error.name === "TimeoutError") return new CrawlError("timeout", { timeoutMs });
  if (error.message.includes("Download is starting"))
    return new CrawlError("unsupported_type", { detail: "the browser would download it" });
  const name = /net::ERR_([A-Z0-9_]+)/.exec(error.message)?.[1];
  if (name === "TOO_MANY_REDIRECTS") return new CrawlError("too_many_redirects", {});
  const code = NET_ERRORS.find(([pattern]) => pattern.test(name ?? ""))?.[1] ?? "browser_failed";
  const says = name === undefined ? firstLine(error.message) : name.toLowerCase().replaceAll("_", " ");
  return new CrawlError(code, { detail: says }, { cause: thrown });
}

/** Playwright adds a log of the call below its first line. */
export const firstLine = (message: string) => message.split("\n", 1)[0]?.slice(0, 200) ?? "";
