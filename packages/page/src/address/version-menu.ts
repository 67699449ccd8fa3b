import type { Page } from "../page.ts";
import { isVersionLabel } from "./version-folder.ts";

/** A site's menu of its versions. */
export interface VersionMenu {
  /** The path before the version: `/docs/` of `/docs/2.0/start`. */
  readonly family: string;
  /** The folders that it leads to. */
  readonly names: ReadonlySet<string>;
  /** Labels of the menu as written, at most 40 characters each. */
  readonly labels: readonly string[];
}

/** Least and most links of a menu of versions. */
const LINKS = { fewest: 2, most: 200 } as const;

/** Most labels that are reported as evidence. */
const TOLD = 10;

/**
 * The first menu of versions on a page: links in a row whose labels begin with versions, one with a number at least, and
 * whose addresses part in one folder. undefined where there is none.
 */
export function versionMenuOf({ links }: Pick<Page, "links">): VersionMenu | undefined {
  for (let at = 0; at < links.length; at++) {
    const row = [];
    for (; at < links.length && row.length < LINKS.most && isVersionLabel(links[at]?.text ?? ""); at++)
      row.push(links[at]);
    const menu = row.length < LINKS.fewest ? undefined : menuOf(row.filter((link) => link !== undefined));
    if (menu !== undefined) return menu;
  }
  return undefined;
}

function menuOf(row: Page["links"]): VersionMenu | undefined {
  const paths = row.map(({ url }) => URL.parse(url)?.pathname.split("/").slice(1) ?? []);
  const [first = []] = paths;
  if (new Set(row.map(({ url }) => URL.parse(url)?.host)).size > 1 || !row.some(({ text }) => /\d/.test(text)))
    return undefined;
  const depth = first.findIndex((name, at) => paths.some((path) => path[at] !== name));
  if (depth < 0) return undefined;
  const tails = paths.map((path) => path.slice(depth));
  const rests = tails.map((tail) => tail.slice(1).join("/"));
  const names = tails.flatMap(([name = ""], at) => {
    // A link may lead to the page without a version, and its folder is none.
    if (name === "" || rests.includes(tails[at]?.join("/") ?? "")) return [];
    const isSamePage = rests.some((rest, other) => rest !== "" && rest === rests[at] && tails[other]?.[0] !== name);
    return isSamePage || isNamedSo(row[at]?.text ?? "", name) ? [name] : [];
  });
  if (new Set(names).size < Math.min(LINKS.fewest, row.length - 1)) return undefined;
  const family = `/${first
    .slice(0, depth)
    .map((name) => `${name}/`)
    .join("")}`;
  return { family, names: new Set(names), labels: row.slice(0, TOLD).map(({ text }) => text) };
}

/** True if a folder has a label's number or word in its name: `2.0-jsr380` of `Version 2.0`. */
const isNamedSo = (label: string, name: string): boolean => {
  const version = /\d+(?:\.(?:\d+|x))*|^\w+/i.exec(label)?.[0].toLowerCase();
  return version !== undefined && name.toLowerCase().includes(version);
};
