import { CrawlError } from "@llmstxt-service/page/errors";
import type { Browser, BrowserContext, BrowserContextOptions, CDPSession, Page, Response } from "playwright-core";
import { unlessAborted } from "../../waiting/abort.ts";
import { withTimeLimit } from "../../waiting/time-limit.ts";
import type { Fetched, FetchRequest, Rung } from "../fetch.ts";
import { timedOut } from "../http/http.ts";
import { readDocument } from "./document.ts";
import { NO_ANSWER } from "./egress.ts";
import { type Supervision, superviseNavigation } from "./navigation.ts";
import { pageError, silent } from "./page-error.ts";
import { rest } from "./rest.ts";
import { Traffic } from "./traffic.ts";

export interface Rendering extends Supervision {
  readonly rung: Rung;
  readonly browser: Browser;
  /** Options of its contexts: the way out, the user agent. */
  readonly context: BrowserContextOptions;
  /** Called when the page does not go away: the browser has to. */
  readonly onStuck: () => void;
}

const MAX_BYTES = 10 * 2 ** 20;
const OPEN_MS = 10_000;
const LOAD_MS = 15_000;
const CLOSE_MS = 3_000;
/** Most milliseconds from opening the page to the last byte of the document. */
const RENDER_MS = 28_000;

/**
 * Opens a URL in a context of its own, waits until its text is there, and hands back the document as its scripts
 * have made it: UTF-8, whatever it was before. @throws CrawlError
 */
export async function render(rendering: Rendering, request: FetchRequest, signal: AbortSignal): Promise<Fetched> {
  const startedAt = performance.now();
  // Nothing a page asks for is given: no downloads, no permissions, no service workers.
  const options: BrowserContextOptions = { acceptDownloads: false, serviceWorkers: "block", ...rendering.context };
  const context = await withTimeLimit(OPEN_MS, rendering.browser.newContext(options), silent).catch(
    (thrown: unknown) => {
      rendering.onStuck();
      throw pageError(thrown, OPEN_MS);
    },
  );
  const visiting = visit(rendering, context, request);
  try {
    const leftMs = RENDER_MS - (performance.now() - startedAt);
    const visited = await unlessAborted(
      signal,
      withTimeLimit(leftMs, visiting, () => timedOut(RENDER_MS)),
    );
    return { ...visited, elapsedMs: performance.now() - startedAt };
  } finally {
    await close(context, visiting, rendering.onStuck);
  }
}

/** Closes the context, which also ends everything that the visit still waits for. */
async function close(context: BrowserContext, visiting: Promise<unknown>, onStuck: () => void): Promise<void> {
  try {
    const left = Promise.allSettled([visiting]);
    await withTimeLimit(CLOSE_MS, Promise.all([context.close(), left]), silent);
  } catch {
    // Late, or the browser has ended: either way there is nothing more to ask of it.
    onStuck();
  }
}

type RenderVisit = Omit<Fetched, "elapsedMs">;

async function visit(rendering: Rendering, context: BrowserContext, request: FetchRequest): Promise<RenderVisit> {
  const page = await context.newPage();
  context.on("page", (popup) => void popup.close().catch(() => undefined));
  const session = await context.newCDPSession(page);
  const navigation = await superviseNavigation(session, rendering, request);
  const traffic = await Traffic.of(session);
  const documents: Response[] = [];
  page.on("response", (response) => isMainDocument(page, response) && documents.push(response));
  const failure = () => rendering.passage?.failureFor(navigation.chain.at(-1) ?? request.url);
  const loading = load({ page, session, traffic }, request).catch((thrown: unknown) => {
    throw failure() ?? pageError(thrown, LOAD_MS);
  });
  const html = await Promise.race([navigation.refused, loading]);
  const document = documents.at(-1);
  if (document === undefined || isOurAnswer(document))
    throw failure() ?? new CrawlError("bad_response", { detail: "no document" });
  const { chain } = navigation;
  const body = new TextEncoder().encode(html);
  return { ...headOf(document), chain, body, wireBytes: traffic.bytes, rung: rendering.rung, attempts: [] };
}

interface Loading {
  readonly page: Page;
  readonly session: CDPSession;
  readonly traffic: Traffic;
}

async function load({ page, session, traffic }: Loading, { url, maxBytes = MAX_BYTES }: FetchRequest): Promise<string> {
  await page.goto(url, { waitUntil: "commit", timeout: LOAD_MS });
  const settle = () => rest(session, traffic);
  return unlessCrashed(
    page,
    settle().then(() => readDocument(session, settle, maxBytes)),
  );
}

/** Calls to a tab that crashed do not return. */
async function unlessCrashed<Result>(page: Page, work: Promise<Result>): Promise<Result> {
  const { promise: crashed, reject } = Promise.withResolvers<never>();
  page.once("crash", () => reject(new Error("the tab crashed")));
  return Promise.race([work, crashed]);
}

function isMainDocument(page: Page, response: Response): boolean {
  const request = response.request();
  if (!request.isNavigationRequest() || isRedirect(response)) return false;
  try {
    return request.frame() === page.mainFrame();
  } catch {
    // A frame that is gone already, or not there yet: not ours.
    return false;
  }
}

const isOurAnswer = (response: Response) => response.headers()["proxy-status"] === NO_ANSWER["proxy-status"];

const isRedirect = (response: Response) => response.status() >= 300 && response.status() < 400;

/** The server's answer to the last document, without the fields that are no longer true after scripts ran. */
function headOf(response: Response): Pick<Fetched, "url" | "status" | "headers"> {
  const {
    "content-encoding": _coding,
    "content-length": _length,
    "transfer-encoding": _transfer,
    // Both are the version of the shell as it was sent, not of the page that its scripts make.
    etag: _etag,
    "last-modified": _modified,
    ...headers
  } = response.headers();
  const url = new URL(response.url());
  url.hash = "";
  return {
    url: url.href,
    status: response.status(),
    headers: { ...headers, "content-type": "text/html; charset=utf-8" },
  };
}
