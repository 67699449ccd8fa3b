import { addressKeys, type Entry } from "../entry.ts";
import type { SitePages } from "../site.ts";
import { isGeneric, MAX_CHARACTERS_A_LINK, trySectionName } from "../wording/wording.ts";

/** Least pages of a folder that another page lists … */
const LEAST_LISTED = 4;
/** … and least share of the folder's pages. */
const LISTED_SHARE = 0.8;

/**
 * The page in no folder that alone lists what lies in a folder without an index page, by `folderKey`: `/blog` for `/posts/…`.
 * What lists several folders is a site map, and what says more than it lists is a text.
 */
export function folderLists({ entries, titleOf }: SitePages): ReadonlyMap<string, Entry> {
  const keyOf = addressKeys();
  const folders = Map.groupBy(entries, ({ path }) => path.slice(0, -1).join("/"));
  for (const { path } of entries) folders.delete(path.join("/"));
  const folderOf = new Map([...folders].flatMap(([folder, inside]) => inside.map(({ url }) => [keyOf(url), folder])));
  const loose = entries.filter(({ path }) => path.length === 1);
  const found = loose.flatMap((list) => {
    const linked = new Set(list.page.links.flatMap(({ url, place }) => (place === "content" ? [keyOf(url)] : [])));
    const counts = Map.groupBy(linked, (key) => folderOf.get(key) ?? "");
    const listed = [...counts].filter(([folder, { length }]) => {
      const all = folders.get(folder) ?? [];
      return folder !== "" && !all.includes(list) && length >= Math.max(LEAST_LISTED, all.length * LISTED_SHARE);
    });
    return listed.map(([folder, { length }]) => ({ list, folder, links: length, isAlone: listed.length === 1 }));
  });
  const lists = Map.groupBy(found, ({ folder }) => folder);
  return new Map(
    [...lists].flatMap(([folder, [first, ...others]]): [string, Entry][] => {
      if (first === undefined || others.length > 0 || !first.isAlone) return [];
      const { list, links } = first;
      const isList = list.page.kind !== "content" || list.page.textLength <= links * MAX_CHARACTERS_A_LINK;
      const name = trySectionName(titleOf(list));
      return isList && name !== undefined && !isGeneric(name) ? [[folder, list]] : [];
    }),
  );
}
