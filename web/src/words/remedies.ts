import type { LeftOutReason } from "@llmstxt-service/page/address/left-out";
import type { CrawlRequest } from "../protocol/types.ts";

/** A crawl that would list such pages, or the reason why there is none. */
type Remedy =
  | { readonly why: string }
  | { readonly label: string; readonly change: (request: CrawlRequest) => Partial<CrawlRequest> };

const OWNER = "Its owner wants it so: only the site can change it.";
const LISTED = "Its text is in the file already.";
const NO_TEXT = "It has no text that could be listed.";
const MORE_PAGES: Remedy = {
  label: "Crawl again with twice the pages",
  change: ({ maxPages = 50 }) => ({ maxPages: maxPages * 2 }),
};
const WITHOUT_FILTERS: Remedy = {
  label: "Crawl again without path filters",
  change: () => ({ include: [], exclude: [] }),
};

export const REMEDIES: Readonly<Record<LeftOutReason, Remedy>> = {
  robots: { why: OWNER },
  noindex: { why: OWNER },
  nofollow: { why: OWNER },
  "other site": { why: "A file lists the pages of one site." },
  "other host": { label: "Crawl again with all hosts of the domain", change: () => ({ subdomains: true }) },
  "other language": {
    label: "Crawl again with every language",
    change: () => ({ languages: ["all"] }),
  },
  "older version": { label: "Crawl again with every version", change: () => ({ versions: ["all"] }) },
  "copied folder": { why: LISTED },
  duplicate: { why: LISTED },
  "markdown version": { why: LISTED },
  redirect: { why: "The page that it leads to is in the file." },
  "canonical elsewhere": { why: "The site names another address for it." },
  "out of scope": { label: "Crawl the whole domain", change: () => ({ scope: "domain" }) },
  excluded: WITHOUT_FILTERS,
  trap: { why: "Such addresses have no end." },
  "nothing new": { why: "Pages like it repeated what is listed, or are missing." },
  "not a page": { why: NO_TEXT },
  "list of pages": { why: "What it lists is in the file." },
  "source listing": { why: "It is code, not a page about it." },
  attachment: { why: NO_TEXT },
  "print view": { why: LISTED },
  "error page": { why: "The site says that there is no such page." },
  "bad address": { why: "No page can be at such an address." },
  "too many hosts": { why: "A crawl asks at most 100 hosts of a site." },
  "over the limit": MORE_PAGES,
  "not reached": { label: "Crawl again", change: () => ({}) },
  hidden: { why: "Your own edits hide it: show it again under Edit." },
  "scanned pdf": { why: NO_TEXT },
  "locked pdf": { why: "Nobody can read it without its password." },
  "broken pdf": { why: "No reader can open it." },
  "api viewer": { why: "It has no text but the description that it shows." },
  "broken api description": { why: "No program can read it." },
  "api description": { why: "Only OpenAPI 3 and Swagger 2.0 are read." },
  "office file": { why: "Such files are not read." },
  "e-book": { why: "Such files are not read." },
  image: { why: NO_TEXT },
  media: { why: NO_TEXT },
  archive: { why: NO_TEXT },
  feed: { why: "What it names is in the file." },
  "text file": { why: "Such files are not read." },
  "data file": { why: "It is for programs, not for readers." },
  "code file": { why: "It is code, not a page about it." },
};
