/**
 * The W3C date forms that sitemaps may use (https://www.w3.org/TR/NOTE-datetime), and a common misspelling: a space for
 * the `T`. The zone that may follow is not read.
 */
const W3C_DATE = /^(\d{4})(?:-(\d\d)(?:-(\d\d)(?:[T ](\d\d):(\d\d)(?::(\d\d)(\.\d{1,9})?)?)?)?)?(?!\d)/i;

/** The form of RSS (RFC 822): `Mon, 05 Jan 2026 10:11:12 GMT`. */
const RSS_DATE = /^(?:[a-z]{3}, ?)?(\d{1,2} [a-z]{3} \d{4} \d\d:\d\d(?::\d\d)?) (?:GMT|UTC?|Z|[+-]\d{4})$/i;

/** The date and time as written, whatever zone they were meant in, as milliseconds since 1970; undefined for what is no date. */
export function parseLastModified(text: string): number | undefined {
  const written = text.trim();
  const found = W3C_DATE.exec(written);
  if (found !== null) return fromParts(found);
  const [, rss] = RSS_DATE.exec(written) ?? [];
  return rss === undefined ? undefined : valid(Date.parse(`${rss} GMT`));
}

/** Time of a date's numbers; `Date.parse` takes ten times as long, and a site may have a million dates. */
function fromParts(found: RegExpExecArray): number | undefined {
  const part = (index: number, unless: number): number => (found[index] === undefined ? unless : Number(found[index]));
  const [year, month, day] = [part(1, 0), part(2, 1), part(3, 1)];
  const [hour, minute, second] = [part(4, 0), part(5, 0), part(6, 0)];
  // `0001-01-01` is what programs write that know no date.
  const isDay = year >= FIRST_YEAR && month >= 1 && month <= 12 && day >= 1 && day <= daysOf(year, month);
  // ISO 8601: 24:00 is the end of a day.
  const isTime = minute <= 59 && second <= 59 && (hour <= 23 || (hour === 24 && minute + second === 0));
  if (!isDay || !isTime) return undefined;
  return Date.UTC(year, month - 1, day, hour, minute, second, Math.floor(part(7, 0) * 1000));
}

/** `Date.UTC` takes lower ones for years of the last century. */
const FIRST_YEAR = 100;

const DAYS = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];

function daysOf(year: number, month: number): number {
  const isLeap = year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0);
  return month === 2 && isLeap ? 29 : (DAYS[month - 1] ?? 0);
}

const valid = (milliseconds: number): number | undefined => (Number.isNaN(milliseconds) ? undefined : milliseconds);

/** The newest of these; undefined where there is none. */
export function newestOf(dates: Iterable<number | undefined>): number | undefined {
  let newest: number | undefined;
  for (const date of dates) if (date !== undefined && date > (newest ?? Number.NEGATIVE_INFINITY)) newest = date;
  return newest;
}
