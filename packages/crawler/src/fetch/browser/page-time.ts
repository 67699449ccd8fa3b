import { setTimeout as wait } from "node:timers/promises";
import type { CDPSession } from "playwright-core";
import { endsWithin } from "../../waiting/time-limit.ts";
import { busy } from "./page-error.ts";
import type { Traffic } from "./traffic.ts";

/** Milliseconds of the page's own time until it rests: timers that fire later are not waited for. */
const REST_MS = 3_000;
/** Tasks after which the page's time goes on although more of them are ready, so that endless ones do not stop it. */
const MAX_TASKS = 1_000;
/** Milliseconds, without any sign of the network and in all, after which the page's time goes on although answers are awaited. */
const STALLED_MS = 5_000;
const MAX_AWAITED_MS = 12_000;
/** Most milliseconds for a page to come to rest; then it is read as far as it is. */
const MAX_REST_MS = 18_000;
/** Most milliseconds in which a page's scripts do not let go of their thread. */
const MAX_BUSY_MS = 10_000;
const LOOK_MS = 50;

/** Frames come from timers, too: those of the screen would fall out of the page's time. */
const FRAMES_BY_TIMERS = `{
  const FRAME_MS = 16, now = performance.now.bind(performance), later = setTimeout.bind(window), stop = clearTimeout.bind(window);
  window.requestAnimationFrame = (callback) => later(() => callback(now()), FRAME_MS);
  window.cancelAnimationFrame = (id) => stop(id);
}`;

/**
 * The time of one page, which stands still while the page waits for the network and else goes as fast as the machine
 * does: how far a page gets by its own clock does not depend on the machine and its load.
 */
export class PageTime {
  readonly #session: CDPSession;
  readonly #traffic: Traffic;
  #restedFrom: number | undefined;

  private constructor(session: CDPSession, traffic: Traffic) {
    this.#session = session;
    this.#traffic = traffic;
  }

  /** Stops the time of a page that has not gone anywhere yet. @throws when the page is gone */
  static async of(session: CDPSession, traffic: Traffic): Promise<PageTime> {
    await session.send("Page.enable");
    await session.send("Page.addScriptToEvaluateOnNewDocument", { source: FRAMES_BY_TIMERS });
    await session.send("Emulation.setVirtualTimePolicy", { policy: "pause" });
    return new PageTime(session, traffic);
  }

  /**
   * Lets the time go on for as long as a page takes to rest, and stops it there. All calls together take
   * `MAX_REST_MS`: a page that goes elsewhere does not begin anew. @throws CrawlError `timeout`
   */
  async rest(): Promise<void> {
    const startedAt = performance.now();
    this.#restedFrom ??= startedAt;
    let isOver = false;
    let isForced = false;
    this.#session.on("Emulation.virtualTimeBudgetExpired", () => {
      isOver = true;
    });
    await this.#goOn("pauseIfNetworkFetchesPending");
    while (!isOver) {
      const now = performance.now();
      if (now - this.#restedFrom > MAX_REST_MS) return;
      const isStalled = now - Math.max(startedAt, this.#traffic.changedAt) > STALLED_MS && !this.#traffic.isQuiet;
      if (!isForced && (isStalled || now - startedAt > MAX_AWAITED_MS)) {
        isForced = true;
        await this.#goOn("advance");
      }
      await wait(LOOK_MS);
    }
  }

  /** @throws CrawlError `timeout` when the page's scripts do not let go */
  async #goOn(policy: "pauseIfNetworkFetchesPending" | "advance"): Promise<void> {
    const budget = { policy, budget: REST_MS, maxVirtualTimeTaskStarvationCount: MAX_TASKS } as const;
    const set = this.#session.send("Emulation.setVirtualTimePolicy", budget);
    if (!(await endsWithin(MAX_BUSY_MS, set))) throw busy();
    await set;
  }
}
