import type { LeftOutReason } from "@llmstxt-service/page/address/left-out";
import { grouped } from "@llmstxt-service/page/grouped";

/** Reasons in words why found pages are not listed. A new reason is a compile error until it has words. */
export const LEFT_OUT_WORDS: Readonly<Record<LeftOutReason, string>> = {
  robots: "Kept out by robots.txt",
  noindex: "Marked noindex",
  "other site": "On another site",
  "other host": "On another host of the domain (--subdomains reads them)",
  "other language": "Another language of a listed page",
  "older version": "Another version of a listed page",
  "copied folder": "In a copy of a listed folder",
  duplicate: "Same text as a listed page",
  "markdown version": "Markdown of a listed page",
  redirect: "Redirects to a listed page",
  "canonical elsewhere": "Its canonical link points elsewhere",
  "out of scope": "Outside the chosen part of the site",
  excluded: "Excluded by your path filters",
  trap: "Looks like an endless URL loop",
  "nothing new": "Not asked for: pages like it brought nothing new",
  "not a page": "Not a page",
  "list of pages": "Only lists other pages",
  "source listing": "Source code of a program",
  attachment: "A file to download",
  "print view": "Print view of a listed page",
  "error page": "Not-found page",
  "bad address": "Malformed address",
  "too many hosts": "On more sub-domains than a crawl asks",
  "over the limit": "Over your page limit",
  "not reached": "Not read before the crawl ended",
  nofollow: "Only linked with nofollow",
  hidden: "Hidden by your overlay",
  "api viewer": "Viewer of an API description",
  "scanned pdf": "PDF without text (scanned)",
  "locked pdf": "PDF with a password",
  "broken pdf": "PDF that is broken",
  "broken api description": "API description that is broken",
  "api description": "API description (of a kind that is not read)",
  "office file": "Office file (not read)",
  "e-book": "E-book (not read)",
  image: "Image (not read)",
  media: "Sound or film (not read)",
  archive: "Archive or program (not read)",
  feed: "Feed or calendar (not read)",
  "text file": "Text file (not read)",
  "data file": "Data file (not listed)",
  "code file": "Code or font (not read)",
};

/** Addresses that were found and are not listed, by reason. */
type CountedReasons = readonly { readonly reason: LeftOutReason; readonly count: number }[];

/** The reasons with their numbers, as one line; none if nothing was left out. */
export function leftOutLines(groups: CountedReasons): readonly string[] {
  if (groups.length === 0) return [];
  const said = groups.map(({ reason, count }) => `${grouped(count)} ${inner(LEFT_OUT_WORDS[reason])}`);
  return [`Left out: ${said.join("; ")}.`];
}

/** Words for a reason, within a sentence. */
const inner = (words: string): string => words.replace(/^[A-Z](?![A-Z])/, (c) => c.toLowerCase());

/** The reasons with their numbers, as fields of a log line. */
export const countsByReason = (groups: CountedReasons): Readonly<Record<string, number>> =>
  Object.fromEntries(groups.map(({ reason, count }) => [reason, count]));
