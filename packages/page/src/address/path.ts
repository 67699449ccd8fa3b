import { partsOf } from "./page-url.ts";
import { percentDecoded } from "./percent.ts";

/** `/docs/api/?v=2` is `docs`, `api`, `?v=2`. */
export function segmentsOf(address: string): readonly string[] {
  const { search, folders } = partsOf(address);
  return search === "" ? folders : [...folders, search];
}

/**
 * Place of an address in the tree of folders, the query aside: `/docs/`, `/docs.html` and `/docs/index.html` are the own
 * page of one folder.
 */
export function placeOf(address: string): readonly string[] {
  const { folders } = partsOf(address);
  const above = folders.slice(0, -1);
  const last = withoutEnding(folders.at(-1) ?? "");
  return last === "" || isIndex(last) ? above : [...above, last];
}

/** Names in the path of an address, without the query. */
export const foldersOf = (address: string): readonly string[] => partsOf(address).folders;

/**
 * A page that was saved under a name with its query: `index.php%3Fid=7.html`, `index.php@id=7` by wget on Windows,
 * `news%3Fpage=2.html`, `news﹖page=2.html` with a mark like a question mark. Bound: a URL, 2,048 characters.
 */
export const SAVED_QUERY = /(?<=\.(?:php|aspx?|cgi|jsp|pl))(?:%3F|@).*$|%(?:3F|EF%(?:B9%96|BC%9F))(?=\w+=).*$/i;

/** The last name of a path, its index file and its ending aside: `api` of `/docs/api/index.html`; empty at the root. */
export function lastName(address: string): string {
  const folders = foldersOf(address);
  const last = withoutEnding(folders.at(-1)?.replace(SAVED_QUERY, "") ?? "");
  return isIndex(last) ? withoutEnding(folders.at(-2) ?? "") : last;
}

/** Query of an address with its question mark, or the one that stands in its name; empty without either. */
export function queryOf(address: string): string {
  const { search, folders } = partsOf(address);
  if (search !== "") return search;
  const saved = SAVED_QUERY.exec(folders.at(-1) ?? "")?.[0];
  return saved === undefined ? "" : `?${withoutEnding(percentDecoded(saved).slice(1))}`;
}

const isIndex = (name: string): boolean => /^(index|default)$/i.test(name);

export const withoutEnding = (name: string): string => name.replace(/\.(html?|php|aspx?)$/i, "");

/** The address up to its last segment; the whole one where that is all there is. Much cheaper than a URL. */
export function folderPath(url: string): string {
  const query = url.indexOf("?");
  const end = query < 0 ? url.length : query;
  const slash = url.lastIndexOf("/", end - 2);
  return slash < 0 || url[slash - 1] === "/" ? url : url.slice(0, slash + 1);
}
