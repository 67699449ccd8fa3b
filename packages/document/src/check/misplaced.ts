import { percentDecoded } from "@llmstxt-service/page/address/percent";
import { isTelling, wordsOf } from "@llmstxt-service/page/words";
import type { ParsedItem } from "./parse-item.ts";

/** Lines with a text of another page. */
export interface Misplaced {
  /** Lines whose excerpt names the subject of another line, and nothing of their own title and address. */
  readonly excerpts: readonly ParsedItem[];
  /** Lines whose title names the address of another line, and nothing of their own. */
  readonly titles: readonly ParsedItem[];
}

/** Least lines that can be compared; fewer are chance. */
const LEAST_LINES = 8;
/** Least lines with a text of another page, and their least share: a text may well speak of another page. */
const LEAST_FOUND = { lines: 2, share: 0.1 } as const;
/** The same for excerpts: in a good list many name the subject of another page, and most name their own. */
const LEAST_TO_OWN = 0.65;
/** Share of the lines, and most lines, above which a word tells none of them from the others. */
const COMMON = { share: 0.1, least: 2, most: 50 } as const;
/** Characters at the beginning of a word by which it is known: plurals and endings differ. */
const STEM = 6;
/** Characters of an excerpt that are looked at. */
const MAX_CHARACTERS = 1_000;

type Stems = ReadonlySet<string>;

/**
 * Texts that stand on the wrong line, as after a list was sorted without its descriptions: a text that shares no telling word
 * with its own line, and has all of those of another line whose own text shares none with it either. Linear.
 */
export function misplacedTexts(all: readonly ParsedItem[]): Misplaced {
  const lines = all.filter(({ excerpt = "" }) => excerpt !== "");
  const titles = lines.map(({ title }) => stemsOf(title));
  const paths = lines.map(({ url }) => stemsOf(lastOf(url)));
  const labels = titles.map((own, index) => new Set([...own, ...(paths[index] ?? [])]));
  const excerpts = lines.map(({ excerpt = "" }) => stemsOf(excerpt.slice(0, MAX_CHARACTERS)));
  return {
    excerpts: onOthers(lines, { texts: excerpts, own: labels, names: titles, least: LEAST_TO_OWN }),
    titles: onOthers(lines, { texts: titles, own: paths, names: paths, least: 0 }),
  };
}

interface Compared {
  readonly texts: readonly Stems[];
  /** Words of each line that its text should share. */
  readonly own: readonly Stems[];
  /** Words that another line is known by. */
  readonly names: readonly Stems[];
  /** Least ratio of the texts of other lines to those of their own. */
  readonly least: number;
}

function onOthers(lines: readonly ParsedItem[], { texts, own, names, least }: Compared): readonly ParsedItem[] {
  const [inOwn, inTexts] = [spreadOf(own), spreadOf(texts)];
  const most = Math.min(COMMON.most, Math.max(COMMON.least, lines.length * COMMON.share));
  const isRare = (word: string) => (inOwn.get(word) ?? 0) <= most;
  const tells = (word: string) => isRare(word) && (inTexts.get(word) ?? 0) <= most;
  const isLost = texts.map((text, index) => ![...(own[index] ?? [])].some((word) => isRare(word) && text.has(word)));
  const known = names.map((name) => [...name].filter(tells));
  const byWord = linesByWord(known.map((words, index) => (isLost[index] ? words : [])));
  const isNamed = (text: Stems, at: number) =>
    [...text].some((word) =>
      byWord.get(word)?.some((other) => other !== at && known[other]?.every((one) => text.has(one))),
    );
  const found = lines.filter((_, index) => isLost[index] && isNamed(texts[index] ?? new Set(), index));
  const onOwn = isLost.filter((one) => !one).length;
  const isChance = found.length < Math.max(LEAST_FOUND.lines, lines.length * LEAST_FOUND.share, onOwn * least);
  return lines.length < LEAST_LINES || isChance ? [] : found;
}

function linesByWord(lists: readonly (readonly string[])[]): ReadonlyMap<string, readonly number[]> {
  const lines = new Map<string, number[]>();
  for (const [index, words] of lists.entries())
    for (const word of words) {
      const own = lines.get(word);
      if (own === undefined) lines.set(word, [index]);
      else own.push(index);
    }
  return lines;
}

function spreadOf(lists: readonly Stems[]): ReadonlyMap<string, number> {
  const spread = new Map<string, number>();
  for (const words of lists) for (const word of words) spread.set(word, (spread.get(word) ?? 0) + 1);
  return spread;
}

const stemsOf = (text: string): Stems =>
  new Set(
    wordsOf(text.replace(/(\p{Ll})(\p{Lu})/gu, "$1 $2"))
      .filter(isTelling)
      .map((word) => word.slice(0, STEM)),
  );

/** The last two folders or names of an address, as words. */
function lastOf(url: string): string {
  const path = URL.parse(url, "https://any.invalid/")?.pathname ?? "";
  const names = path.split("/").filter((name) => name !== "" && !/^index\.\w+$/.test(name));
  return percentDecoded(
    names
      .slice(-2)
      .join(" ")
      .replace(/\.\w+$/, ""),
  );
}
