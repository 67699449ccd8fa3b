import type { LeftOutReason } from "../address/left-out.ts";

/** Why pages that were found are not listed, for people. A new reason is an error of the compiler until it has words. */
export const LEFT_OUT_WORDS: Readonly<Record<LeftOutReason, string>> = {
  robots: "Kept out by robots.txt",
  noindex: "Marked noindex",
  "other site": "On another site",
  "other language": "Another language of a listed page",
  "older version": "Another version of a listed page",
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
  "over the limit": "Over your page limit",
};
