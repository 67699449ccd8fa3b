import { codePoints } from "../budget.ts";
import { textKey } from "../entry.ts";
import { DESC_LENGTH, DOCUMENT_BUDGET, MAX_SECTIONS, MAX_SUMMARY, MAX_TITLE } from "../limits.ts";
import { METADATA } from "../metadata.ts";
import { HIDDEN, hasHtml } from "../text.ts";
import { withoutTopics } from "../topics/topics.ts";
import { commonAffixes, isBoilerplate, looksLikeSlug, withoutAffixes } from "../wording/wording.ts";
import { type ParsedLlmsTxt, parseLlmsTxt } from "./parse.ts";
import type { ParsedItem } from "./parse-item.ts";
import { type Level, RULES, type Rule } from "./rules.ts";

export interface Finding {
  readonly level: Level;
  /** A rule's name in docs/document.md. */
  readonly rule: Rule;
  /** 1-based. */
  readonly line: number;
  readonly message: string;
  readonly fix: string;
}

export interface Validation {
  /** No finding is an error. */
  readonly valid: boolean;
  /** 0 to 100. */
  readonly score: number;
  /** By line; at most 1,000. */
  readonly findings: readonly Finding[];
  /** Findings beyond those. */
  readonly more: number;
}

export interface ValidateOptions {
  /** Most code points of an excerpt; default 2,000, the largest that can be asked for. */
  readonly descLength?: number;
  /** The site's address: links of other hosts are then found. */
  readonly site?: string;
}

type Report = (rule: Rule, line: number) => void;

/** A thousand findings are read by nobody; a hostile file could hold millions. */
const MAX_FINDINGS = 1000;

/** Checks an llms.txt by every rule of docs/document.md. Never throws; time grows with the text's length only. */
export function validateLlmsTxt(text: string, options: ValidateOptions = {}): Validation {
  const document = parseLlmsTxt(text);
  const found = new Map<string, { rule: Rule; line: number }>();
  const report: Report = (rule, line) => found.set(`${rule} ${line}`, { rule, line });
  for (const { rule, line } of document.faults) report(rule, line);
  checkText(text, report);
  checkHead(document, report);
  checkSections(document, report);
  checkItems(document, options, report);
  const all = [...found.values()].sort((a, b) => a.line - b.line || (a.rule < b.rule ? -1 : 1));
  return {
    valid: all.every(({ rule }) => RULES[rule].level !== "error"),
    score: scoreOf(all, document),
    findings: all.slice(0, MAX_FINDINGS).map(({ rule, line }) => ({ ...RULES[rule], rule, line })),
    more: Math.max(0, all.length - MAX_FINDINGS),
  };
}

/** A broken rule costs 20, 5 or 1 points by its level, and twice that where it is broken on a tenth of the links. */
function scoreOf(all: readonly { readonly rule: Rule }[], { sections }: ParsedLlmsTxt): number {
  const links = sections.flatMap(({ items }) => items).length;
  const times = Map.groupBy(all, ({ rule }) => rule);
  const cost = { error: 20, warning: 5, hint: 1 };
  let lost = 0;
  for (const [rule, { length }] of times)
    lost += cost[RULES[rule].level] * (length > 1 && length >= links / 10 ? 2 : 1);
  return Math.max(0, 100 - lost);
}

function checkText(text: string, report: Report): void {
  if (codePoints(text) > DOCUMENT_BUDGET) report("size", 1);
  for (const [index, line] of text
    .replace(/^\uFEFF/, "")
    .split("\n")
    .entries()) {
    if (HIDDEN.test(line.replaceAll("\r", ""))) report("hidden-character", index + 1);
  }
}

function checkHead({ name, summary, details, sections }: ParsedLlmsTxt, report: Report): void {
  if (name !== "" && summary === undefined) report("summary-missing", 1);
  if (codePoints(summary ?? "") > MAX_SUMMARY) report("summary-length", 3);
  if (!details.some(({ text }) => METADATA.test(text))) report("metadata-line", sections[0]?.line ?? 1);
  if (summary !== undefined) checkProse(summary, 3, report);
  if (sections.every(({ items }) => items.length === 0)) report("links-missing", 1);
}

