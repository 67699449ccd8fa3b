import { availableParallelism } from "node:os";
import { Account, type Kind } from "./account.ts";
import type { Use } from "./fair-line.ts";
import { type ForClient, forClient } from "./for-client.ts";
import { type ForCrawl, forCrawl } from "./for-crawl.ts";
import { Pool } from "./pool.ts";

export type { Kind } from "./account.ts";
export type { Use } from "./fair-line.ts";
export { CLIENT_HERE, type ForClient } from "./for-client.ts";
export type { ForCrawl } from "./for-crawl.ts";

/** More than these one main thread cannot keep busy. */
const MAX_THREADS = 8;

const MAX_HEAP_MB = 512;

/** Clients remembered. One that is forgotten begins again behind all that wait. */
const MAX_CLIENTS = 10_000;

export interface ThreadsOptions {
  /**
   * That long tasks hold at once; short ones get one more beside them. Default: one for each processor but the one that the
   * main thread keeps busy, at least one, at most eight.
   */
  readonly threads?: number;
  /** Heap of one thread; default 512, of which the largest page takes a tenth. */
  readonly maxHeapMb?: number;
  /** Told of each thread that was ended, and of what it was reading. */
  readonly onEnded: (ended: { readonly url: string; readonly why: string }) => void;
}

/**
 * Work in threads of their own. Opened once a process, shared by every crawl and client; the caller closes them.
 * Its own readers and writer are for work of no one crawl: each reader and each document is on an account of its own.
 */
export interface Threads extends ForCrawl {
  /** For one crawl: it takes its turns by the processor time that it has used (`cpuMs`), as every other does. */
  forCrawl(): ForCrawl & { readonly cpuMs: () => number };
  /**
   * For a request of a client of the service, which is open until `over` fires. @param name the client's own
   * @throws CrawlError `too_many_at_once` where its line is full
   */
  forClient(name: string, over: AbortSignal): ForClient;
  use(kind: Kind): Use;
  close(): Promise<void>;
}

export function openThreads({ threads, maxHeapMb = MAX_HEAP_MB, onEnded }: ThreadsOptions): Threads {
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
    ...forCrawl(pool, () => new Account("crawls")),
    forCrawl() {
      const account = new Account("crawls");
      return { ...forCrawl(pool, () => account), cpuMs: () => account.cpuMs };
    },
    forClient(name, over) {
      const account = clientAccount(name);
      pool.enter(account, over);
      return forClient(pool, account);
    },
    use: (kind) => pool.use(kind),
    close: () => pool.close(),
  };
}
