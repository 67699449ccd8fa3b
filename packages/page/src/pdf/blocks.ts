import { escaped } from "../escaped.ts";
import type { PlacedLine } from "./lines.ts";

/** A heading that the document names, and how deep it stands. */
export interface OutlineEntry {
  readonly title: string;
  readonly depth: number;
}

/** Lines that belong together. */
interface PlacedBlock {
  readonly lines: PlacedLine[];
  readonly isCode: boolean;
  /** Level of a heading, 1 to 6; 0 for other blocks. */
  level: number;
  text: string;
}

/** Least size of a heading as a multiple of the running text's, and most characters of one. */
const LARGER = 1.15;
const MAX_HEADING = 200;
/**
 * Largest size of a page's furniture as a multiple of the running text's; larger lines are furniture only on every
 * second page.
 */
const MAX_FURNITURE = 1.15;
/** The first and the last lines of a page that may be furniture. */
const EDGE_LINES = 2;

/** Most characters of a word that is joined over a line end. */
const MAX_WORD = 80;

const SENTENCE_END = /[.!?:;。！？：]["'”’»)\]]*$/;
const BULLET = /^[•‣▪◦●■○∙·–—]\s+/;
const HYPHENATED = /\p{L}[-\u00ad\u2010]$/u;
const GOES_ON = /^(?:\p{Ll}|\p{Lu}{2})/u;
const WITHOUT_SPACES = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\u3000-\u303f\uff00-\uffef]/u;

/** Paragraphs, headings and code of a document, without what its pages repeat. */
export function blocksOf(
  pages: readonly (readonly PlacedLine[])[],
  outline: readonly OutlineEntry[],
): readonly PlacedBlock[] {
  const body = commonest(pages.flat().map(({ size, text }) => [half(size), text.length])) ?? 10;
  const inside = withoutFurniture(pages, body);
  // A text that only repeats itself is the text all the same.
  const kept = inside.some((lines) => lines.length > 0) ? inside : pages;
  const titles = new Map<string, number[]>();
  for (const { title, depth } of outline) {
    const key = keyOf(title);
    if (key !== "") titles.set(key, [...(titles.get(key) ?? []).slice(0, 50), depth]);
  }
  const blocks = divided(kept, { body, titles });
  const words = kept.flat().flatMap(({ text }) => (text.includes("-") ? text.split(" ") : []));
  const hyphenated = new Set(words.filter((word) => word.includes("-")).map(bare));
  for (const block of blocks) block.text = block.isCode ? codeOf(block.lines) : joined(block.lines, hyphenated);
  setLevels(blocks, { body, titles });
  return blocks;
}

/** Larger type is a heading; where the outline names headings, so are those, as deep as it says. */
function setLevels(blocks: readonly PlacedBlock[], { body, titles }: Style): void {
  const isShort = ({ text, lines, isCode }: PlacedBlock) =>
    !isCode && !lines.some(({ isSpread }) => isSpread) && text.length <= MAX_HEADING && /\p{L}.*\p{L}/u.test(text);
  const named = blocks.filter((block) => isShort(block) && titles.has(keyOf(block.text)));
  const isOutlined = named.length >= 3;
  const larger = blocks.filter((block) => isShort(block) && sizeOf(block) >= body * LARGER);
  const sizes = [...new Set(larger.map(sizeOf))].sort((a, b) => b - a);
  for (const block of larger) block.level = Math.min(isOutlined ? 6 : 5, sizes.indexOf(sizeOf(block)) + 1);
  if (!isOutlined) return;
  for (const block of larger) block.level = block === larger[0] ? 1 : Math.max(2, block.level);
  for (const block of named) block.level = Math.min(6, (titles.get(keyOf(block.text))?.shift() ?? 0) + 2);
}

const sizeOf = ({ lines }: PlacedBlock): number => half(lines[0]?.size ?? 0);

