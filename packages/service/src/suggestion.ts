/** Slips of a finger that still leave a word recognisable. */
const MAX_SLIPS = 2;

/** Letters of a word that is compared; longer ones are no command. */
const MAX_LENGTH = 30;

/** The known word that was probably meant: at most two letters more, less, other or swapped. */
export function suggestionFor(word: string, known: readonly string[]): string | undefined {
  if (word.length > MAX_LENGTH) return undefined;
  const [best] = known
    .map((candidate) => ({ candidate, slips: slipsBetween(word, candidate) }))
    .filter(({ candidate, slips }) => slips <= MAX_SLIPS && slips < candidate.length / 2)
    .sort((a, b) => a.slips - b.slips);
  return best?.candidate;
}

/** Letters to add, drop, change or swap with their neighbour (optimal string alignment). */
function slipsBetween(a: string, b: string): number {
  const rows = [Array.from({ length: b.length + 1 }, (_, n) => n)];
  for (let i = 1; i <= a.length; i++) {
    const row = [i];
    for (let j = 1; j <= b.length; j++) {
      const at = (up: number, left: number) => (rows[i - up] ?? row)[j - left] ?? 0;
      const changed = at(1, 1) + (a[i - 1] === b[j - 1] ? 0 : 1);
      const isSwap = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1];
      row.push(Math.min(at(1, 0) + 1, (row[j - 1] ?? 0) + 1, changed, isSwap ? at(2, 2) + 1 : Infinity));
    }
    rows.push(row);
  }
  return rows[a.length]?.[b.length] ?? 0;
}
