// Reconstructs a terminal's screen from the bytes that a run wrote to it.

/** A state of the screen: lines that stay, and the redrawn line below them. */
export interface Frame {
  readonly lines: readonly string[];
  readonly living: string;
}

/** Sequence before text that replaces the redrawn line. */
const REDRAW = "\r\u001b[2K";

/** Every state of the screen, in order. Text without a redraw, or with a line feed behind it, stays. */
export function terminalFrames(bytes: string): readonly Frame[] {
  const frames: Frame[] = [];
  const lines: string[] = [];
  for (const piece of bytes.replaceAll("\r\n", "\n").split(REDRAW)) {
    const parts = piece.split("\n");
    const living = parts.pop() ?? "";
    lines.push(...parts);
    frames.push({ lines: [...lines], living });
  }
  return frames;
}

/** At most `most` of the frames, evenly spread, with the first and the last. */
export function sampled(frames: readonly Frame[], most: number): readonly Frame[] {
  if (frames.length <= most) return frames;
  const at = (n: number) => frames[Math.round((n * (frames.length - 1)) / (most - 1))];
  return Array.from({ length: most }, (_, n) => at(n)).filter((frame) => frame !== undefined);
}

/** Breaks a line at the terminal's width, as terminals do. */
export function wrapped(line: string, columns: number): readonly string[] {
  const points = [...line];
  if (points.length <= columns) return [line];
  return [points.slice(0, columns).join(""), ...wrapped(points.slice(columns).join(""), columns)];
}
