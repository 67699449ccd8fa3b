// Renders one page: opened in a context of its own, read when its text is there, and always closed.
import { setTimeout as wait } from "node:timers/promises";
import { CrawlError, type WordsCode } from "@llmstxt-service/page/errors";
import type { Browser, BrowserContext, BrowserContextOptions, Page } from "playwright-core";
import { tooLarge } from "../bodies.ts";
import { timedOut, within } from "../failure.ts";
import { type Fetched, type Headers, MAX_BYTES, type Rung } from "../fetch.ts";
import type { DriverRequest } from "../ladder.ts";
import { firstLine, silent } from "./chromium.ts";
import { NO_ANSWER } from "./egress.ts";
import { type Supervision, supervise, type Tab } from "./requests.ts";

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

const LOOK_MS = 100;
/** Less text may be a message of a page that is still loading. */
const LITTLE = 500;
/** After this time the text is read as it is: it may grow for ever, or the page may poll and have little text. */
const GROW_MS = 5_000;
/** Most looks in a row without a document: it is being replaced, or gone. */
const MAX_MISSED = 20;
const READ_MS = 5_000;
/** Most readings of a page whose document is replaced while it is read. */
const MAX_READINGS = 3;

/**
 * Number of visible characters, counted when the page is idle, at most a second later: on a busy machine a look would
 * otherwise come before the page's own timers.
 */
const LOOK = `new Promise((done) => requestIdleCallback(({ didTimeout }) => {
  const isUnread = (node) => /^(?:script|style|noscript|template|svg)$/i.test(node.nodeName);
  const read = (root) => {
    let count = 0;
    const nodes = document.createTreeWalker(root, 5, (node) => (isUnread(node) ? 2 : 1));
    while (nodes.nextNode()) {
      const node = nodes.currentNode;
      if (node.nodeType === 3) count += node.data.trim().length;
      else if (node.shadowRoot) count += read(node.shadowRoot);
    }
    return count;
  };
  const characters = document.body ? read(document.body) : 0;
  done({ characters, isLoaded: document.readyState === "complete", isIdle: !didTimeout });
}, { timeout: 1000 }))`;

type Look = { readonly characters: number; readonly isLoaded: boolean; readonly isIdle: boolean };

/** The document as HTML with its open shadow roots; only its length if that is over the limit. */
const OUTER_HTML = (maxLength: number) => `(() => {
  const shadowRoots = [];
  const collect = (root) => {
    for (const { shadowRoot } of root.querySelectorAll("*"))
      if (shadowRoot) { shadowRoots.push(shadowRoot); collect(shadowRoot); }
  };
  collect(document);
  const root = document.documentElement;
  const tag = root.cloneNode(false).outerHTML.replace(/<\\/html>$/i, "");
  const html = "<!DOCTYPE html>" + tag + root.getHTML({ shadowRoots }) + "</html>";
  return html.length > ${maxLength} ? html.length : html;
})()`;

const busy = () => new CrawlError("timeout", { detail: "the page's scripts never come to rest" });

/** Requests that never end, or whose answers have no text: nobody waits for them. */
const BESIDE = /^(?:EventSource|WebSocket|Ping|Prefetch|Image|Media|Font|Manifest)$/;

/** Running requests of one page. */
class Traffic {
  readonly open = new Set<string>();
  /** Bytes of all that the page loaded, as they travelled. */
  bytes = 0;
  /** The answer for its last document. */
  document: { readonly url: string; readonly status: number; readonly headers: Headers } | undefined;

  /** @throws when the page is gone */
  static async of({ session, frameId }: Tab): Promise<Traffic> {
    const traffic = new Traffic();
    session.on("Network.responseReceived", (event) => {
      if (event.type === "Document" && event.frameId === frameId) traffic.document = event.response;
    });
    session.on("Network.requestWillBeSent", ({ requestId, type = "Other" }) => {
      if (!BESIDE.test(type)) traffic.open.add(requestId);
    });
    session.on("Network.loadingFinished", ({ requestId, encodedDataLength }) => {
      traffic.open.delete(requestId);
      traffic.bytes += encodedDataLength;
    });
    session.on("Network.loadingFailed", ({ requestId }) => traffic.open.delete(requestId));
    await session.send("Network.enable");
    return traffic;
  }
}

/**
 * Waits until the page's text is there, and reads the main frame's document; again when a script went elsewhere in the
 * middle of it. @throws CrawlError `too_large`, `timeout` when the page's scripts do not let go
 */
async function readDocument(tab: Tab, traffic: Traffic, maxBytes: number): Promise<string> {
  for (let reading = 1; ; reading++) {
    await rest(tab, traffic);
    try {
      const html = await within(READ_MS, evaluate(tab, OUTER_HTML(maxBytes)), busy);
      if (typeof html !== "string") throw tooLarge(maxBytes);
      return html;
    } catch (thrown) {
      if (thrown instanceof CrawlError || reading === MAX_READINGS) throw thrown;
    }
  }
}

/**
 * Waits until a page's text is there and no longer grows. Silence of the network is no sign of that by itself: it comes
 * before the text where scripts take their time, and never where a page polls.
 */
async function rest(tab: Tab, traffic: Traffic): Promise<void> {
  const startedAt = performance.now();
  let loadedAt = Number.POSITIVE_INFINITY;
  let characters = 0;
  let before = "";
  for (let looks = 0, missed = 0; ; await wait(LOOK_MS)) {
    const now = performance.now();
    const leftMs = Math.min(startedAt + LOAD_MS, loadedAt) + GROW_MS - now;
    try {
      if (leftMs <= 0) throw busy();
      const look = (await within(leftMs, evaluate(tab, LOOK), busy)) as Look;
      missed = 0;
      characters = look.characters;
      if (look.isLoaded) loadedAt = Math.min(loadedAt, now);
      const isAtRest = traffic.open.size === 0 && look.isLoaded && (look.isIdle || characters >= LITTLE);
      const seen = `${characters} ${look.isLoaded} ${isAtRest}`;
      looks = seen === before ? looks + 1 : 0;
      before = seen;
      if (looks >= looksWanted(characters, isAtRest)) return;
    } catch (thrown) {
      if (thrown instanceof CrawlError && characters > 0) return;
      if (thrown instanceof CrawlError || ++missed > MAX_MISSED) throw thrown;
    }
  }
}

/**
 * Number of unchanged looks until the text counts as complete; more if it may be a loading message, if there is none,
 * or while requests are open. An application draws its parts up to some 700 ms apart.
 */
function looksWanted(characters: number, isAtRest: boolean): number {
  // While requests are open, a longer text is enough.
  if (!isAtRest) return characters < LITTLE ? Number.POSITIVE_INFINITY : 20;
  return characters === 0 ? 15 : characters < LITTLE ? 10 : 5;
}

/**
 * Evaluates an expression, or the promise that it gives, in an isolated world, where the page's scripts cannot have
 * replaced functions that we call. @throws Error when the document goes meanwhile
 */
async function evaluate({ session, frameId }: Tab, expression: string): Promise<unknown> {
  const world = { frameId, worldName: "llmstxt" };
  const { executionContextId: contextId } = await session.send("Page.createIsolatedWorld", world);
  const asked = { expression, contextId, awaitPromise: true, returnByValue: true };
  const { result, exceptionDetails } = await session.send("Runtime.evaluate", asked);
  if (exceptionDetails === undefined) return result.value;
  throw new CrawlError("bad_response", { detail: `unreadable: ${exceptionDetails.text}` });
}
