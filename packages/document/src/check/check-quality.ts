import { tryPageUrl } from "@llmstxt-service/page/address/page-url";
import { isTelling, wordsOf } from "@llmstxt-service/page/words";
import { codePoints } from "../budget.ts";
import { textKey } from "../entry.ts";
import { MAX_SECTION_SHARE, READ_AT_ALL, READ_BY_ALL } from "../limits.ts";
import { METADATA, pagesIn } from "../metadata.ts";
import { isGeneric, leadsBack, looksLikeSlug, namesNothing, roleOf } from "../wording/wording.ts";
import { misplacedTexts } from "./misplaced.ts";
import { itemsOf, type ParsedLlmsTxt } from "./parse.ts";
import type { ParsedItem, ParsedLink } from "./parse-item.ts";
import type { ReportFault } from "./report.ts";

/** Different pages below which a list is short. */
const FEW_PAGES = 5;

/** The list as a whole: what it names, in what order, and how much it says of each page. A valid file can be poor in each. */
export function checkQuality(document: ParsedLlmsTxt, report: ReportFault): void {
  const { name, details, links, sections } = document;
  if (isPoorName(name)) report("name-poor", 1);
  checkNumber(links, statedPages(details.map(({ text }) => text)), report);
  if (sections.every(({ items }) => items.length === 0)) report("sections-missing", links[0]?.line ?? 1);
  // `Optional` may be passed over, so its links need no description.
  const main = sections.flatMap((section) => (section.name === "Optional" ? [] : section.items));
  checkLargest(document, main, report);
  checkOrder(main, report);
  const told = main.length === 0 ? itemsOf(document) : main;
  checkExcerpts(told, report);
  checkTellingWords(told, checkPlaces(told, report), report);
}

/** Factor on the lines that are known to have another page's text: about one in two can be told. */
const TOLD_OF = 2;

/** Texts of other pages. Returns the lines whose excerpt is one: it tells nothing of them. */
function checkPlaces(items: readonly ParsedItem[], report: ReportFault): ReadonlySet<ParsedItem> {
  const { excerpts, titles } = misplacedTexts(items);
  const shareOf = (own: readonly ParsedItem[]) => Math.min(1, (TOLD_OF * own.length) / items.length);
  for (const { line } of excerpts) report("excerpt-misplaced", line, { share: shareOf(excerpts) });
  for (const { line } of titles) report("title-misplaced", line, { share: shareOf(titles) });
  return new Set(excerpts);
}

/** The share of a text that most readers never see. */
export function checkSize(text: string, report: ReportFault): void {
  const size = codePoints(text);
  if (size > READ_AT_ALL) report("size-cut", 1, { share: 1 - READ_AT_ALL / size });
  else if (size > READ_BY_ALL) report("size", 1, { share: 1 - READ_BY_ALL / size });
}

const isPoorName = (name: string): boolean =>
  name !== "" && (/^(?:https?:\/\/|redirecting|llms\.txt$)/i.test(name) || namesNothing(name) || isGeneric(name));

/**
 * Share of the pages that a file says it has from which its list counts as complete: counts differ by versions of a
 * page.
 */
const ENOUGH = 0.9;

