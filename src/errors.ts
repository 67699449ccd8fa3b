/**
 * Every way a fetch, a crawl or a request can fail. `retry`: whether the same thing may succeed a moment later;
 * `status`: the HTTP status our own server answers with. Each code is explained in docs/errors.md; a test holds the two together.
 */
export const FAILURES = {
  // What the caller asked for
  invalid_url: { retry: false, status: 400 },
  invalid_request: { retry: false, status: 422 },
  // Where we may go
  address_not_allowed: { retry: false, status: 400 },
  off_site: { retry: false, status: 502 },
  robots_disallows: { retry: false, status: 403 },
  robots_unavailable: { retry: true, status: 502 },
  // What the other side did
  /** The name does not exist. A name server that does not answer is `unreachable`. */
  dns: { retry: false, status: 502 },
  /** No connection came about: refused, no route, no name server. */
  unreachable: { retry: true, status: 502 },
  /** A connection broke before the answer was whole. */
  connection: { retry: true, status: 502 },
  tls: { retry: false, status: 502 },
  timeout: { retry: false, status: 504 },
  http_status: { retry: false, status: 502 },
  /** 408, 425, 429, 500, 502, 503, 504, 520-524: an answer that may be another one soon. */
  http_status_passing: { retry: true, status: 502 },
  too_many_redirects: { retry: false, status: 502 },
  bad_redirect: { retry: false, status: 502 },
  bad_response: { retry: false, status: 502 },
  unsupported_coding: { retry: false, status: 502 },
  unsupported_type: { retry: false, status: 502 },
  too_large: { retry: false, status: 502 },
  empty_page: { retry: false, status: 502 },
  host_failing: { retry: false, status: 502 },
  // Our own browser
  browser_missing: { retry: false, status: 502 },
  browser_failed: { retry: true, status: 502 },
  proxy_browser_failed: { retry: true, status: 502 },
  // The crawl as a whole
  crawl_timeout: { retry: false, status: 504 },
  interrupted: { retry: true, status: 503 },
  aborted: { retry: false, status: 499 },
  // The places results go to
  storage_failed: { retry: true, status: 502 },
  database_unavailable: { retry: true, status: 503 },
  enhancement_failed: { retry: false, status: 502 },
  /** A bug of ours: whatever was thrown that none of the above describes. */
  unexpected: { retry: false, status: 500 },
} as const satisfies Record<string, { retry: boolean; status: number }>;

export type FailureCode = keyof typeof FAILURES;

/**
 * The only error that crosses a room's door. The code is for programs; the message is for a person:
 * what was tried, on what, and what happened.
 */
export class CrawlError extends Error {
  override readonly name = "CrawlError";
  readonly code: FailureCode;

  constructor(code: FailureCode, message: string, options?: ErrorOptions) {
    super(message, options);
    this.code = code;
  }

  /** Whether trying the same again may help. The table decides, nobody else. */
  get retry(): boolean {
    return FAILURES[this.code].retry;
  }
}

/** Turns whatever was thrown into a CrawlError, the original kept as `cause`. A CrawlError is handed back as it is. */
export function toCrawlError(thrown: unknown, fallback: FailureCode = "unexpected"): CrawlError {
  if (thrown instanceof CrawlError) return thrown;
  const error = thrown instanceof Error ? thrown : new Error(String(thrown));
  if (error.name === "AbortError") return new CrawlError("aborted", error.message, { cause: thrown });
  return new CrawlError(fallback, error.message, { cause: thrown });
}
