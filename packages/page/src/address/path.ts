import { partsOf } from "./page-url.ts";

/** `/docs/api/?v=2` is `docs`, `api`, `?v=2`. */
export function segmentsOf(address: string): readonly string[] {
  const { search, folders } = partsOf(address);
  return search === "" ? folders : [...folders, search];
}

/** Names in the path of an address, without the query. */
export const foldersOf = (address: string): readonly string[] => partsOf(address).folders;

/** The last name of a path, its index file and its ending aside: `api` of `/docs/api/index.html`; empty at the root. */
export function lastName(address: string): string {
  const folders = foldersOf(address);
  const last = withoutEnding(folders.at(-1) ?? "");
  return isIndex(last) ? withoutEnding(folders.at(-2) ?? "") : last;
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