function checkSections({ sections }: ParsedLlmsTxt, report: Report): void {
  const names = new Set<string>();
  for (const [index, { name, line, items }] of sections.entries()) {
    if (names.has(name.toLowerCase())) report("section-repeated", line);
    names.add(name.toLowerCase());
    if (items.length === 0) report("section-empty", line);
    if (/^\d+$/.test(name)) report("heading-number", line);
    if (looksLikeSlug(name)) report("heading-slug", line);
    if (name !== "Optional" && /^optional[^\p{L}\p{N}]*$/iu.test(name)) report("optional-form", line);
    if (name === "Optional" && index < sections.length - 1) report("optional-last", line);
  }
  if (sections.length > MAX_SECTIONS) report("section-count", sections[MAX_SECTIONS]?.line ?? 1);
  const single = sections.filter(({ name, items }) => items.length === 1 && name !== "Optional");
  if (single.length > 1 && single.length > sections.length / 5) report("section-single", single[0]?.line ?? 1);
}

function checkItems(
  { sections }: ParsedLlmsTxt,
  { descLength = DESC_LENGTH.max, site }: ValidateOptions,
  report: Report,
): void {
  const items = sections.flatMap((section) => section.items);
  const host = site === undefined ? undefined : hostOf(site);
  for (const item of items) {
    checkTitle(item, report);
    checkAddress(item, host, report);
    checkExcerpt(item, descLength, report);
  }
  checkRepeats(items, report);
}

function checkTitle({ title, line }: ParsedItem, report: Report): void {
  if (codePoints(title) > MAX_TITLE) report("title-length", line);
  if (hasHtml(title)) report("html", line);
}

function checkExcerpt({ excerpt, title, line }: ParsedItem, descLength: number, report: Report): void {
  if (excerpt === undefined) return;
  const isLong = codePoints(withoutTopics(excerpt)) > descLength || codePoints(excerpt) > DESC_LENGTH.max;
  if (isLong) report("excerpt-length", line);
  if (textKey(excerpt) === textKey(title)) report("excerpt-title", line);
  if (isBoilerplate(excerpt)) report("excerpt-boilerplate", line);
  checkProse(excerpt, line, report);
}

function checkProse(text: string, line: number, report: Report): void {
  if (text.includes("](")) report("live-link", line);
  if (hasHtml(text)) report("html", line);
}

function checkAddress(item: ParsedItem, host: string | undefined, report: Report): void {
  const { line } = item;
  const url = URL.parse(item.url);
  if (url === null || !/^https?:$/.test(url.protocol)) report("url-form", line);
  else if (url.hash !== "") report("url-fragment", line);
  if (url !== null && host !== undefined && hostOf(item.url) !== host) report("other-site", line);
}

function hostOf(url: string): string | undefined {
  return URL.parse(url)?.host.replace(/^www\./, "");
}

function checkRepeats(items: readonly ParsedItem[], report: Report): void {
  const repeated = (rule: Rule, key: (item: ParsedItem) => string | undefined) => {
    const seen = new Set<string>();
    for (const item of items) {
      const value = key(item);
      if (value !== undefined && seen.has(value)) report(rule, item.line);
      if (value !== undefined) seen.add(value);
    }
  };
  repeated("url-repeated", ({ url }) => url);
  repeated("title-repeated", ({ title }) => title.toLowerCase());
  repeated("excerpt-repeated", ({ excerpt }) => excerpt?.toLowerCase());
  const titles = items.map(({ title }) => title.slice(0, MAX_TITLE));
  const affixes = commonAffixes(titles);
  for (const [index, { line }] of items.entries()) {
    const title = titles[index] ?? "";
    if (withoutAffixes(title, affixes) !== title) report("title-affix", line);
  }
}
