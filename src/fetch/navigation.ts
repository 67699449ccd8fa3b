import type { CDPSession } from "playwright-core";
import { CrawlError, toCrawlError } from "../errors.ts";
import type { FetchRequest } from "./fetch.ts";
import type { Guard } from "./guard.ts";

/** Where the main frame of a page went: each document asked for, by redirect, script or meta refresh. */
export interface Navigation {
  /** Documents asked for, in order, the refused one not among them. */
  readonly chain: readonly string[];
  /** Why the page was not let on, where it was not. */
  readonly refusal: CrawlError | undefined;
}

/** The same limit as for redirects of plain fetches. */
const MAX_REDIRECTS = 10;

/** What no text is in. Each saved request is one the site does not have to answer. */
const UNWANTED = ["Image", "Media", "Font"];

/**
 * Holds a page back from images, media and fonts, and its main frame from wherever a plain fetch would not have gone
 * either: before the request leaves, which events of the page would be too late for.
 */
export async function superviseNavigation(
  session: CDPSession,
  guard: Guard,
  { maxRedirects = MAX_REDIRECTS, mayFollow }: FetchRequest,
): Promise<Navigation> {
  const state: { chain: string[]; refusal: CrawlError | undefined } = { chain: [], refusal: undefined };
  const { frameTree } = await session.send("Page.getFrameTree");

  /** @throws CrawlError when the page must not go there */
  function follow(url: string): void {
    guard.checkUrl(url);
    if (state.chain.length > maxRedirects) {
      throw new CrawlError("too_many_redirects", `more than ${maxRedirects} redirects`);
    }
    if (state.chain.length > 0 && mayFollow?.(url) === false) {
      throw new CrawlError("off_site", `redirects to another site: ${new URL(url).origin}`);
    }
    state.chain.push(url);
  }

  session.on("Fetch.requestPaused", ({ requestId, resourceType, frameId, request }) => {
    const isMain = resourceType === "Document" && frameId === frameTree.frame.id;
    let isWanted = !UNWANTED.includes(resourceType);
    if (isMain) {
      try {
        follow(request.url);
      } catch (thrown) {
        state.refusal ??= toCrawlError(thrown);
        isWanted = false;
      }
    }
    const answered = isWanted
      ? session.send("Fetch.continueRequest", { requestId })
      : session.send("Fetch.failRequest", { requestId, errorReason: "BlockedByClient" });
    // The page may be gone by now, and its requests with it.
    answered.catch(() => undefined);
  });
  const types = ["Document", "Image", "Media", "Font"] as const;
  await session.send("Fetch.enable", { patterns: types.map((resourceType) => ({ resourceType })) });
  return state;
}
