// Controls a browser page's requests: where its main frame may go, and which resources it gets.
import { CrawlError } from "@llmstxt-service/page/errors";
import type { CDPSession } from "playwright-core";
import type { Fetched, Headers, SiteHeaders } from "../fetch.ts";
import type { Guard } from "../guard.ts";
import type { DriverRequest } from "../ladder.ts";
import { MAX_REDIRECTS } from "../redirects.ts";
import type { Egress } from "./egress.ts";

/** A page, and its main frame. */
export interface Tab {
  readonly session: CDPSession;
  readonly frameId: string;
}

/** Rules for the addresses that a page may go to. */
export interface Supervision {
  readonly guard: Guard;
  /** The page's access to our own proxy, if there is one. */
  readonly egress?: Egress;
  readonly scripts: Scripts;
  readonly credentials?: SiteHeaders | undefined;
}

type Field = { name: string; value: string };
type ExtraFields = { readonly headers?: Field[] };

/** The parts of `Fetch.requestPaused` that are needed. */
interface PausedRequest {
  readonly requestId: string;
  readonly frameId: string;
  readonly resourceType: string;
  readonly request: { readonly url: string; readonly method: string; readonly headers: Headers };
  /** The answer's status, if there is one already. */
  readonly responseStatusCode?: number;
  readonly responseErrorReason?: string;
  readonly responseHeaders?: Field[];
}

/**
 * Blocks requests without text, and stops the main frame where a plain fetch would stop, before the request is sent:
 * events of the page would come too late.
 * @returns `chain`: the documents that the main frame requested, in order; `refused` rejects with a CrawlError once the
 * main frame requests a forbidden address, and is pending until then
 */
export async function supervise(
  { session, frameId }: Tab,
  { guard, egress, credentials, scripts }: Supervision,
  { mayFollow, shell }: DriverRequest,
): Promise<{ readonly chain: readonly string[]; readonly refused: Promise<never> }> {
  const chain: string[] = [];
  const { promise: refused, reject: refuse } = Promise.withResolvers<never>();
  // The visit waits for it; after the visit has ended nobody does.
  refused.catch(() => {});

  /** @throws CrawlError when the page must not go there */
  function follow(url: string): void {
    guard.checkUrl(url);
    if (chain.length > MAX_REDIRECTS) throw new CrawlError("too_many_redirects", { max: MAX_REDIRECTS });
    if (chain.length > 0 && mayFollow?.(url) === false) throw new CrawlError("off_site", { to: url });
    chain.push(url);
  }

  session.on("Fetch.requestPaused", async (paused) => {
    const { requestId, request } = paused;
    const isMain = paused.resourceType === "Document" && paused.frameId === frameId;
    try {
      if (isMain) follow(request.url);
      const isShell = isMain && chain.length === 1 && egress !== undefined && shell !== undefined && isKeepable(shell);
      if (isShell) await session.send("Fetch.fulfillRequest", { requestId, responseCode: 200, ...contentOf(shell) });
      else await answer(session, paused, scripts, fieldsWith(request, credentials));
    } catch (thrown) {
      // Otherwise the page is gone, and its requests with it.
      if (!(thrown instanceof CrawlError)) return;
      refuse(thrown);
      await session.send("Fetch.failRequest", { requestId, errorReason: "BlockedByClient" }).catch(() => {});
    }
  });
  await session.send("Fetch.enable", { patterns: [{}] });
  return { chain, refused };
}

/** Fields that hold for the body as it travelled. */
const OF_TRANSFER = /^(?:content-encoding|content-length|transfer-encoding|connection|date|age)$/i;

/**
 * True for an answer that the browser can be given instead of a second request: it has scripts to run. Without any, the
 * server may have refused a program. Several cookies are one field here, which a browser would read as one cookie.
 */
const isKeepable = ({ status, headers, body }: Fetched): boolean =>
  status === 200 && headers["set-cookie"] === undefined && Buffer.from(body).includes("<script");

const contentOf = ({ headers, body }: Fetched) => ({
  responseHeaders: fieldsOf(Object.entries(headers).filter(([name]) => !OF_TRANSFER.test(name))),
  body: Buffer.from(body).toString("base64"),
});

const fieldsOf = (entries: readonly (readonly [string, string])[]): Field[] =>
  entries.map(([name, value]) => ({ name, value }));

