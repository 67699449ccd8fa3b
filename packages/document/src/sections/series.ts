import { comparePaths } from "./order.ts";
import type { Part } from "./part.ts";

/** A part that stands for neighbours of a series. */
interface SeriesSpan {
  readonly parts: readonly Part[];
  readonly size: number;
}

/** Spans of a series up to which the smallest are joined first; more are joined in pairs, since each look is at all of them. */
const MAX_SPANS = 200;

/**
 * Numbered folders of one series (`chapter_1`, `chapter_2`), where there are more than have room: neighbours are joined, the
 * smallest first, until at most `most` parts are left. Other parts stay as they are.
 */
export function joinedSeries(parts: readonly Part[], most: number): readonly Part[] {
  if (parts.length <= most) return parts;
  const groups = Map.groupBy(parts, (part) => seriesOf(part) ?? "");
  groups.delete("");
  const [series = []] = [...groups.values()].sort((a, b) => b.length - a.length);
  const room = most - (parts.length - series.length);
  if (room < 2 || series.length <= room) return parts;
  let spans: readonly SeriesSpan[] = series
    .toSorted((a, b) => comparePaths(keyOf(a), keyOf(b)))
    .map((part) => ({ parts: [part], size: part.entries.length }));
  while (spans.length > Math.max(room, MAX_SPANS)) spans = inPairs(spans);
  while (spans.length > room) spans = withOneJoined(spans);
  return [...parts.filter((part) => !series.includes(part)), ...spans.flatMap(joined)];
}

const keyOf = ({ trail }: Part): string => trail.at(-1)?.key ?? "";

/** The folder's name without its number; undefined where it has none. */
const seriesOf = (part: Part): string | undefined =>
  /\d/.test(keyOf(part)) ? keyOf(part).replace(/\d+/g, "#") : undefined;

/** Joins the two neighbours that have the fewest pages together. */
function withOneJoined(spans: readonly SeriesSpan[]): readonly SeriesSpan[] {
  let best = 0;
  const sizeAt = (at: number) => (spans[at]?.size ?? 0) + (spans[at + 1]?.size ?? 0);
  for (let at = 1; at + 1 < spans.length; at++) if (sizeAt(at) < sizeAt(best)) best = at;
  return spans.toSpliced(best, 2, oneOf(spans.slice(best, best + 2)));
}

const inPairs = (spans: readonly SeriesSpan[]): readonly SeriesSpan[] =>
  spans.flatMap((_, at) => (at % 2 === 0 ? oneOf(spans.slice(at, at + 2)) : []));

const oneOf = (spans: readonly SeriesSpan[]): SeriesSpan => ({
  parts: spans.flatMap(({ parts }) => parts),
  size: spans.reduce((sum, { size }) => sum + size, 0),
});

/** `January – February`. */
function joined({ parts }: SeriesSpan): readonly Part[] {
  const [first] = parts;
  const last = parts.at(-1);
  if (first === undefined || last === undefined || first === last) return parts;
  return [{ ...first, name: `${first.name} – ${last.name}`, entries: parts.flatMap(({ entries }) => entries) }];
}
