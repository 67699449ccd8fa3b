import { fileProblem } from "@llmstxt-service/page/address/left-out";
import { CrawlError, toCrawlError } from "@llmstxt-service/page/errors";
import type { BrowserState, FailureCode } from "@llmstxt-service/page/failures";
import type { Attempt, Fetch, Fetched, FetchRequest, Judge, Rung } from "./fetch.ts";
import { isPassing } from "./http/http.ts";

/** One way of fetching. */
export interface Step {
  readonly rung: Rung;
  /** True if it can be used at all; asked anew for each page. */
  readonly isThere: () => boolean;
  readonly fetch: Fetch;
  /** Reason why it is not there, of a browser. Default: `missing`. */
  readonly absence?: () => BrowserState;
}

export interface LadderOptions {
  /** Rungs in the order in which they are tried. */
  readonly steps: readonly Step[];
  readonly judge: Judge;
  readonly onAttempt?: ((url: string, attempt: Attempt) => void) | undefined;
}

/**
 * Which rungs are worth trying after a failure, and why. Whatever is not listed would fail on every rung alike: a name
 * that does not exist, an address we may not reach, a page that is not there, not HTML, or too large.
 */
const RENDERING: readonly Rung[] = ["browser", "proxy"];

const WORTH: Partial<Record<FailureCode, readonly Rung[]>> = {
  // A browser does not show it; only a plain request may get it as a page.
  unsupported_type: ["plain"],
  // Scripts build the page, or a challenge wants to see them run.
  empty_page: RENDERING,
  // Walls that turn programs away by leaving them waiting, hanging up, or by the look of their handshake.
  timeout: RENDERING,
  connection: RENDERING,
  // A browser completes certificate chains and forgives bad headers.
  tls: RENDERING,
  bad_response: RENDERING,
  // Sites that set a cookie and send you back to where you were.
  too_many_redirects: RENDERING,
  // The host does not answer this machine; it may answer another.
  unreachable: ["proxy"],
  // A record may hold the answer that another rung got.
  not_recorded: ["plain", "browser", "proxy"],
  // Our own trouble, not the site's.
  browser_missing: ["plain", "proxy"],
  browser_failed: ["plain", "proxy"],
  proxy_browser_failed: ["plain"],
};

/** A challenge is served with one of these statuses; the others mean what they say. */
const CHALLENGES: readonly number[] = [403, 429, 503];

/** Full answers. 204 to 206 have no page in them. */
const PAGES: readonly number[] = [200, 201, 202, 203];

/** Failures of ours; they never hide what the site itself answered. */
const OURS: readonly FailureCode[] = ["browser_missing", "browser_failed", "proxy_browser_failed", "not_recorded"];

/** Objection to a page that shows an API description: without a browser it still says that there is one. */
const VIEWER = "api viewer";

/** Bytes of a body that may wait to be read while the next one is asked for. */
const MAX_BODY_AHEAD = 256 * 1024;

/** Outcome of one rung: a page, or the reason why not and the rungs that are still worth trying. */
type TriedStep = (
  | { readonly page: Fetched }
  /** `spare`: the page, where it will do if no other rung has a better one. `shell`: the page, for its scripts. */
  | { readonly error: CrawlError; readonly worth: readonly Rung[]; readonly spare?: Fetched; readonly shell?: Fetched }
) & {
  /**
   * Milliseconds until the answer came, without reading it, which is no fault of the server's; undefined if none came.
   */
  readonly answeredMs?: number;
};

/**
 * Tries one rung after the other and takes the first page that `judge` has nothing against.
 * The error thrown is the last reason that the site itself gave.
 */
export function ladder(options: LadderOptions): Fetch {
  return (request, signal) => climb({ ...options, first: [request.rung ?? "plain"] }, request, signal);
}

