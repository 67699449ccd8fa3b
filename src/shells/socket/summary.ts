import type { LeftOutReason } from "../../address/left-out.ts";
import type { Generated } from "../../jobs/generate.ts";
import type { Validation } from "../../llmstxt/check/check.ts";
import type { Finding, Summary } from "../protocol/protocol.ts";

/** Most addresses shown for one reason. */
const EXAMPLES = 5;

/** Most findings shown of one document. */
const FINDINGS = 100;

type LeftOutGroup = Summary["leftOut"][number];

interface SummaryOptions {
  readonly leftOut: readonly LeftOutGroup[];
  readonly stored: boolean;
  readonly fullUrl: string | undefined;
}

/** What is worth knowing of a finished document besides its text. */
export function summarise(generated: Generated, options: SummaryOptions): Summary {
  const { text, rendered, validation, pages, timedOut } = generated;
  const { score, findings } = findingsOf(validation);
  return {
    pages: pages.length,
    characters: text.length,
    tokens: rendered.tokens,
    lines: text.split("\n").length - 1,
    sections: [...rendered.sections],
    leftOut: [...options.leftOut],
    shortened: rendered.shortened,
    score,
    findings: findings.slice(0, FINDINGS),
    timedOut,
    stored: options.stored,
    ...(options.fullUrl !== undefined && { fullUrl: options.fullUrl }),
  };
}

/** What the rules of the format found, as the socket and the REST interface name it. */
export function findingsOf({ findings, ...rest }: Validation) {
  const named = findings.map(({ rule, ...finding }): Finding => ({ ...finding, code: rule }));
  return { ...rest, findings: named };
}

/** Counts what is left out, by reason, without keeping more than a few addresses of each. */
export class LeftOutCounter {
  readonly #groups = new Map<LeftOutReason, { count: number; examples: string[] }>();

  add(reason: LeftOutReason, url: string): void {
    const group = this.#groups.get(reason) ?? { count: 0, examples: [] };
    group.count++;
    if (group.examples.length < EXAMPLES) group.examples.push(url);
    this.#groups.set(reason, group);
  }

  /** The most frequent first. */
  get groups(): readonly LeftOutGroup[] {
    return [...this.#groups].map(([reason, group]) => ({ reason, ...group })).sort((a, b) => b.count - a.count);
  }
}
