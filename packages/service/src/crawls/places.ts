import { Line, type Waiter } from "@llmstxt-service/crawler/waiting/line";
import { CrawlError } from "@llmstxt-service/page/errors";

/** More than this many in the queue and newcomers are turned away: each holds a socket open. */
const MAX_WAITING = 1_000;

/** A client with fewer in the queue is not turned away for those of others. */
const ALWAYS_WAITING = 10;

/** Of all clients together, however many there are. */
const MAX_WAITING_ALWAYS = 1_500;

/** A crawl with at most so many ahead hears of each that goes. */
const NEAR = 10;

/** A crawl with more ahead hears again when a fifth of them is gone: of a thousand that wait, each hears some thirty times. */
const NEWS_SHARE = 0.8;

export interface PlacesOptions {
  /** Crawls at once. */
  readonly size: number;
  /** Of one client. Default: as many as there are places. */
  readonly each?: number;
}

interface WaitingCrawl {
  readonly tellAhead: (ahead: number) => void;
  /** Number that it was told last. */
  told: number;
}

/** The crawls of one client. */
class ClientCrawls {
  readonly waiting = new Line<WaitingCrawl>();
  running = 0;
}

/**
 * A fixed number of places. Clients take turns, the crawls of one client in the order in which they were asked for: who asks for
 * many keeps nobody else waiting.
 */
export class CrawlPlaces {
  readonly #size: number;
  readonly #each: number;
  /** By name; the first of the map that waits and may have a place is served next. */
  readonly #clients = new Map<string, ClientCrawls>();
  #taken = 0;
  #waiting = 0;

  constructor({ size, each = size }: PlacesOptions) {
    this.#size = size;
    this.#each = each;
  }

  get taken(): number {
    return this.#taken;
  }

  get waiting(): number {
    return this.#waiting;
  }

  /** @throws CrawlError `server_busy` when too many wait for one more of this client to wait */
  admit(client: string): void {
    const own = this.#clients.get(client)?.waiting.length ?? 0;
    const max = own < ALWAYS_WAITING ? MAX_WAITING_ALWAYS : MAX_WAITING;
    if (this.#waiting >= max) throw new CrawlError("server_busy", { waiting: this.#waiting });
  }

  /**
   * Waits for a place; it is given back when the returned object is disposed of.
   * `tellAhead` hears at once, and as the queue moves, how many are ahead; nothing where a place is free.
   * @throws the signal's reason when it fires first; CrawlError `server_busy` as `admit`
   */
  async take(client: string, tellAhead: (ahead: number) => void, signal: AbortSignal): Promise<Disposable> {
    signal.throwIfAborted();
    const crawls = this.#clients.get(client) ?? new ClientCrawls();
    if (this.#mayRun(crawls)) {
      this.#clients.set(client, crawls);
      this.#begin(client, crawls);
    } else await this.#turn(client, tellAhead, signal);
    let isHeld = true;
    return {
      [Symbol.dispose]: () => {
        if (isHeld) this.#release(client);
        isHeld = false;
      },
    };
  }

  #mayRun({ running }: ClientCrawls): boolean {
    return this.#taken < this.#size && running < this.#each;
  }

  /** A client that gets a place goes to the end of the order. */
  #begin(client: string, crawls: ClientCrawls): void {
    this.#taken++;
    crawls.running++;
    this.#clients.delete(client);
    this.#clients.set(client, crawls);
  }

  async #turn(client: string, tellAhead: (ahead: number) => void, signal: AbortSignal): Promise<void> {
    this.admit(client);
    const crawls = this.#clients.get(client) ?? new ClientCrawls();
    this.#clients.set(client, crawls);
    const crawl = { tellAhead, told: Number.NaN };
    this.#waiting++;
    const served = crawls.waiting.wait(crawl, signal);
    this.#tellAll();
    try {
      await served;
    } catch {
      this.#waiting--;
      this.#forget(client);
      this.#tellAll();
      throw signal.reason; // It is all that the line throws for.
    }
  }

  #release(client: string): void {
    this.#taken--;
    const crawls = this.#clients.get(client);
    if (crawls !== undefined) crawls.running--;
    this.#forget(client);
    for (const [name, next] of this.#clients) {
      if (next.waiting.length === 0 || !this.#mayRun(next)) continue;
      this.#waiting--;
      this.#begin(name, next);
      next.waiting.serveFirst();
      break;
    }
    this.#tellAll();
  }

  #forget(client: string): void {
    const crawls = this.#clients.get(client);
    if (crawls?.running === 0 && crawls.waiting.length === 0) this.#clients.delete(client);
  }

  #tellAll(): void {
    let ahead = 0;
    for (const { about: waiting } of this.#inTurns()) {
      const isNews = ahead < NEAR ? ahead !== waiting.told : !(ahead > waiting.told * NEWS_SHARE);
      if (isNews) {
        waiting.told = ahead;
        waiting.tellAhead(ahead);
      }
      ahead++;
    }
  }

  /** In the order in which they come to their turns, as far as it is known now. */
  *#inTurns(): Generator<Waiter<WaitingCrawl>, void> {
    let lines = [...this.#clients.values()].map(({ waiting }) => waiting[Symbol.iterator]());
    while (lines.length > 0) {
      const left: typeof lines = [];
      for (const line of lines) {
        const next = line.next();
        if (next.done) continue;
        yield next.value;
        left.push(line);
      }
      lines = left;
    }
  }
}
