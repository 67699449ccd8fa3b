import { availableParallelism } from "node:os";
import { setTimeout } from "node:timers/promises";
import { Account, type Kind } from "./account.ts";
import { crawlWorkers } from "./crawl-workers.ts";
import { forClient } from "./for-client.ts";
import { Pool } from "./pool.ts";

export type { Kind } from "./account.ts";
export type { Use } from "./fair-line.ts";
export { CLIENT_HERE, type ForClient } from "./for-client.ts";

/** Most threads by default: one main thread cannot keep more of them busy. */
const MAX_THREADS = 8;

const MAX_HEAP_MB = 512;

/** Most clients remembered. A forgotten one starts behind all clients that wait. */
const MAX_CLIENTS = 10_000;

interface ThreadsOptions {
  /**
   * Threads that long tasks may hold at once; short tasks get one more. Default: one for each processor except the main
   * thread's, at least one, at most eight.
   */
  readonly threads?: number;
  /** Most MB of one thread's heap; default 512. The largest page takes a tenth of it. */
  readonly maxHeapMb?: number;
  /** Called for each thread that was ended, with the address that it was reading. */
  readonly onEnded: (ended: { readonly url: string; readonly why: string }) => void;
}

/**
 * Threads of the process, shared by every crawl and client; the caller closes them. Its own readers and writer are for
 * work of no crawl: each reader and each document has an account of its own.
 */
export function openThreads({ threads, maxHeapMb = MAX_HEAP_MB, onEnded }: ThreadsOptions) {
  const maxThreads = threads ?? Math.min(MAX_THREADS, Math.max(1, availableParallelism() - 1));
  const pool = new Pool({ maxThreads, maxHeapMb, onEnded });
  const clients = new Map<string, Account>();
  const clientAccount = (name: string): Account => {
    const account = clients.get(name) ?? new Account("people");
    clients.delete(name);
    clients.set(name, account);
    for (const [oldest] of clients) if (clients.size > MAX_CLIENTS) clients.delete(oldest);
    return account;
  };
  return {
    ...crawlWorkers(pool, () => new Account("crawls")),
    /** Workers of one crawl, which takes turns by the processor time that it has used (`cpuMs`). */
    forCrawl() {
      const account = new Account("crawls");
      return { ...crawlWorkers(pool, () => account), cpuMs: () => account.cpuMs };
    },
    /**
     * Workers for one request of a client, until `over` fires. A client that asks without a pause waits for its turn.
     * @param name the client's name
     * @throws CrawlError `too_many_at_once` when the client has too many open
     */
    async forClient(name: string, over: AbortSignal) {
      const account = clientAccount(name);
      pool.enter(account, over);
      const waitMs = account.turn(performance.now());
      // When the client has gone, its work says so.
      if (waitMs > 0) await setTimeout(waitMs, undefined, { signal: over, ref: false }).catch(() => {});
      return forClient(pool, account);
    },
    use: (kind: Kind) => pool.use(kind),
    close: () => pool.close(),
  };
}
