import type { Page } from "../page.ts";
import { isViewer } from "../shown.ts";
import { isForumAction } from "./forum.ts";
import type { LeftOutReason } from "./left-out.ts";
import { partsOf, tryPageUrl } from "./page-url.ts";
import { foldersOf, lastName, queryOf, segmentsOf } from "./path.ts";
import { percentDecoded } from "./percent.ts";

/** Facts that the rules need. */
interface Looks {
  readonly address: string;
  readonly folders: readonly string[];
  /** The last folder, index file and ending aside. */
  readonly name: string;
  readonly search: string;
}

/** Below these folders a name is a subject: `/reference/feed`, `/guides/tags/intro`. */
const SUBJECTS =
  /^(reference|apis?|guides?|manual|book|handbook|learn|articles|examples|tutorials?|functions?|commands?|methods?|library|stdlib|builtins?|cli|documentation)$/i;
const DOCS = /^docs?$/i;

/** Below these folders `print` is a function. */
const FUNCTIONS = /^(functions?|commands?|methods?|library|stdlib|builtins?|cli)$/i;

/** Addresses that act, such as a log-out, or lead back to a page behind a login (Drupal's `destination=node/1`). */
const ACTS = /^(wp-admin|wp-login\.php|wp-json|xmlrpc\.php|cdn-cgi)$/i;
const ACTS_BY_NAME = /^(log-?out|sign-?out|feed|rss|atom)$/i;
const ACTS_BY_QUERY =
  /[?&;](s|oldid|q|query|search|replytocom|action(?!=forum\b)|share|add-to-cart|remove_item|redirect_to|return_?to|returnurl|next)=|[?&;]destination=[\w-]{1,20}(?:\/|%2f|%23)/i;

/** Addresses for editing in a repository or a wiki, and a wiki's pages about itself: `Special:WhatLinksHere/Cats`. */
const EDIT = /\/edit\/(main|master|head|dev|develop|trunk)\/|\/_?edit\/?$/i;
const WIKI_TOOL =
  /^(special|user|talk|template|mediawiki|module|property|(user|file|template|help|category|project)_talk)(?::|%3A)/i;

/** Name of a wiki's page in a query. */
const WIKI_TITLE = /[?&;]title=([^&;]+)/i;

/** Files that generators put beside the pages: sources, assets, demos. */
const SOURCES = /^(_modules|_sources|_static|_images|_downloads|src-html)$/i;
/** Reports of which lines tests reach, a page for each source. */
const COVERAGE = /^(code[-_]?coverage|htmlcov|lcov(-report)?)$/i;
const SOURCE_FILE = /(_8[a-z]+_source|-source|\.(rs|c|h|cc|cpp|hpp|py|java|kt|rb))\.html?$/i;

const PRINT = /^(print|print-?all|print[-_]page|printable|single-?page|single-?html|one-?page)$/i;
const PRINT_BY_QUERY = /[?&;](?:(?:print|printable|print-?view)(?:=|[&;]|$)|[a-z_]{1,20}=print(?:[&;]|$))/i;

const RULES: readonly (readonly [LeftOutReason, (looks: Looks) => boolean])[] = [
  ["print view", ({ search }) => PRINT_BY_QUERY.test(search)],
  ["print view", ({ name, folders }) => PRINT.test(name) && !isBelow(folders, FUNCTIONS)],
  ["error page", ({ name }) => name === "404"],
  ["source listing", ({ folders }) => folders.some((folder) => SOURCES.test(folder))],
  ["source listing", ({ folders }) => folders.slice(0, -1).some((folder) => COVERAGE.test(folder))],
  ["source listing", ({ folders }) => SOURCE_FILE.test(folders.at(-1) ?? "")],
  ["attachment", ({ search, name }) => /[?&]attachment_id=/i.test(search) || /^file:/i.test(name)],
  ["attachment", ({ folders }) => /^attachment$/i.test(folders.at(-2) ?? "")],
  ["not a page", ({ address, search }) => ACTS_BY_QUERY.test(search) || isForumAction(address)],
  ["not a page", ({ search }) => WIKI_TOOL.test(WIKI_TITLE.exec(search)?.[1] ?? "")],
  ["not a page", ({ folders }) => folders.some((folder) => ACTS.test(folder) || WIKI_TOOL.test(folder))],
  ["not a page", ({ address, folders }) => !isBelow(folders, SUBJECTS) && EDIT.test(partsOf(address).pathname)],
  ["not a page", ({ name, folders }) => ACTS_BY_NAME.test(name) && !isSubject(folders)],
  ["trap", ({ address }) => isTrap(address)],
];

