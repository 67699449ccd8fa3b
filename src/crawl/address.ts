import type { LeftOutReason } from "./event.ts";
import { partsOf } from "./url.ts";

/** Files that are no pages. Their links are passed over without a word: nobody would miss them in the result. */
const FILE =
  /\.(png|jpe?g|gif|svg|webp|avif|ico|bmp|tiff?|css|m?js|map|json|jsonld|xml|xsl|rss|atom|txt|md|mdx|rst|ipynb|csv|tsv|ya?ml|toml|pdf|epub|mobi|docx?|xlsx?|pptx?|odt|zip|gz|tgz|bz2|xz|7z|rar|jar|dmg|pkg|deb|rpm|exe|msi|iso|apk|mp[34]|m4[av]|webm|og[gv]|wav|flac|mov|avi|woff2?|ttf|otf|eot|wasm|py|r|rs|go|c|h|cpp|sh|bat|sql|bib|ics|sig|asc|sha\d+)$/i;

export const isFile = (url: string): boolean => FILE.test(partsOf(url).pathname);

/** Doors, tools and lists of lists: what a site has beside its pages. */
const NO_PAGE = [
  /\/(log-?in|log-?out|sign-?(in|up|out)|register|password-reset|forgot-password|account|cart|basket|checkout|wishlist|search|feed|rss|wp-admin|wp-login\.php|xmlrpc\.php|cdn-cgi)(\.html?)?\/?$/i,
  /\/(tags?|authors?|labels?)\/[^/]+\/?$|(?<!\/docs?)\/categor(y|ies)\/[^/]+\/?$|\/(tags?|authors?|categories)(\.html?)?\/?$/i,
  /\/404(\.html?)?\/?$/i,
];

/** Parameters by which a page does something instead of saying something. */
const TOOL = /[?&](s|q|query|search|replytocom|action|share|add-to-cart|redirect_to|return_?to|returnurl|next)=/i;

const PRINT_VIEW = /\/print(\.html?)?\/?$|[?&](print|printable|print-?view|format=print)(=|&|$)/i;

/** A sorted, filtered or otherwise arranged list shows again what is elsewhere. */
const ARRANGED =
  /[?&](sort|sort_?by|order|order_?by|dir|direction|filter|filters|facets?|view|display|layout|per_?page|limit|offset)(\[[^=]*\])?=/i;

/** Heritrix's limits against addresses that grow by themselves. */
const MOST_SEGMENTS = 20;
const MOST_REPETITIONS = 2;

/** More parameters than this are combinations, not pages. */
const MOST_PARAMETERS = 5;

/** Why an address is not worth asking for, judged by its looks alone. */
export function addressProblem(address: string): LeftOutReason | undefined {
  const { pathname, search } = partsOf(address);
  if (PRINT_VIEW.test(pathname + search)) return "print view";
  if (NO_PAGE.some((pattern) => pattern.test(pathname)) || TOOL.test(search)) return "not a page";
  if (ARRANGED.test(search) || search.split("&").length > MOST_PARAMETERS) return "trap";
  const segments = segmentsOf(address);
  return segments.length > MOST_SEGMENTS || isRepetitive(segments) ? "trap" : undefined;
}

/** Whether a run of one to three segments follows upon itself too often: `/a/b/a/b/a/b`. */
function isRepetitive(segments: readonly string[]): boolean {
  return [1, 2, 3].some((length) => longestRun(segments, length) >= MOST_REPETITIONS * length);
}

/** How many segments in a row equal the one `length` before them. */
function longestRun(segments: readonly string[], length: number): number {
  let longest = 0;
  let run = 0;
  for (const [index, segment] of segments.entries()) {
    run = index >= length && segment === segments[index - length] ? run + 1 : 0;
    longest = Math.max(longest, run);
  }
  return longest;
}

/** `/docs/api/?v=2` is `docs`, `api`, `?v=2`. */
export function segmentsOf(address: string): string[] {
  const { pathname, search } = partsOf(address);
  return [...pathname.split("/").filter((segment) => segment !== ""), ...(search === "" ? [] : [search])];
}

/**
 * One key for the addresses that most likely show one page: `/a`, `/a/`, `/a.html`, `/a/index.html`. Only a suspicion:
 * two spellings are one page only by the site's own word, or by equal content.
 */
export function spellingKey(address: string): string {
  const { pathname, search } = partsOf(address);
  const plain = pathname.replace(/\/(index|default)\.(html?|php|aspx?)$/i, "/").replace(/\.html?$/i, "");
  return `${plain.replace(/\/+$/, "").toLowerCase()}${search}`;
}

/** Pages most readers skip: they get the places that are left when all else is in. */
const SECONDARY =
  /^(privacy|privacy-policy|terms|terms-of-(service|use)|tos|cookies?|cookie-policy|imprint|impressum|legal|licen[cs]e|code-of-conduct|contributing|changelog|changes|release-?notes|releases|security|sitemap|accessibility|credits|careers|jobs|press|brand|archives?|genindex|py-modindex|coverage|todo)$/i;

export function isSecondary(address: string): boolean {
  const last = segmentsOf(address).findLast((segment) => !/^index\.html?$/i.test(segment)) ?? "";
  return SECONDARY.test(last.replace(/\.html?$/i, ""));
}

/** The second and further pages of a list: read for their links, never listed. */
const FURTHER_PAGE = /\/page[/-]\d+(\.html?)?\/?$|[?&](page|paged|p|pg|start)=\d+(&|$)/i;

export const isFurtherPage = (address: string): boolean => FURTHER_PAGE.test(address);
