import type { LeftOutReason } from "@llmstxt-service/crawler";

const OWNER = "Its owner wants it so.";
const LISTED = "Its text is in the file already.";

/** Reasons in words, with an explanation for a person who misses the page. A new reason is a compile error here. */
const LEFT_OUT: Readonly<Record<LeftOutReason, readonly [words: string, more: string]>> = {
  robots: ["robots.txt does not allow it", OWNER],
  noindex: ["The page asks not to be listed", OWNER],
  nofollow: ["The link to it asks not to be followed", OWNER],
  "other site": ["It is on another site", "A file lists the pages of one site."],
  "other language": ["Another language", "Choose the language under Settings."],
  "older version": ["An older version", "The newest one is listed."],
  duplicate: ["Same text as a listed page", LISTED],
  "markdown version": ["Markdown version of a listed page", LISTED],
  redirect: ["It leads to another page", "That page is in the file, or has a row of its own."],
  "canonical elsewhere": ["The site names another address for it", LISTED],
  "out of scope": ["Not below the site's path", "Choose the whole domain under Settings."],
  excluded: ["Left out by your paths", "Change the paths under Settings."],
  trap: ["One of endless addresses", "Such addresses have no end, as the days of a calendar."],
  "not a page": ["No page of its own", "It has no text that could be listed."],
  "list of pages": ["Only lists other pages", "What it lists is in the file."],
  "error page": ["Says that there is no such page", ""],
  file: ["A file, not a page", ""],
  "over the limit": ["Page limit reached", "Raise the page limit under Settings."],
  "not reached": ["The crawl ended before", "Crawl again, or raise the page limit under Settings."],
};

/** The reason in words; an unknown one unchanged. */
export const leftOutWords = (reason: string): readonly [words: string, more: string] =>
  Object.hasOwn(LEFT_OUT, reason) ? LEFT_OUT[reason as LeftOutReason] : [reason, ""];