/** A page's number and running heads stand at the same place of several pages, the numbers in them aside. */
function withoutFurniture(pages: readonly (readonly PlacedLine[])[], body: number): readonly (readonly PlacedLine[])[] {
  const counts = new Map<string, number>();
  const edges = pages.map((lines) => new Map(edgesOf(lines).map((line) => [line, furnitureKey(line)])));
  for (const keys of edges) for (const key of new Set(keys.values())) counts.set(key, (counts.get(key) ?? 0) + 1);
  const needed = Math.max(2, Math.min(3, pages.length));
  const places = new Set<string>();
  const isFurniture = (line: PlacedLine, key: string): boolean => {
    const count = counts.get(key) ?? 0;
    return count >= needed && (line.size <= body * MAX_FURNITURE || count * 2 >= pages.length);
  };
  for (const [line, key] of edges.flatMap((keys) => [...keys]))
    if (NUMBERED.test(line.text) && isFurniture(line, key)) places.add(placeOf(line));
  return pages.map((lines, page) =>
    lines.filter((line) => {
      const key = edges[page]?.get(line);
      if (key === undefined) return true;
      // The head of a short chapter stands where those of others do.
      return !isFurniture(line, key) && !(NUMBERED.test(line.text) && places.has(placeOf(line)));
    }),
  );
}

function edgesOf(lines: readonly PlacedLine[]): readonly PlacedLine[] {
  const bases = [...new Set(lines.map(({ base }) => base))].sort((a, b) => a - b);
  const edge = new Set([...bases.slice(0, EDGE_LINES), ...bases.slice(-EDGE_LINES)]);
  return lines.filter(({ base }) => edge.has(base));
}

const furnitureKey = ({ text, base, turn }: PlacedLine): string =>
  `${text.replace(/\d+/g, "#").replace(/^[ivxlc]+$/i, "#")} ${turn} ${Math.round(base)}`;

/** Begins or ends with the number of a page. */
const NUMBERED = /^\d+(?: |$)|(?: |^)\d+$/;

const placeOf = ({ size, base, turn }: PlacedLine): string => `${half(size)} ${turn} ${Math.round(base)}`;

interface Style {
  /** Size of the running text. */
  readonly body: number;
  /** Headings that the outline names, with their depths in order. */
  readonly titles: ReadonlyMap<string, number[]>;
}

function divided(pages: readonly (readonly PlacedLine[])[], style: Style): readonly PlacedBlock[] {
  const leading = leadingOf(pages);
  const isTitle = ({ text }: PlacedLine) => style.titles.has(keyOf(text));
  const blocks: PlacedBlock[] = [];
  let last: PlacedLine | undefined;
  for (const line of pages.flat()) {
    const block = blocks.at(-1);
    const isApart = last === undefined || isTitle(line) || isTitle(last) || begins(line, last, { ...style, leading });
    if (block === undefined || isApart) blocks.push({ lines: [line], isCode: line.isCode, level: 0, text: "" });
    else block.lines.push(line);
    last = line;
  }
  return blocks;
}

/** The smallest distance of lines that is usual: paragraphs of one line stand further apart. */
function leadingOf(pages: readonly (readonly PlacedLine[])[]): number {
  const weights = weighed(pages.flatMap(leadings));
  const all = [...weights.values()].reduce((sum, weight) => sum + weight, 0);
  return Math.min(...[...weights].flatMap(([ratio, weight]) => (weight * 5 >= all ? [ratio] : [])), 2);
}

/** The distances of a page's lines, in sizes of their font. */
function leadings(lines: readonly PlacedLine[]): [number, number][] {
  return lines.flatMap((line, index): [number, number][] => {
    const down = line.base - (lines[index - 1]?.base ?? line.base);
    const ratio = Math.round((down / line.size) * 20) / 20;
    return ratio > 0.8 && ratio < 3 ? [[ratio, line.text.length]] : [];
  });
}

