import { setTimeout as wait } from "node:timers/promises";
import type { CDPSession } from "playwright-core";
import { endsWithin } from "../../waiting/time-limit.ts";
import { evaluate } from "./document.ts";
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
 * Characters that a reader of the document sees; until its own scripts have run, less than zero. They are counted when all
 * that the page had to do is done: on a busy machine a look would otherwise come before the page's own timers.
 */
const CHARACTERS = `new Promise((done) => requestIdleCallback(() => {
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
  const count = document.body ? read(document.body) : 0;
  done(document.readyState === "complete" ? count : -1 - count);
}, { timeout: ${IDLE_MS} }))`;

/**
 * Waits until a page's text is there and no longer grows. Silence of the network is no sign of that by itself: it comes
 * before the text where scripts take their time, and never where a page polls.
 */
export async function rest(session: CDPSession, traffic: Traffic): Promise<void> {
  const startedAt = performance.now();
  let loadedAt = Number.POSITIVE_INFINITY;
  let before = "";
  let looks = 0;
  let missed = 0;
  for (;;) {
    const now = performance.now();
    const leftMs = Math.min(startedAt + LOAD_MS, loadedAt) + GROW_MS - now;
    if (leftMs <= 0) return;
    const look = evaluate(session, CHARACTERS);
    if (!(await endsWithin(leftMs, look))) return;
    const characters = await look.catch((thrown: unknown) => {
      if (++missed > MAX_MISSED) throw thrown;
    });
    if (typeof characters === "number") {
      missed = 0;
      if (characters >= 0) loadedAt = Math.min(loadedAt, now);
      const isQuiet = traffic.isQuiet && characters >= 0;
      const seen = `${characters} ${isQuiet}`;
      looks = seen === before ? looks + 1 : 0;
      before = seen;
      if (looks >= (isQuiet ? looksAtRest(characters) : looksWhileLoading(Math.abs(characters)))) return;
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
