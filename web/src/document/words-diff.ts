/** Consecutive words that are the same, removed or added. */
interface WordRun {
  readonly type: "same" | "removed" | "added";
  readonly text: string;
}

/**
 * Most words of each text for a comparison by word, since its table grows with their product; beyond it the texts are
 * one run each.
 */
const MAX_WORDS = 600;

const words = (text: string) => text.match(/\s+|[^\s]+/g) ?? [];

/** Lengths of the longest common subsequences of all pairs of suffixes. */
function commonLengths(before: readonly string[], after: readonly string[]): readonly Uint16Array[] {
  const rows = Array.from({ length: before.length + 1 }, () => new Uint16Array(after.length + 1));
  for (let i = before.length - 1; i >= 0; i--)
    for (let j = after.length - 1; j >= 0; j--) {
      const row = rows[i];
      const below = rows[i + 1];
      if (!row || !below) continue;
      row[j] = before[i] === after[j] ? (below[j + 1] ?? 0) + 1 : Math.max(below[j] ?? 0, row[j + 1] ?? 0);
    }
  return rows;
}

function joined(runs: readonly WordRun[]): WordRun[] {
  const made: WordRun[] = [];
  for (const run of runs) {
    const last = made.at(-1);
    if (last?.type === run.type) made[made.length - 1] = { type: run.type, text: last.text + run.text };
    else made.push(run);
  }
  return made;
}

/** Differences of two texts by word. The runs `same` and `added`, joined, are the new text. */
export function wordsDiff(oldText: string, newText: string): readonly WordRun[] {
  const before = words(oldText);
  const after = words(newText);
  if (before.length > MAX_WORDS || after.length > MAX_WORDS)
    return joined([
      { type: "removed", text: oldText },
      { type: "added", text: newText },
    ]).filter(({ text }) => text);
  const common = commonLengths(before, after);
  const runs: WordRun[] = [];
  let i = 0;
  let j = 0;
  while (i < before.length || j < after.length) {
    const gone = before[i];
    const come = after[j];
    if (gone !== undefined && gone === come) {
      runs.push({ type: "same", text: gone });
      i++;
      j++;
    } else if (gone !== undefined && (come === undefined || (common[i + 1]?.[j] ?? 0) >= (common[i]?.[j + 1] ?? 0))) {
      runs.push({ type: "removed", text: gone });
      i++;
    } else {
      runs.push({ type: "added", text: come ?? "" });
      j++;
    }
  }
  return joined(runs);
}
