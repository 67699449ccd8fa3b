/** Marker lines around the block. The text between them is replaced, the text outside never changes. */
export const BEGIN = "<!-- llms.txt index: begin (llmstxt --agents-md writes it anew each time) -->";
export const END = "<!-- llms.txt index: end -->";

/** Why a file cannot be changed. */
export type MarkerProblem =
  /** One marker without the other, or one of them twice, or the end first: by their lines, from 1. */
  | { readonly type: "markers"; readonly begins: readonly number[]; readonly ends: readonly number[] }
  /** An unresolved merge conflict begins at this line. */
  | { readonly type: "conflict"; readonly line: number };

/**
 * A file with its block replaced, or added at its end where there is none. Every other character stays as it is; the block has
 * the line ends of the file.
 */
export function withBlock(file: string, block: string): string | MarkerProblem {
  const conflict = /^<{7} /m.exec(file);
  if (conflict !== null && /^>{7} /m.test(file)) return { type: "conflict", line: lineOf(file, conflict.index) };
  const [begins, ends] = [placesOf(file, BEGIN), placesOf(file, END)];
  const [begin, end] = [begins[0], ends[0]];
  const newline = /\r?\n/.exec(file)?.[0] ?? "\n";
  const own = block.replaceAll("\n", newline);
  if (begin === undefined && end === undefined) return `${file}${gapAfter(file, newline)}${own}${newline}`;
  if (begin === undefined || end === undefined || begins.length > 1 || ends.length > 1 || end < begin)
    return {
      type: "markers",
      begins: begins.map((at) => lineOf(file, at)),
      ends: ends.map((at) => lineOf(file, at)),
    };
  return file.slice(0, begin) + own + file.slice(end + END.length);
}

/** An empty line before the block. */
function gapAfter(file: string, newline: string): string {
  if (file === "" || /\n\r?\n$/.test(file)) return "";
  return file.endsWith("\n") ? newline : newline + newline;
}

const lineOf = (file: string, at: number): number => file.slice(0, at).split("\n").length;

function placesOf(file: string, marker: string): readonly number[] {
  const places: number[] = [];
  for (let at = file.indexOf(marker); at >= 0; at = file.indexOf(marker, at + marker.length)) places.push(at);
  return places;
}
