import { addressKeys, type Entry } from "../entry.ts";
import type { SitePages } from "../site.ts";
import { isGeneric, MAX_CHARACTERS_A_LINK, trySectionName } from "../wording/wording.ts";

/** Least pages of a folder that another page lists … */
const LEAST_LISTED = 4;
/** … and least share of the folder's pages. */
const LISTED_SHARE = 0.8;

/** Most pages of a folder that are asked whether they list it themselves. */
const MAX_ASKED = 3;

/**
 * The page in no folder that alone lists what lies in a folder without an index page, by `folderKey`: `/blog` for `/posts/…`.
 * A page that lists several folders is a site map, and one that says more than it lists is a text.
 */
export function folderLists({ entries, titleOf }: SitePages): ReadonlyMap<string, Entry> {
  const keyOf = addressKeys();
  const folders = Map.groupBy(entries, ({ path }) => path.slice(0, -1).join("/"));
  for (const { path } of entries) folders.delete(path.join("/"));
  const folderOf = new Map([...folders].flatMap(([folder, inside]) => inside.map(({ url }) => [keyOf(url), folder])));
  const countsIn = ({ page }: Entry) =>
    Map.groupBy(new Set(page.links.map(({ url }) => keyOf(url))), (key) => folderOf.get(key) ?? "");
  const isMost = (count: number, folder: string) =>
    folder !== "" && count >= Math.max(LEAST_LISTED, (folders.get(folder)?.length ?? 0) * LISTED_SHARE);
  // A list that the folder's own pages have, too, is their menu.
  const isMenu = (folder: string) =>
    folders
      .get(folder)
      ?.slice(0, MAX_ASKED)
      .some((entry) => isMost(countsIn(entry).get(folder)?.length ?? 0, folder));
  const loose = entries.filter(({ path }) => path.length === 1);
  const found = loose.flatMap((list) => {
    const listed = [...countsIn(list)].filter(([folder, { length }]) => isMost(length, folder) && !isMenu(folder));
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
