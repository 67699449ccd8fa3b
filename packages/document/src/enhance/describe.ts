import { sha256 } from "@llmstxt-service/page/sha256";
import { type Budget, budgetOf, codePoints } from "../budget.ts";
import { parseLlmsTxt } from "../check/check.ts";
import { itemLine } from "../document.ts";
import { textKey } from "../entry.ts";
import { TEXT_BEGINNING } from "../limits.ts";
import type { ListedPage } from "../listed-page.ts";
import { linkUrl, plainText } from "../text.ts";
import { estimateTokens } from "../tokens.ts";
import { askAll, type QuestionCost, sumOf } from "./ask-all.ts";
import type { ModelOptions } from "./chat.ts";
import { type AskModel, openModel } from "./model.ts";
import { NOT_ASKED, UNFINISHED } from "./outcome.ts";
import { promptForPage } from "./prompt.ts";
import { judgeSentence, type ShownPage } from "./sentence.ts";

/** A model's results for pages that have no excerpt of their own. */
export type DescribeProgress =
  | { readonly type: "modelEstimate"; readonly calls: number; readonly tokens: number }
  /** The page's excerpt is a model's sentence. `isNew`: it was asked for in this run. */
  | { readonly type: "described"; readonly url: string; readonly excerpt: string; readonly isNew: boolean }
  | { readonly type: "notDescribed"; readonly url: string; readonly why: string }
  | { readonly type: "tokens"; readonly tokensIn: number; readonly tokensOut: number };

/** A sentence on a page, and by which question it came about: the same page is not asked about again. */
export interface PageSentence {
  /** Digest of the question: the page's beginning, the model, the instructions. */
  readonly key: string;
  /** The sentence; empty if the model's answer could not be used. */
  readonly sentence: string;
}

export interface Describing extends Budget {
  /** An llms.txt. */
  readonly text: string;
  /** Pages that the llms.txt lists. */
  readonly pages: readonly ListedPage[];
  /** Addresses of links behind which nothing is said but topics. Those without a note need not be named. */
  readonly undescribed?: readonly string[];
  readonly excerptLength: number;
  /** Tokens that the run has spent so far. */
  readonly spentTokens: number;
  /** Sentences of earlier runs, by their key. */
  readonly known: ReadonlyMap<string, string>;
}

export interface Described {
  /** The document with a sentence behind links that had none; all else as it was, byte for byte. */
  readonly text: string;
  /** Sentences by the page's own address, for the next run. */
  readonly sentences: ReadonlyMap<string, PageSentence>;
}

/** Asks a language model for one sentence on each page that has no excerpt, and takes what the page bears out. Rejects for `signal` alone. */
export type Describe = (
  describing: Describing,
  report: (progress: DescribeProgress) => void,
  signal: AbortSignal,
) => Promise<Described>;

export interface DescribeOptions extends ModelOptions {
  /** Tokens that a run may spend. Default: any number. */
  readonly maxTokens?: number | undefined;
}

/** Most pages that one run asks about, not counting those with a known sentence. The next run goes on. */
const MAX_PAGES = 200;
/** Most milliseconds for all questions of a run; pages without an answer by then are left for the next run. */
const MAX_MS = 5 * 60_000;
/** Usual length of a sentence, in code points. */
const USUAL_SENTENCE = 120;
const MAX_HEADINGS = 20;

/** Opens the describer; nothing is loaded or sent before the first page. */
export function openDescribe(options: DescribeOptions): Describe {
  let model: Promise<AskModel> | undefined;
  return async (describing, report, signal) => {
    const { known, excerptLength, spentTokens } = describing;
    const questions = questionsOf(describing, options);
    const fresh = questions.filter(({ key }) => !known.has(key)).slice(0, askable(describing));
    if (fresh.length > 0) {
      model ??= openModel(options);
      report({
        type: "modelEstimate",
        calls: fresh.length,
        tokens: fresh.reduce((sum, page) => sum + estimate(page), 0),
      });
    }
    const maxTokens = (options.maxTokens ?? Number.POSITIVE_INFINITY) - spentTokens;
    const inTime = AbortSignal.any([signal, AbortSignal.timeout(MAX_MS)]);
    const ask = async (question: PageQuestion) =>
      askPage(question, { ask: await model, excerptLength, signal, inTime });
    const answers = await askAll<PageQuestion, PageAnswer>(fresh, {
      ask,
      estimate,
      maxTokens,
      notAsked: (_, why) => ({ why: NOT_ASKED[why], tokensIn: 0, tokensOut: 0, wasAsked: false }),
    });
    if (fresh.length > 0) report({ type: "tokens", ...sumOf(answers) });
    const answered = new Map(fresh.map((question, index) => [question.key, answers[index]]));
    return withSentences(describing, { questions, answered, report });
  };
}

/** A page to ask about. */
interface PageQuestion extends ShownPage {
  /** Address of the page, and the address by which the document lists it. */
  readonly url: string;
  readonly link: string;
  readonly key: string;
}

interface PageAnswer extends QuestionCost {
  /** True if a model answered, even with nothing usable. */
  readonly isAnswered?: true;
  readonly sentence?: string;
  readonly why?: string;
}

/** The pages whose link has no sentence behind it, in the document's order. */
function questionsOf(
  { text, pages, undescribed = [], excerptLength }: Describing,
  { baseUrl, model }: ModelOptions,
): PageQuestion[] {
  const byLink = new Map(pages.flatMap((page) => linksOf(page).map((link) => [link, page])));
  const items = parseLlmsTxt(text).sections.flatMap((section) => section.items);
  const bare = new Set(undescribed);
  return items.flatMap(({ url, title, excerpt }) => {
    const listed = excerpt === undefined || bare.has(url) ? byLink.get(url) : undefined;
    if (listed === undefined || listed.page.text.trim() === "") return [];
    const shown = shownOf(listed);
    const asked = JSON.stringify([promptForPage(shown, excerptLength), baseUrl, model]);
    const key = sha256(asked).slice(0, 32);
    return [{ url: listed.url, link: url, title, shown, key }];
  });
}