/** Why an address is not worth asking for, judged by its looks alone. */
export function addressProblem(address: string): LeftOutReason | undefined {
  const looks = looksOf(address);
  return RULES.find(([, holds]) => holds(looks))?.[0];
}

const looksOf = (address: string): Looks => ({
  address,
  folders: foldersOf(address),
  name: percentDecoded(lastName(address)),
  search: queryOf(address),
});

const isBelow = (folders: readonly string[], names: RegExp): boolean =>
  folders.slice(0, -1).some((folder) => names.test(folder));

/** True where a name is likely to be a subject, not a tool: below `/docs/`, `/reference/` and the like. */
export const isSubject = (folders: readonly string[]): boolean => isBelow(folders, SUBJECTS) || isBelow(folders, DOCS);

/** Names of doors and tools. What such a page is decides, not its name: there are subjects of these names. */
const TOOL =
  /^(log-?in|sign-?(in|up)|register|user|anmelden|einloggen|connexion|inloggen|acceder|account|my-account|(forgot|lost|reset)-password|password-reset|cart|basket|checkout|order-tracking|track-(?:your-|my-)?order|wishlist|search|suche|suchergebnisse|cerca|buscar|buscador|rechercher|zoeken|szukaj|arama)$/i;

/** True if a page of this address is likely to be a form, and is read when nothing better waits. */
export function isDoubtfulTool(address: string): boolean {
  const { folders, name } = looksOf(address);
  return TOOL.test(name) && !isSubject(folders);
}

/** Why a page that was read has no place in a document, whatever the other pages are; undefined where it has one. */
export function pageProblem(address: string, page: Page): LeftOutReason | undefined {
  const { name, folders } = looksOf(address);
  if (!page.robots.index) return "noindex";
  if (page.metaRefresh !== undefined && !isSameUrl(page.metaRefresh.url, page.url)) return "redirect";
  if (isErrorPage(page)) return "error page";
  if (isViewer(page)) return "api viewer";
  if (LINKS_FOR_CRAWLERS.test(name)) return "not a page";
  if (TOOL.test(name) && isTool(page, isSubject(folders) ? "subject" : "tool")) return "not a page";
  return addressProblem(address);
}

/** Doxygen's list of all addresses for crawlers: it leads to pages and is none. */
const LINKS_FOR_CRAWLERS = /^doxygen_crawl$/i;

/** A page that reloads itself now and then stays a page. */
const isSameUrl = (a: string, b: string): boolean => a === b || tryPageUrl(a) === tryPageUrl(b);

const ERROR_TITLE =
  /^(?:(?:error )?404(?: error)?(?: [-–—:] )?(?:(?:page )?not found)?|(?:page )?not found|页面不存在|页面未找到|ページが見つかりません)\s*(?:$|[|–—:·•!.-])/i;

const isErrorPage = ({ title, signals }: Page): boolean =>
  signals.marks.includes("error-page") || ERROR_TITLE.test(title.trim());

/** @param likely what the folders say that a page of this name is */
function isTool({ kind }: Page, likely: "subject" | "tool"): boolean {
  return kind === "utility" || (likely === "tool" && kind !== "content");
}

/** A sorted, filtered or otherwise arranged list shows again what is elsewhere. Bound: a URL, 2,048 characters. */
const ARRANGED =
  /[?&](sort|sort_?by|order|order_?by|dir|direction|filter|filters|facets?|view|display|layout|per_?page|limit|offset)(\[[^=\]]*\])?=/i;

/** Heritrix's limits against addresses that grow by themselves. */
const MAX_SEGMENTS = 20;
const MAX_REPETITIONS = 2;

/** Most parameters of an address; with more it is a combination of filters, not a page. */
const MAX_PARAMETERS = 5;

/** True if an address looks made up by the site: arranged, combined, or grown by itself. */
function isTrap(address: string): boolean {
  const search = queryOf(address);
  if (ARRANGED.test(search) || search.split("&").length > MAX_PARAMETERS) return true;
  const segments = segmentsOf(address);
  return segments.length > MAX_SEGMENTS || isRepetitive(segments);
}

/** True if a run of one to three segments follows upon itself too often: `/a/b/a/b/a/b`. */
function isRepetitive(segments: readonly string[]): boolean {
  return [1, 2, 3].some((length) => longestRun(segments, length) >= MAX_REPETITIONS * length);
}

/** Number of segments in a row that equal the one `length` before them. */
function longestRun(segments: readonly string[], length: number): number {
  let longest = 0;
  let run = 0;
  for (const [index, segment] of segments.entries()) {
    run = index >= length && segment === segments[index - length] ? run + 1 : 0;
    longest = Math.max(longest, run);
  }
  return longest;
}
