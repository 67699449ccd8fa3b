import { partsOf } from "../address/page-url.ts";
import { queryOf, SAVED_QUERY } from "../address/path.ts";

/** Stands for what differs between the addresses of one shape. */
const ANY = "*";

/**
 * Shape of an address: its folder, numbers as `#`; of the last name its namespace (`Category:`); the names of its
 * parameters. `/2026/05/a` and `/2025/11/b` are `/#/#/*`. Addresses of one shape tend to be made by one template.
 */
export function shapeOf(address: string): string {
  const { pathname } = partsOf(address);
  const search = queryOf(address);
  const slash = pathname.lastIndexOf("/", pathname.length - 2);
  const folder = pathname.slice(0, slash + 1).replace(/\/\d+(?=\/)/g, "/#");
  const name = pathname.slice(slash + 1);
  const space = /^([^:%]{1,40}(?::|%3A))./i.exec(name)?.[1] ?? "";
  if (search === "") return `${folder}${space}${ANY}`;
  return `${folder}${space === "" ? name.replace(SAVED_QUERY, "") : `${space}${ANY}`}?${parametersOf(search)}`;
}

/** The last name below whatever lies above it, where the path has folders: `/a/b/history` is `*\/history`. */
export function tailOf(address: string): string | undefined {
  const { folders, search } = partsOf(address);
  const name = folders.at(-1);
  if (name === undefined || folders.length < 2) return undefined;
  return `${ANY}/${name}${search === "" ? "" : `?${parametersOf(search)}`}`;
}

/** Names of the parameters, sorted: `a=&b=`. */
const parametersOf = (search: string): string =>
  search
    .slice(1)
    .split(/[&;]/)
    .map((pair) => `${pair.split("=", 1)[0]}=`)
    .join("&");
