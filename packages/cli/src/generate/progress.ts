import type { WriteStream } from "node:tty";
import { CrawlEvents, describe, isAtLeast } from "@llmstxt-service/service/facts";
import type { GenerateProgress } from "@llmstxt-service/service/jobs/generate";

/** Shows the progress of a crawl on a terminal or in a log. */
export interface ProgressView {
  show(progress: GenerateProgress): void;
  /** Prints a notice, such as a missing browser. */
  notice(text: string): void;
  /** Removes its own line from the screen; other lines may follow. */
  end(): void;
}

interface ProgressOptions {
  readonly maxPages: number;
  /** True if the lines of every decision are printed, too. */
  readonly verbose: boolean;
}

/** Stream for the lines: stderr, or one like it. */
export type Output = Pick<WriteStream, "write"> & { readonly columns?: number };

export const silentProgress: ProgressView = { show: () => {}, notice: () => {}, end: () => {} };

/** Writes one JSON event a line: the events of the socket with `events=1`. */
export function jsonProgress(output: Output, maxPages: number): ProgressView {
  const events = new CrawlEvents({ maxPages, now: () => performance.now() });
  return {
    show: (progress) => {
      for (const event of events.of(progress)) output.write(`${JSON.stringify(event)}\n`);
    },
    notice: (text) => output.write(`${JSON.stringify({ type: "notice", text })}\n`),
    end: () => {},
  };
}

/** Prints one line for each fact, for logs and pipes. */
export function lineProgress(output: Output, options: ProgressOptions): ProgressView {
  return {
    show: (progress) => {
      if (!options.verbose && !isAtLeast(progress, "step")) return;
      for (const line of describe(progress, options.maxPages)) output.write(`${line}\n`);
    },
    notice: (text) => output.write(`${text}\n`),
    end: () => {},
  };
}

/** Redraws one line with pages done, rate and current address; lines that a person must not miss stay above it. */
export function liveProgress(output: Output, options: ProgressOptions): ProgressView & { draw(): void } {
  const pace: LinePace = { started: performance.now(), heard: performance.now(), done: 0, waiting: 0 };
  let ended = false;
  let frame = 0;
  let current = "";
  const draw = () => {
    const { maxPages } = options;
    const words = paceWords({ ...pace, waiting: Math.min(pace.waiting, maxPages - pace.done) }, performance.now());
    const line = `${FRAMES[frame++ % FRAMES.length]} ${pace.done} of ${maxPages} pages  ${words}  ${current}`;
    output.write(`\r\u001b[2K${cut(line, (output.columns ?? 80) - 1)}`);
  };
  const above = (line: string) => output.write(`\r\u001b[2K${line}\n`);
  const timer = setInterval(draw, REDRAW_MS);
  return {
    draw,
    show: (progress) => {
      pace.heard = performance.now();
      if (progress.type === "visiting") current = progress.url;
      if (progress.type === "page") {
        pace.done = progress.done;
        pace.waiting = progress.waiting;
        current = progress.page.url;
      }
      if (!options.verbose && !isAtLeast(progress, "notice")) return;
      for (const line of describe(progress, options.maxPages)) above(line);
    },
    notice: above,
    end: () => {
      if (ended) return;
      ended = true;
      clearInterval(timer);
      output.write("\r\u001b[2K");
    },
  };
}

interface LinePace {
  /** Time of the start, in milliseconds of one clock for all times here. */
  readonly started: number;
  heard: number;
  done: number;
  /** Known pages that are still to be read, within the limit. */
  waiting: number;
}

/** Milliseconds without a fact after which the line says that it waits, and shows no rate. */
const SILENT_MS = 3_000;

/** Least pages for an estimate of the remaining time. */
const MIN_FOR_ESTIMATE = 5;

/** Pace in words: `3.1/s  12 s, about 20 s left`. */
export function paceWords({ started, heard, done, waiting }: Readonly<LinePace>, now: number): string {
  const elapsed = clock(now - started);
  if (now - heard >= SILENT_MS) return `${elapsed}, waiting for ${clock(now - heard)}`;
  if (done === 0) return elapsed;
  const aSecond = done / Math.max(0.001, (now - started) / 1000);
  const rate = `${aSecond.toFixed(1)}/s  ${elapsed}`;
  return done < MIN_FOR_ESTIMATE || waiting === 0 ? rate : `${rate}, about ${clock((waiting / aSecond) * 1000)} left`;
}

/** Duration in words: `12 s`, `3 min 5 s`. */
function clock(ms: number): string {
  const seconds = Math.round(ms / 1000);
  return seconds < 60 ? `${seconds} s` : `${Math.floor(seconds / 60)} min ${seconds % 60} s`;
}

const REDRAW_MS = 100;
const FRAMES = ["⠋", "⠙", "⠹", "⠸", "⠼", "⠴", "⠦", "⠧", "⠇", "⠏"] as const;

/** Cuts a line to a width in code points; lines with wide characters may still wrap, which spoils one redraw. */
function cut(line: string, width: number): string {
  const points = [...line];
  return points.length <= width ? line : `${points.slice(0, Math.max(0, width - 1)).join("")}…`;
}
