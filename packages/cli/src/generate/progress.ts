import type { WriteStream } from "node:tty";
import { describe, isAtLeast } from "@llmstxt-service/service/facts";
import type { GenerateProgress } from "@llmstxt-service/service/jobs/generate";

/** Shows a crawl on a terminal or in a log while it runs. */
export interface ProgressView {
  show(progress: GenerateProgress): void;
  /** A sentence for the person: something is not there that was asked for. */
  notice(text: string): void;
  /** Leaves nothing of its own behind on the screen; more lines may follow. */
  end(): void;
}

export interface ProgressOptions {
  readonly maxPages: number;
  /** Also the lines of every single decision. */
  readonly verbose: boolean;
}

/** Target of the lines: stderr, or anything like it. */
export type Output = Pick<WriteStream, "write"> & { readonly columns?: number };

export const silentProgress: ProgressView = { show: () => {}, notice: () => {}, end: () => {} };

/** One plain line a fact: for logs and pipes. */
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

/** One living line with pages done, rate and current address; what a person must not miss stays above it. */
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
  /** Milliseconds of a clock, as all times here. */
  readonly started: number;
  /** Time of the last fact. */
  heard: number;
  done: number;
  /** Pages that are known and not read yet, as far as the limit lets them be. */
  waiting: number;
}

/** After so long without a fact the line says that it waits, and of no rate. */
const SILENT_MS = 3_000;

/** With fewer pages a rate says nothing about those to come. */
const MIN_FOR_ESTIMATE = 5;

/** `3.1/s  12 s, about 20 s left` */
export function paceWords({ started, heard, done, waiting }: Readonly<LinePace>, now: number): string {
  const elapsed = clock(now - started);
  if (now - heard >= SILENT_MS) return `${elapsed}, waiting for ${clock(now - heard)}`;
  if (done === 0) return elapsed;
  const aSecond = done / Math.max(0.001, (now - started) / 1000);
  const rate = `${aSecond.toFixed(1)}/s  ${elapsed}`;
  return done < MIN_FOR_ESTIMATE || waiting === 0 ? rate : `${rate}, about ${clock((waiting / aSecond) * 1000)} left`;
}

/** `12 s`, `3 min 5 s` */
function clock(ms: number): string {
  const seconds = Math.round(ms / 1000);
  return seconds < 60 ? `${seconds} s` : `${Math.floor(seconds / 60)} min ${seconds % 60} s`;
}

const REDRAW_MS = 100;
const FRAMES = ["⠋", "⠙", "⠹", "⠸", "⠼", "⠴", "⠦", "⠧", "⠇", "⠏"] as const;

/** Cuts to a width in code points; wide characters may still wrap, which only costs a redraw its neatness. */
function cut(line: string, width: number): string {
  const points = [...line];
  return points.length <= width ? line : `${points.slice(0, Math.max(0, width - 1)).join("")}…`;
}