/** A request's own fields with the site's added. A redirect does not keep them: its target is checked anew. */
function fieldsWith({ url, headers }: PausedRequest["request"], credentials: SiteHeaders | undefined): ExtraFields {
  const given = URL.canParse(url) ? credentials?.(new URL(url)) : undefined;
  if (given === undefined) return {};
  const own = Object.entries(headers).filter(([name]) => !(name.toLowerCase() in given));
  return { headers: fieldsOf([...own, ...Object.entries(given)]) };
}

/** Types without text, or for later use: the site is spared these requests. */
const UNWANTED = /^(?:Image|Media|Font|TextTrack|Prefetch|Manifest|Ping|CSPViolationReport)$/;

/** True for a blocked request. Chromium itself asks for icons, as `Other`. */
function isUnwanted({ resourceType, request: { headers } }: PausedRequest): boolean {
  // `<link rel="prefetch">`, whatever its stated type.
  const isForLater = (headers["Sec-Purpose"] ?? headers.Purpose ?? "").includes("prefetch");
  const isIcon = resourceType === "Other" && headers.Accept?.startsWith("image/") === true;
  return UNWANTED.test(resourceType) || isForLater || isIcon;
}

/** @throws when the page is gone */
async function answer(session: CDPSession, paused: PausedRequest, scripts: Scripts, given: ExtraFields) {
  const { requestId, request, resourceType } = paused;
  if (isUnwanted(paused)) await session.send("Fetch.failRequest", { requestId, errorReason: "BlockedByClient" });
  else if (resourceType === "Stylesheet") {
    // An application may wait for its style sheets; empty ones cost no layout. A cross-origin one is readable only if
    // its answer allows it.
    const allowed = { name: "access-control-allow-origin", value: request.headers.Origin ?? "*" };
    const responseHeaders = [{ name: "content-type", value: "text/css" }, allowed];
    await session.send("Fetch.fulfillRequest", { requestId, responseCode: 200, responseHeaders });
  } else if (resourceType === "Script" && request.method === "GET") await scripts.answer(session, paused, given);
  else await session.send("Fetch.continueRequest", { requestId, ...given });
}

/** Base64 characters of one script, and of all that are kept. */
const MAX_SCRIPT = 4 * 2 ** 20;
const MAX_SCRIPTS = 32 * 2 ** 20;

/** Cache of scripts for one crawl's pages: each is requested once. */
export class Scripts {
  readonly #kept = new Map<string, { readonly responseHeaders: Field[]; readonly body: string }>();
  #size = 0;

  async answer(session: CDPSession, paused: PausedRequest, given: ExtraFields): Promise<void> {
    const { requestId, request, responseStatusCode, responseErrorReason } = paused;
    const kept = this.#kept.get(request.url);
    if (responseStatusCode !== undefined || responseErrorReason !== undefined) {
      if (kept === undefined && isForAll(paused)) await this.#keep(session, paused);
      await session.send("Fetch.continueResponse", { requestId });
    } else if (kept !== undefined)
      await session.send("Fetch.fulfillRequest", { requestId, responseCode: 200, ...kept });
    else await session.send("Fetch.continueRequest", { requestId, interceptResponse: true, ...given });
  }

  async #keep(session: CDPSession, { requestId, request, responseHeaders: all = [] }: PausedRequest): Promise<void> {
    const { body: given, base64Encoded } = await session.send("Fetch.getResponseBody", { requestId });
    const body = base64Encoded ? given : Buffer.from(given).toString("base64");
    if (body.length > MAX_SCRIPT || this.#size + body.length > MAX_SCRIPTS) return;
    this.#size += body.length;
    this.#kept.set(request.url, { responseHeaders: all.filter(({ name }) => !OF_TRANSFER.test(name)), body });
  }
}

/** True for a script that every page may share. */
function isForAll({ responseStatusCode, responseHeaders = [] }: PausedRequest): boolean {
  const isOwn = ({ name, value }: Field) =>
    /^(?:set-cookie|vary)$/i.test(name)
      ? !/^(?:accept-encoding|origin)$/i.test(value)
      : /^cache-control$/i.test(name) && /no-store/i.test(value);
  return responseStatusCode === 200 && !responseHeaders.some(isOwn);
}
