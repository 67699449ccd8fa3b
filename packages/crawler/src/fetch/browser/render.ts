// Renders one page: opened in a context of its own, read when its text is there, and always closed.
import { CrawlError, type WordsCode } from "@llmstxt-service/page/errors";
import type { Browser, BrowserContext, BrowserContextOptions, Page } from "playwright-core";
import { timedOut, within } from "../failure.ts";
import { type Fetched, type Headers, MAX_BYTES, type Rung } from "../fetch.ts";
import type { DriverRequest } from "../ladder.ts";
import { firstLine, silent } from "./chromium.ts";
import { readDocument, type Tab, Traffic } from "./document.ts";
import { NO_ANSWER } from "./egress.ts";
import { type Supervision, supervise } from "./requests.ts";

export interface Rendering extends Supervision {
  readonly rung: Rung;
  readonly browser: Browser;
  /** Options of its contexts: the proxy, the user agent. */
  readonly context: BrowserContextOptions;
  /** Called if the page cannot be closed, so that the browser must be. */
  readonly onStuck: () => void;
}

const OPEN_MS = 10_000;
const LOAD_MS = 15_000;
const CLOSE_MS = 3_000;
/** Most milliseconds from opening the page to the last byte of the document; with closing it takes 30 s at most. */
const RENDER_MS = 27_000;

/** Returns the document as its scripts made it, always in UTF-8. @throws CrawlError */
export async function render(rendering: Rendering, request: DriverRequest, signal: AbortSignal): Promise<Fetched> {
  const startedAt = performance.now();
  // A page gets no downloads, no permissions and no service workers.
  const options: BrowserContextOptions = { acceptDownloads: false, serviceWorkers: "block", ...rendering.context };
  const opening = rendering.browser.newContext(options);
  const context = await within(OPEN_MS, opening, silent, signal).catch((thrown: unknown) => {
    if (!signal.aborted) rendering.onStuck();
    opening.then((late) => late.close()).catch(() => {});
    throw pageError(thrown, OPEN_MS);
  });
  const visiting = visit(rendering, context, request);
  try {
    const leftMs = RENDER_MS - (performance.now() - startedAt);
    const visited = await within(leftMs, visiting, () => timedOut(RENDER_MS), signal);
    return { ...visited, elapsedMs: performance.now() - startedAt };
  } finally {
    // Closing the context also ends everything that the visit still waits for.
    const closed = Promise.all([context.close(), visiting.catch(() => {})]);
    await within(CLOSE_MS, closed).catch(rendering.onStuck);
  }
}

async function visit(
  rendering: Rendering,
  context: BrowserContext,
  request: DriverRequest,
): Promise<Omit<Fetched, "elapsedMs">> {
  // A full Chromium opens windows in spite of its switch.
  await context.addInitScript("window.open = () => null");
  const page = await context.newPage();
  context.on("page", (popup) => void popup.close().catch(() => {}));
  const session = await context.newCDPSession(page);
  const { frameTree } = await session.send("Page.getFrameTree");
  const tab = { session, frameId: frameTree.frame.id };
  const { chain, refused } = await supervise(tab, rendering, request);
  const traffic = await Traffic.of(tab);
  const failure = () => rendering.egress?.failureFor(chain.at(-1) ?? request.url);
  const loading = load(page, tab, traffic, request).catch((thrown: unknown) => {
    throw failure() ?? pageError(thrown, LOAD_MS);
  });
  const body = new TextEncoder().encode(await Promise.race([refused, loading]));
  const { document, bytes: wireBytes } = traffic;
  const headers = headersOf(document?.headers ?? {});
  if (document === undefined || headers["proxy-status"] === NO_ANSWER["proxy-status"])
    throw failure() ?? new CrawlError("bad_response", { detail: "no document" });
  const url = new URL(document.url);
  url.hash = "";
  return { url: url.href, status: document.status, headers, body, wireBytes, rung: rendering.rung };
}

async function load(page: Page, tab: Tab, traffic: Traffic, { url, maxBytes = MAX_BYTES }: DriverRequest) {
  // Calls to a tab that crashed do not return.
  const { promise: crashed, reject } = Promise.withResolvers<never>();
  page.once("crash", () => reject(new Error("the tab crashed")));
  crashed.catch(() => {});
  await Promise.race([page.goto(url, { waitUntil: "commit", timeout: LOAD_MS }), crashed]);
  return Promise.race([readDocument(tab, traffic, maxBytes), crashed]);
}

/** Fields that are wrong for the rendered document; validators describe the shell as it was sent. */
const OF_SHELL = /^(?:content-encoding|content-length|transfer-encoding|etag|last-modified)$/i;

/** The fields that apply to the rendered document, too. Chromium joins fields of one name by line feeds. */
function headersOf(given: Headers): Headers {
  const kept = Object.entries(given).filter(([name]) => !OF_SHELL.test(name));
  const headers = Object.fromEntries(kept.map(([name, value]) => [name.toLowerCase(), value.replaceAll("\n", ", ")]));
  return { ...headers, "content-type": "text/html; charset=utf-8" };
}

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

/** The CrawlError for a page that failed in the browser. Failures that are not the site's are the browser's. */
function pageError(thrown: unknown, timeoutMs: number): CrawlError {
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
