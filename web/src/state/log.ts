/** Kind of a log line; each has its own symbol. */
export type LineKind = "info" | "done" | "browser" | "proxy" | "leftOut" | "failed" | "warn";

export interface LogLine {
  /** Number of the line in the crawl, from 0. */
  readonly number: number;
  readonly atMs: number;
  readonly kind: LineKind;
  readonly text: string;
  /** Duration, or reason of a failure. */
  readonly detail: string;
}

/** Most lines kept; beyond it the oldest are dropped. */
export const MAX_LINES = 5000;
/** Lines dropped at once, so that dropping costs little for each line. */
const DROP = 500;

const isProblem = ({ kind }: LogLine): boolean => kind === "failed" || kind === "warn";

/** The log of one crawl. */
export class Log {
  #lines: LogLine[] = [];
  #problems: LogLine[] = [];
  #next = 0;

  /** Oldest first, at most `MAX_LINES`. */
  get lines(): readonly LogLine[] {
    return this.#lines;
  }

  get problems(): readonly LogLine[] {
    return this.#problems;
  }

  add(line: Omit<LogLine, "number">): void {
    const numbered = { ...line, number: this.#next++ };
    this.#lines = trimmed(this.#lines);
    this.#lines.push(numbered);
    if (!isProblem(numbered)) return;
    this.#problems = trimmed(this.#problems);
    this.#problems.push(numbered);
  }
}

const trimmed = (lines: LogLine[]): LogLine[] => (lines.length < MAX_LINES ? lines : lines.slice(DROP));

/** The log as text: seconds, text and detail of each line. */
export const logText = (lines: readonly LogLine[]): string =>
  lines
    .map((line) => `${(line.atMs / 1000).toFixed(1).padStart(6)}  ${line.text}  ${line.detail}`.trimEnd())
    .join("\n");
