import { CrawlError, toCrawlError } from "@llmstxt-service/page/errors";
import type { CDPSession } from "playwright-core";
import type { CredentialFields } from "../credentials/credentials.ts";
import type { Fetched, FetchRequest } from "../fetch.ts";
import type { Guard } from "../guard/guard.ts";
import type { Credentials, Passage } from "./passage.ts";
import type { Paused, Resources } from "./resources.ts";

/** Documents that the main frame of a page asked for, by redirect, script or meta refresh. */
export interface Navigation {
  /** Documents asked for, in order, the refused one not among them. */
  readonly chain: readonly string[];
  /** Rejects with a CrawlError as soon as the page asks for an address that it must not go to; else stays pending. */
  readonly refused: Promise<never>;
}

/** Rules for the addresses that a page may go to. */
export interface Supervision {
  readonly guard: Guard;
  /** The way out, where it leads through our own proxy. */
  readonly passage?: Passage;
  readonly resources: Resources;
  /** Header fields for the site's own origin alone. */
  readonly credentials?: CredentialFields | undefined;
}

/** The same limit as for redirects of plain fetches. */
const MAX_REDIRECTS = 10;

/**
 * Holds a page back from what has no text in it, and its main frame from wherever a plain fetch would not have gone
 * either: before the request leaves, which events of the page would be too late for.
 */
export async function superviseNavigation(
  session: CDPSession,
  { guard, passage, credentials, resources }: Supervision,
  { maxRedirects = MAX_REDIRECTS, mayFollow, shell }: FetchRequest,
): Promise<Navigation> {
  const chain: string[] = [];
  const { promise: refused, reject: refuse } = Promise.withResolvers<never>();
  // The visit waits for it; one that has ended by then has nobody who does.
  refused.catch(() => undefined);
  const { frameTree } = await session.send("Page.getFrameTree");

  /** @throws CrawlError when the page must not go there */
  function follow(url: string): void {
    guard.checkUrl(url);
    if (chain.length > maxRedirects) {
      throw new CrawlError("too_many_redirects", { max: maxRedirects });
    }
    if (chain.length > 0 && mayFollow?.(url) === false) {
      throw new CrawlError("off_site", { origin: new URL(url).origin });
    }
    chain.push(url);
  }

  session.on("Fetch.requestPaused", (paused) => {
    const { requestId, request } = paused;
    const isMain = paused.resourceType === "Document" && paused.frameId === frameTree.frame.id;
    try {
      if (isMain) follow(request.url);
      const isShell = isMain && chain.length === 1 && passage !== undefined;
      const answer = isShell && shell !== undefined && isKeepable(shell) ? answerOf(shell) : undefined;
      // The page may be gone by now, and its requests with it.
      (answer === undefined
        ? resources.answer(session, paused, withCredentials(request, credentials))
        : session.send("Fetch.fulfillRequest", { requestId, ...answer })
      ).catch(() => undefined);
    } catch (thrown) {
      refuse(toCrawlError(thrown));
      session.send("Fetch.failRequest", { requestId, errorReason: "BlockedByClient" }).catch(() => undefined);
    }
  });
  if (passage !== undefined) answerProxy(session, passage.credentials);
  await session.send("Fetch.enable", { patterns: [{}], handleAuthRequests: passage !== undefined });
  return { chain, refused };
}

/** Fields that hold for the body as it travelled. */
const OF_TRANSFER = /^(?:content-encoding|content-length|transfer-encoding|connection)$/i;

/**
 * True for an answer that a browser may be given: one with scripts to run. Without any, the server may have turned a
 * program away. Several cookies are one field here, which a browser would read as one.
 */
const isKeepable = ({ status, headers, body }: Fetched): boolean =>
  status === 200 && headers["set-cookie"] === undefined && Buffer.from(body).includes("<script");

function answerOf({ headers, body }: Fetched) {
  const responseHeaders = Object.entries(headers)
    .filter(([name]) => !OF_TRANSFER.test(name))
    .map(([name, value]) => ({ name, value }));
  return { responseCode: 200, responseHeaders, body: Buffer.from(body).toString("base64") };
}

/** A request's own fields with the site's over them. They do not go along with a redirect: its target is held anew. */
function withCredentials(
  { url, headers }: Paused["request"],
  credentials: CredentialFields | undefined,
): { readonly headers?: { name: string; value: string }[] } {
  const parsed = URL.parse(url);
  const fields = Object.entries(parsed === null ? {} : (credentials?.(parsed) ?? {}));
  if (fields.length === 0) return {};
  const names = new Set(fields.map(([name]) => name));
  const own = Object.entries(headers).filter(([name]) => !names.has(name.toLowerCase()));
  return { headers: [...own, ...fields].map(([name, value]) => ({ name, value })) };
}

/** Gives our proxy its credentials, once for each request; a site that asks for some gets none. */
function answerProxy(session: CDPSession, credentials: Credentials): void {
  const answered = new Set<string>();
  session.on("Fetch.authRequired", ({ requestId, authChallenge }) => {
    const isOurs = authChallenge.source === "Proxy" && !answered.has(requestId);
    answered.add(requestId);
    const authChallengeResponse = isOurs
      ? ({ response: "ProvideCredentials", ...credentials } as const)
      : ({ response: "Default" } as const);
    session.send("Fetch.continueWithAuth", { requestId, authChallengeResponse }).catch(() => undefined);
  });
}
