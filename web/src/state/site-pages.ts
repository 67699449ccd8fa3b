import { useEffect, useMemo, useRef, useState } from "preact/hooks";
import type { Site, Sites } from "../protocol/types.ts";
import { type ListPlace, placeQuery } from "./list-place.ts";
import { type Asked, type Query, watchQuery } from "./query.ts";
import { type Cursors, START, scrolled } from "./scrolled.ts";
import { isAtWork, listSites, SITES, siteCount } from "./sites.ts";

/** Rows of one request. */
export const PAGE = 100;

/** A list as far as it is loaded: pages that were never in view have no rows. */
export interface SitePages {
  readonly cursors: Cursors;
  readonly pages: ReadonlyMap<number, Sites>;
  /** The latest answer for any page, with the counts of all sites. */
  readonly latest: Sites | undefined;
  /** True while the former list is shown because this one is still loading. */
  readonly isOld: boolean;
}

const pageQuery = (place: ListPlace, cursor: string | null): Query<Sites> => ({
  key: `${SITES}?${placeQuery(place)} ${cursor ?? ""}`,
  ask: (signal) => listSites(place, { limit: PAGE, ...(cursor !== null && { cursor }) }, signal),
  isWorking: ({ items }) => items.some(isAtWork),
});

/** The list with one page replaced; if the page's end has moved, the next page begins there. */
export function withPage({ cursors, pages }: SitePages, at: number, page: Sites): SitePages {
  const others = page.next === null ? [] : [page.next, ...cursors.slice(at + 2)];
  const known = [...pages].filter(([other]) => other <= at + others.length);
  return {
    cursors: [...cursors.slice(0, at + 1), ...others],
    pages: new Map([...known, [at, page]]),
    latest: page,
    isOld: false,
  };
}

/** Loaded rows in the list's order; a row that has moved to another page counts once. */
function rowsOf({ pages }: SitePages): readonly Site[] {
  const inOrder = [...pages].toSorted(([a], [b]) => a - b).flatMap(([, { items }]) => items);
  return [...new Map(inOrder.map((site) => [site.id, site])).values()];
}

/** Pages in view: the first, and the one after the last. */
export interface Seen {
  readonly from: number;
  readonly to: number;
}

const begun = (cursors: Cursors): SitePages => ({ cursors, pages: new Map(), latest: undefined, isOld: false });

/**
 * A list of any length. Only the pages in view are loaded and kept up to date. It may begin in its middle, where it was
 * left; pages above are loaded when a person scrolls there.
 */
export function useSitePages(place: ListPlace) {
  const of = String(placeQuery(place));
  const [start] = useState(scrolled);
  const [seen, onSeen] = useState<Seen>({ from: 0, to: 0 });
  const [state, setState] = useState({ of, list: begun(start.cursors) });
  const [refused, setRefused] = useState<Extract<Asked<Sites>, { readonly type: "refused" }>>();
  const watched = useRef(new Map<string, () => void>());
  const list = state.of === of ? state.list : begun(START);
  const take = (at: number, asked: Asked<Sites>) => {
    setRefused(asked.type === "refused" ? asked : undefined);
    if (asked.type !== "there") return;
    siteCount.set(asked.value.counts.all);
    setState((before) => ({ of, list: withPage(before.of === of ? before.list : begun(START), at, asked.value) }));
  };
  const wanted = list.cursors.flatMap((cursor, at) =>
    (at === 0 && list.cursors.length === 1) || (at >= seen.from && at < seen.to)
      ? [{ at, query: pageQuery(place, cursor) }]
      : [],
  );
  useEffect(() => {
    const keys = new Set(wanted.map(({ query }) => query.key));
    for (const [key, leave] of watched.current)
      if (!keys.has(key)) {
        leave();
        watched.current.delete(key);
      }
    for (const { at, query } of wanted)
      if (!watched.current.has(query.key))
        watched.current.set(
          query.key,
          watchQuery(query, (asked) => take(at, asked)),
        );
  }, [wanted.map(({ query }) => query.key).join("\n")]);
  useEffect(
    () => () => {
      for (const leave of watched.current.values()) leave();
    },
    [],
  );
  const shown: SitePages = state.of === of ? list : { ...state.list, isOld: true };
  const sites = useMemo(() => rowsOf(shown), [shown.pages]);
  return { list: shown, sites, start, onSeen, refused: shown.latest ? undefined : refused };
}