const linksOf = ({ url, markdownUrl }: ListedPage): string[] =>
  [url, markdownUrl].flatMap((address) => (address === undefined ? [] : (linkUrl(address) ?? [])));

/** The part of a page that a model is shown; a page read now and one kept from an earlier crawl give the same text. */
function shownOf({ page }: ListedPage): string {
  const headings = page.headings.slice(0, MAX_HEADINGS).map(({ text }) => `# ${plainText(text)}`);
  const lines = page.text.slice(0, TEXT_BEGINNING).split("\n").map(plainText);
  return [plainText(page.title), ...headings, ...lines].filter((line) => line !== "").join("\n");
}

/** Code points that the document may still take. */
const roomOf = (describing: Describing): number => budgetOf(describing) - codePoints(describing.text);

/** Pages that this run may ask about. */
const askable = (describing: Describing): number =>
  Math.max(0, Math.min(MAX_PAGES, Math.floor(roomOf(describing) / USUAL_SENTENCE)));

/** Tokens that a question and its answer are estimated to take: the instructions, the page and a sentence. */
const estimate = ({ shown }: PageQuestion): number => INSTRUCTION_TOKENS + estimateTokens(shown) + ANSWER_TOKENS;
const INSTRUCTION_TOKENS = 250;
const ANSWER_TOKENS = 60;

interface AskingPage {
  readonly ask: AskModel | undefined;
  readonly excerptLength: number;
  readonly signal: AbortSignal;
  readonly inTime: AbortSignal;
}

async function askPage(
  question: PageQuestion,
  { ask, excerptLength, signal, inTime }: AskingPage,
): Promise<PageAnswer> {
  const none = { tokensIn: 0, tokensOut: 0, wasAsked: true };
  const answer = await ask?.(promptForPage(question.shown, excerptLength), inTime).catch((thrown: unknown) => {
    signal.throwIfAborted();
    if (inTime.aborted) return undefined;
    throw thrown;
  });
  if (answer === undefined)
    return { ...none, why: `no time is left: ${MAX_MS / 60_000} minutes are over`, wasAsked: false };
  if ("why" in answer) return { ...none, why: answer.why, failure: answer };
  const { tokensIn, tokensOut, text, finish } = answer;
  const cost = { tokensIn, tokensOut, wasAsked: true };
  const unfinished = UNFINISHED[finish];
  if (unfinished !== undefined) return { ...cost, why: unfinished };
  return { ...cost, isAnswered: true, ...judgeSentence(text, question, { excerptLength }) };
}

interface Answers {
  readonly questions: readonly PageQuestion[];
  readonly answered: ReadonlyMap<string, PageAnswer | undefined>;
  readonly report: (progress: DescribeProgress) => void;
}

/** Taken in the document's order: no two links say the same, and the document stays within its budget. */
function withSentences(describing: Describing, { questions, answered, report }: Answers): Described {
  const { text, excerptLength, known } = describing;
  const items = new Map(parseLlmsTxt(text).sections.flatMap(({ items }) => items.map((item) => [item.url, item])));
  const lines = text.split("\n");
  const used = new Set([...items.values()].map(({ excerpt = "" }) => textKey(excerpt)));
  const sentences = new Map<string, PageSentence>();
  let room = roomOf(describing);
  for (const question of questions) {
    const { url, link, key } = question;
    const answer = known.has(key) ? recalled(known.get(key) ?? "", question, excerptLength) : answered.get(key);
    const item = items.get(link);
    if (answer === undefined || item === undefined) continue;
    if (answer.isAnswered) sentences.set(url, { key, sentence: answer.sentence ?? "" });
    const { sentence = "" } = answer;
    const excerpt = withTopics(sentence, item.excerpt, excerptLength);
    const cost = codePoints(excerpt) - codePoints(item.excerpt ?? "") + 2;
    const isRepeated = used.has(textKey(sentence));
    const why = answer.why ?? (isRepeated ? "another page has the same words" : cost > room ? NO_ROOM : undefined);
    const before = itemLine(item);
    if (why !== undefined || lines[item.line - 1] !== before) {
      if (!known.has(key)) report({ type: "notDescribed", url, why: why ?? "the line is not as it was" });
      continue;
    }
    lines[item.line - 1] = itemLine({ ...item, excerpt });
    room -= cost;
    used.add(textKey(sentence));
    report({ type: "described", url, excerpt: sentence, isNew: !known.has(key) });
  }
  return { text: lines.join("\n"), sentences };
}

/** A sentence, and the topics behind it if both are no longer than an excerpt may be. */
function withTopics(sentence: string, topics: string | undefined, excerptLength: number): string {
  const both = topics === undefined ? sentence : `${sentence} ${topics}`;
  return codePoints(both) <= excerptLength ? both : sentence;
}

const NO_ROOM = "the document has no room left";

/** Judges a stored sentence like a fresh one, since the store is not trusted. */
function recalled(sentence: string, question: PageQuestion, excerptLength: number): PageAnswer {
  const none = { tokensIn: 0, tokensOut: 0, wasAsked: false, isAnswered: true } as const;
  if (sentence === "") return { ...none, why: "the model had nothing to use" };
  return { ...none, ...judgeSentence(sentence, question, { excerptLength }) };
}
