import { partsOf } from "../address/page-url.ts";
import { queryOf, SAVED_QUERY } from "../address/path.ts";

/** Stands for what differs between the addresses of one shape. */
const ANY = "*";

/** Folder of a number, alone or behind what it counts: `/2026/`, `/topic,1149.0/`; no version (`/release-2/`). */
const NUMBERED_FOLDER = /\/(?:((?!ver|rel)[a-z]{3,20}[,=_-])\d[\d.,_-]*|\d+)(?=\/)/gi;
/** The same of a last name, its ending aside. Bound: a URL, 2,048 characters. */
const NUMBERED_NAME = /^([a-z]{1,20}[,.=_-]?)\d[\d.,_-]*(?:\.?[a-z]{3,5})?\/?$/i;

/** File of a folder's own page, which lies beside the folder rather than in it. Bound: a URL, 2,048 characters. */
const INDEX_FILE = /(?<=\/)(?:index|default)\.(?:html?|php|aspx?)$/i;

/**
 * Shape of an address: its folder, numbers as `#`; of the last name its namespace (`Category:`) or what it counts
 * (`topic,7.0.html`); the names of its parameters. `/2026/05/a` and `/2025/11/b` are `/#/#/*`. Addresses of one shape tend
 * to be made by one template.
 */
export function shapeOf(address: string): string {
  const search = queryOf(address);
  const { pathname: path } = partsOf(address);
  const pathname = search === "" ? path.replace(INDEX_FILE, "") : path;
  const slash = pathname.lastIndexOf("/", pathname.length - 2);
  const folder = pathname.slice(0, slash + 1).replace(NUMBERED_FOLDER, (_, counted = "") => `/${counted}#`);
  const name = pathname.slice(slash + 1).replace(SAVED_QUERY, "");
  const space = /^([^:%]{1,40}(?::|%3A))./i.exec(name)?.[1];
  if (search !== "") return `${folder}${space === undefined ? name : `${space}${ANY}`}?${parametersOf(search)}`;
  return `${folder}${space ?? NUMBERED_NAME.exec(name)?.[1] ?? ""}${ANY}`;
}

/** The last name below whatever lies above it, where the path has folders: `/a/b/history` is `*\/history`. */
export function tailOf(address: string): string | undefined {
  const { folders, search } = partsOf(address);
  const name = folders.at(-1);
  if (name === undefined || folders.length < 2) return undefined;
  return `${ANY}/${name}${search === "" ? "" : `?${parametersOf(search)}`}`;
}

/** Names of the parameters, their numbers as `#`: `a=&b=`, `article#=` of `?article12`. */
const parametersOf = (search: string): string =>
  search
    .slice(1)
    .split(/[&;]/)
    .map((pair) => `${pair.split("=", 1)[0]?.replace(/\d+/g, "#")}=`)
    .join("&");
