import type { Chat } from "@llmstxt-service/document/enhance";
import type { KnownPage } from "@llmstxt-service/document/eval/known-page";
import { type FileSource, listedFile } from "@llmstxt-service/document/eval/listed-file";
import type { Question } from "@llmstxt-service/document/eval/questions";
import type { PageAccess } from "../read-pages.ts";
import { type ArmFile, MAX_SHOWN } from "./arms.ts";
import { type Ask, asking } from "./ask.ts";
import { askPages, MAX_ASKED_PAGES, MAX_SHOWN_PAGE } from "./ask-pages.ts";
import { CHARACTERS_A_TOKEN } from "./completion.ts";
import { answerQuestion, type Course } from "./conversation.ts";
import { Meter } from "./meter.ts";

export type { Arm } from "./arms.ts";

/** Most questions for an agent; each costs a conversation for every file. */
const MAX_QUESTIONS = 30;

const CONCURRENCY = 4;

export interface AgentFigures {
  /** Share of right answers, 0 to 1. */
  readonly right: number;
  readonly pages: number;
  /** Requested pages that do not exist, or are not of the site. */
  readonly notFound: number;
  /** Tokens in and out, as the endpoint counts them. */
  readonly tokens: number;
}

export interface AgentOptions {
  readonly chat: Chat;
  /** Most tokens of a run, which ends at the limit. */
  readonly maxTokens: number;
}

/** A model with one tool, `fetch`. Its tokens are counted over all files. */
export class Agent {
  readonly #ask: Ask;
  readonly #access: PageAccess;
  readonly #meter: Meter;

  constructor({ chat, maxTokens }: AgentOptions, access: PageAccess) {
    this.#meter = new Meter(maxTokens);
    this.#ask = asking(chat, this.#meter);
    this.#access = access;
  }

  /**
   * Questions that the model asks about single pages, with answers in them.
   * @throws CrawlError as `run` does
   */
  askPages(pages: readonly KnownPage[], files: readonly FileSource[], signal: AbortSignal): Promise<Question[]> {
    return askPages(pages, { ask: this.#ask, files: files.map(({ text }) => text) }, signal);
  }

  /**
   * Answers questions, starting from the file alone, with pages of the hosts that file and questions name.
   * @throws CrawlError `enhancement_failed` if the endpoint does not answer or the tokens are spent; `aborted`
   */
  async run(given: FileSource | ArmFile, questions: readonly Question[], signal: AbortSignal): Promise<AgentFigures> {
    const file: ArmFile = "arm" in given ? given : { ...given, arm: "prompt" };
    const before = this.#meter.spent;
    const asked = chosen(questions);
    const listed = [...listedFile(file).items, ...asked].map(({ url }) => new URL(url).host);
    const hosts = new Set(listed);
    const stop = new AbortController();
    const either = AbortSignal.any([signal, stop.signal]);
    const courses: Course[] = [];
    const queue = asked.values();
    const work = async () => {
      const tools = { ask: this.#ask, access: this.#access };
      try {
        for (const question of queue) courses.push(await answerQuestion({ file, question, hosts }, tools, either));
      } catch (thrown) {
        // An error of one conversation ends the others: they would fail as well, and cost money.
        stop.abort(thrown);
      }
    };
    await Promise.all(Array.from({ length: CONCURRENCY }, work));
    signal.throwIfAborted();
    stop.signal.throwIfAborted();
    return figuresOf(courses, this.#meter.spent - before);
  }
}

function figuresOf(courses: readonly Course[], tokens: number): AgentFigures {
  const sum = (of: (course: Course) => number) => courses.reduce((total, course) => total + of(course), 0);
  const right = sum(({ isRight }) => (isRight ? 1 : 0)) / Math.max(1, courses.length);
  return {
    right: Math.round(right * 1_000) / 1_000,
    pages: sum(({ pages }) => pages),
    notFound: sum(({ notFound }) => notFound),
    tokens,
  };
}

/** The asked questions: first those with an answer, which can be checked. */
const chosen = (questions: readonly Question[]): readonly Question[] =>
  [
    ...questions.filter(({ answer }) => answer !== undefined),
    ...questions.filter(({ answer }) => answer === undefined),
  ].slice(0, MAX_QUESTIONS);

/** Turns of an ordinary conversation: two pages and the answer. Each turn sends all earlier text again. */
const TURNS = 3;

/** Estimated tokens of a run; right within a factor of two if the model opens two pages. */
export function estimatedTokens(files: readonly FileSource[], questions: number): number {
  const page = MAX_SHOWN.page / CHARACTERS_A_TOKEN / 2;
  const asked = Math.min(MAX_QUESTIONS, questions);
  const conversations = files.map(({ text }) => {
    const file = Math.min(text.length, MAX_SHOWN.file) / CHARACTERS_A_TOKEN;
    return asked * TURNS * (file + page);
  });
  const asking = MAX_ASKED_PAGES * (MAX_SHOWN_PAGE / CHARACTERS_A_TOKEN);
  return Math.ceil(conversations.reduce((sum, tokens) => sum + tokens, asking));
}