/** @param ladder.first the rungs to begin with */
async function climb(
  { steps, first, judge, onAttempt }: LadderOptions & { readonly first: readonly Rung[] },
  request: FetchRequest,
  signal: AbortSignal,
): Promise<Fetched> {
  const attempts: Attempt[] = [];
  let worth = first;
  let reason: CrawlError | undefined;
  let spare: Fetched | undefined;
  let shell: Fetched | undefined;
  let browser: BrowserState | undefined;
  for (const step of steps) {
    if (!worth.includes(step.rung)) continue;
    if (!step.isThere()) {
      if (step.rung === "browser") browser = step.absence?.() ?? "missing";
      continue;
    }
    const startedAt = performance.now();
    let waitedMs = 0;
    const onWaited = (ms: number) => {
      waitedMs += ms;
    };
    const asked = { ...request, onWaited, ...(shell !== undefined && { shell }) };
    const tried = await tryStep({ step, judge }, asked, signal);
    const elapsedMs = tried.answeredMs ?? Math.max(0, performance.now() - startedAt - waitedMs);
    const spent = { rung: step.rung, elapsedMs, waitedMs };
    const attempt =
      "page" in tried ? { ...spent, outcome: "ok" } : { ...spent, outcome: tried.error.message, error: tried.error };
    attempts.push(attempt);
    onAttempt?.(request.url, attempt);
    if ("page" in tried) return { ...tried.page, attempts };
    spare ??= tried.spare;
    shell ??= tried.shell;
    worth = request.once ? [] : tried.worth;
    const isRefused = reason?.code === "empty_page" && isRefusal(tried.error);
    if (step.rung === "browser") browser = isRefused ? "refused" : (BROWSER_STATES[tried.error.code] ?? "ran");
    if (reason === undefined || !(isRefused || OURS.includes(tried.error.code))) reason = tried.error;
  }
  if (spare !== undefined) return { ...spare, attempts };
  if (reason !== undefined && browser !== undefined) throw withBrowser(reason, browser);
  throw reason ?? new CrawlError("browser_missing", { detail: "no way to fetch it" });
}

const BROWSER_STATES: Partial<Record<FailureCode, BrowserState>> = {
  browser_missing: "missing",
  browser_failed: "failed",
};

/** True for a status that says no to whoever asks, and means it: a plain request got the page all the same. */
const isRefusal = ({ code, facts }: CrawlError): boolean =>
  code === "http_status" && "status" in facts && facts.status === 403;

/** A page without text says what became of the browser that might have found some. */
function withBrowser(reason: CrawlError, browser: BrowserState): CrawlError {
  const { code, facts } = reason;
  if (code !== "empty_page" || "browser" in facts || !("problem" in facts) || typeof facts.problem !== "string")
    return reason;
  return new CrawlError("empty_page", { problem: facts.problem, browser }, { cause: reason });
}

/** @throws CrawlError `aborted` only */
async function tryStep(
  { step, judge }: { readonly step: Step; readonly judge: Judge },
  request: FetchRequest,
  signal: AbortSignal,
): Promise<TriedStep> {
  try {
    const page = await step.fetch(request, signal);
    const answeredMs = page.elapsedMs;
    if (page.body.length <= MAX_BODY_AHEAD) request.onAnswered?.();
    // Asked for with its validators, and the same as it was: there is nothing to judge.
    if (page.status === 304 && request.validators !== undefined) return { page, answeredMs };
    const { status } = page;
    if (!PAGES.includes(status))
      return {
        error: notAPage(status),
        worth: CHALLENGES.includes(status) ? (WORTH.empty_page ?? []) : [],
        answeredMs,
      };
    const objection = await judge(page);
    if (objection === undefined) return { page, answeredMs };
    const ran = step.rung === "plain" ? {} : ({ browser: "ran" } as const);
    const error = new CrawlError("empty_page", { problem: objection, ...ran });
    const worth = fileProblem(objection) === undefined ? RENDERING : [];
    const shell = step.rung === "plain" && page.url === request.url ? { shell: page } : {};
    return { error, worth, answeredMs, ...shell, ...(objection === VIEWER && { spare: page }) };
  } catch (thrown) {
    const error = toCrawlError(thrown);
    if (error.code === "aborted" || signal.aborted) throw error;
    return { error, worth: WORTH[error.code] ?? [] };
  }
}

function notAPage(status: number): CrawlError {
  return new CrawlError(isPassing(status) ? "http_status_passing" : "http_status", { status });
}