/** A site that has no more pages than its list names is listed in full, however few they are. */
function checkNumber(links: readonly ParsedLink[], stated: number | undefined, report: ReportFault): void {
  const pages = new Set(links.map(({ url }) => url.replace(/#.*$/s, ""))).size;
  if (stated !== undefined && pages >= stated - 1) return;
  const [{ line } = { line: 1 }] = links;
  // The pages of a divided file stand in its parts.
  const isWhole = !links.some(({ url }) => /\/llms\.txt$/.test(url));
  if (stated !== undefined && isWhole && pages < stated * ENOUGH)
    report("pages-stated", line, { share: 1 - pages / stated, detail: `${pages} of ${stated} pages` });
  if (pages <= 1) report("links-single", line);
  else if (pages < FEW_PAGES) report("links-few", line);
}

/** Pages of the site by the file's own line of facts. */
function statedPages(details: readonly string[]): number | undefined {
  const line = details.find((text) => METADATA.test(text));
  return line === undefined ? undefined : pagesIn(line);
}

/** Most links of a list that a reader takes in at a glance; the size of sections is not judged there. */
const LARGE = 30;

function checkLargest({ sections }: ParsedLlmsTxt, main: readonly ParsedItem[], report: ReportFault): void {
  if (main.length <= LARGE) return;
  for (const { name, line, items } of sections) {
    const share = items.length / main.length;
    if (name !== "Optional" && share > MAX_SECTION_SHARE)
      report("section-large", line, { share: (share - MAX_SECTION_SHARE) / (1 - MAX_SECTION_SHARE) });
  }
}

/** Legal texts and records of changes that something else follows. */
function checkOrder(main: readonly ParsedItem[], report: ReportFault): void {
  const isLate = main.map(({ title, url }) => roleOf(textKey(title)) === "optional" && !isSubject(url));
  const last = isLate.lastIndexOf(false);
  for (const [index, { line }] of main.entries()) if (isLate[index] && index < last) report("order-secondary", line);
}

/** A page three folders down deals with the subject: `/docs/orders/terms`. */
const isSubject = (url: string): boolean => (URL.parse(url)?.pathname.split("/").filter(Boolean).length ?? 0) > 2;

/** The share of the links with words of their own behind them. */
function checkExcerpts(items: readonly ParsedItem[], report: ReportFault): void {
  const bare = items.filter(({ excerpt = "" }) => textKey(excerpt) === "");
  const [first] = bare;
  if (first === undefined) return;
  const share = bare.length / items.length;
  const detail = `${bare.length} of ${items.length} links`;
  report(share >= 0.5 ? "excerpts-missing" : "excerpts-few", first.line, { share, detail });
}

/** Words that a line needs to be told from all others: more of them in a longer list, at most six. */
const enoughWords = (lines: number): number => Math.min(6, 2 + Math.log2(Math.max(1, lines)));
/** Share of the lines, and number of lines, above which a word tells none of them from the others. */
const MAX_LINES = { share: 0.1, lines: 2 };
/** Least share of telling words that are missing to be reported; less is chance. */
const LEAST_SHARE = 0.02;

/** The lines, title and excerpt together, that fall short of the words that tell them from the others. */
function checkTellingWords(
  items: readonly ParsedItem[],
  misplaced: ReadonlySet<ParsedItem>,
  report: ReportFault,
): void {
  const ownText = (item: ParsedItem) => (misplaced.has(item) ? item.title : `${item.title} ${item.excerpt ?? ""}`);
  const words = items.map((item) => new Set(wordsOf(ownText(item)).filter(isTelling)));
  const spread = new Map<string, number>();
  for (const own of words) for (const word of own) spread.set(word, (spread.get(word) ?? 0) + 1);
  const most = Math.max(MAX_LINES.lines, items.length * MAX_LINES.share);
  const enough = enoughWords(items.length);
  const missing = words.map((own) => {
    const telling = [...own].filter((word) => (spread.get(word) ?? 0) <= most).length;
    return 1 - Math.min(1, telling / enough);
  });
  const share = missing.reduce((sum, one) => sum + one, 0) / Math.max(1, items.length);
  if (share < LEAST_SHARE) return;
  const poor = items.filter((_, index) => (missing[index] ?? 0) > 0.5);
  for (const { line } of poor.length > 0 ? poor : items.slice(0, 1)) report("words-few", line, { share });
}

/** Section names that say nothing: one letter, a version, a sentence, a notice, a link that leads back. */
export const isPoorSection = (name: string): boolean =>
  /^(?:\P{L}*|\p{L}|v?\d[\w.+-]*|untitled|redirecting.*)$/iu.test(name.trim()) ||
  /[,;:.。，：]$/u.test(name.trim()) ||
  leadsBack(name) ||
  (codePoints(name) > 80 && !looksLikeSlug(name)) ||
  tryPageUrl(name) !== undefined;
