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
  const started = performance.now();
  let done = 0;
  let ended = false;
  let frame = 0;
  let current = "";
  const draw = () => {
    const rate = (done / Math.max(0.001, (performance.now() - started) / 1000)).toFixed(done > 0 ? 1 : 0);
    const line = `${FRAMES[frame++ % FRAMES.length]} ${done} of ${options.maxPages} pages  ${rate}/s  ${current}`;
    output.write(`\r\u001b[2K${cut(line, (output.columns ?? 80) - 1)}`);
  };
  const above = (line: string) => output.write(`\r\u001b[2K${line}\n`);
  const timer = setInterval(draw, REDRAW_MS);
  return {
    draw,
    show: (progress) => {
      if (progress.type === "visiting") current = progress.url;
      if (progress.type === "page") done = progress.done;
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

const REDRAW_MS = 100;
const FRAMES = ["⠋", "⠙", "⠹", "⠸", "⠼", "⠴", "⠦", "⠧", "⠇", "⠏"] as const;

/** Cuts to a width in code points; wide characters may still wrap, which only costs a redraw its neatness. */
function cut(line: string, width: number): string {
  const points = [...line];
  return points.length <= width ? line : `${points.slice(0, Math.max(0, width - 1)).join("")}…`;
}
