/** What this process may do to a host, or to an address, for the next moments. */
export interface Share {
  /** Requests at once; 0: none for now. */
  readonly slots: number;
  /** Milliseconds for which the host wants to be left alone by everybody. */
  readonly pauseMs: number;
}

export interface AskedShare {
  /** Requests at once that this process would make; 0: none any more. */
  readonly wanted: number;
  /** Those it has in flight: they stay its own until they end. */
  readonly held: number;
  /** For all processes together. */
  readonly most: number;
}

export interface AskedTurn {
  readonly delayMs: number;
  /** How long this process would keep the turn at least: when the next one may hope for its own. */
  readonly forMs: number;
  /** Milliseconds that the origin is still to be left alone, as far as this process knows. */
  readonly restMs: number;
}

export interface Turn {
  /** Whether it is this process's turn, after `waitMs`. If not, it asks again then; its place in the line is kept. */
  readonly isMine: boolean;
  readonly waitMs: number;
  /** Milliseconds for which nobody may ask the origin. */
  readonly restMs: number;
  /** Processes that ask the origin, this one included. */
  readonly processes: number;
}

/** What other processes leave of a host. Each call rejects where nobody can be asked; the caller is then careful by itself. */
export interface Others {
  /** Takes, renews or gives back this process's part of a host or an address. It holds for `SHARE_MS`. */
  share(name: string, asked: AskedShare): Promise<Share>;
  /**
   * Asks for the turn at an origin with a `Crawl-delay`, which one process has at a time. It holds for `SHARE_MS` from its
   * beginning. Who has it gives it back by asking: others go first then.
   */
  turn(origin: string, asked: AskedTurn): Promise<Turn>;
  /** Keeps the turn for another `SHARE_MS`: an answer takes its time. */
  keepTurn(origin: string): Promise<void>;
  /** Gives the turn, or the place in the line, back. */
  endTurn(origin: string, restMs: number): Promise<void>;
  /** Tells the others that the host wants to be left alone. */
  pause(host: string, pauseMs: number): Promise<void>;
}

/** Milliseconds a share or a turn holds: a process that dies keeps it from the others for so long. */
export const SHARE_MS = 4_000;

/** How often a share is renewed, and how often one that is too small for what is in flight. */
const RENEW_MS = 1_000;
const ASK_AGAIN_MS = 250;

/** Where nobody can be asked another process may be asking the host: one request at a time. */
const CAREFUL: Share = { slots: 1, pauseMs: 0 };

interface OwnShareOptions {
  readonly name: string;
  /** Requests at once, of all processes together. */
  readonly most: number;
  readonly others: Others;
  /** Requests in flight now. */
  readonly inFlight: () => number;
  /** Requests that would be in flight if nobody else asked; 0: none is wanted. */
  readonly wanted: () => number;
  /** Called when the share was renewed. */
  readonly onShare: (share: Share) => void;
}

/** This process's part of one host or address, renewed while it is wanted and given back afterwards. */
export class OwnShare {
  readonly #options: OwnShareOptions;
  #slots = 0;
  #askedFor = 0;
  #timer: NodeJS.Timeout | undefined;
  #isAsking = false;
  #askedAt = Number.NEGATIVE_INFINITY;

  constructor(options: OwnShareOptions) {
    this.#options = options;
  }

  /** Requests this process may have in flight. */
  get slots(): number {
    return this.#slots;
  }

  /** Whether nothing is held, nor asked for. */
  get isIdle(): boolean {
    return !this.#isAsking && this.#timer === undefined;
  }

  /** To be called when somebody waits: asks for more where there is not enough, at most every quarter of a second. */
  want(): void {
    if (this.#isAsking || this.#options.wanted() <= this.#slots) return;
    this.#renewIn(this.#askedAt + this.#patienceMs - performance.now());
  }

  /** Those who leave this process some would leave no more a moment later; whose last wish was granted may wish for more. */
  get #patienceMs(): number {
    const isLimited = this.#slots > 0 && this.#slots < this.#askedFor;
    return isLimited && this.#options.inFlight() <= this.#slots ? RENEW_MS : ASK_AGAIN_MS;
  }

  async #renew(): Promise<void> {
    const { name, most, others, wanted, inFlight, onShare } = this.#options;
    this.#isAsking = true;
    this.#askedAt = performance.now();
    const asked = { wanted: wanted(), held: inFlight(), most };
    const share = await others.share(name, asked).catch(() => CAREFUL);
    this.#isAsking = false;
    this.#askedFor = asked.wanted;
    this.#slots = asked.wanted === 0 ? 0 : share.slots;
    onShare(share);
    if (asked.wanted === 0 && wanted() === 0) return;
    const isWrong = wanted() > this.#slots || inFlight() > this.#slots;
    if (this.#timer === undefined) this.#renewIn(isWrong ? this.#patienceMs : RENEW_MS);
  }

  #renewIn(waitMs: number): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    if (waitMs <= 0) return void this.#renew();
    this.#timer = setTimeout(() => {
      this.#timer = undefined;
      void this.#renew();
    }, waitMs);
    this.#timer.unref();
  }
}
