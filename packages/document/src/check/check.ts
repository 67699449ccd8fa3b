// Checks an llms.txt against the rules of rules.ts.
import { type Fault, type Parsed, type ParsedItem, parse } from "./parse.ts";
import { type Finding, finding, GLANCE, MOST, mostSections, type Rule, SIZES } from "./rules.ts";

export { type Parsed, type ParsedItem, type ParsedSection, parse } from "./parse.ts";
export { type Finding, type Level, RULES, type Rule } from "./rules.ts";

export interface Report {
  /** True if no finding is an error: then both official parsers read the file whole. */
  readonly valid: boolean;
  /** By line, at most 1,000. */
  readonly findings: readonly Finding[];
  /** Number of further findings. */
  readonly more: number;
}

/** Most listed findings: a hostile file could have millions. */
const MAX_FINDINGS = 1_000;

/** Checks an llms.txt. Never throws; time grows with the text's length only. */
export function validate(text: string): Report {
  const parsed = parse(text);
  const mistaken = mistakenFor(text, parsed);
  const faults = mistaken === undefined ? faultsOf(text, parsed) : [{ code: mistaken, line: 1 }];
  const unique = new Map(faults.map((fault) => [`${fault.code} ${fault.line}`, fault]));
  const all = [...unique.values()].sort((a, b) => a.line - b.line).map(({ code, line }) => finding(code, line));
  return {
    valid: all.every(({ level }) => level !== "error"),
    findings: all.slice(0, MAX_FINDINGS),
    more: Math.max(0, all.length - MAX_FINDINGS),
  };
}

/** From this share of failed pages on, the document covers only a part of its site. */
const PART_FAILED = 0.2;

/** Findings from a crawl's own counts: pages that were read, and pages that failed. */
export function crawlFindings({ pages, failed }: { readonly pages: number; readonly failed: number }): Finding[] {
  if (failed === 0 || failed < (pages + failed) * PART_FAILED) return [];
  const told = `${failed} of ${pages + failed} pages failed`;
  return [finding(failed > pages ? "crawl-failed" : "crawl-partial", 1, told)];
}

function faultsOf(text: string, parsed: Parsed): Fault[] {
  const faults = [...parsed.faults];
  const fault = (code: Rule, line: number) => void faults.push({ code, line });
  const size = codePoints(text);
  if (size > SIZES.some) fault("size-cut", 1);
  else if (size > SIZES.all) fault("size", 1);
  for (const [at, line] of text
    .replace(/^\uFEFF/, "")
    .split(/\r\n|\n|\r/)
    .entries())
    if (HIDDEN.test(line)) fault("hidden-character", at + 1);
  checkHead(parsed, fault);
  if (parsed.links.length === 0) {
    fault("links-missing", 1);
    // In that case its lines are not reported one by one.
    return faults.filter(({ code }) => code !== "section-prose" && code !== "section-empty");
  }
  checkSections(parsed, fault);
  checkItems(
    parsed.sections.flatMap(({ items }) => items),
    fault,
  );
  return faults;
}

/** Control characters, direction marks, joiners outside of words, lone surrogates and line separators. */
const HIDDEN =
  /[\0-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\xad\u200b\u200e\u200f\u2028-\u202e\u2060-\u2069\ufeff\u{e0000}-\u{e007f}]|\p{Cs}/u;

const codePoints = (text: string): number => {
  let count = text.length;
  for (let at = 0; at < text.length; at++) if ((text.charCodeAt(at) & 0xfc00) === 0xdc00) count--;
  return count;
};

type FaultAt = (code: Rule, line: number) => void;

function checkHead({ name, summary, faults }: Parsed, fault: FaultAt): void {
  if (name === "") return;
  const has = (code: Rule) => faults.some((own) => own.code === code);
  if (summary === undefined && !has("head-empty")) fault("summary-missing", 1);
  if (codePoints(summary ?? "") > MOST.summary) fault("summary-length", 3);
  checkText(name, 1, fault);
  checkText(summary ?? "", 3, fault);
}

function checkText(text: string, line: number, fault: FaultAt): void {
  if (text.includes("](")) fault("live-link", line);
  if (/<\/?[a-z][^<>]{0,500}>|<!--/i.test(text)) fault("html", line);
  if (/\{\{[^{}]{0,100}\}\}|%%\w{1,40}%%|<%|\$\{\w{1,40}\}/.test(text)) fault("template", line);
}

function checkSections({ sections }: Parsed, fault: FaultAt): void {
  const names = new Set<string>();
  for (const [at, { name, line, items }] of sections.entries()) {
    const key = name.toLowerCase();
    if (names.has(key)) fault("section-repeated", line);
    names.add(key);
    if (items.length === 0) fault("section-empty", line);
    if (/^\d+$/.test(name)) fault("heading-number", line);
    if (name !== "Optional" && /^optional[^\p{L}\p{N}]*$/u.test(key)) fault("optional-form", line);
    if (name === "Optional" && at < sections.length - 1) fault("optional-last", line);
  }
  // `Optional` may be skipped by readers, so neither its size nor missing excerpts count.
  const main = sections.filter(({ name }) => name !== "Optional");
  const links = main.flatMap(({ items }) => items);
  const surplus = sections[mostSections(links.length)];
  if (surplus !== undefined) fault("section-count", surplus.line);
  const bare = links.filter(({ excerpt }) => excerpt === undefined);
  if (bare[0] !== undefined && bare.length * 2 >= links.length) fault("excerpts-missing", bare[0].line);
  if (links.length <= GLANCE) return;
  for (const { line, items } of main) if (items.length * 2 > links.length) fault("section-large", line);
}

