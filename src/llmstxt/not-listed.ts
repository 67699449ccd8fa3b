import type { Entry } from "./entry.ts";

/** Why a page has no place in a document, whatever the other pages are; undefined where it has one. */
export function whyNotListed({ page, path, url }: Entry): string | undefined {
  if (!page.robots.index) return "noindex";
  if (page.metaRefresh !== undefined) return "redirect";
  if (isErrorPage(page.title, path) || page.signals.marks.includes("error-page")) return "error page";
  return whyNotByAddress(path, URL.parse(url)?.searchParams ?? new URLSearchParams());
}

function isErrorPage(title: string, path: readonly string[]): boolean {
  return (
    path.at(-1) === "404" ||
    /^(?:404\b|(?:page )?not found\b|页面不存在|页面未找到|ページが見つかりません)/i.test(title.trim())
  );
}

/** In documentation these are subjects: `docs/search`, `guide/login`. */
const SUBJECT = /^(?:docs?|documentation|guides?|reference|api|learn|book|manual|articles|examples|tutorials?)$/i;

const ACCOUNT = /^(?:log-?in|sign-?(?:in|up)|register|log-?out|account|password-?reset|wp-login)$/i;
const SHOP = /^(?:cart|checkout|basket|wishlist)$/i;
const LISTS = /^(?:tags?|authors?|categor(?:y|ies)|archives?)$/i;
const PAGED = ["page", "p", "s", "q", "sort", "filter", "replytocom"];

function whyNotByAddress(path: readonly string[], query: URLSearchParams): string | undefined {
  const last = path.at(-1) ?? "";
  const before = path.at(-2) ?? "";
  const isSubject = path.slice(0, -1).some((segment) => SUBJECT.test(segment));
  if (/^print$/i.test(last)) return "print view";
  if (/^(?:feed|rss|atom)$/i.test(last)) return "feed";
  if (/^page$/i.test(before) && /^\d+$/.test(last)) return "list of pages";
  if (/^page-\d+$/i.test(last) || PAGED.some((name) => query.has(name))) return "list of pages";
  if (isSubject) return undefined;
  if (ACCOUNT.test(last)) return "log-in page";
  if (SHOP.test(last)) return "shop page";
  if (/^search$/i.test(last)) return "search page";
  return LISTS.test(before) || /^(?:tags?|authors|categories)$/i.test(last) ? "list of pages" : undefined;
}
