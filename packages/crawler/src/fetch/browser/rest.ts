import { setTimeout as wait } from "node:timers/promises";
import type { CDPSession } from "playwright-core";
import { endsWithin } from "../../waiting/time-limit.ts";
import { evaluate } from "./document.ts";
import { busy } from "./page-error.ts";
import type { Traffic } from "./traffic.ts";

const LOOK_MS = 100;
/** Looks at a text that did not grow until it rests. Each had to wait until the page's scripts let go. */
const LOOKS = 5;
/**
 * The same where it may be what a page shows while it loads, where there is none, and while requests are open. An
 * application draws its parts up to some 700 ms after each other; fewer looks find one run's parts and miss another's.
 */
const LOOKS_AT_LITTLE = 10;
const LOOKS_AT_NOTHING = 15;
const LOOKS_WHILE_LOADING = 20;
const LITTLE = 500;

const LOAD_MS = 15_000;
/** Texts that grow for ever, and pages that poll and have little text, are read as far as they are. */
const GROW_MS = 5_000;

/** Looks one after the other that find no document: it is being replaced by another, or gone. */
const MAX_MISSED = 20;

/** Most milliseconds for which a look waits for the page to have nothing to do. */
const IDLE_MS = 1_000;

/**
 * Characters that a reader of the document sees, once the page has nothing to do: on a busy machine a look would otherwise
 * come before the page's own timers.
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
}, { timeout: ${IDLE_MS} }))`;

interface Look {
  readonly characters: number;
  readonly isLoaded: boolean;
  readonly isIdle: boolean;
}

/**
 * Waits until a page's text is there and no longer grows. Silence of the network is no sign of that by itself: it comes
 * before the text where scripts take their time, and never where a page polls.
 * @throws CrawlError `timeout` where a page that never rested has no text
 */
export async function rest(session: CDPSession, traffic: Traffic): Promise<void> {
  const startedAt = performance.now();
  let loadedAt = Number.POSITIVE_INFINITY;
  let last = 0;
  let before = "";
  let looks = 0;
  let missed = 0;
  for (;;) {
    const now = performance.now();
    const leftMs = Math.min(startedAt + LOAD_MS, loadedAt) + GROW_MS - now;
    const looking = leftMs > 0 ? (evaluate(session, LOOK) as Promise<Look>) : undefined;
    if (looking === undefined || !(await endsWithin(leftMs, looking))) {
      if (last === 0) throw busy();
      return;
    }
    const look = await looking.catch((thrown: unknown) => {
      if (++missed > MAX_MISSED) throw thrown;
    });
    if (look !== undefined) {
      const { characters, isLoaded, isIdle } = look;
      missed = 0;
      last = characters;
      if (isLoaded) loadedAt = Math.min(loadedAt, now);
      const isAtRest = traffic.isQuiet && isLoaded && (isIdle || characters >= LITTLE);
      const seen = `${characters} ${isLoaded} ${isAtRest}`;
      looks = seen === before ? looks + 1 : 0;
      before = seen;
      if (looks >= (isAtRest ? looksAtRest(characters) : looksWhileLoading(characters))) return;
    }
    await wait(LOOK_MS);
  }
}

const looksWhileLoading = (characters: number): number =>
  characters < LITTLE ? Number.POSITIVE_INFINITY : LOOKS_WHILE_LOADING;

function looksAtRest(characters: number): number {
  if (characters === 0) return LOOKS_AT_NOTHING;
  return characters < LITTLE ? LOOKS_AT_LITTLE : LOOKS;
}
