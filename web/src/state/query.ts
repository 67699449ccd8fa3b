import { useLayoutEffect, useState } from "preact/hooks";
import { ApiError } from "../protocol/http.ts";
import { session, sessionEnded } from "./session.ts";

// Everything that a screen shows of the server is the answer to a query. A screen names its query,
// `useQuery(siteQuery(id))` or `<Answer query={siteQuery(id)}>` (parts/answer.tsx). The one rule of asking again: a query
// that says when its subject is at work (`isWorking`) is asked every 2 s while it is, else every 30 s; and no answer that
// is younger than that is asked for again. Changes on the server are made by `changed(room, work)`: afterwards shown queries whose key begins
// with `room` are asked again, on every screen, and other ones are forgotten.

/** A query to the server. */
export interface Query<T> {
  /**
   * Address of the query, or a text that begins like the addresses whose changes affect it. Equal keys have equal
   * answers.
   */
  readonly key: string;
  readonly ask: (signal: AbortSignal) => Promise<T>;
  /**
   * Fact that the answer depends on, such as the time of a site's last crawl: when it changes, the query is asked
   * again.
   */
  readonly asOf?: string | null;
  /** True while the server works on what is asked for; left out: the answer is only outdated by changes. */
  readonly isWorking?: (value: T) => boolean;
  /** True if it is asked again even while the page is hidden. */
  readonly isAwaited?: () => boolean;
  readonly patienceMs?: number;
}

/** State of a query: asked, answered, or refused. */
export type Asked<T> =
  | { readonly type: "asking" }
  /** `isOld`: something has changed since, and the query is asked again. */
  | { readonly type: "there"; readonly value: T; readonly isOld: boolean }
  | { readonly type: "refused"; readonly status: number; readonly why: string };

/** A failure in words. An ended session opens the sign-in. */
export function troubleOf(thrown: unknown): { readonly status: number; readonly why: string } {
  if (!(thrown instanceof ApiError)) return { status: 0, why: "The server did not answer in time." };
  if (thrown.status === 401) sessionEnded();
  return { status: thrown.status, why: thrown.message };
}

const PATIENCE_MS = 15_000;

/** Seconds until a shown query is asked again. */
const WORKING_SECONDS = 2;
const IDLE_SECONDS = 30;

/** Seconds after a failure before the query is asked again: a server that restarts is back soon. */
const AFTER_FAILURE_SECONDS = 5;

/** Most answers kept while no component shows them: a screen that is opened again shows them at once. */
const MAX_KEPT = 20;

/** One query, its last answer, and the components that show it. */
class Entry<T> {
  asked: Asked<T> = { type: "asking" };
  readonly watchers = new Set<() => void>();
  #query: Query<T>;
  #asking: AbortController | undefined;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #isDue = false;
  /** Time until which the answer is fresh. */
  #freshUntil = 0;

  constructor(query: Query<T>) {
    this.#query = query;
  }

  /** @returns a function that stops watching */
  watch(query: Query<T>, watcher: () => void): () => void {
    if (query.asOf !== this.#query.asOf) this.#freshUntil = 0;
    const isFirst = this.watchers.size === 0;
    const isAnother = query.asOf !== this.#query.asOf;
    this.#query = query;
    this.watchers.add(watcher);
    const leftMs = this.#freshUntil - Date.now();
    if (leftMs > 0) {
      if (isFirst) this.#askIn(leftMs);
    } else if (isFirst || isAnother) this.ask();
    return () => {
      this.watchers.delete(watcher);
      if (this.watchers.size === 0) this.rest();
    };
  }

  /** Asks now. The present answer stays until the next comes, or if none comes. */
  ask(): void {
    this.rest();
    this.#asking = new AbortController();
    const { signal } = this.#asking;
    const patience = AbortSignal.timeout(this.#query.patienceMs ?? PATIENCE_MS);
    this.#query.ask(AbortSignal.any([signal, patience])).then(
      (value) => {
        if (signal.aborted) return;
        const seconds = this.#query.isWorking?.(value) ? WORKING_SECONDS : IDLE_SECONDS;
        this.#freshUntil = Date.now() + seconds * 1000;
        this.#show({ type: "there", value, isOld: false });
        this.#askIn(seconds * 1000);
      },
      (thrown: unknown) => {
        if (signal.aborted) return;
        const trouble = troubleOf(thrown);
        this.#show(this.asked.type === "there" ? { ...this.asked, isOld: false } : { type: "refused", ...trouble });
        this.#freshUntil = 0;
        this.#askIn(AFTER_FAILURE_SECONDS * 1000);
      },
    );
  }

  rest(): void {
    this.#asking?.abort();
    clearTimeout(this.#timer);
    this.#isDue = false;
  }

  /** Asks again, because the answer may be outdated. */
  renew(): void {
    if (this.asked.type === "there") this.#show({ ...this.asked, isOld: true });
    this.ask();
  }

  /** Called when the page is visible again. */
  wake(): void {
    if (this.#isDue) this.ask();
  }

  #askIn(ms: number): void {
    if (this.#query.isWorking === undefined) return;
    this.#timer = setTimeout(() => {
      if (document.hidden && !this.#query.isAwaited?.()) this.#isDue = true;
      else this.ask();
    }, ms);
  }

  #show(asked: Asked<T>): void {
    this.asked = asked;
    for (const watcher of this.watchers) watcher();
  }
}

// Entries of one key have one type, which the map cannot express.
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

// Answers to one person are not for another.
session.subscribe(() => {
  if (!session.value.signedIn) entries.clear();
});

/** Calls `watcher` with each answer of a query, the known one first, until the returned function is called. */
export const watchQuery = <T>(query: Query<T>, watcher: (asked: Asked<T>) => void): (() => void) => {
  const entry = entryOf(query);
  if (entry.asked.type !== "asking") watcher(entry.asked);
  return entry.watch(query, () => watcher(entry.asked));
};

/** The answer to a query, kept up to date while the component is mounted. */
export function useQuery<T>(query: Query<T>): Asked<T> {
  const [, redraw] = useState<object>();
  useLayoutEffect(() => entryOf(query).watch(query, () => redraw({})), [query.key, query.asOf]);
  return entryOf(query).asked;
}

/** Asks shown queries again, and forgets others, whose keys begin with `room`. */
export function invalidate(room: string): void {
  for (const [key, entry] of entries)
    if (key.startsWith(room)) {
      if (entry.watchers.size > 0) entry.renew();
      else entries.delete(key);
    }
}

/** Waits for a change on the server, then invalidates the room's queries, even if the change has failed. */
export async function changed<T>(room: string, work: Promise<T>): Promise<T> {
  try {
    return await work;
  } finally {
    invalidate(room);
  }
}
