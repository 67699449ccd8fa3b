// The ladder: one way of fetching a page after the other, until one gives a page that has something to say.
import {
  type BrowserState,
  CrawlError,
  type FailureCode,
  type Problem,
  toCrawlError,
} from "@llmstxt-service/page/errors";
import type { Attempt, Fetch, Fetched, FetchRequest, Judge, Rung } from "./fetch.ts";
import { isPassing } from "./plain.ts";

/** A page as a driver is asked for it. */
export interface DriverRequest extends FetchRequest {
  /** The plain answer, whose scripts our own browser is to run: it does not ask for the page again. */
  readonly shell?: Fetched;
}

/** One way of fetching. */
export interface Driver {
  readonly rung: Rung;
  /** Why it cannot be used at present; undefined if it can. Asked anew for each page. */
  absence(): BrowserState | undefined;
  /** @throws CrawlError */
  fetch(request: DriverRequest, signal: AbortSignal): Promise<Fetched>;
}

export interface LadderOptions {
  /** In the order in which they are tried. */
  readonly drivers: readonly Driver[];
  readonly judge: Judge;
  readonly onAttempt?: ((url: string, attempt: Attempt) => void) | undefined;
}

const RENDERING: readonly Rung[] = ["browser", "proxy"];

/**
 * The rungs worth trying after a failure. Whatever is not listed would fail on every rung alike: a name that does not
 * exist, an address we may not reach, a page that is not there, not HTML, or too large.
 */
const WORTH: Partial<Record<FailureCode, readonly Rung[]>> = {
  // Walls that turn programs away by leaving them waiting, hanging up, or by the look of their handshake.
  timeout: RENDERING,
  connection: RENDERING,
  // A browser completes certificate chains and forgives bad headers.
  tls: RENDERING,
  bad_response: RENDERING,
  // Sites that set a cookie by a script and send you back to where you were.
  too_many_redirects: RENDERING,
  // The host does not answer this machine; it may answer another.
  unreachable: ["proxy"],
  // Our own trouble, not the site's.
  browser_missing: ["plain", "proxy"],
  browser_failed: ["plain", "proxy"],
};

/** A challenge is served with one of these statuses; the others mean what they say. */
const CHALLENGES: readonly number[] = [403, 429, 503];

/** Failures of ours; they never hide what the site itself answered. */
const OURS: readonly FailureCode[] = ["browser_missing", "browser_failed", "proxy_browser_failed"];

type Tried =
  | { readonly page: Fetched }
  /** `shell`: the page, for its scripts. */
  | {
      readonly error: CrawlError;
      readonly worth: readonly Rung[];
      readonly shell?: Fetched;
      readonly elapsedMs?: number;
    };

/** Takes the first page that `judge` has nothing against. The error thrown is the last reason that the site itself gave. */
export function ladder({ drivers, judge, onAttempt }: LadderOptions): Fetch {
  return async (request, signal) => {
    const attempts: Attempt[] = [];
    let worth: readonly Rung[] = [request.rung ?? "plain"];
    let reason: CrawlError | undefined;
    let shell: Fetched | undefined;
    let browser: BrowserState | undefined;
    for (const driver of drivers) {
      const { rung } = driver;
      if (!worth.includes(rung)) continue;
      const absence = driver.absence();
      if (absence !== undefined) {
        if (rung === "browser") browser = absence;
        continue;
      }
      const startedAt = performance.now();
      let waitedMs = 0;
      const onWaited = (ms: number) => {
        waitedMs += ms;
        request.onWaited?.(ms);
      };
      const asked = { ...request, onWaited, ...(shell !== undefined && { shell }) };
      const tried = await attempt(driver, judge, asked, signal);
      const answeredMs = "page" in tried ? tried.page.elapsedMs : tried.elapsedMs;
      const elapsedMs = answeredMs ?? Math.max(0, performance.now() - startedAt - waitedMs);
      const error = "page" in tried ? undefined : tried.error;
      const made = { rung, outcome: error?.message ?? "ok", ...(error && { error }), elapsedMs, waitedMs };
      attempts.push(made);
      onAttempt?.(request.url, made);
      if ("page" in tried) return { ...tried.page, attempts };
      shell ??= tried.shell;
      worth = request.once ? [] : tried.worth;
      const isRefused = reason?.code === "empty_page" && isForbidden(tried.error);
      if (rung === "browser") browser = isRefused ? "refused" : (STATES[tried.error.code] ?? "ran");
      if (reason === undefined || !(isRefused || OURS.includes(tried.error.code))) reason = tried.error;
    }
    if (reason === undefined) throw new CrawlError("browser_missing", { detail: "there is no browser at present" });
    throw browser === undefined ? reason : withBrowser(reason, browser);
  };
}

const STATES: Partial<Record<FailureCode, BrowserState>> = { browser_missing: "missing", browser_failed: "failed" };

/** A status that says no to whoever asks, and means it: a plain request got the page all the same. */
const isForbidden = ({ code, facts }: CrawlError): boolean =>
  code === "http_status" && "status" in facts && facts.status === 403;

/** A page without text says what became of the browser that might have found some. */
function withBrowser(reason: CrawlError, browser: BrowserState): CrawlError {
  const { code, facts } = reason;
  if (code !== "empty_page" || !("problem" in facts) || "browser" in facts) return reason;
  return new CrawlError("empty_page", { problem: facts.problem, browser }, { cause: reason });
}

/** @throws CrawlError `aborted` only */
async function attempt(driver: Driver, judge: Judge, request: DriverRequest, signal: AbortSignal): Promise<Tried> {
  try {
    const page = await driver.fetch(request, signal);
    const { status, elapsedMs } = page;
    // Asked for with its validators, and the same as it was: there is nothing to judge.
    if (status === 304 && request.validators !== undefined) return { page };
    // 204 to 206 have no page in them.
    if (status < 200 || status > 203)
      return { error: notAPage(status), worth: CHALLENGES.includes(status) ? RENDERING : [], elapsedMs };
    const problem = await judge(page);
    if (problem === undefined) return { page };
    const isPlain = driver.rung === "plain";
    const error = new CrawlError("empty_page", { problem, ...(!isPlain && { browser: "ran" }) });
    const shell = isPlain && page.url === request.url ? { shell: page } : {};
    return { error, worth: mayScriptsMend(problem) ? RENDERING : [], elapsedMs, ...shell };
  } catch (thrown) {
    const error = toCrawlError(thrown);
    if (error.code === "aborted" || signal.aborted) throw error;
    return { error, worth: WORTH[error.code] ?? [] };
  }
}

/** A page that says in its own text that there is none says so in a browser, too. */
const mayScriptsMend = (problem: Problem): boolean => problem !== "error page";

const notAPage = (status: number) =>
  new CrawlError(isPassing(status) ? "http_status_passing" : "http_status", { status });
