/**
 * The W3C date forms that sitemaps may use (https://www.w3.org/TR/NOTE-datetime), and their common misspellings: a space
 * for the `T`, no colon in the zone, no zone at all (read as UTC).
 */
const W3C_DATE = /^(\d{4})(?:-(\d\d)(?:-(\d\d)(?:[T ](\d\d:\d\d(?::\d\d(?:\.\d+)?)?)(?:\s*(Z|[+-]\d\d:?\d\d))?)?)?)?$/i;

/** The form of RSS (RFC 822): `Mon, 05 Jan 2026 10:11:12 GMT`. */
const RSS_DATE = /^(?:[a-z]{3},\s*)?\d{1,2} [a-z]{3} \d{4} \d\d:\d\d(?::\d\d)? (?:GMT|UTC?|Z|[+-]\d{4})$/i;

/** Milliseconds since 1970, or undefined for what is no date. */
export function parseLastModified(text: string): number | undefined {
  const written = text.trim();
  const found = W3C_DATE.exec(written);
  if (found !== null) return fromParts(found);
  return RSS_DATE.test(written) ? valid(Date.parse(written)) : undefined;
}

function fromParts([, year, month = "01", day = "01", time = "00:00", zone = "Z"]: RegExpExecArray):
  | number
  | undefined {
  const date = new Date(`${year}-${month}-${day}T00:00:00Z`);
  // Date.parse takes 30 February for 2 March.
  if (Number.isNaN(date.getTime()) || date.getUTCDate() !== Number(day)) return undefined;
  const offset = /^[+-]\d{4}$/.test(zone) ? `${zone.slice(0, 3)}:${zone.slice(3)}` : zone.toUpperCase();
  return valid(Date.parse(`${year}-${month}-${day}T${time}${offset}`));
}

const valid = (milliseconds: number): number | undefined => (Number.isNaN(milliseconds) ? undefined : milliseconds);

/** The newest of these that does not lie in the future; undefined where there is none. */
export function newestLastModified(dates: Iterable<number | undefined>, now: Date): number | undefined {
  let newest: number | undefined;
  for (const date of dates) {
    if (date !== undefined && date <= now.getTime() && date > (newest ?? Number.NEGATIVE_INFINITY)) newest = date;
  }
  return newest;
}
