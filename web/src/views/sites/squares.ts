/** Pixels of a square and the gap beside it. */
export const SQUARE = 6;

/** Squares beside each other. */
export const PER_ROW = 11;

const SIDE = 5;

export interface Squares {
  readonly total: number;
  /** One path for each amount, in their order; empty where there is nothing of it. */
  readonly paths: readonly string[];
}

/** Amounts as squares, row by row upwards from y = 0; an amount that is not 0 has at least one. */
export function squaresOf(amounts: readonly number[], perSquare: number): Squares {
  let total = 0;
  const paths = amounts.map((amount) => {
    const squares = amount === 0 ? 0 : Math.max(1, Math.round(amount / perSquare));
    const from = total;
    total += squares;
    return Array.from({ length: squares }, (_, n) => squareAt(from + n)).join("");
  });
  return { total, paths };
}

function squareAt(n: number): string {
  const [x, y] = [(n % PER_ROW) * SQUARE, -(Math.floor(n / PER_ROW) + 1) * SQUARE];
  return `M${x} ${y}h${SIDE}v${SIDE}h-${SIDE}z`;
}
