import { CrawlError } from "@llmstxt-service/page/errors";
import type { Account, AccountJob, Kind } from "./account.ts";
import { type Share, Shares } from "./shares.ts";

/**
 * Milliseconds by which people's requests may be ahead of crawls, as much as one or two of the longest answers; beyond
 * it each kind gets half the time.
 */
const PEOPLE_LEAD_MS = 2_000;

/** Most requests of one client without an answer: each is held in memory until its turn. */
const MAX_OPEN = 16;

/** Most bytes of people's requests that wait: 64 of the largest documents. */
const MAX_WAITING_BYTES = 128 * 2 ** 20;

export interface Use {
  readonly cpuMs: number;
  readonly waiting: number;
  readonly refused: number;
}

class KindOfAccounts implements Share {
  readonly accounts = new Shares<Account>();
  readonly leadMs: number;
  spentMs: number | undefined;
  cpuMs = 0;
  waiting = 0;
  waitingBytes = 0;
  refused = 0;

  constructor(leadMs: number) {
    this.leadMs = leadMs;
  }
}

/**
 * Tasks that wait for a thread. People's requests and crawls each get half the time, and the accounts of a kind equal
 * shares.
 */
export class FairLine {
  readonly #byKind: Readonly<Record<Kind, KindOfAccounts>> = {
    people: new KindOfAccounts(PEOPLE_LEAD_MS),
    crawls: new KindOfAccounts(0),
  };
  readonly #kinds = new Shares<KindOfAccounts>();

  use(kind: Kind): Use {
    const { cpuMs, waiting, refused } = this.#byKind[kind];
    return { cpuMs, waiting, refused };
  }

  /**
   * Counts a request of a client, before its body is read, until `over` fires.
   * @throws CrawlError `too_many_at_once`
   */
  enter(client: Account, over: AbortSignal): void {
    const { open, meanMs } = client;
    if (open >= MAX_OPEN) {
      const { people, crawls } = this.#byKind;
      people.refused++;
      const others = Math.max(1, people.accounts.size) + crawls.accounts.size;
      const seconds = Math.max(1, Math.ceil((open * meanMs * others) / 1000));
      throw new CrawlError("too_many_at_once", { open, seconds });
    }
    client.open++;
    over.addEventListener("abort", () => client.open--, { once: true });
  }

  /**
   * @throws CrawlError `server_busy` if too many bytes wait. Crawls are never refused: they ask for no more than they
   * fetch at once.
   */
  admit({ kind }: Account, size: number): void {
    const line = this.#byKind[kind];
    if (kind === "crawls" || line.waitingBytes + size <= MAX_WAITING_BYTES) return;
    line.refused++;
    throw new CrawlError("server_busy", { waiting: line.waiting, what: "requests" });
  }

  add(job: AccountJob): void {
    job.account.waiting.push(job);
    this.#wait(job);
  }

  /** Puts back a task whose thread ended before it began: it is the next of its account. */
  takeBack(job: AccountJob): void {
    this.#settle(job, -job.expectedMs);
    job.account.waiting.unshift(job);
    this.#wait(job);
  }

  #wait({ account, size }: AccountJob): void {
    const line = this.#byKind[account.kind];
    line.waiting++;
    line.waitingBytes += size;
    this.#kinds.join(line);
    line.accounts.join(account);
  }

  /** Removes a task if it waits. */
  remove(job: AccountJob): void {
    const { account } = job;
    const at = account.waiting.indexOf(job);
    if (at < 0) return;
    account.waiting.splice(at, 1);
    const line = this.#byKind[account.kind];
    line.waiting--;
    line.waitingBytes -= job.size;
    if (account.waiting.length > 0) return;
    line.accounts.leave(account);
    if (line.accounts.size === 0) this.#kinds.leave(line);
  }

  /** The next task of each account, in the order of their turns. */
  *inOrder(): Generator<AccountJob, void> {
    for (const line of this.#kinds.inOrder())
      for (const { waiting } of line.accounts.inOrder()) if (waiting[0] !== undefined) yield waiting[0];
  }

  /** Counts a task that is given to a thread, and removes it from the line. */
  serve(job: AccountJob): void {
    const { account, expectedMs } = job;
    const line = this.#byKind[account.kind];
    line.accounts.serve(account, expectedMs);
    this.#kinds.serve(line, expectedMs);
    this.remove(job);
  }

  /** Charges the account for the processor time of a task. */
  spent(job: AccountJob, cpuMs: number): void {
    this.#byKind[job.account.kind].cpuMs += cpuMs;
    job.account.learn(cpuMs);
    this.#settle(job, cpuMs - job.expectedMs);
  }

  #settle({ account }: AccountJob, ms: number): void {
    const line = this.#byKind[account.kind];
    line.accounts.settle(account, ms);
    this.#kinds.settle(line, ms);
  }
}
