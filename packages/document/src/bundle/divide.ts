import { codePoints } from "../budget.ts";

/** Places at which a text may be divided, the best first. */
type Cut = "heading" | "paragraph" | "line";
const CUTS: readonly Cut[] = ["heading", "paragraph", "line"];

interface MarkdownLine {
  readonly text: string;
  /** The fence it stands in, as it was opened; undefined outside. */
  readonly fence: MarkdownFence | undefined;
}

interface MarkdownFence {
  readonly opening: string;
  readonly marker: string;
}

/**
 * Markdown in pieces of at most `limit` code points: at headings, else between paragraphs, else between lines; a fence
 * that is divided is closed and opened again. A single line is never divided.
 */
export function divided(markdown: string, limit: number): readonly string[] {
  if (codePoints(markdown) <= limit) return [markdown];
  return pieces(linesOf(markdown), limit, 0).map(written);
}

function pieces(lines: readonly MarkdownLine[], limit: number, level: number): readonly (readonly MarkdownLine[])[] {
  const cut = CUTS[level];
  if (cut === undefined || sizeOf(lines) <= limit) return [lines];
  const blocks = blocksOf(lines, cut).flatMap((block) => pieces(block, limit, level + 1));
  return packed(blocks, limit);
}

/** Joins neighbouring blocks as far as they fit into `limit` code points. */
function packed(blocks: readonly (readonly MarkdownLine[])[], limit: number): readonly (readonly MarkdownLine[])[] {
  const bins: MarkdownLine[][] = [];
  let size = 0;
  for (const block of blocks) {
    const more = sizeOf(block);
    const last = bins.at(-1);
    if (last === undefined || size + more > limit) {
      bins.push([...block]);
      size = more;
    } else {
      for (const line of block) last.push(line);
      size += more;
    }
  }
  return bins;
}

function blocksOf(lines: readonly MarkdownLine[], cut: Cut): readonly (readonly MarkdownLine[])[] {
  const blocks: MarkdownLine[][] = [];
  for (const [index, line] of lines.entries()) {
    const last = blocks.at(-1);
    if (last === undefined || begins(line, lines[index - 1], cut)) blocks.push([line]);
    else last.push(line);
  }
  return blocks;
}

function begins(line: MarkdownLine, before: MarkdownLine | undefined, cut: Cut): boolean {
  switch (cut) {
    case "heading":
      return line.fence === undefined && /^ {0,3}#{1,6}(?:\s|$)/.test(line.text);
    case "paragraph":
      return line.fence === undefined && before?.fence === undefined && before?.text.trim() === "";
    case "line":
      return true;
  }
}

/** Code points of the lines, and of closing and reopening the fence that they stand in. */
const sizeOf = (lines: readonly MarkdownLine[]): number => {
  let size = 0;
  for (const { text } of lines) size += codePoints(text) + 1;
  const fence = lines[0]?.fence ?? lines.at(-1)?.fence;
  return size + (fence === undefined ? 0 : codePoints(fence.opening) + fence.marker.length + 2);
};

function linesOf(markdown: string): MarkdownLine[] {
  let fence: MarkdownFence | undefined;
  return markdown.split("\n").map((text) => {
    const inside = fence;
    const marker = /^ {0,3}(`{3,}|~{3,})/.exec(text)?.[1];
    if (fence === undefined && marker !== undefined) fence = { opening: text, marker };
    else if (fence !== undefined && isEnd(text, marker, fence)) fence = undefined;
    // The line that opens a fence belongs to what follows, the one that closes it to what was before.
    return { text, fence: inside };
  });
}

const isEnd = (text: string, marker: string | undefined, fence: MarkdownFence): boolean =>
  marker !== undefined &&
  marker[0] === fence.marker[0] &&
  marker.length >= fence.marker.length &&
  text.trim() === marker;

function written(lines: readonly MarkdownLine[]): string {
  const texts = lines.map(({ text }) => text);
  const opened = lines[0]?.fence;
  const open = openAtEnd(lines);
  const whole = [...(opened ? [opened.opening] : []), ...texts, ...(open ? [open.marker] : [])].join("\n");
  return whole.replace(/^\n+/, "").trimEnd();
}

/** The fence that the piece leaves open. */
function openAtEnd(lines: readonly MarkdownLine[]): MarkdownFence | undefined {
  const last = lines.at(-1);
  if (last === undefined) return undefined;
  const marker = /^ {0,3}(`{3,}|~{3,})/.exec(last.text)?.[1];
  if (last.fence === undefined) return marker === undefined ? undefined : { opening: last.text, marker };
  return isEnd(last.text, marker, last.fence) ? undefined : last.fence;
}
