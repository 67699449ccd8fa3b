import type { KnownPage } from "./known-page.ts";

/** The pages in the order in which a reader without any list meets them: from the homepage along the links, those no link leads to last. */
export function siteOrder(pages: readonly KnownPage[], home: KnownPage | undefined): KnownPage[] {
  const byKey = new Map(pages.map((page) => [page.key, page]));
  const met = new Set<KnownPage>();
  const queue = home === undefined ? [] : [home];
  for (const from of queue) {
    for (const { key } of from.links) {
      const page = byKey.get(key);
      if (page === undefined || met.has(page)) continue;
      met.add(page);
      queue.push(page);
    }
  }
  const rest = pages.filter((page) => !met.has(page)).sort((a, b) => (a.key < b.key ? -1 : 1));
  return [...met, ...rest];
}
