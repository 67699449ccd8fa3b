// The ladder: tries one way of fetching a page after the other until one gives content.
import {
  type BrowserState,
  CrawlError,
  type FailureCode,
  isFailure,
  type Problem,
  toCrawlError,
} from "@llmstxt-service/page/errors";
import type { CrawlFetchOptions, Fetch, Fetched, FetchRequest, Headers, Rung } from "./fetch.ts";
import { isPassing } from "./plain.ts";

/** A request to a driver. */
export interface DriverRequest extends FetchRequest {
  /** The plain answer, whose scripts our own browser runs without requesting the page again. */
  readonly shell?: Fetched | undefined;
}

/** One way of fetching. */
export interface Driver {
  readonly rung: Rung;
  /** Reason why it cannot be used now; undefined if it can. Asked for each page. */
  absence?(): BrowserState | undefined;
  /** @throws CrawlError */
  fetch(request: DriverRequest, signal: AbortSignal): Promise<Fetched>;
}

const RENDERING: readonly Rung[] = ["browser", "proxy"];

/**
 * The rungs to try after a failure. All other failures would be the same on every rung: an unknown name, a refused
 * address, a missing page, no HTML, a page that is too large.
 */
const WORTH: Partial<Record<FailureCode, readonly Rung[]>> = {
  // Sites block programs by letting them wait, hanging up, or by their TLS handshake.
  timeout: RENDERING,
  connection: RENDERING,
  empty_page: RENDERING,
  // A browser completes certificate chains and forgives bad headers.
  tls: RENDERING,
  bad_response: RENDERING,
  // Some sites set a cookie by a script and redirect back.
  too_many_redirects: RENDERING,
  // The host does not answer this machine; it may answer another.
  unreachable: ["proxy"],
  browser_missing: ["proxy"],
  browser_failed: RENDERING,
};

/** Challenges have one of these statuses; other error statuses are real. */
const CHALLENGES: readonly number[] = [403, 429, 503];

/** Our own failures; they never hide the site's own answer. */
const OURS: readonly FailureCode[] = ["browser_missing", "browser_failed", "proxy_browser_failed"];

const STATES: Partial<Record<FailureCode, BrowserState>> = { browser_missing: "missing", browser_failed: "failed" };

/** Returns the first page without a problem of the rungs in their order. The error thrown is the site's last reason. */
export function ladder(
  plain: Fetch,
  rendering: readonly Driver[],
  { read = async () => ({}), onAttempt }: Pick<CrawlFetchOptions, "read" | "onAttempt">,
): Fetch {
  const first: Driver = {
    rung: "plain",
    async fetch(request, signal) {
      const refuse = (headers: Headers) => notAPageType(request.url, headers);
      const fetched = await plain({ ...request, refuse }, signal);
      const file = fileTypeOf(fetched.body);
      if (file !== undefined) throw new CrawlError("unsupported_type", { detail: file });
      return fetched;
    },
  };
  const drivers = [first, ...rendering];
  return async (request, signal) => {
    let worth: readonly Rung[] = [request.rung ?? "plain"];
    let reason: CrawlError | undefined;
    let browser: BrowserState | undefined;
    let shell: Fetched | undefined;
    for (const driver of drivers) {
      const { rung } = driver;
      if (!worth.includes(rung)) continue;
      const absence = driver.absence?.();
      if (rung === "browser") browser = absence ?? browser;
      if (absence !== undefined) continue;
      const startedAt = performance.now();
      const { page, error } = await attempt(driver, read, { ...request, shell }, signal);
      const elapsedMs = page?.elapsedMs ?? performance.now() - startedAt;
      onAttempt?.(request.url, { rung, outcome: error?.message ?? "ok", elapsedMs });
      if (error === undefined) return page;
      if (rung === "plain" && page?.url === request.url && error.code === "empty_page") shell = page;
      worth = worthAfter(error).filter((next) => next !== rung || error.code === "browser_failed");
      // The server refuses the browser, although a plain request got an answer.
      const isRefused = reason?.code === "empty_page" && isStatus(error, [403]);
      if (rung === "browser") browser = isRefused ? "refused" : (STATES[error.code] ?? "ran");
      if (reason === undefined || !(isRefused || OURS.includes(error.code))) reason = error;
    }
    if (reason === undefined) throw new CrawlError("browser_missing", { detail: "there is no browser at present" });
    throw withBrowser(reason, browser);
  };
}

