/** A record of a CSV text, and its place. */
export interface CsvRecord {
  readonly cells: readonly string[];
  /** Number of its first line, from 1. */
  readonly line: number;
  readonly raw: string;
}

/** Reads CSV as RFC 4180 defines it, with any one character between cells. Empty lines are skipped. */
export function readCsv(text: string, separator: string): readonly CsvRecord[] {
  const records: CsvRecord[] = [];
  let [cells, cell, quoted, line, from, startedAt]: [string[], string, boolean, number, number, number] = [
    [],
    "",
    false,
    1,
    0,
    1,
  ];
  const end = (at: number) => {
    const raw = text.slice(from, at).replace(/\r$/, "");
    cells.push(cell.trim());
    if (raw.trim() !== "") records.push({ cells, line: startedAt, raw });
    [cells, cell, from, startedAt] = [[], "", at + 1, line + 1];
  };
  for (let at = 0; at < text.length; at++) {
    const char = text[at] ?? "";
    if (quoted) {
      if (char !== '"') cell += char;
      else if (text[at + 1] === '"') cell += text[++at];
      else quoted = false;
      if (char === "\n") line++;
    } else if (char === '"' && cell.trim() === "") [quoted, cell] = [true, ""];
    else if (char === separator) [cells, cell] = [[...cells, cell.trim()], ""];
    else if (char === "\n") {
      end(at);
      line++;
    } else cell += char;
  }
  end(text.length);
  return records;
}
