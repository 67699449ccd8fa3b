import type { Generated } from "../../jobs/generate.ts";
import type { Validation } from "../../llmstxt/check/check.ts";
import type { Finding, Summary } from "../protocol/protocol.ts";

/** Most findings shown of one document. */
const FINDINGS = 100;

interface SummaryOptions {
  readonly leftOut: Summary["leftOut"];
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
    leftOut: options.leftOut,
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
