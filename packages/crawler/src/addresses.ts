// Classifies an address by its text alone, by conventions of the web. Pure.
import { isFile } from "@llmstxt-service/page/address/files";
import { partsOf, percentDecoded } from "@llmstxt-service/page/address/page-url";
import type { LeftOutReason } from "./left-out.ts";

/** Bound: a URL, 2,048 characters. */
const pattern = (source: string): RegExp => new RegExp(source, "i");
const END = "(?:/index)?(?:\\.(?:html?|php|aspx?))?/?$";

/** Below these folders a name such as `login` is a subject: `/reference/feed`, `/docs/login`. */
const BELOW_SUBJECTS =
  /\/(?:docs?|documentation|reference|apis?|guides?|manual|book|handbook|learn|articles|examples|tutorials?|functions?|commands?|methods?|library|stdlib|builtins?|cli)\//i;
const UNLESS_SUBJECT = pattern(
  `/(?:feed|rss|atom|log-?out|sign-?out|amp|print|print-?all|print[-_]page|printable|single-?page|single-?html|one-?page)${END}`,
);

const RULES: readonly (readonly [LeftOutReason, RegExp])[] = [
  ["error page", pattern(`/404${END}`)],
  ["not a page", /\/(?:wp-admin|wp-login\.php|wp-json|xmlrpc\.php|cgi-bin|cdn-cgi|_vti_[a-z]+)(?:\/|$)/i],
  // Sources of pages and of programs.
  ["not a page", /\/(?:_modules|_sources|_static|_images|_downloads|_includes|_layouts|_borders|src-html|htmlcov)\//i],
  ["not a page", /(?:_8[a-z]+[-_]source|\.(?:rs|c|h|cc|cpp|hpp|py|java|kt|rb))\.html?$/i],
  // Administrative pages of a wiki: `Special:WhatLinksHere/Cats`, `?title=Talk:Cats`.
  [
    "not a page",
    /[/=](?:special|user|talk|template|mediawiki|module|file|spezial|benutzer|diskussion|(?:user|file|template|help|category|project)_talk):/i,
  ],
  [
    "list of pages",
    /\/(?:genindex(?:-[a-z_]+)?|py-modindex|doxygen_crawl|index-all|doc-index(?:-\w+)?|(?:concept|function|variable|keyword|command|general)-index)(?:\.html?)?\/?$/i,
  ],
  // Acts, and what they bring.
  [
    "not a page",
    /[?&;](?:s|q|query|search|oldid|replytocom|action|share|add-to-cart|remove_item|redirect_to|return_?to|returnurl|attachment_id)=/i,
  ],
  ["not a page", /[?&;](?:print|printable|print-?view)(?:[=&;]|$)|[?&;][a-z_]{1,20}=print(?:[&;]|$)/i],
  // The same list, arranged in another way.
  [
    "trap",
    /[?&](?:sort|sort_?by|order|order_?by|dir|direction|filters?|facets?|view|display|layout|per_?page|limit)(?:\[[^=\]&?]*\])?=/i,
  ],
  // Code of a template.
  ["trap", /[{}<>"`]/],
];

/** Reason not to request an address, judged by its text alone. */
export function addressProblem(url: string): LeftOutReason | undefined {
  if (isFile(url)) return "file";
  const { pathname, search, folders } = partsOf(url);
  const looks = pathname.includes("%") ? percentDecoded(pathname) + search : pathname + search;
  const [reason] = RULES.find(([, pattern]) => pattern.test(looks)) ?? [];
  if (reason !== undefined) return reason;
  if (UNLESS_SUBJECT.test(pathname) && !BELOW_SUBJECTS.test(pathname)) return "not a page";
  return isGrowing(folders, search) ? "trap" : undefined;
}

/** Heritrix's limits against endlessly growing addresses; more parameters than this are a combination of filters. */
const MAX_SEGMENTS = 20;
const MAX_PARAMETERS = 5;

/** Up to three folders three times in a row: `/a/b/a/b/a/b`. Bound: MAX_SEGMENTS folders. */
const REPEATED = /(?:^|\/)((?:[^/]+\/){1,3})\1\1/;

const isGrowing = (folders: readonly string[], search: string): boolean =>
  search.split("&").length > MAX_PARAMETERS || folders.length > MAX_SEGMENTS || REPEATED.test(`${folders.join("/")}/`);

const SUSPECT = pattern(
  `/(?:[a-z]+[-_])?(?:tags?|tagged|labels?|authors?|categor(?:y|ies)|kategorien?)(?:/|$)|/archives?(?:/(?:19|20)\\d\\d(?:/\\d\\d?)*)?/?$|/(?:page|index)[_-]?\\d+${END}`,
);
const DATED = /\/(?:19|20)\d\d\/(?:[01]?\d\/)?(?:[0-3]?\d\/)?(?:index\.html?)?$/;
const WIKI_CATEGORY = /[/=]category:/i;
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
  `/(?:log-?in|sign-?in|sign-?up|register|anmelden|einloggen|connexion|inloggen|acceder|account|my-account|(?:forgot|lost|reset)-password|password-reset|cart|basket|checkout|order-tracking|wishlist|search|suche|cerca|buscar|buscador|recherche|rechercher|zoeken|szukaj|arama)${END}`,
);

/** True if a page at this address is probably a form; it is read when nothing better waits. */
export function isTool(url: string): boolean {
  const { pathname } = partsOf(url);
  return TOOL.test(pathname) && !BELOW_SUBJECTS.test(pathname);
}
