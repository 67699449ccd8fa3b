import { useLayoutEffect, useState } from "preact/hooks";
import { ApiError } from "../protocol/http.ts";
import { session, sessionEnded } from "./session.ts";

// All that a screen shows of the server is the answer to a query. A screen says what it shows, `useQuery(siteQuery(id))` or
// `<Answer query={siteQuery(id)}>` (parts/answer.tsx), and nothing of when it is asked: that is the query's to know
// (`again`). What changes something on the server is `changed(room, work)`: afterwards every query that is shown and whose
// key begins with `room` is asked anew, on whatever screen, and those that are not shown are forgotten.

/** A question to the server. */
export interface Query<T> {
  /** The address that is asked, or one that begins like those it changes with. The same key has the same answer. */
  readonly key: string;
  readonly ask: (signal: AbortSignal) => Promise<T>;
  /** Facts that its answer follows from, such as when a site was last crawled: with another one it is asked anew. */
  readonly asOf?: string | null;
  /** Seconds until it is asked again while it is shown; left out: only when something was changed. */
  readonly again?: (value: T) => number | undefined;
  /** Asked again even while nobody looks at the page. */
  readonly isAwaited?: () => boolean;
  readonly patienceMs?: number;
}

/** Something asked of the server: under way, there, or refused. */
export type Asked<T> =
  | { readonly type: "asking" }
  /** `isOld`: something was changed since, and it is asked anew. */
  | { readonly type: "there"; readonly value: T; readonly isOld: boolean }
  | { readonly type: "refused"; readonly status: number; readonly why: string };

/** The failure in words. A session that is over brings the sign-in. */
export function troubleOf(thrown: unknown): { readonly status: number; readonly why: string } {
  if (!(thrown instanceof ApiError)) return { status: 0, why: "The server did not answer in time." };
  if (thrown.status === 401) sessionEnded();
  return { status: thrown.status, why: thrown.message };
}

const PATIENCE_MS = 15_000;

/** A server that is restarted is back in seconds. */
const AFTER_FAILURE_SECONDS = 5;

/** Answers kept although nobody looks at them: a screen that is opened again shows them while it asks. */
const MAX_KEPT = 20;

/** One query, its last answer, and those who look at it. */
class Entry<T> {
  asked: Asked<T> = { type: "asking" };
  readonly watchers = new Set<() => void>();
  #query: Query<T>;
  #asking: AbortController | undefined;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #isDue = false;

  constructor(query: Query<T>) {
    this.#query = query;
  }

  /** @returns a function that ends it */
  watch(query: Query<T>, watcher: () => void): () => void {
    const isAnother = query.asOf !== this.#query.asOf;
    this.#query = query;
    this.watchers.add(watcher);
    if (this.watchers.size === 1 || isAnother) this.ask();
    return () => {
      this.watchers.delete(watcher);
      if (this.watchers.size === 0) this.rest();
    };
  }

  /** Asks now. What was there stays until the answer comes, and if none comes. */
  ask(): void {
    this.rest();
    this.#asking = new AbortController();
    const { signal } = this.#asking;
    const patience = AbortSignal.timeout(this.#query.patienceMs ?? PATIENCE_MS);
    this.#query.ask(AbortSignal.any([signal, patience])).then(
      (value) => {
        if (signal.aborted) return;
        this.#show({ type: "there", value, isOld: false });
        this.#askIn(this.#query.again?.(value));
      },
      (thrown: unknown) => {
        if (signal.aborted) return;
        const trouble = troubleOf(thrown);
        this.#show(this.asked.type === "there" ? { ...this.asked, isOld: false } : { type: "refused", ...trouble });
        this.#askIn(this.#query.again && AFTER_FAILURE_SECONDS);
      },
    );
  }

  rest(): void {
    this.#asking?.abort();
    clearTimeout(this.#timer);
    this.#isDue = false;
  }

  /** Asks because what is shown is true no longer. */
  renew(): void {
    if (this.asked.type === "there") this.#show({ ...this.asked, isOld: true });
    this.ask();
  }

  /** Somebody looks at the page again. */
  wake(): void {
    if (this.#isDue) this.ask();
  }

  #askIn(seconds: number | undefined): void {
    if (seconds === undefined) return;
    this.#timer = setTimeout(() => {
      if (document.hidden && !this.#query.isAwaited?.()) this.#isDue = true;
      else this.ask();
    }, seconds * 1000);
  }

  #show(asked: Asked<T>): void {
    this.asked = asked;
    for (const watcher of this.watchers) watcher();
  }
}

// An entry is found by its key, and queries of one key have one type.
// biome-ignore lint/suspicious/noExplicitAny: see above.
const entries = new Map<string, Entry<any>>();

function entryOf<T>(query: Query<T>): Entry<T> {
  const known = entries.get(query.key);
  if (known) return known;
  const entry = new Entry(query);
  entries.set(query.key, entry);
  const unseen = [...entries].filter(([, { watchers }]) => watchers.size === 0);
  for (const [key] of unseen.slice(0, -MAX_KEPT)) entries.delete(key);
  return entry;
}

addEventListener("visibilitychange", () => {
  if (!document.hidden) for (const entry of entries.values()) entry.wake();
});

// Answers to one person are not another's.
session.subscribe(() => {
  if (!session.value.signedIn) entries.clear();
});

/** Hears a query's answers, the known one first, until the function that is returned is called. */
export const watchQuery = <T>(query: Query<T>, watcher: (asked: Asked<T>) => void): (() => void) => {
  const entry = entryOf(query);
  if (entry.asked.type !== "asking") watcher(entry.asked);
  return entry.watch(query, () => watcher(entry.asked));
};

/** The answer to a query, kept up to date while the component is there. */
export function useQuery<T>(query: Query<T>): Asked<T> {
  const [, redraw] = useState<object>();
  useLayoutEffect(() => entryOf(query).watch(query, () => redraw({})), [query.key, query.asOf]);
  return entryOf(query).asked;
}

/** Has all that is shown of a room asked anew: keys that begin with it. */
export function invalidate(room: string): void {
  for (const [key, entry] of entries)
    if (key.startsWith(room)) {
      if (entry.watchers.size > 0) entry.renew();
      else entries.delete(key);
    }
}

/** Has the server change something. What is shown of the room is asked anew, also where nobody knows what came of it. */
export async function changed<T>(room: string, work: Promise<T>): Promise<T> {
  try {
    return await work;
  } finally {
    invalidate(room);
  }
}
