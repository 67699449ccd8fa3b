import { sleep } from "../../waiting/abort.ts";
import { type Others, SHARE_MS } from "./others.ts";
import { leftAlone, MAX_PAUSE_MS } from "./pace.ts";

/** What the requests of an origin need at present. */
export interface Going {
  readonly delayMs: number;
  /** Requests that wait, or are about to begin. */
  readonly wanted: number;
}

/** An answer to asking, by this process's clock. */
interface Answer {
  readonly isMine: boolean;
  readonly requests: number;
  readonly beginsAt: number;
  readonly endsAt: number;
  readonly restMs: number;
}

/** A turn is planned to end before it would be lost. */
const PLANNED_MS = 0.75 * SHARE_MS;

/** From here on it is learnt what an answer takes. */
const MIN_ANSWER_MS = 50;

/**
 * This process's turns at an origin with a `Crawl-delay`: one process at a time asks it, some requests long, and the next
 * one begins the delay after the last answer. So requests keep their distance however late a process or an answer is.
 */
export class Turns {
  readonly #origin: string;
  readonly #others: Others;
  /** Requests that may still begin in this turn, and until when. */
  #left = 0;
  #endsAt = 0;
  /** When the origin may be asked again, as far as this process knows. */
  #restUntil = 0;
  #beganAt = 0;
  /** What an answer takes at least: a turn that is over sooner than the others think is time that nobody uses. */
  #answerMs = 0;
  /** Asked for ahead, as the turn before ended. */
  #asked: Promise<Answer> | undefined;
  #isListed = false;
  /** Processes at the last count. */
  #processes = 1;
  #keeping: NodeJS.Timeout | undefined;
  /** What was sent last: one after another, or they could overtake each other. */
  #sent: Promise<unknown> = Promise.resolve();

  constructor(origin: string, others: Others) {
    this.#origin = origin;
    this.#others = others;
  }

  /** Waits until a request may begin. @throws CrawlError `aborted`; `host_asks_to_wait` while nobody may ask for longer than a minute */
  async take(going: Going, signal: AbortSignal): Promise<void> {
    while (!this.#isOurs) {
      const answer = await (this.#asked ?? this.#ask(going));
      this.#asked = undefined;
      if (answer.restMs > MAX_PAUSE_MS) throw leftAlone(answer.restMs);
      await sleep(Math.max(0, answer.beginsAt - performance.now()), signal);
      if (!answer.isMine) continue;
      this.#left = answer.requests;
      this.#endsAt = answer.endsAt;
      this.#keepOn();
    }
    this.#left--;
    this.#beganAt = performance.now();
  }

  /** A request's answer is there, or it was given up: nobody may ask for `restMs`. */
  answered(restMs: number): void {
    const now = performance.now();
    if (this.#beganAt > 0) this.#answerMs = Math.min(now - this.#beganAt, Math.max(MIN_ANSWER_MS, 2 * this.#answerMs));
    this.#beganAt = 0;
    this.#restUntil = Math.max(this.#restUntil, now + restMs);
  }

  /** Goes on with this turn where there is more to ask and it is long enough; else others go first. */
  goOn(going: Going): void {
    if (going.wanted > 0 && this.#isOurs) return;
    clearInterval(this.#keeping);
    this.#left = 0;
    if (going.wanted > 0) this.#asked ??= this.#ask(going);
    else this.#end();
  }

  get #isOurs(): boolean {
    return this.#left > 0 && performance.now() < this.#endsAt;
  }

  async #ask({ delayMs, wanted }: Going): Promise<Answer> {
    const cycleMs = delayMs + this.#answerMs;
    const requests = Math.max(1, Math.min(wanted, Math.floor(PLANNED_MS / cycleMs)));
    let askedAt = 0;
    this.#isListed = true;
    try {
      const { processes, ...turn } = await this.#send(() => {
        askedAt = performance.now();
        const restMs = Math.max(0, this.#restUntil - askedAt);
        return this.#others.turn(this.#origin, { delayMs, forMs: requests * cycleMs, restMs });
      });
      this.#processes = processes;
      const beginsAt = performance.now() + turn.waitMs;
      return { ...turn, requests, beginsAt, endsAt: askedAt + turn.waitMs + SHARE_MS };
    } catch {
      // Nobody can be asked: as seldom as if all those of the last count asked side by side.
      const beginsAt = Math.max(this.#restUntil, performance.now()) + (this.#processes - 1) * delayMs;
      return { isMine: true, requests: 1, beginsAt, endsAt: Number.POSITIVE_INFINITY, restMs: 0 };
    }
  }

  /** While an answer takes longer than was planned. */
  #keepOn(): void {
    clearInterval(this.#keeping);
    this.#keeping = setInterval(() => {
      const askedAt = performance.now();
      // Who cannot be told will have to be asked.
      this.#send(() => this.#others.keepTurn(this.#origin)).then(
        () => {
          if (this.#left > 0) this.#endsAt = Math.max(this.#endsAt, askedAt + SHARE_MS);
        },
        () => undefined,
      );
    }, PLANNED_MS + 100);
    this.#keeping.unref();
  }

  #end(): void {
    if (!this.#isListed) return;
    this.#isListed = false;
    this.#asked = undefined;
    // It ends by itself where nobody can be told.
    this.#send(() => this.#others.endTurn(this.#origin, Math.max(0, this.#restUntil - performance.now()))).catch(
      () => undefined,
    );
  }

  #send<Result>(call: () => Promise<Result>): Promise<Result> {
    const sending = this.#sent.then(call);
    this.#sent = sending.catch(() => undefined);
    return sending;
  }
}
