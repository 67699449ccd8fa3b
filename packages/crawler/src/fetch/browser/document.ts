// Waits for a rendered page's text and reads its document.
import { setTimeout as wait } from "node:timers/promises";
import { CrawlError } from "@llmstxt-service/page/errors";
import type { CDPSession } from "playwright-core";
import { tooLarge } from "../bodies.ts";
import { within } from "../failure.ts";
import type { Headers } from "../fetch.ts";

const LOOK_MS = 100;
/** Less text may be a message of a page that is still loading. */
const LITTLE = 500;
const LOAD_MS = 15_000;
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

/** A page, and its main frame. */
export interface Tab {
  readonly session: CDPSession;
  readonly frameId: string;
}

/** Running requests of one page. */
export class Traffic {
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
export async function readDocument(tab: Tab, traffic: Traffic, maxBytes: number): Promise<string> {
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
