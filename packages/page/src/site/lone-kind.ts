import { isMember } from "../address/forum.ts";
import { isFurtherPage, isNumbered, isShownFurtherPage } from "../address/further-page.ts";
import { isMonthAsked } from "../address/news.ts";
import { isDoubtfulTool, isSubject } from "../address/not-a-page.ts";
import { partsOf } from "../address/page-url.ts";
import { foldersOf, lastName, withoutEnding } from "../address/path.ts";
import type { Page } from "../page.ts";
import type { PageKind } from "./kinds.ts";

/** Lists of what carries one label: `/tags/x`, `/blog/author/x`. */
const LABELS = /^([a-z]+-)?(tags?|authors?|labels?)$|^publication[-_]types?$/i;
const LABEL_INDEX = /^(tags?|authors?|labels?|categories|publication[-_]types?)$/i;
/** The same, or the shelves of a shop: `/product-category/x`. */
const CATEGORIES = /^([a-z]+-)?categor(y|ies)$/i;

/** Lists that generators put beside their pages: Javadoc's frames (`allclasses-frame`), Doxygen's members of each class. */
const BESIDE = /^[a-z]+-(no)?frame$|^(class|struct|union|interface)\w+-members$/i;

/** Kind that an address claims, as pages of most sites do: `list` for one of a category; undefined where it claims none. */
export function claimedKind(address: string): "archive" | "facet" | "list" | "utility" | undefined {
  if (isFurtherPage(address) || isMonthAsked(address)) return "archive";
  if (isDoubtfulTool(address)) return "utility";
  const name = lastName(address);
  const all = foldersOf(address);
  const folders = all.slice(0, all.findLastIndex((folder) => withoutEnding(folder) === name) + 1);
  if (isWikiCategory(address) || BESIDE.test(name) || isMember(address)) return "facet";
  if (isSubject(folders.slice(0, -1))) return undefined;
  const above = folders.at(-2) ?? "";
  if (LABELS.test(above) || LABEL_INDEX.test(name)) return "facet";
  return CATEGORIES.test(above) ? "list" : undefined;
}

/** True for `Category:Cats`. A wiki's homepage leads to what it holds through the few that it names. */
export const isWikiCategory = (address: string): boolean => /^category(?::|%3A)/i.test(lastName(address));

/** The tag's folder of an address that may be a tag with a slash in its name: `/tags/gnu/` of `/tags/gnu/linux`; undefined for others. */
export function tagAbove(address: string): string | undefined {
  const { origin, folders } = partsOf(address);
  if (!LABELS.test(folders.at(-3) ?? "")) return undefined;
  const above = `${origin}/${folders.slice(0, -1).join("/")}/`;
  return claimedKind(above) === "facet" ? above : undefined;
}

/** A tag, its name with a slash or below a subject: `/tags/gnu/linux`, `/docs/tags/css`. */
const DOUBTFUL_TAG = /\/tags?(?:\/[^/]+){1,2}\/?$/;

/** Kind of a page where nothing is known of its site but its address. */
export function loneKind(address: string, page: Page): PageKind {
  // `/blog/page-3/` may be of a list as well as of an article: the page itself decides.
  if (isNumbered(address)) return page.kind === "list" || isShownFurtherPage(address, page) ? "archive" : page.kind;
  if (page.kind !== "content" && DOUBTFUL_TAG.test(partsOf(address).pathname)) return "facet";
  const claimed = claimedKind(address);
  if (claimed === "list") return "facet";
  return claimed === "archive" || claimed === "facet" ? claimed : page.kind;
}
