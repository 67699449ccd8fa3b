import { FAILURES, type FailureCode, type FailureFacts, type WordsCode } from "./failures.ts";

/** A code and its facts, a pair for each code. */
type FailurePair<Code extends FailureCode = FailureCode> = {
  readonly [C in Code]: readonly [code: C, facts: FailureFacts[C], options?: ErrorOptions];
}[Code];

const messageOf = <Code extends FailureCode>([code, facts]: FailurePair<Code>): string => FAILURES[code].message(facts);

/** The only error that crosses a room's door. The code and the facts are for programs, the message is for a person. */
export class CrawlError extends Error {
  override readonly name = "CrawlError";
  readonly code: FailureCode;
  readonly facts: FailureFacts[FailureCode];

  constructor(...failure: FailurePair) {
    super(messageOf(failure), failure[2]);
    const [code, facts] = failure;
    this.code = code;
    this.facts = facts;
  }

  /** True if trying the same again may help. Only the table decides. */
  get retry(): boolean {
    return FAILURES[this.code].retry;
  }
}

/** True if what was thrown is a failure of this kind. */
export const isFailure = (thrown: unknown, code: FailureCode): thrown is CrawlError =>
  thrown instanceof CrawlError && thrown.code === code;

/** Turns whatever was thrown into a CrawlError, the original kept as `cause`. A CrawlError is handed back as it is. */
export function toCrawlError(thrown: unknown, fallback: WordsCode = "unexpected"): CrawlError {
  if (thrown instanceof CrawlError) return thrown;
  const error = thrown instanceof Error ? thrown : new Error(String(thrown));
  const code = error.name === "AbortError" ? "aborted" : fallback;
  return new CrawlError(code, { detail: error.message }, { cause: thrown });
}
