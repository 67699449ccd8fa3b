import type { Relative } from "@llmstxt-service/document";
import type { Validation } from "@llmstxt-service/document/check";
import { countsOf } from "@llmstxt-service/document/document-counts";
import type { CrawlFact } from "../facts/facts.ts";
import type { Generated, LeftOutGroup } from "../jobs/generate/generate.ts";
import type { CrawledSite } from "../jobs/requested-crawl.ts";
import { madeChanges } from "../overlay-json.ts";
import type { CheckFinding, SocketEvent, Summary } from "../protocol/protocol.ts";

/** Most failed pages that are listed. */
const FAILURES = 1_000;

/** Most findings of one document that are listed. */
const FINDINGS = 100;

interface SummaryOptions {
  readonly counter: CrawlCounter;
  readonly stored: boolean;
  readonly hasFull: boolean;
  urlOf(path: string): string;
  readonly figures: Required<Pick<Summary, "elapsedMs" | "bytes" | "fetchMs" | "pagesBy">>;
}

/** Facts about a finished document besides its text. */
export function summarise(
  generated: Generated & Pick<CrawledSite, "findability" | "cpuMs">,
  { counter, stored, hasFull, urlOf, figures }: SummaryOptions,
): Summary {
  const { rendered, counts, validation, why, findability, overlay, relatives, cpuMs } = generated;
  const { score, parts, notMeasured, findings } = findingsOf(validation);
  return {
    ...counts,
    sections: [...counts.sections],
    leftOut: counter.leftOut.map((group) => ({ ...group, examples: [...group.examples] })),
    failed: counter.failed,
    failures: counter.failures,
    shortened: rendered.shortened,
    score,
    parts,
    notMeasured,
    findings: findings.slice(0, FINDINGS),
    timedOut: why === "timeout",
    why,
    ...figures,
    ...(cpuMs !== undefined && { cpuMs }),
    stored,
    ...(findability !== undefined && { findability: findabilityOf(findability) }),
    ...(overlay !== undefined && { overlay: madeChanges(overlay) }),
    ...(relatives && { relatives: relatives.map((one) => relativeOf(one, urlOf)) }),
    ...(hasFull && { fullUrl: urlOf("llms-full.txt") }),
  };
}

function relativeOf({ text, ...relative }: Relative, urlOf: SummaryOptions["urlOf"]) {
  const { pages, characters } = countsOf(text);
  return { ...relative, pages, characters, url: urlOf(`files/${encodeURIComponent(relative.file)}`) };
}

/** Most pages listed that no question finds. */
const UNFOUND = 20;

function findabilityOf({
  unfound,
  pages: _,
  ...figures
}: NonNullable<CrawledSite["findability"]>): Summary["findability"] {
  const named = unfound.slice(0, UNFOUND).map(({ url, reason }) => {
    const isBare = reason.type === "noWords" && !reason.hasNote;
    return { url, reason: isBare ? ("noNote" as const) : reason.type };
  });
  return { ...figures, unfound: named, unfoundPages: unfound.length };
}

/** Findings of the format's rules, with the field names of the socket and the REST interface. */
export function findingsOf({ findings, ...rest }: Validation) {
  const named = findings.map(({ rule, ...finding }): CheckFinding => ({ ...finding, code: rule }));
  return { ...rest, findings: named };
}

/**
 * Counts addresses that did not become a page: the left out ones by reason, with a few examples, and the failed ones.
 */
export class CrawlCounter {
  /** First failed pages, at most FAILURES. */
  readonly failures: Summary["failures"] = [];
  #failed = 0;
  #leftOut: readonly LeftOutGroup[] = [];

  add(fact: CrawlFact, events: readonly SocketEvent[]): void {
    if (fact.type === "rendered") this.#leftOut = fact.leftOut;
    for (const event of events) if (event.type === "failed") this.#fail(event);
  }

  get failed(): number {
    return this.#failed;
  }

  get leftOut(): readonly LeftOutGroup[] {
    return this.#leftOut;
  }

  #fail({ type: _, ...failure }: Extract<SocketEvent, { type: "failed" }>): void {
    this.#failed++;
    const { status } = failure.facts;
    if (this.failures.length < FAILURES)
      this.failures.push({ ...failure, ...(typeof status === "number" && { status }) });
  }
}
