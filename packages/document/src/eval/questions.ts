import { firstSentence } from "@llmstxt-service/page/excerpt";
import { sha256 } from "@llmstxt-service/page/sha256";
import { isTelling, wordsOf } from "@llmstxt-service/page/words";
import { textKey } from "../entry.ts";
import { plainText } from "../text.ts";
import { isBoilerplate } from "../wording/wording.ts";
import type { KnownPage } from "./known-page.ts";
import type { ListedFile } from "./listed-file.ts";

/**
 * Origin of a question. `given`: a person. `linked`: the words of a link to the page, on another page. `own`: the
 * page's own words. `model`: a model that read the page.
 */
export const QUESTION_KINDS = ["given", "linked", "own", "model"] as const;
export type QuestionKind = (typeof QUESTION_KINDS)[number];

export interface Question {
  readonly kind: QuestionKind;
  /** Words that a reader searches for. */
  readonly question: string;
  /** Address of the page that answers the question. */
  readonly url: string;
  /** Key of that page. */
  readonly key: string;
  /** The answer as the page has it, if it is known. */
  readonly answer?: string;
}

/** Most questions about one page. */
export const MAX_A_PAGE = 3;

/** Words of a question that is made from a sentence: as many as people type. */
const MAX_WORDS = 4;
const LEAST_WORDS = 3;

/** Words of a sentence that is asked about. Shorter ones are captions, longer ones lists. */
const SENTENCE_WORDS = { min: 6, max: 60 } as const;
/** Sentences of a page that are looked at. */
const MAX_SENTENCES = 500;
/** Most characters of a heading; longer ones are paragraphs. */
const MAX_HEADING = 120;
/** Least share of letters among the characters of a sentence; with fewer it is code, a table or a number. */
const LEAST_LETTERS = 0.7;

/** Facts about all pages together. */
interface CorpusFacts {
  readonly pages: number;
  /** Number of pages with each word. */
  readonly spread: ReadonlyMap<string, number>;
  /** The files' texts, each as `textKey` has it. */
  readonly files: readonly string[];
  /** Headings and sentences that more than one page has. */
  readonly shared: ReadonlySet<string>;
  /** Texts of links that lead to one page alone, from other pages, by page. */
  readonly linked: ReadonlyMap<string, readonly string[]>;
}

interface PageWords {
  readonly page: KnownPage;
  readonly counts: ReadonlyMap<string, number>;
  readonly headings: readonly string[];
  readonly sentences: readonly string[];
}

/**
 * Questions about the pages, at most three a page, the same every time: the words of a link to it, which are another page's;
 * one of its headings; and sentences from different parts of it, each as its few most telling words. What stands in one of
 * the files is never asked. Linear.
 */
export function makeQuestions(pages: readonly KnownPage[], files: readonly ListedFile[]): Question[] {
  const known = pages.map(pageWords);
  const site: CorpusFacts = {
    pages: pages.length,
    spread: countOf(known.map(({ counts }) => counts.keys())),
    files: files.flatMap(({ keys }) => keys),
    shared: sharedOf(known),
    linked: linkedWords(pages),
  };
  return known.flatMap((one) => questionsOf(one, site));
}

function pageWords(page: KnownPage): PageWords {
  const counts = new Map<string, number>();
  for (const word of wordsOf(page.text)) counts.set(word, (counts.get(word) ?? 0) + 1);
  return { page, counts, headings: page.headings, sentences: sentencesOf(page.text) };
}

function questionsOf(one: PageWords, site: CorpusFacts): Question[] {
  const { page, headings, sentences } = one;
  const asked = new Map<string, "linked" | "own">();
  const ask = (
    candidates: readonly string[],
    wording: (text: string) => string | undefined,
    kind: "linked" | "own" = "own",
  ) => {
    for (const text of shuffled(candidates)) {
      if (!isUnsaid(text, site)) continue;
      const question = wording(text);
      if (question === undefined || asked.has(question) || !isUnsaid(question, site)) continue;
      asked.set(question, kind);
      return;
    }
  };
  const said = new Set(headings.map(textKey));
  const others = (site.linked.get(page.key) ?? []).filter((text) => !said.has(textKey(text)));
  ask(others, (text) => headingQuestion(text, one, site), "linked");
  ask(headings, (heading) => headingQuestion(heading, one, site));
  const parts = MAX_A_PAGE - asked.size;
  for (let part = 0; part < parts; part++) {
    const from = Math.floor((sentences.length * part) / parts);
    const end = Math.floor((sentences.length * (part + 1)) / parts);
    ask(sentences.slice(from, end), (sentence) => sentenceQuestion(sentence, one, site));
  }
  return [...asked].map(([question, kind]) => ({ kind, question, url: page.url, key: page.key }));
}

