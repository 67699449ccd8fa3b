/**
 * Does the work on each item, in their order, a limited number at once. After a failure no further item is begun.
 * @throws what the first that failed threw, when none runs any more
 */
export async function forEachAtOnce<Item>(
  items: Iterable<Item>,
  limit: number,
  work: (item: Item) => Promise<unknown>,
): Promise<void> {
  const waiting = items[Symbol.iterator]();
  const failures: unknown[] = [];
  const next = async () => {
    for (let item = waiting.next(); !item.done && failures.length === 0; item = waiting.next())
      await work(item.value).catch((thrown: unknown) => failures.push(thrown));
  };
  await Promise.all(Array.from({ length: limit }, next));
  if (failures.length > 0) throw failures[0];
}