function checkItems(items: readonly ParsedItem[], fault: FaultAt): void {
  const [urls, titles] = [new Set<string>(), new Set<string>()];
  const excerpts = new Map<string, number>();
  const isNew = (seen: Set<string>, key: string): boolean => key === "" || seen.size < seen.add(key).size;
  for (const { title, url, excerpt = "", line } of items) {
    if (title === "" || title === url) fault("title-missing", line);
    if (codePoints(title) > MOST.title) fault("title-length", line);
    if (codePoints(excerpt) > MOST.excerpt) fault("excerpt-length", line);
    if (excerpt !== "" && keyOf(excerpt) === keyOf(title)) fault("excerpt-title", line);
    checkText(title, line, fault);
    checkText(excerpt, line, fault);
    checkAddress(url, line, fault);
    // A page that is listed twice repeats its title and excerpt, too: that is one fault.
    if (!isNew(urls, url)) fault("url-repeated", line);
    else {
      if (!isNew(titles, title.toLowerCase())) fault("title-repeated", line);
      const times = (excerpts.get(excerpt) ?? 0) + 1;
      excerpts.set(excerpt, times);
      // Two versions of one thing may say the same.
      if (times > 2 && excerpt !== "") fault("excerpt-repeated", line);
    }
  }
}

const keyOf = (text: string): string => text.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, "");

function checkAddress(text: string, line: number, fault: FaultAt): void {
  const url = URL.parse(text);
  if (url === null)
    fault(text !== "" && URL.canParse(text, "https://any.invalid/") ? "url-relative" : "url-form", line);
  else if (!/^https?:$/.test(url.protocol)) fault("url-scheme", line);
  else if (url.hash !== "") fault("url-fragment", line);
}

/** The kind of a text that is no llms.txt; undefined where it may be one. */
function mistakenFor(text: string, parsed: Parsed): Rule | undefined {
  const plain = text.replace(/^\uFEFF/, "").trim();
  if (plain === "") return "is-empty";
  if (text.includes("\0") || text.split("\uFFFD").length - 1 > text.length / 20) return "is-binary";
  if (isMarkup(plain, parsed)) return "is-html";
  if (/^[{["]/.test(plain) && /[}\]"]$/.test(plain) && isJson(plain)) return "is-json";
  if (isRobots(plain, parsed)) return "is-robots";
  if (parsed.name === "" && parsed.sections.length === 0 && parsed.links.length === 0) return "is-text";
  return isFull(plain, parsed) ? "is-full" : undefined;
}

/** Tags at the start of a page, a feed or a sitemap; any tag if there is no name. */
const PAGE = /^<(?:!doctype|\?xml|html|head|body|script|style|meta|title|link|svg|rss|feed|urlset|sitemapindex)\b/i;

function isMarkup(text: string, { name }: Parsed): boolean {
  let start = 0;
  // Generators write a comment before a page's first tag.
  while (text.startsWith("<!--", start)) {
    const end = text.indexOf("-->", start);
    if (end < 0) return false;
    start = end + 3;
    while (/\s/.test(text.charAt(start))) start++;
  }
  const tag = text.slice(start, start + 1_024);
  return PAGE.test(tag) || (name === "" && /^<[a-z][^<>]*>/i.test(tag));
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false; // no JSON
  }
}

const ROBOTS = /^(?:user-?agent|allow|disallow|crawl-?delay|sitemap|host|clean-param|content-signal)\s{0,9}:/i;

/** True if nearly every line is a robots.txt field or a comment, which Markdown reads as a heading. */
function isRobots(text: string, { sections }: Parsed): boolean {
  if (sections.some(({ items }) => items.length > 0)) return false;
  const lines = text.split(/[\r\n]+/).filter((line) => !/^\s*(?:#|$)/.test(line));
  const fields = lines.filter((line) => ROBOTS.test(line.trim()));
  return fields.length > 0 && fields.length >= lines.length * 0.9;
}

/** A file with this many page addresses or names, and hardly any links among its text, is an llms-full.txt. */
const FULL = { pages: 3, characters: 5_000, charactersByNames: 50_000, listed: 0.3 };
/** The address below each page's name, as generators write it. */
const SOURCE = /^(?:source|url)\s{0,9}:\s{0,9}\S+$|^\[path\]\s\S/i;

function isFull(text: string, { faults, sections }: Parsed): boolean {
  if (text.length < FULL.characters) return false;
  const items = sections.flatMap((section) => section.items);
  const listed = items.reduce((sum, { title, url, excerpt = "" }) => sum + `${title}${url}${excerpt}`.length, 0);
  if (listed > text.length * FULL.listed) return false;
  const names = faults.filter(({ code }) => code === "name-repeated").length;
  if (names >= FULL.pages && text.length > FULL.charactersByNames) return true;
  return text.split(/[\r\n]+/).filter((line) => SOURCE.test(line.trim())).length >= FULL.pages;
}
