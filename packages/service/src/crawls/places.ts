import { Line, type Waiter } from "@llmstxt-service/crawler/waiting/line";
import { CrawlError } from "@llmstxt-service/page/errors";

/**
 * Most waiting crawls of all clients; beyond it a client that has ALWAYS_WAITING of them is refused. Each holds a
 * socket open.
 */
const MAX_WAITING = 1_000;

/** Waiting crawls that a client may have although MAX_WAITING is reached. */
const ALWAYS_WAITING = 10;

/** Most waiting crawls of all clients, however few each of them has; beyond it every new crawl is refused. */
const MAX_WAITING_ALWAYS = 1_500;

/** A crawl with fewer than this many ahead is told of each change. */
const NEAR = 10;

/**
 * Share of the number told last at which a crawl further back is told again: one of a thousand is told some thirty
 * times.
 */
const NEWS_SHARE = 0.8;

export interface PlacesOptions {
  readonly size: number;
  /** Most crawls of one client at once. Default: three quarters of `size`, rounded down, and at least one. */
  readonly each?: number | undefined;
}

interface WaitingCrawl {
  readonly tellAhead: (ahead: number) => void;
  /** Number of crawls ahead that it was told last. */
  told: number;
}

class ClientCrawls {
  readonly waiting = new Line<WaitingCrawl>();
  running = 0;
}

/**
 * A fixed number of places for crawls. Clients take turns, and the crawls of one client run in the order of their
 * requests, so a client with many crawls delays no other client.
 */
export class CrawlPlaces {
  readonly #size: number;
  readonly #each: number;
  /** Clients by name, in the order of their turns. */
  readonly #clients = new Map<string, ClientCrawls>();
  #taken = 0;
  #waiting = 0;

  constructor({ size, each = Math.max(1, Math.floor((size * 3) / 4)) }: PlacesOptions) {
    this.#size = size;
    this.#each = each;
  }

  get taken(): number {
    return this.#taken;
  }

  get waiting(): number {
    return this.#waiting;
  }

  /** @throws CrawlError `server_busy` when the queue is too long for another crawl of this client */
  admit(client: string): void {
    const own = this.#clients.get(client)?.waiting.length ?? 0;
    const max = own < ALWAYS_WAITING ? MAX_WAITING_ALWAYS : MAX_WAITING;
    if (this.#waiting >= max) throw new CrawlError("server_busy", { waiting: this.#waiting });
  }

  /**
   * Waits for a place; it is given back when the returned object is disposed of. `tellAhead` is called with the number
   * of crawls ahead, at once and as the queue moves; never if a place is free.
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

  /** Gives a client a place, and moves it to the end of the order. */
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

  /** Waiting crawls in the order of their turns, if no other crawl is added. */
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
