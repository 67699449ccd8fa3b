import type { Candidate, Frontier } from "./frontier/frontier.ts";
import type { KnownSite } from "./known.ts";
import type { Lookahead } from "./lookahead.ts";

/** Most pages that are asked for while the sitemaps are being read, as slots become idle. */
const MAX_BEFORE_SITEMAPS = 48;

/** Most pages of the next stage that are asked for before it begins: one for each default slot. */
const MAX_BEFORE_STAGE = 16;

/** Most choices in each stage, made as more of the next one becomes known; a choice costs as much as a preview. */
const MAX_CHOICES = 4;

export interface EarlyOptions {
  readonly frontier: Frontier;
  readonly known: KnownSite;
  readonly lookahead: Lookahead;
}

/**
 * Asks for pages before their turn has come, where slots would stay idle: a round trip costs the same with one request in
 * it as with sixteen. It changes nothing of what is listed, and in which order; at worst a page was asked for in vain.
 */
export class EarlyPages {
  readonly #options: EarlyOptions;
  #chosen: Candidate[] = [];
  #choices = 0;
  /** Addresses known at the last choice. */
  #knownThen = 0;

  constructor(options: EarlyOptions) {
    this.#options = options;
  }

  /**
   * Asks for the homepage's first links while the sitemaps are read, since these do not change their order. Never
   * rejects.
   */
  async whileRead(sitemaps: Promise<unknown>, places: number): Promise<void> {
    const { lookahead } = this.#options;
    let isRead = false;
    const reading = Promise.allSettled([sitemaps]).then(() => {
      isRead = true;
    });
    const featured = (await this.#choose(Math.min(MAX_BEFORE_SITEMAPS, places))).filter((one) => one.isFeatured);
    for (const { url } of featured) {
      while (!isRead && lookahead.idle === 0) await Promise.race([reading, lookahead.ended()]);
      if (isRead) return;
      lookahead.startEarly(url);
    }
  }

  /** Asks for the first known pages of the next stage, which itself waits until the present one is settled. */
  async beginNextStage(places: number): Promise<void> {
    const { frontier, lookahead } = this.#options;
    const room = Math.min(lookahead.idle, MAX_BEFORE_STAGE - lookahead.early, places - lookahead.count);
    if (room <= 0 || lookahead.isEmpty) return;
    if (this.#chosen.length === 0 && this.#choices < MAX_CHOICES && frontier.known > this.#knownThen) {
      this.#choices++;
      this.#knownThen = frontier.known;
      this.#chosen = await this.#choose(MAX_BEFORE_STAGE);
    }
    for (const { url } of this.#chosen.splice(0, room)) lookahead.startEarly(url);
  }

  /** Resets the choice: the chosen pages are in line now. */
  stageBegan(): void {
    this.#chosen = [];
    this.#choices = 0;
    this.#knownThen = 0;
  }

  async #choose(count: number): Promise<Candidate[]> {
    const { frontier, known, lookahead } = this.#options;
    const next = await frontier.preview(count);
    return next.filter(
      (one) =>
        !one.isDoubted &&
        frontier.mayEnter(one) &&
        !known.isTriedAgain(one.url) &&
        !lookahead.hasEarly(one.url) &&
        known.repeats(one.url) === undefined,
    );
  }
}