/** True where a line does not go on with the one before it. */
function begins(line: PlacedLine, last: PlacedLine, { body, leading }: Style & { readonly leading: number }): boolean {
  if (line.isCode !== last.isCode || line.turn !== last.turn || BULLET.test(line.text)) return true;
  if (Math.abs(line.size - last.size) > 0.08 * last.size) return true;
  const down = line.base - last.base;
  // The next column, or the next page.
  if (down <= 0 || down > 10 * line.size)
    return line.isCode || line.isSpread || SENTENCE_END.test(last.text) || !/^\p{Ll}/u.test(line.text);
  if (down > leading * 1.25 * line.size) return true;
  if (line.isCode) return false;
  if (line.isSpread || last.isSpread) return true;
  if (half(line.size) > body) return false;
  if (line.start - last.start > line.size && SENTENCE_END.test(last.text)) return true;
  // A paragraph begins where the first word of the line would have fitted on the line before.
  const word = ((line.end - line.start) * (line.text.indexOf(" ") + 1 || line.text.length)) / line.text.length;
  return last.end + word + 2 * line.size < line.end && !HYPHENATED.test(last.text);
}

/** One text of several lines: words divided at their ends are mended. */
function joined(lines: readonly PlacedLine[], hyphenated: ReadonlySet<string>): string {
  let text = "";
  for (const { text: next } of lines) {
    const word = bare(`${text.slice(-MAX_WORD).split(" ").at(-1)}${next.slice(0, MAX_WORD).split(" ")[0]}`);
    if (HYPHENATED.test(text) && GOES_ON.test(next)) text = (hyphenated.has(word) ? text : text.slice(0, -1)) + next;
    else text += (WITHOUT_SPACES.test(text.slice(-1)) && WITHOUT_SPACES.test(next.charAt(0)) ? "" : " ") + next;
  }
  return text.trim();
}

/** A word without the signs around it. */
const bare = (word: string): string => word.toLowerCase().replace(/[^\p{L}\p{N}-]/gu, "");

function codeOf(lines: readonly PlacedLine[]): string {
  const left = lines.reduce((least, { start }) => Math.min(least, start), Number.POSITIVE_INFINITY);
  const indent = ({ start, size }: PlacedLine) => " ".repeat(Math.min(40, Math.round((start - left) / (0.6 * size))));
  return lines.map((line) => indent(line) + line.text).join("\n");
}

export function htmlOf(blocks: readonly PlacedBlock[]): string {
  return blocks
    .map(({ level, isCode, text }, at) => {
      // Only a heading that begins the document is an h1: text above an h1 would be taken for a banner.
      const rank = level === 1 && at > 0 ? 2 : level;
      if (level > 0) return `<h${rank}>${escaped(text)}</h${rank}>`;
      if (isCode && text.includes("\n")) return `<pre>${escaped(text)}</pre>`;
      return BULLET.test(text) ? `<ul><li>${escaped(text.replace(BULLET, ""))}</li></ul>` : `<p>${escaped(text)}</p>`;
    })
    .join("\n")
    .replaceAll("</ul>\n<ul>", "\n");
}

/** Numbers before it and signs in it aside. */
const keyOf = (title: string): string =>
  title
    .replace(/^[\dIVXA-Z]{0,6}(?:\.\d+)*\.?\s+/, "")
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, "");

const half = (size: number): number => Math.round(size * 2) / 2;

type Weighted = readonly (readonly [value: number, weight: number])[];

/** The value of the greatest weight. */
const commonest = (weighted: Weighted): number | undefined =>
  [...weighed(weighted)].sort((a, b) => b[1] - a[1])[0]?.[0];

function weighed(weighted: Weighted): ReadonlyMap<number, number> {
  const weights = new Map<number, number>();
  for (const [value, weight] of weighted) weights.set(value, (weights.get(value) ?? 0) + weight);
  return weights;
}
