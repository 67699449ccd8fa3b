import type { Block } from "./block.ts";

export interface TableCell {
  readonly blocks: readonly Block[];
  readonly isHeader: boolean;
  readonly columns: number;
  readonly rows: number;
  readonly align: string;
}

export interface TableRow {
  readonly cells: TableCell[];
  readonly isHead: boolean;
}

/**
 * Most places filled by spans for each cell of a table, and places that are filled in any case; hostile tables span
 * millions.
 */
const FILLED_PER_CELL = 4;
const MIN_FILLED = 200;
/** Most characters of a text that is repeated in each row that it spans. */
const REPEATED_CHARACTERS = 200;

interface Spanning {
  readonly text: string;
  rowsLeft: number;
}

/**
 * The texts of a table's cells, each in its own column: a cell over several rows stands in each of them, one over
 * several columns in the first, but in each where headings stand below it.
 */
export function filledRows(
  rows: readonly TableRow[],
  heads: number,
  textOf: (blocks: readonly Block[]) => string,
): readonly (readonly string[])[] {
  const spanning: (Spanning | undefined)[] = [];
  let left = MIN_FILLED + FILLED_PER_CELL * rows.reduce((sum, { cells }) => sum + cells.length, 0);

  /** Puts down what spans into this row from above, from a column on. */
  function fill(row: string[]): void {
    for (
      let above = spanning[row.length];
      left > 0 && above !== undefined && above.rowsLeft > 0;
      above = spanning[row.length]
    ) {
      above.rowsLeft--;
      row.push(above.text);
      left--;
    }
  }

  function place(cell: TableCell, row: string[], at: number): void {
    const text = textOf(cell.blocks);
    const isHead = at < heads;
    const columns = Math.max(1, Math.min(cell.columns, left));
    const rowsLeft = Math.min(cell.rows, isHead ? heads - at : rows.length - at) - 1;
    for (let column = 0; column < columns; column++) {
      const isRepeated = column === 0 || (isHead && heads > 1);
      const shown = isRepeated ? text : "";
      if (rowsLeft > 0 && left > 0) {
        const below = shown.length > REPEATED_CHARACTERS ? "" : shown;
        spanning[row.length] = { text: below, rowsLeft: Math.min(rowsLeft, left) };
      }
      row.push(shown);
    }
    left -= columns - 1;
  }

  return rows.map(({ cells }, at) => {
    const row: string[] = [];
    for (const cell of cells) {
      fill(row);
      place(cell, row, at);
    }
    fill(row);
    return row;
  });
}
