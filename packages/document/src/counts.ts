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
  return new Map([...counts].map(([text, { lists: count }]) => [text, count]));
}
