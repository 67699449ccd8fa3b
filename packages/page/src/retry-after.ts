/**
 * Milliseconds a `Retry-After` field asks us to wait (RFC 9110, 10.2.3: seconds, or a date), at most a day;
 * undefined for anything else. The clamp also keeps it from overflowing `setTimeout`, which then fires at once.
 */
export function retryAfterMs(field: string | null | undefined, now: Date): number | undefined {
  const text = field?.trim() ?? "";
  const waitMs = /^\d+$/.test(text) ? Number(text) * 1000 : dateOf(text) - now.getTime();
  return Number.isNaN(waitMs) ? undefined : Math.min(Math.max(waitMs, 0), DAY_MS);
}

const DAY_MS = 86_400_000;

/** IMF-fixdate and its two obsolete forms begin with a weekday; `Date.parse` would also take `-5` and `2026`. */
function dateOf(text: string): number {
  return /^(mon|tue|wed|thu|fri|sat|sun)/i.test(text) ? Date.parse(text) : Number.NaN;
}
