import { tryJson } from "@llmstxt-service/page/json";
import type { ParsedLlmsTxt } from "./parse.ts";
import type { Rule } from "./rules.ts";

/** A text that is no llms.txt, by the rule that says so. */
export type Mistaken = Extract<Rule, `is-${string}`>;

/** Kind of a text that is no llms.txt; undefined if it may be one. */
export function mistakenFor(text: string, document: ParsedLlmsTxt): Mistaken | undefined {
  const plain = text.replace(/^\uFEFF/, "").trim();
  if (plain === "") return "is-empty";
  if (isBinary(plain)) return "is-binary";
  if (isMarkup(plain, document)) return "is-html";
  if (isJson(plain)) return "is-json";
  if (isRobots(plain, document)) return "is-robots";
  const { name, sections, links } = document;
  if (name === "" && sections.length === 0 && links.length === 0) return "is-text";
  return isFullText(plain, document) ? "is-full" : undefined;
}

/** Bytes that were no UTF-8, or a NUL, as UTF-16 has them. */
const isBinary = (text: string): boolean => text.includes("\0") || text.split("\uFFFD").length - 1 > text.length / 20;

/** Tags that begin a page, a feed or a sitemap; any tag where there is no name. */
const PAGE = /^<(?:!doctype|\?xml|html|head|body|script|style|meta|title|link|svg|rss|feed|urlset|sitemapindex)\b/i;

function isMarkup(text: string, { name }: ParsedLlmsTxt): boolean {
  const start = withoutComments(text);
  return PAGE.test(start) || (name === "" && /^<[a-z][^<>]*>/i.test(start));
}

/** Generators sign a page in a comment before its first tag. */
function withoutComments(text: string): string {
  let start = 0;
  while (text.startsWith("<!--", start)) {
    const end = text.indexOf("-->", start);
    if (end < 0) return "";
    start = end + 3;
    while (/\s/.test(text.charAt(start))) start++;
  }
  return text.slice(start, start + 1024);
}

const isJson = (text: string): boolean => /^[{["]/.test(text) && /[}\]"]$/.test(text) && tryJson(text) !== undefined;

const ROBOTS =
  /^(?:user-?agent|allow|disallow|crawl-?delay|sitemap|host|clean-param|content-signal|noindex|request-rate)\s*:/i;

/** Every line is one of robots.txt's fields or a comment, which in Markdown is a heading. */
function isRobots(text: string, { sections }: ParsedLlmsTxt): boolean {
  if (sections.some(({ items }) => items.length > 0)) return false;
  const lines = text.split(/[\r\n]+/).filter((line) => !/^\s*(?:#|$)/.test(line));
  const fields = lines.filter((line) => ROBOTS.test(line.trim()));
  return fields.length > 0 && fields.length >= lines.length * 0.9;
}

/** Three pages' names or addresses, and hardly a list among them: below the first size only addresses tell. */
const FULL = { pages: 3, characters: 5_000, charactersByNames: 50_000, listed: 0.3 };

/** The address below each page's name, as generators write it. */
const SOURCE = /^(?:source|url)\s*:\s*\S+$|^\[path\]\s\S/i;

function isFullText(text: string, { faults, sections }: ParsedLlmsTxt): boolean {
  if (text.length < FULL.characters) return false;
  const items = sections.flatMap((section) => section.items);
  const listed = items.reduce(
    (sum, { title, url, excerpt = "" }) => sum + title.length + url.length + excerpt.length,
    0,
  );
  if (listed > text.length * FULL.listed) return false;
  const names = faults.filter(({ rule }) => rule === "name-repeated").length;
  if (names >= FULL.pages && text.length > FULL.charactersByNames) return true;
  return text.split(/[\r\n]+/).filter((line) => SOURCE.test(line.trim())).length >= FULL.pages;
}
