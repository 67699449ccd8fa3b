/** Number of lists with each text. A text that a list has twice counts once. */
export function listCounts(lists: Iterable<Iterable<string>>): ReadonlyMap<string, number> {
  const counts = new Map<string, { lists: number; last: number }>();
  let list = 0;
  for (const texts of lists) {
    list++;
    for (const text of texts) {
      const known = counts.get(text);
      if (known === undefined) counts.set(text, { lists: 1, last: list });
      else if (known.last !== list) {
        known.lists++;
        known.last = list;
      }
    }
  }
  const only = new Map<string, number>();
  // One by one: a map made of pairs is made of as many arrays.
  for (const [text, { lists: count }] of counts) only.set(text, count);
  return only;
}

/** Buckets that texts are counted in before they are kept. */
const BUCKETS = 2 ** 18;

/**
 * Texts that more than `most` of the lists have. The lists are made twice, and only texts that may be among them are kept: of
 * a large site most stand on one page.
 */
export function frequentTexts(lists: () => Iterable<readonly string[]>, most: number): ReadonlySet<string> {
  const buckets = new Uint32Array(BUCKETS);
  const count = (bucket: number) => {
    buckets[bucket] = (buckets[bucket] ?? 0) + 1;
  };
  for (const texts of lists()) for (const text of texts) count(bucketOf(text));
  const candidates = function* () {
    for (const texts of lists()) yield texts.filter((text) => (buckets[bucketOf(text)] ?? 0) > most);
  };
  return new Set([...listCounts(candidates())].flatMap(([text, lists]) => (lists > most ? [text] : [])));
}

/** Place of a text among the buckets (Fowler, Noll and Vo's hash). */
function bucketOf(text: string): number {
  let hash = 0x811c9dc5;
  for (let at = 0; at < text.length; at++) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193);
  return (hash ^ (hash >>> 18)) & (BUCKETS - 1);
}
