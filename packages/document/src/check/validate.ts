import { HIDDEN } from "@llmstxt-service/page/visible";
import { codePoints } from "../budget.ts";
import { DESC_LENGTH, MAX_SUMMARY } from "../limits.ts";
import { METADATA, sourceIn } from "../metadata.ts";
import { DEFAULT_PROFILE, type Profile } from "../profile.ts";
import { MEASUREMENTS, type Measurement, type QualityPart } from "../quality.ts";
import { checkItems, checkProse } from "./check-items.ts";
import { checkQuality, checkSize } from "./check-quality.ts";
import { checkSections } from "./check-sections.ts";
import { linesOf } from "./lines.ts";
import { mistakenFor } from "./mistaken.ts";
import { itemsOf, type ParsedLlmsTxt, parseLlmsTxt } from "./parse.ts";
import { type Finding, findingsOf, type ReportFault } from "./report.ts";
import type { Fault, Rule } from "./rules.ts";
import { scoreOf } from "./score.ts";

export interface Validation {
  readonly profile: Profile;
  /** True if no finding is an error. */
  readonly valid: boolean;
  /** 0 to 100: how good it is, whether or not it is valid. */
  readonly score: number;
  /** 0 to 100 each: what the score is made of. */
  readonly parts: Readonly<Record<QualityPart, number>>;
  /** Facts that the file alone does not tell, and that were not looked at. */
  readonly notMeasured: readonly Measurement[];
  /** Findings by line, at most 1,000, those whose mending raises the score among them. */
  readonly findings: readonly Finding[];
  /** Number of further findings. */
  readonly more: number;
}

export interface ValidateOptions {
  /** Whose rules count: `v2` (default), the proposal's, or `strict`, those of its strictest readers. */
  readonly profile?: Profile;
  /** Most code points of an excerpt; default 2,000, the largest that can be asked for. */
  readonly descLength?: number;
  /** The site's address: links of other hosts are then found. */
  readonly site?: string;
  /** Findings of a look at the site (`--live`); counted with the rest. */
  readonly faults?: readonly Fault[];
  /** Facts that were looked at. */
  readonly measured?: readonly Measurement[];
}

/** Most findings that are returned; a hostile file could have millions. */
const MAX_FINDINGS = 1000;

/** Checks an llms.txt by the rules of docs/reference/validate.md. Never throws; time grows with the text's length only. */
export function validateLlmsTxt(text: string, options: ValidateOptions = {}): Validation {
  const { profile = DEFAULT_PROFILE } = options;
  const document = parseLlmsTxt(text);
  const mistaken = mistakenFor(text, document);
  const faults = mistaken === undefined ? faultsOf(text, document, options) : mistakenFaults(mistaken, document);
  const { score, parts, gains } = scoreOf(faults, sizeOf(document));
  const all = findingsOf(faults, { profile, gains });
  const findings = all.filter(({ points }) => points > 0);
  const isTold = new Set([...findings, ...all.filter(({ points }) => points === 0)].slice(0, MAX_FINDINGS));
  return {
    profile,
    valid: all.every(({ level }) => level !== "error"),
    score,
    parts,
    notMeasured: MEASUREMENTS.filter((one) => !options.measured?.includes(one)),
    findings: all.filter((finding) => isTold.has(finding)),
    more: Math.max(0, all.length - MAX_FINDINGS),
  };
}

const sizeOf = (document: ParsedLlmsTxt) => ({ links: itemsOf(document).length, sections: document.sections.length });

/** One sentence says it all; only the H1 that the proposal asks for is missed besides. */
const mistakenFaults = (rule: Rule, { name }: ParsedLlmsTxt): Fault[] => [
  { rule, line: 1 },
  ...(name === "" && (rule === "is-robots" || rule === "is-full") ? [{ rule: "name-missing", line: 1 } as const] : []),
];

/** Faults of the text, sorted by line, each rule at most once a line. */
function faultsOf(text: string, document: ParsedLlmsTxt, options: ValidateOptions): Fault[] {
  const found = new Map<string, Fault>();
  const report: ReportFault = (rule, line, more) => found.set(`${rule} ${line}`, { rule, line, ...more });
  for (const { rule, line } of document.faults) report(rule, line);
  for (const fault of options.faults ?? []) found.set(`${fault.rule} ${fault.line} ${fault.detail}`, fault);
  checkText(text, report);
  checkHead(document, report);
  // In a file without any link, its lines are not reported one by one as lines without a link.
  if (document.links.length === 0) {
    for (const [key, { rule }] of found) if (rule === "section-prose") found.delete(key);
    checkEmptiness(document, report);
  } else {
    checkSections(document.sections, report);
    const { descLength = DESC_LENGTH.max, site } = options;
    checkItems(itemsOf(document), { descLength, site, stated: statedSite(document) }, report);
    checkQuality(document, report);
  }
  return [...found.values()].sort((a, b) => a.line - b.line || (a.rule < b.rule ? -1 : 1));
}

const statedSite = ({ details }: ParsedLlmsTxt): string | undefined =>
  details.map(({ text }) => sourceIn(text)).find((site) => site !== undefined);

function checkText(text: string, report: ReportFault): void {
  checkSize(text, report);
  for (const { text: own, line } of linesOf(text)) if (HIDDEN.test(own)) report("hidden-character", line);
}

function checkHead({ name, summary, details, sections }: ParsedLlmsTxt, report: ReportFault): void {
  if (name !== "" && summary === undefined) report("summary-missing", 1);
  if (codePoints(summary ?? "") > MAX_SUMMARY) report("summary-length", 3);
  if (!details.some(({ text }) => METADATA.test(text))) report("metadata-line", sections[0]?.line ?? 1);
  if (summary !== undefined) checkProse(summary, 3, report);
}

/** Least characters of summary and details; a file without links and sections that has fewer says nothing. */
const HARDLY_ANYTHING = 200;

function checkEmptiness({ summary = "", details, sections, faults }: ParsedLlmsTxt, report: ReportFault): void {
  report("links-missing", 1);
  const characters = summary.length + details.reduce((sum, { text }) => sum + text.length, 0);
  const hasText = sections.length > 0 || faults.some(({ rule }) => rule === "section-prose");
  if (characters < HARDLY_ANYTHING && !hasText) report("content-missing", 1);
}
