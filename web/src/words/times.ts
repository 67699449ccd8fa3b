const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

const pad = (n: number) => String(n).padStart(2, "0");

/** A duration as on a clock: `0:14`, `10:00`, `1:02:03`. */
export function clock(ms: number): string {
  const seconds = Math.floor(ms / SECOND);
  const minutes = Math.floor(seconds / 60);
  if (minutes < 60) return `${minutes}:${pad(seconds % 60)}`;
  return `${Math.floor(minutes / 60)}:${pad(minutes % 60)}:${pad(seconds % 60)}`;
}

/** A duration in words: `36 ms`, `1.9 s`, `2:05`. */
export function took(ms: number): string {
  if (ms < 1000) return `${Math.round(ms)} ms`;
  return ms < MINUTE ? `${(ms / SECOND).toFixed(1)} s` : clock(ms);
}

/** A duration in its largest unit: `35 min`, `2 h`, `9 d`, `3 mo`. */
function span(ms: number): string {
  if (ms < HOUR) return `${Math.max(1, Math.round(ms / MINUTE))} min`;
  if (ms < DAY) return `${Math.round(ms / HOUR)} h`;
  if (ms < 60 * DAY) return `${Math.round(ms / DAY)} d`;
  return `${Math.round(ms / (30 * DAY))} mo`;
}

/** A time relative to now: `now`, `2 h ago`, `in 6 d`; `—` if it is missing. */
export function relative(iso: string | null | undefined, now: number): string {
  const at = iso == null ? Number.NaN : Date.parse(iso);
  if (Number.isNaN(at)) return "—";
  const ago = now - at;
  if (Math.abs(ago) < MINUTE) return "now";
  return ago > 0 ? `${span(ago)} ago` : `in ${span(-ago)}`;
}

const moment = new Intl.DateTimeFormat("en-GB", {
  day: "numeric",
  month: "short",
  year: "numeric",
  hour: "2-digit",
  minute: "2-digit",
});

/** A time in the reader's time zone: `21 Nov 2026, 05:50`. */
export function dateTime(iso: string): string {
  const at = Date.parse(iso);
  return Number.isNaN(at) ? iso : moment.format(at);
}

export interface Interval {
  readonly minutes: number;
  /** Words after `Every`: `6 hours`, `week`. */
  readonly long: string;
}

/** Intervals to choose from; the API accepts any number of minutes. */
export const INTERVALS: readonly Interval[] = [
  { minutes: 360, long: "6 hours" },
  { minutes: 1440, long: "day" },
  { minutes: 10_080, long: "week" },
  { minutes: 43_200, long: "month" },
];

/** Interval in words: `week`, `6 hours`; others as `45 min`, `3 d`. */
export const every = (minutes: number): string =>
  INTERVALS.find((interval) => interval.minutes === minutes)?.long ?? span(minutes * MINUTE);
