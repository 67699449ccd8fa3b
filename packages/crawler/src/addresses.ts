// Classifies an address by its text alone, by conventions of the web. Pure.
import { isFile } from "@llmstxt-service/page/address/files";
import { partsOf, percentDecoded } from "@llmstxt-service/page/address/page-url";
import type { LeftOutReason } from "./left-out.ts";

/** Bound: a URL, 2,048 characters. */
const pattern = (source: string): RegExp => new RegExp(source, "i");
const words = (...all: string[]): string => all.join("|");
const END = "(?:/index)?(?:\\.(?:html?|php|aspx?))?/?$";

/** Below these folders a name such as `login` is a subject: `/reference/feed`, `/docs/login`. */
const BELOW_SUBJECTS = pattern(
  `/(?:${words(
    "docs?|documentation|reference|apis?|guides?|manual|book|handbook|learn|articles|examples|tutorials?",
    "functions?|commands?|methods?|library|stdlib|builtins?|cli",
  )})/`,
);

const ACTS = pattern(
  `/(?:${words("wp-admin|wp-login\\.php|wp-json|xmlrpc\\.php|cgi-bin|cdn-cgi|_vti_[a-z]+")})(?:/|$)`,
);
const SOURCES = /\/(?:_modules|_sources|_static|_images|_downloads|_includes|_layouts|_borders|src-html|htmlcov)\//i;
const SOURCE_FILE = /(?:_8[a-z]+_source|-source|\.(?:rs|c|h|cc|cpp|hpp|py|java|kt|rb))\.html?$/i;
const INDEXES =
  /\/(?:genindex(?:-[a-z_]+)?|py-modindex|doxygen_crawl|index-all|doc-index(?:-\w+)?|(?:concept|function|variable|keyword|command|general)-index)(?:\.html?)?\/?$/i;
/** Administrative pages of a wiki: `Special:WhatLinksHere/Cats`, `?title=Talk:Cats`. */
const WIKI =
  /[/=](?:special|user|talk|template|mediawiki|module|file|spezial|benutzer|diskussion|(?:user|file|template|help|category|project)_talk):/i;
const WIKI_CATEGORY = /[/=]category:/i;
const ACT_QUERY = pattern(
  `[?&;](?:${words(
    "s|q|query|search|oldid|replytocom|action|share|add-to-cart|remove_item|redirect_to|return_?to|returnurl",
    "attachment_id",
  )})=`,
);
const PRINT_QUERY = /[?&;](?:print|printable|print-?view)(?:[=&;]|$)|[?&;][a-z_]{1,20}=print(?:[&;]|$)/i;
const ARRANGED = pattern(
  `[?&](?:${words(
    "sort|sort_?by|order|order_?by|dir|direction|filters?|facets?|view|display|layout|per_?page|limit",
  )})(?:\\[[^=\\]]*\\])?=`,
);
const MADE_UP = /[{}<>"`]/;

const NO_SUBJECT = pattern(
  `/(?:feed|rss|atom|log-?out|sign-?out|amp|print(?:-?all|[-_]page|able)?|single-?(?:page|html)|one-?page)${END}`,
);

const RULES: readonly (readonly [LeftOutReason, RegExp])[] = [
  ["error page", pattern(`/404${END}`)],
  ["not a page", ACTS],
  ["not a page", SOURCES],
  ["not a page", SOURCE_FILE],
  ["not a page", WIKI],
  ["list of pages", INDEXES],
  ["not a page", ACT_QUERY],
  ["not a page", PRINT_QUERY],
  ["trap", ARRANGED],
  ["trap", MADE_UP],
];

/** Reason not to request an address, judged by its text alone. */
export function addressProblem(url: string): LeftOutReason | undefined {
  if (isFile(url)) return "file";
  const { pathname, search, folders } = partsOf(url);
  const looks = pathname.includes("%") ? percentDecoded(pathname) + search : pathname + search;
  const found = RULES.find(([, pattern]) => pattern.test(looks));
  if (found !== undefined) return found[0];
  return NO_SUBJECT.test(pathname) && !BELOW_SUBJECTS.test(pathname) ? "not a page" : growthOf(folders, search);
}

/** Heritrix's limits against endlessly growing addresses; more parameters than this are a combination of filters. */
const MAX_SEGMENTS = 20;
const MAX_PARAMETERS = 5;

function growthOf(folders: readonly string[], search: string): LeftOutReason | undefined {
  if (search.split("&").length > MAX_PARAMETERS || folders.length > MAX_SEGMENTS) return "trap";
  return [1, 2, 3].some((length) => longestRun(folders, length) >= 2 * length) ? "trap" : undefined;
}

/** Number of segments in a row that equal the one `length` before them: `/a/b/a/b/a/b` has four. */
function longestRun(segments: readonly string[], length: number): number {
  let [longest, run] = [0, 0];
  for (let at = length; at < segments.length; at++) {
    run = segments[at] === segments[at - length] ? run + 1 : 0;
    longest = Math.max(longest, run);
  }
  return longest;
}

const SUSPECT = pattern(
  `/(?:[a-z]+[-_])?(?:${words("tags?|tagged|labels?|authors?|categor(?:y|ies)|kategorien?|archives?")})(?:/|$)|/(?:page|index)[_-]?\\d+${END}`,
);
const DATED = /\/(?:19|20)\d\d\/(?:[01]?\d\/)?(?:[0-3]?\d\/)?(?:index\.html?)?$/;
const FURTHER = pattern(`[?&](?:page|paged|offset|start|cursor)=\\d|/page/\\d+${END}`);

/** True for a further page of a list: `/page/2/`, `?page=2`. */
export const isFurther = (url: string): boolean => FURTHER.test(url);

/** True for addresses that look like tags, authors, archives and further pages of a list. */
export function isSuspect(url: string): boolean {
  const { pathname } = partsOf(url);
  if (isFurther(url) || DATED.test(pathname) || (pathname.includes(":") && WIKI_CATEGORY.test(pathname))) return true;
  return SUSPECT.test(pathname) && !BELOW_SUBJECTS.test(pathname);
}

/** True for a page that was saved under a name with its query, such as `index.html@p=7` or `index-page=2.html`. */
export const isSaved = (url: string): boolean => SAVED.test(partsOf(url).pathname);
/** Bound: a URL, 2,048 characters. */
const SAVED = /(?:@|%3F|%EF%B9%96|%EF%BC%9F|-)[a-z_]{1,30}=[^/]*$/i;

/** Names of log-ins, carts and searches. The page itself decides in the end, since subjects have these names, too. */
const TOOL = pattern(
  `/(?:${words(
    "log-?in|sign-?in|sign-?up|register|anmelden|einloggen|connexion|inloggen|acceder|account|my-account",
    "(?:forgot|lost|reset)-password|password-reset|cart|basket|checkout|order-tracking|wishlist",
    "search|suche|cerca|buscar|buscador|recherche|rechercher|zoeken|szukaj|arama",
  )})${END}`,
);

/** True if a page at this address is probably a form; it is read when nothing better waits. */
export const isTool = (url: string): boolean => {
  const { pathname } = partsOf(url);
  return TOOL.test(pathname) && !BELOW_SUBJECTS.test(pathname);
};
