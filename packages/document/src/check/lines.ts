export interface TextLine {
  readonly text: string;
  /** 1-based. */
  readonly line: number;
  /** True if it belongs to a fenced code block, the fences included: nothing in it is a heading or a link. */
  readonly isCode: boolean;
}

interface Fence {
  readonly marks: string;
  readonly canClose: boolean;
}

/** A fence of a code block (CommonMark 4.5), whatever it is indented by: lists hold code, too. */
function fenceOf(text: string): Fence | undefined {
  const [whole = "", marks = ""] = /^\s*(`{3,}|~{3,})/.exec(text) ?? [];
  const info = text.slice(whole.length);
  if (marks === "" || (marks.startsWith("`") && info.includes("`"))) return undefined;
  return { marks, canClose: info.trim() === "" };
}

/** The lines of a text, without byte order mark and line ends. A fence that nothing closes begins no code. */
export function linesOf(text: string): TextLine[] {
  const texts = text.replace(/^\uFEFF/, "").split(/\r\n|\n|\r/);
  if (texts.at(-1) === "") texts.pop();
  const longest = longestCloses(texts);
  let open: string | undefined;
  return texts.map((own, index) => {
    const fence = fenceOf(own);
    const before = open;
    if (fence !== undefined) open = openAfter(before, fence, longest[index + 1]);
    return { text: own, line: index + 1, isCode: before !== undefined || open !== undefined };
  });
}

/** Lengths of fences by their mark, a backtick or a tilde. */
type Lengths = Readonly<Record<string, number>>;

/** The marks that the block after this fence was opened with; undefined where there is none. */
function openAfter(open: string | undefined, { marks, canClose }: Fence, later: Lengths = {}): string | undefined {
  if (open !== undefined) return canClose && marks.startsWith(open) ? undefined : open;
  return (later[marks.charAt(0)] ?? 0) >= marks.length ? marks : undefined;
}

/** For each line the longest fence of each mark that stands there or below and can close a block. */
function longestCloses(texts: readonly string[]): readonly Lengths[] {
  let below: Lengths = {};
  const found: Lengths[] = [];
  for (const text of texts.toReversed()) {
    const { marks, canClose } = fenceOf(text) ?? { marks: "", canClose: false };
    const mark = marks.charAt(0);
    if (canClose && marks.length > (below[mark] ?? 0)) below = { ...below, [mark]: marks.length };
    found.push(below);
  }
  return found.reverse();
}
