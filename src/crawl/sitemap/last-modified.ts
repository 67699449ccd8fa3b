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

function fromParts([, year, month = "01", day = "01", ...time]: RegExpExecArray): number | undefined {
  const date = new Date(`${year}-${month}-${day}T00:00:00Z`);
  // Date.parse takes 30 February for 2 March.
  if (Number.isNaN(date.getTime()) || date.getUTCDate() !== Number(day)) return undefined;
  const [hour = "00", minute = "00", second = "00", fraction = ""] = time;
  return valid(Date.parse(`${year}-${month}-${day}T${hour}:${minute}:${second}${fraction.slice(0, 4)}Z`));
}

const valid = (milliseconds: number): number | undefined => (Number.isNaN(milliseconds) ? undefined : milliseconds);

/** The newest of these; undefined where there is none. */
export function newestOf(dates: Iterable<number | undefined>): number | undefined {
  let newest: number | undefined;
  for (const date of dates) if (date !== undefined && date > (newest ?? Number.NEGATIVE_INFINITY)) newest = date;
  return newest;
}
