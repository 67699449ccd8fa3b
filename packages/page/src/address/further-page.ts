import type { Link, Page } from "../page.ts";
import { partsOf, tryPageUrl } from "./page-url.ts";
import { queryOf } from "./path.ts";

/** The second or a further page of a list. `/?p=7` alone is how WordPress calls a page. */
const FURTHER_PAGE = /\/page\/\d+(?:\/index)?(?:\.html?)?\/?$|[?&;](page|paged|pg|start)=\d+([&;]|$)|[^/]\?p=\d+(&|$)/i;

/** Name that Simple Machines Forum gives a topic or a board from its second page or a message on: `topic=7.15`. */
const FURTHER_POSTS = /[/?&;](?:board|topic)[=,]\d+\.(?!0\b|html?\b)\w/i;

export function isFurtherPage(address: string): boolean {
  const asked = partsOf(address).pathname + queryOf(address);
  return FURTHER_PAGE.test(asked) || FURTHER_POSTS.test(asked);
}

/** An address like `/blog/page-3/` or `/index.php?p=3`: of a list as well as of a page. */
interface Numbered {
  /** Address of a list's first page: without its last name, without a slash at its end. */
  readonly folder: string;
  readonly number: number;
}

function numberedOf(address: string): Numbered | undefined {
  const { origin, pathname, search } = partsOf(address);
  // Bound: a URL, 2,048 characters.
  const byQuery = /^\?(?:page|pg|p)=(\d{1,9})$/i.exec(search)?.[1];
  if (byQuery !== undefined && !(pathname === "/" && /^\?p=/i.test(search)))
    return { folder: origin + pathname, number: Number(byQuery) };
  const folder = parentOf(pathname);
  const number = /^\/page-(\d{1,9})(?:\.html?)?\/?$/i.exec(pathname.slice(folder.length))?.[1];
  return number === undefined ? undefined : { folder: origin + folder, number: Number(number) };
}

/** `/blog` for `/blog/page-3/`. */
const parentOf = (pathname: string): string => pathname.slice(0, pathname.lastIndexOf("/", pathname.length - 2));

/**
 * True if a page at a numbered address shows that it is a further page of a list: it links to its neighbours by number or as next and
 * previous, and to the first page, or it lists something.
 */
export function isShownFurtherPage(address: string, page: Page): boolean {
  const own = numberedOf(address);
  if (own === undefined) return false;
  const next = page.next === undefined ? [] : [{ url: page.next, text: "", rel: ["next"] }];
  const places = [...next, ...page.links].map((link) => placeOf(link, own));
  return places.includes("first") || (page.items.length > 0 && places.includes("neighbour"));
}

/** Names that pagers give to the page before and the one after. */
const NEIGHBOUR = /^(?:next|prev(?:ious)?|older|newer)\b|^[«‹←]|[›»→]$/i;

/** Target of a pager's link: the list's first page, or another one; undefined for every other link. */
function placeOf(
  { url, text, rel }: Pick<Link, "url" | "text" | "rel">,
  own: Numbered,
): "first" | "neighbour" | undefined {
  const label = text.trim();
  const isRelated = rel.includes("next") || rel.includes("prev") || NEIGHBOUR.test(label);
  if (!isRelated && !/^\d{1,9}$/.test(label)) return undefined;
  const target = tryPageUrl(url);
  if (target === undefined) return undefined;
  const other = numberedOf(target);
  const leadsToFirst = other === undefined ? isFirst(target, own) : other.folder === own.folder && other.number === 1;
  if (leadsToFirst) return (isRelated ? own.number === 2 : label === "1") ? "first" : undefined;
  if (other?.folder !== own.folder || other.number === own.number) return undefined;
  return isRelated || other.number === Number(label) ? "neighbour" : undefined;
}

function isFirst(address: string, { folder }: Numbered): boolean {
  const { origin, pathname, search } = partsOf(address);
  if (search !== "") return false;
  const path = origin + pathname.replace(/\/(?:index\.html?)?$/i, "");
  return path === folder || path === `${folder}.html`;
}

/** True if it is worth looking at what a page shows. */
export const isNumbered = (address: string): boolean => numberedOf(address) !== undefined;
