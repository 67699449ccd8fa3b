/** What one process has of a host or an address. Times are the database's, in milliseconds. */
export interface SharePart {
  /** Requests that count as its own: those given, or those still in flight. */
  readonly held: number;
  readonly given: number;
  /** Since when it has been given some, or none. */
  readonly since: number;
  readonly until: number;
}

export type Shares = Readonly<Record<string, SharePart>>;

export interface AskedShare {
  readonly wanted: number;
  readonly held: number;
  readonly most: number;
}

/** Who asks, when, and how long what it takes holds. */
export interface Asking {
  readonly holder: string;
  readonly now: number;
  readonly holdMs: number;
}

/** Where there are more processes than requests at once, one keeps its part so long while others have none. */
const KEPT_MS = 2_000;

/**
 * The shares once `holder` has asked. What others hold is kept as long as it holds; of the rest this one gets what it wants, at
 * most as much as each would get. Where there are more processes than requests, those that wait longest get theirs next.
 */
export function withShare(shares: Shares, { holder, now, holdMs }: Asking, asked: AskedShare): Shares {
  const { [holder]: own, ...all } = shares;
  const others = Object.fromEntries(Object.entries(all).filter(([, { until }]) => until > now));
  if (asked.wanted === 0) return others;
  const before = own !== undefined && own.until > now ? own : undefined;
  const given = isOthersTurn(Object.values(others), before, { now, most: asked.most })
    ? 0
    : freePart(Object.values(others), asked);
  const since = before !== undefined && before.given > 0 === given > 0 ? before.since : now;
  return { ...others, [holder]: { held: Math.max(asked.held, given), given, since, until: now + holdMs } };
}

function freePart(others: readonly SharePart[], { wanted, most }: AskedShare): number {
  const taken = others.reduce((sum, { held }) => sum + held, 0);
  const each = Math.max(1, Math.floor(most / (others.length + 1)));
  return Math.max(0, Math.min(wanted, most - taken, each));
}

function isOthersTurn(
  others: readonly SharePart[],
  own: SharePart | undefined,
  { now, most }: { readonly now: number; readonly most: number },
): boolean {
  const waiting = others.filter(({ given }) => given === 0);
  if (others.length < most || waiting.length === 0) return false;
  if (own !== undefined && own.given > 0) return own.since < now - KEPT_MS;
  return waiting.some(({ since }) => since < (own?.since ?? now));
}