/** Words that lead to two pages ask for neither. */
function linkedWords(pages: readonly KnownPage[]): ReadonlyMap<string, readonly string[]> {
  const targets = new Map<string, { readonly text: string; readonly key: string } | undefined>();
  for (const { key: from, links } of pages) {
    for (const { key, text } of links) {
      const said = textKey(text);
      if (said === "" || key === from) continue;
      const known = targets.get(said);
      targets.set(said, !targets.has(said) || known?.key === key ? (known ?? { text, key }) : undefined);
    }
  }
  const found = [...targets.values()].filter((one) => one !== undefined);
  return new Map([...Map.groupBy(found, ({ key }) => key)].map(([key, all]) => [key, all.map(({ text }) => text)]));
}

/** True for a text that stands neither in a file nor on another page. */
function isUnsaid(text: string, { files, shared }: CorpusFacts): boolean {
  const key = textKey(text);
  return key !== "" && !shared.has(key) && !files.some((file) => file.includes(key));
}

/** A heading or a link asks by itself, where some of its words tell the page from most others. */
function headingQuestion(heading: string, one: PageWords, site: CorpusFacts): string | undefined {
  if (heading.length > MAX_HEADING || tellingWords(heading, one, site).length < 2) return undefined;
  return plainText(heading);
}

/** The most telling words of a sentence, in its order. */
function sentenceQuestion(sentence: string, one: PageWords, site: CorpusFacts): string | undefined {
  const telling = tellingWords(sentence, one, site).slice(0, MAX_WORDS);
  if (telling.length < LEAST_WORDS) return undefined;
  const taken = new Set(telling);
  return [...new Set(wordsOf(sentence))].filter((word) => taken.has(word)).join(" ");
}

/** Words that say what a text of this page is about, the best first: often here, seldom elsewhere. */
function tellingWords(text: string, { counts }: PageWords, { pages, spread }: CorpusFacts): string[] {
  const weigh = (word: string): number => {
    const elsewhere = spread.get(word) ?? 1;
    if (elsewhere > Math.max(2, pages / 2)) return 0;
    return Math.log1p(counts.get(word) ?? 1) * Math.log((pages + 1) / elsewhere);
  };
  return [...new Set(wordsOf(text))]
    .filter(isTelling)
    .map((word) => ({ word, weight: weigh(word) }))
    .filter(({ weight }) => weight > 0)
    .sort((a, b) => b.weight - a.weight || (a.word < b.word ? -1 : 1))
    .map(({ word }) => word);
}

/** Sentences of prose, in the page's order. */
function sentencesOf(text: string): string[] {
  const sentences: string[] = [];
  for (const line of text.split("\n")) {
    let rest = line.trim();
    while (rest !== "" && sentences.length < MAX_SENTENCES) {
      const sentence = firstSentence(rest);
      rest = rest.slice(sentence.length).trimStart();
      if (isSentence(sentence)) sentences.push(sentence);
    }
  }
  return sentences;
}

/** Most characters of a sentence; longer ones are passed over. */
const MAX_SENTENCE = 1_000;

function isSentence(text: string): boolean {
  if (text.length > MAX_SENTENCE || isBoilerplate(text)) return false;
  const letters = text.match(/[\p{L}\p{M}]/gu)?.length ?? 0;
  const spaces = text.match(/\s/gu)?.length ?? 0;
  if (letters < (text.length - spaces) * LEAST_LETTERS) return false;
  const words = wordsOf(text).length;
  return words >= SENTENCE_WORDS.min && words <= SENTENCE_WORDS.max;
}

function sharedOf(known: readonly PageWords[]): ReadonlySet<string> {
  const texts = known.map(({ headings, sentences }) => new Set([...headings, ...sentences].map(textKey)));
  return new Set([...countOf(texts)].filter(([, count]) => count > 1).map(([key]) => key));
}

/** Number of sets with each member. */
function countOf(sets: readonly Iterable<string>[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const set of sets) for (const one of set) counts.set(one, (counts.get(one) ?? 0) + 1);
  return counts;
}

/** Texts in an order that is the same every time and depends on nothing but a digest. */
function shuffled(texts: readonly string[]): string[] {
  return texts
    .map((text) => ({ text, digest: sha256(text) }))
    .sort((a, b) => (a.digest < b.digest ? -1 : a.digest > b.digest ? 1 : 0))
    .map(({ text }) => text);
}
