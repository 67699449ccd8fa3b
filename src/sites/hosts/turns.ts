import type { Asking } from "./shares.ts";

/** A process's place in the line at an origin with a `Crawl-delay`. Times are the database's, in milliseconds. */
export interface Place {
  readonly since: number;
  readonly until: number;
  /** When its turn may be over: a guess, until it is. */
  readonly endsAt: number;
  readonly hasTurn: boolean;
}

export interface Line {
  readonly places: Readonly<Record<string, Place>>;
  /** When the origin may be asked again. */
  readonly nextAt: number;
}

export interface AskedTurn {
  readonly delayMs: number;
  readonly forMs: number;
  readonly restMs: number;
}

export interface Turn {
  readonly isMine: boolean;
  readonly waitMs: number;
  readonly restMs: number;
  readonly processes: number;
}

/** An origin that nobody knows: another process may have asked it just before the database forgot. */
export const newLine = ({ now }: Asking, { delayMs }: AskedTurn): Line => ({ places: {}, nextAt: now + delayMs });

/**
 * The line once `holder` has asked. The turn goes to the first of the line, or to whoever comes once the origin may be asked:
 * a process that died ahead of the others keeps nobody waiting. To the others a guess is said of when it will be theirs.
 */
export function withTurn(line: Line, { holder, now, holdMs }: Asking, asked: AskedTurn): readonly [Line, Turn] {
  const { [holder]: own, ...all } = line.places;
  const others = Object.fromEntries(Object.entries(all).filter(([, { until }]) => until > now));
  const nextAt = Math.max(line.nextAt, now + asked.restMs);
  // Who had the turn gives it back by asking, and goes to the end.
  const since = own !== undefined && !own.hasTurn && own.until > now ? own.since : now;
  const holding = Object.values(others).find(({ hasTurn }) => hasTurn);
  const ahead = Object.values(others).filter((other) => other.hasTurn || other.since < since);
  const isMine = holding === undefined && (ahead.length === 0 || nextAt <= now);
  const beginsAt = isMine ? Math.max(now, nextAt) : Math.max(nextAt, now + guess(ahead, asked, now));
  const isKnown = !isMine && own?.hasTurn === false && own.since === since && own.until > beginsAt + KEPT_MS;
  const news = { since, until: beginsAt + holdMs, endsAt: beginsAt + asked.forMs, hasTurn: isMine };
  // Who goes on waiting writes nothing.
  const place = isKnown ? own : news;
  const places = { ...others, [holder]: place };
  const turn = { isMine, waitMs: beginsAt - now, restMs: nextAt - now, processes: Object.keys(places).length };
  return [{ places, nextAt }, turn];
}

/** Soon enough: none of the others can begin before the delay after an answer that is still on its way. */
function guess(ahead: readonly Place[], { delayMs }: AskedTurn, now: number): number {
  const endsAt = ahead.reduce((latest, place) => Math.max(latest, place.endsAt), now);
  if (endsAt > now) return endsAt - now;
  const holding = ahead.find(({ hasTurn }) => hasTurn);
  return Math.min(delayMs, holding === undefined ? LATE_MS : holding.until - now);
}

/** A place that holds so long after its guess need not be renewed. */
const KEPT_MS = 1_000;

/** So long the first of the line may be late. */
const LATE_MS = 50;

/** Nothing where it was lost: who has it now keeps it. */
export function keptTurn(line: Line, { holder, now, holdMs }: Asking): Line {
  const own = line.places[holder];
  if (own === undefined) return line;
  return { ...line, places: { ...line.places, [holder]: { ...own, until: now + holdMs } } };
}

export function endedTurn({ places, nextAt }: Line, { holder, now }: Asking, restMs: number): Line {
  const { [holder]: _, ...others } = places;
  return { places: others, nextAt: Math.max(nextAt, now + restMs) };
}
