/** Lines around a change that are shown with it. */
const CONTEXT = 3;

/**
 * Cells of the comparison, 20 ms at most; over it the differing middle is shown as replaced whole. `diff` 9 (npm) gives up
 * altogether over its limit, and below takes three times as long where each line of 1,000 changed.
 */
const MAX_CELLS = 4_000_000;

interface DiffLine {
  readonly sign: " " | "-" | "+";
  readonly line: string;
}

/** Two texts line by line, in the unified format of diff(1); empty where they are equal. */
export function unifiedDiff(before: string, after: string): string {
  if (before === after) return "";
  return hunks(steps(before.split("\n"), after.split("\n"))).join("\n");
}

function steps(old: readonly string[], now: readonly string[]): DiffLine[] {
  const most = Math.min(old.length, now.length);
  let head = 0;
  while (head < most && old[head] === now[head]) head++;
  let tail = 0;
  while (tail < most - head && old.at(-1 - tail) === now.at(-1 - tail)) tail++;
  const same = (lines: readonly string[]): DiffLine[] => lines.map((line) => ({ sign: " ", line }));
  return [
    ...same(old.slice(0, head)),
    ...middle(old.slice(head, old.length - tail), now.slice(head, now.length - tail)),
    ...same(tail === 0 ? [] : old.slice(-tail)),
  ];
}

/** By the longest common subsequence. */
function middle(old: readonly string[], now: readonly string[]): DiffLine[] {
  const removed = old.map((line): DiffLine => ({ sign: "-", line }));
  const added = now.map((line): DiffLine => ({ sign: "+", line }));
  if (old.length * now.length > MAX_CELLS) return [...removed, ...added];
  const width = now.length + 1;
  const longest = new Uint32Array((old.length + 1) * width);
  const at = (i: number, j: number) => longest[i * width + j] ?? 0;
  for (let i = old.length - 1; i >= 0; i--)
    for (let j = now.length - 1; j >= 0; j--)
      longest[i * width + j] = old[i] === now[j] ? at(i + 1, j + 1) + 1 : Math.max(at(i + 1, j), at(i, j + 1));
  const found: DiffLine[] = [];
  let [i, j] = [0, 0];
  while (i < old.length && j < now.length) {
    if (old[i] === now[j]) {
      found.push({ sign: " ", line: old[i++] ?? "" });
      j++;
    } else if (at(i + 1, j) >= at(i, j + 1)) found.push(...removed.slice(i, ++i));
    else found.push(...added.slice(j, ++j));
  }
  return [...found, ...removed.slice(i), ...added.slice(j)];
}

function hunks(all: readonly DiffLine[]): string[] {
  const lines: string[] = [];
  let [old, now, end] = [1, 1, -1];
  all.forEach(({ sign, line }, index) => {
    const isNear = all.slice(Math.max(0, index - CONTEXT), index + CONTEXT + 1).some((step) => step.sign !== " ");
    if (isNear) {
      if (end !== index - 1 || lines.length === 0) lines.push(hunkHead(all, index, { old, now }));
      lines.push(`${sign}${line}`);
      end = index;
    }
    if (sign !== "+") old++;
    if (sign !== "-") now++;
  });
  return lines;
}

/** `@@ -from,lines +from,lines @@` of the hunk that begins at `start`. */
function hunkHead(
  all: readonly DiffLine[],
  start: number,
  { old, now }: { readonly old: number; readonly now: number },
): string {
  let end = start;
  for (let quiet = 0; end < all.length && quiet <= CONTEXT * 2; end++) quiet = all[end]?.sign === " " ? quiet + 1 : 0;
  const tail = all.slice(start, end);
  while (tail.length > CONTEXT && tail.slice(-CONTEXT - 1).every(({ sign }) => sign === " ")) tail.pop();
  const count = (without: DiffLine["sign"]) => tail.filter(({ sign }) => sign !== without).length;
  return `@@ -${old},${count("+")} +${now},${count("-")} @@`;
}
