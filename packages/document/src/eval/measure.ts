import type { KnownPage } from "./known-page.ts";
import { type Found, LexicalReader } from "./lexical.ts";
import { type FileLink, type ListedFile, pagesOf } from "./listed-file.ts";
import type { Question } from "./questions.ts";
import { siteOrder } from "./site-order.ts";

/** Pages that a reader opens by a file before it gives the file up. */
export const MAX_OPENED = 10;

/** Results of a reader that goes by words; 0 to 1, except `characters`. */
export interface LexicalFigures {
  /** Questions whose page is the first one found. */
  readonly hit1: number;
  /** … among the first three. */
  readonly hit3: number;
  /** Mean of one over the place of the page, 0 where it is not found. */
  readonly mrr: number;
  /** Mean code points read until the answer is there: the file, then pages, best first; see docs/explanation/eval.md. */
  readonly characters: number;
}

/** Reason why a page is not found by a file. */
export type Reason =
  /** The file has no link to it. */
  | { readonly type: "notListed" }
  /** No word of any of its questions stands in its item. */
  | { readonly type: "noWords"; readonly hasNote: boolean }
  /** `ahead` is the number of other pages that fit better, at the best of the page's questions. */
  | { readonly type: "outranked"; readonly ahead: number };

export interface UnfoundPage {
  readonly url: string;
  /** The address by which the file lists it. */
  readonly listed?: string;
  readonly reason: Reason;
}

export interface FileMeasure {
  readonly file: string;
  readonly lexical: LexicalFigures;
  /** Pages that none of their questions leads to: not among the first ten. */
  readonly unfound: readonly UnfoundPage[];
}

export interface Measured {
  readonly files: readonly FileMeasure[];
  /** Mean code points read in the site's own order until the answer is there, without any file. */
  readonly pageCharacters: number;
}

export interface QuestionSet {
  readonly questions: readonly Question[];
  /** The pages that were read. */
  readonly pages: readonly KnownPage[];
  readonly home?: KnownPage;
}

/** Measures for each file how well it leads to the pages that answer the questions. Pure. */
export function measure(files: readonly ListedFile[], asked: QuestionSet): Measured {
  const { questions, pages, home } = asked;
  const costs = siteCosts(siteOrder(pages, home));
  const wholeSite = pages.reduce((sum, page) => sum + ownSize(page), 0);
  const costOf = (key: string) => costs.get(key) ?? wholeSite;
  return {
    files: files.map((file) => measured(file, asked, costOf)),
    pageCharacters: Math.round(mean(questions.map(({ key }) => costOf(key)))),
  };
}

function measured(file: ListedFile, { questions, pages }: QuestionSet, costOf: (key: string) => number): FileMeasure {
  const reader = new LexicalReader(file);
  const sizeOf = documentSizes(file, pages);
  const answers = questions.map((question) => ({ question, found: reader.search(question.question, question.key) }));
  const ranks = answers.map(({ found }) => found.rank ?? Number.POSITIVE_INFINITY);
  const characters = answers.map(({ question, found: { pages: met, rank } }) => {
    const isFound = rank !== undefined && rank <= MAX_OPENED;
    const opened = met
      .slice(0, isFound ? rank : MAX_OPENED)
      .reduce((sum, { key, parts }) => sum + parts + sizeOf(key), 0);
    return file.characters + opened + (isFound ? 0 : costOf(question.key));
  });
  const lexical = {
    hit1: rounded(mean(ranks.map((rank) => (rank <= 1 ? 1 : 0)))),
    hit3: rounded(mean(ranks.map((rank) => (rank <= 3 ? 1 : 0)))),
    mrr: rounded(mean(ranks.map((rank) => 1 / rank))),
    characters: Math.round(mean(characters)),
  };
  return { file: file.name, lexical, unfound: unfoundOf(file, answers) };
}

interface AnsweredQuestion {
  readonly question: Question;
  readonly found: Found;
}

function unfoundOf(file: ListedFile, answers: readonly AnsweredQuestion[]): UnfoundPage[] {
  const listed = new Map(pagesOf(file).map((item) => [item.key, item]));
  return [...Map.groupBy(answers, ({ question: { key } }) => key)].flatMap(([key, own]) => {
    const best = own.reduce((least, { found: { rank } }) => Math.min(least, rank ?? least), Number.POSITIVE_INFINITY);
    const [first] = own;
    if (best <= MAX_OPENED || first === undefined) return [];
    const item = listed.get(key);
    return [{ url: first.question.url, ...(item && { listed: item.url }), reason: reasonOf(item, best) }];
  });
}

function reasonOf(item: FileLink | undefined, best: number): Reason {
  if (item === undefined) return { type: "notListed" };
  return Number.isFinite(best)
    ? { type: "outranked", ahead: best - 1 }
    : { type: "noWords", hasNote: item.note !== "" };
}

/** Code points of what a file's link to a page leads to; the mean of those known where it was not read. */
function documentSizes(file: ListedFile, pages: readonly KnownPage[]): (key: string) => number {
  const byKey = new Map(pages.map((page) => [page.key, page]));
  const sizes = new Map<string, number>();
  for (const { key, url } of pagesOf(file)) {
    const page = byKey.get(key);
    if (page !== undefined) sizes.set(key, page.sizes.get(url) ?? ownSize(page));
  }
  const usual = mean([...sizes.values()]);
  return (key) => sizes.get(key) ?? usual;
}

/** Characters that are read in this order until each page is found. */
function siteCosts(order: readonly KnownPage[]): ReadonlyMap<string, number> {
  let read = 0;
  return new Map(
    order.map((page) => {
      read += ownSize(page);
      return [page.key, read];
    }),
  );
}

/** Code points of the page as it stands at its own address. */
const ownSize = ({ url, sizes, text }: KnownPage): number => sizes.get(url) ?? text.length;

const mean = (figures: readonly number[]): number =>
  figures.length === 0 ? 0 : figures.reduce((sum, figure) => sum + figure, 0) / figures.length;

/** Three digits: the fourth is chance. */
const rounded = (figure: number): number => Math.round(figure * 1_000) / 1_000;