type Read = NonNullable<CrawlFetchOptions["read"]>;
type Try =
  | { readonly page: Fetched; readonly error?: undefined }
  | { readonly page?: Fetched; readonly error: CrawlError };

/** @throws CrawlError `aborted` only */
async function attempt(driver: Driver, read: Read, request: DriverRequest, signal: AbortSignal): Promise<Try> {
  try {
    const page = await driver.fetch(request, signal);
    const { status } = page;
    // A 304 to a conditional request: there is nothing to read.
    if (status === 304 && request.validators !== undefined) return { page };
    // 204 to 206 carry no page.
    if (status < 200 || status > 203)
      return { page, error: new CrawlError(isPassing(status) ? "http_status_passing" : "http_status", { status }) };
    const { problem } = await read(page);
    return problem === undefined ? { page } : { page, error: new CrawlError("empty_page", { problem }) };
  } catch (thrown) {
    if (signal.aborted || isFailure(thrown, "aborted")) throw toCrawlError(thrown);
    return { error: toCrawlError(thrown) };
  }
}

const isStatus = ({ facts }: CrawlError, statuses: readonly number[]): boolean =>
  "status" in facts && typeof facts.status === "number" && statuses.includes(facts.status);

const problemOf = ({ facts }: CrawlError): Problem | undefined => ("problem" in facts ? facts.problem : undefined);

function worthAfter(error: CrawlError): readonly Rung[] {
  if (isStatus(error, CHALLENGES)) return RENDERING;
  // An error page is also an error page in a browser.
  return problemOf(error) === "error page" ? [] : (WORTH[error.code] ?? []);
}

/** Adds to the error of a page without text why no browser helped. */
function withBrowser(reason: CrawlError, browser: BrowserState | undefined): CrawlError {
  const problem = problemOf(reason);
  if (problem === undefined || browser === undefined) return reason;
  return new CrawlError("empty_page", { problem, browser }, { cause: reason });
}

/** Content types of a page; a missing type counts as HTML. */
const PAGE_TYPES = ["", "text/html", "application/xhtml+xml", "text/plain", "text/markdown", "text/x-markdown"];

/** Types of files whose first bytes tell them from a page (MIME Sniffing, 6 and 7.1). */
const FIRST_BYTES: readonly (readonly [string, string])[] = [
  ["%PDF-", "application/pdf"],
  ["\x89PNG", "image/png"],
  ["GIF8", "image/gif"],
  ["\xff\xd8\xff", "image/jpeg"],
  ["PK\x03\x04", "application/zip"],
];

/** The type of a file that was sent as a page. */
function fileTypeOf(body: Uint8Array): string | undefined {
  const start = Buffer.from(body.subarray(0, 5)).toString("latin1");
  return FIRST_BYTES.find(([bytes]) => start.startsWith(bytes))?.[1];
}

/** Reason why a good answer is no page, by its header. Servers that do not know Markdown send it as `octet-stream`. */
function notAPageType(url: string, headers: Headers): CrawlError | undefined {
  const type = (headers["content-type"] ?? "").split(";", 1)[0]?.trim().toLowerCase() ?? "";
  const isMarkdown = type === "application/octet-stream" && /\.(?:md|markdown)$/i.test(new URL(url).pathname);
  if (!PAGE_TYPES.includes(type) && !isMarkdown)
    return new CrawlError("unsupported_type", { detail: type.slice(0, 80) });
  const isDownload = /^\s*attachment/i.test(headers["content-disposition"] ?? "");
  return isDownload ? new CrawlError("unsupported_type", { detail: "sent as a download" }) : undefined;
}
