import { addressKey, type Entry } from "./entry.ts";

/** ISO 639-1, and what sites write in its place. */
const LANGUAGES = new Set(
  (
    "aa ab af ak am ar as az be bg bm bn bo br bs ca ce co cs cv cy da de dv dz ee el en eo es et eu fa ff fi fo fr fy ga gd " +
    "gl gn gu ha he hi hr ht hu hy id ig is it iu ja jv ka kk kl km kn ko ku ky la lb lg ln lo lt lv mg mi mk ml mn mr ms mt " +
    "my nb ne nl nn no ny oc om or os pa pl ps pt qu rm rn ro ru rw sa sd se sg si sk sl sm sn so sq sr ss st su sv sw ta te " +
    "tg th ti tk tl tn to tr ts tt tw ug uk ur uz ve vi wo xh yi yo za zh zu jp cn kr"
  ).split(" "),
);

function isLanguage(segment: string): boolean {
  return /^[a-z]{2}(?:[-_][a-z]{2,4})?$/i.test(segment) && LANGUAGES.has(segment.slice(0, 2).toLowerCase());
}

/**
 * Pages that say in another language what a listed page says in the homepage's: `fr/start` beside `start` or `en/start`,
 * or whom the listed page names as its translation. Each with the page that stays.
 */
export function languageTwins(home: Entry | undefined, entries: readonly Entry[]): ReadonlyMap<Entry, Entry> {
  const own = languageOf(home);
  const twins = new Map<Entry, Entry>();
  const byStem = Map.groupBy(entries, stemOf);
  for (const group of byStem.values()) {
    const kept = group.find((entry) => speaks(entry, own)) ?? group[0];
    for (const entry of group) if (kept !== undefined && entry !== kept && differ(entry, kept)) twins.set(entry, kept);
  }
  const byAddress = new Map(entries.map((entry) => [addressKey(entry.url), entry]));
  for (const entry of home === undefined ? entries : [home, ...entries]) {
    if (twins.has(entry) || (own !== "" && languageOf(entry) !== own)) continue;
    for (const { url } of entry.page.alternates.languages) {
      const other = byAddress.get(addressKey(url));
      if (other !== undefined && other !== entry && languageOf(other) !== languageOf(entry)) twins.set(other, entry);
    }
  }
  return twins;
}

/** The path without its language: pages of one stem are one page in several languages. */
function stemOf({ path }: Entry): string {
  const at = path.findIndex((segment, index) => index < 2 && isLanguage(segment));
  return at < 0 ? path.join("/") : path.filter((_, index) => index !== at).join("/");
}

function segmentOf({ path }: Entry): string {
  return path.slice(0, 2).find(isLanguage)?.slice(0, 2).toLowerCase() ?? "";
}

/** Primary subtag of what the page declares, else of what its path says. */
function languageOf(entry: Entry | undefined): string {
  if (entry === undefined) return "";
  return entry.page.lang?.split(/[-_]/)[0]?.toLowerCase() || segmentOf(entry);
}

function speaks(entry: Entry, language: string): boolean {
  const segment = segmentOf(entry);
  return segment === "" ? languageOf(entry) === language : segment === language;
}

function differ(a: Entry, b: Entry): boolean {
  return segmentOf(a) !== segmentOf(b) || languageOf(a) !== languageOf(b);
}
