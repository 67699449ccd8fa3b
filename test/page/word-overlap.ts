/** The words of a text in lower case, in order. */
export const wordsOf = (text: string): readonly string[] => text.toLowerCase().match(/[\p{L}\p{N}_]+/gu) ?? [];

/**
 * Harmonic mean of how much of the found text is wanted and how much of the wanted text is found, as bags of words:
 * 0 to 1; 1 where both are empty.
 */
export function f1(found: readonly string[], wanted: readonly string[]): number {
  const left = new Map<string, number>();
  for (const word of found) left.set(word, (left.get(word) ?? 0) + 1);
  let both = 0;
  for (const word of wanted) {
    const count = left.get(word) ?? 0;
    if (count === 0) continue;
    both++;
    left.set(word, count - 1);
  }
  return found.length + wanted.length === 0 ? 1 : (2 * both) / (found.length + wanted.length);
}
