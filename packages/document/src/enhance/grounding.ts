import { folded } from "./folded.ts";
import { DESCRIBING, NUMBER_WORDS } from "./plain-words.ts";

/** Reasons why a page does not say a sentence. */
export type Ungrounded =
  | { readonly type: "number"; readonly word: string }
  | { readonly type: "name"; readonly word: string }
  /** Too few of its words stand on the page: another language, a refusal, talk. */
  | { readonly type: "words" };

/** Letters that count: shorter words are grammar. */
const LEAST_LETTERS = 4;
/** The share of a sentence's words that must stand on the page. */
const LEAST_SHARE = 0.6;

/** A number with its separators; of a word its parts with them: `Node.js`, `max_pages`. */
const TOKENS = /\p{Nd}+(?:[.,'’:٫٬]\p{Nd}+)*|[\p{L}\p{M}\p{Nd}]+(?:[.'’_][\p{L}\p{M}\p{Nd}]+)*/gu;

/** Scripts that write words without spaces between them. */
const UNSPACED = /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Thai}\p{sc=Lao}\p{sc=Khmer}\p{sc=Myanmar}]/u;
const GRAMMAR_ALONE = /^[\p{sc=Hiragana}ー]+$/u;

const segmenter = new Intl.Segmenter(undefined, { granularity: "word" });

/**
 * True if a page says what a sentence does, as far as words can tell: every number and every name must stand on it, and most of
 * the other words. In scripts without capitals nothing tells a name from a word: there every word must.
 */
export function ungrounded(sentence: string, page: string): Ungrounded | undefined {
  const known = knownWords(page);
  let counted = 0;
  let found = 0;
  for (const [index, token] of tokensOf(sentence).entries()) {
    const word = folded(token);
    const judgement = JUDGES[kindOf(token, word, index)](word, known);
    if (typeof judgement === "object") return { ...judgement, word: token };
    if (judgement === "plain") continue;
    counted++;
    if (judgement === "found") found++;
  }
  return counted === 0 || found < counted * LEAST_SHARE ? { type: "words" } : undefined;
}

type WordKind = "number" | "name" | "first" | "word" | "plain";

/** `plain` says nothing of the page; an object ends the search. */
type Judgement = "found" | "missing" | "plain" | { readonly type: "number" | "name" };

const JUDGES: Readonly<Record<WordKind, (word: string, known: GroundingWords) => Judgement>> = {
  number: (word, { words }) => (words.has(word) ? "plain" : { type: "number" }),
  name: (word, known) => (isNamed(word, known) ? "found" : { type: "name" }),
  // A verb with an ending of its own, or a name.
  first: (word, known) => (isNamed(word, known) || isSaid(word, known) ? "found" : { type: "name" }),
  plain: () => "plain",
  word: (word, known) => (isSaid(word, known) ? "found" : "missing"),
};

interface GroundingWords {
  readonly words: ReadonlySet<string>;
  /** Beginnings of words, for their inflections. */
  readonly stems: ReadonlySet<string>;
  readonly text: string;
}

function knownWords(page: string): GroundingWords {
  const words = new Set(tokensOf(page).flatMap((token) => [folded(token), ...folded(token).split(/[.'’_]/)]));
  const stems = new Set([...words].flatMap((word) => (word.length < LEAST_LETTERS ? [] : [stemOf(word)])));
  return { words, stems, text: folded(page) };
}

function tokensOf(text: string): readonly string[] {
  return (text.normalize("NFKC").match(TOKENS) ?? []).flatMap((token) =>
    UNSPACED.test(token) ? segments(token) : [token],
  );
}

const segments = (text: string): string[] => [...segmenter.segment(text)].map(({ segment }) => segment);

function kindOf(token: string, word: string, index: number): WordKind {
  if (/^\p{Nd}/u.test(token)) return /\p{L}/u.test(token) ? "name" : "number";
  if (NUMBER_WORDS.has(word)) return "number";
  if (DESCRIBING.has(word)) return "plain";
  if (!/[\p{Lu}\p{Ll}\p{Lt}]/u.test(token)) return isGrammar(token) ? "plain" : "name";
  if (index === 0) return "first";
  if (/\p{Lu}|\p{Lt}|[\p{Nd}._]/u.test(token)) return "name";
  return word.length < LEAST_LETTERS ? "plain" : "word";
}

/** Particles and endings, of scripts that have no capitals. */
function isGrammar(token: string): boolean {
  if (UNSPACED.test(token)) return GRAMMAR_ALONE.test(token) || /^\p{M}+$/u.test(token);
  return [...token].length < LEAST_LETTERS - 1;
}

/** Most letters that an ending adds to a name: `Anna's`, `Daten`, `데이터베이스를`; and those that Arabic puts before it. */
const MAX_ENDING = 2;
const BEFORE = /^(?:و?(?:ال|لل|بال|كال|ب|ل|ف|ك)|[והבלמכש]{1,2})/u;

function isNamed(word: string, { words, text }: GroundingWords): boolean {
  if (words.has(word) || (UNSPACED.test(word) && text.includes(word))) return true;
  const bare = word.replace(/['’]s?$/, "");
  if (words.has(bare) || words.has(bare.replace(/s$/, "")) || words.has(`${bare}s`)) return true;
  const letters = [...bare];
  for (let cut = 1; cut <= MAX_ENDING && letters.length - cut >= 2; cut++)
    if (letters.length - cut >= leastOf(bare) && words.has(letters.slice(0, -cut).join(""))) return true;
  const withoutBefore = bare.replace(BEFORE, "");
  if (withoutBefore !== bare && withoutBefore.length >= LEAST_LETTERS - 1 && text.includes(withoutBefore)) return true;
  return hasLonger(bare, words);
}

/** A Korean word is whole at two syllables, a Latin one hardly at three. */
const leastOf = (word: string): number => (/\p{sc=Hangul}/u.test(word) ? 2 : LEAST_LETTERS);

/** The page has the word with an ending, the sentence without. */
function hasLonger(word: string, words: ReadonlySet<string>): boolean {
  if (word.length < LEAST_LETTERS) return false;
  for (const known of words) if (known.length <= word.length + MAX_ENDING && known.startsWith(word)) return true;
  return false;
}

/** Inflections share more than half of a word's letters. */
const stemOf = (word: string): string => word.slice(0, Math.max(LEAST_LETTERS, Math.ceil(word.length * 0.6)));

/** Letters of the longest ending that a plain word may have beyond the page's: `sending` for `send`. */
const MAX_PLAIN_ENDING = 3;

function isSaid(word: string, { words, stems, text }: GroundingWords): boolean {
  if (words.has(word) || stems.has(stemOf(word))) return true;
  for (let cut = 1; cut <= MAX_PLAIN_ENDING && word.length - cut >= LEAST_LETTERS - 1; cut++)
    if (words.has(word.slice(0, -cut))) return true;
  return word.length > LEAST_LETTERS && text.includes(word);
}
