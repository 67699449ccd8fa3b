import { wordsOf } from "@llmstxt-service/page/words";
import { codePoints } from "../budget.ts";
import { isBoilerplate } from "../wording/wording.ts";
import { leadPieces, leadText } from "./lead.ts";
import type { Topic } from "./topics.ts";

/** A note, and how it compares to the one before it. */
export interface LongerNote {
  readonly note: string;
  /** Pieces of the excerpt that stand in it. */
  readonly pieces: number;
  /** Code points that it adds to the document. */
  readonly cost: number;
  /** Gain a code point, no more than that of the step before: in this order the steps of all pages are taken. */
  readonly gain: number;
}

/** Material for a page's note. */
export interface NoteSource {
  readonly title: string;
  readonly excerpt: string;
  /** The words before its topics, the space behind them included. */
  readonly label: string;
  readonly topics: readonly Topic[];
  /** Likelihood that a question has each word; together 1. */
  readonly asked: ReadonlyMap<string, number>;
  /** Most code points of the note. */
  readonly most: number;
}

const BETWEEN = "; ";
/** `: ` before a note. */
const SIGNS = 2;

/** Topics of a page that are weighed against each other: the most telling ones. */
const MAX_WEIGHED = 40;
/** Topics of a note: more is no line to read. */
const MAX_TOPICS = 16;
const MAX_WORDS = 8;

/** Words of a question: a page is found when one of them stands on its line. */
const QUESTION_WORDS = 4;
/** The words that say what a page is are worth so much by themselves. */
const FIRST = 0.2;
/** More of an excerpt is worth a little even where it has no new word. */
const MORE = 1e-6;
/** Weight of a reader's liking, beside what is only found. */
const LIKED = { lead: 1.5, heading: 1.2, name: 1, phrase: 1, word: 0.7 } as const;
/** A topic with less gain is not worth its place, whatever room there is; a word by itself needs more. */
const LEAST_WORTH = { heading: 0.001, name: 0.001, phrase: 0.001, word: 0.002 } as const;

interface NextPart {
  readonly worth: number;
  /** Of the note that has it, in code points. */
  readonly length: number;
  readonly topic?: Topic;
}

/** The notes that a page may have, from the shortest to the longest: each is the one before and what helps most to find the page. */
export class Growing {
  readonly #source: NoteSource;
  readonly #pieces: readonly { readonly words: readonly string[]; readonly text: string }[];
  readonly #shown = new Set<string>();
  #open: readonly Topic[];
  #chosen: Topic[] = [];
  #lead = 0;
  #coverage = 0;
  #length = 0;

  constructor(source: NoteSource) {
    this.#source = source;
    const { excerpt, topics, title } = source;
    this.#pieces = leadPieces(excerpt).map((piece) => ({ words: wordsOf(piece.text), text: leadText(excerpt, piece) }));
    this.#show(wordsOf(title));
    this.#open = topics
      .map((topic) => ({ topic, ratio: this.#worth(topic.words) / (topic.text.length + BETWEEN.length) }))
      .filter(({ ratio }) => ratio > 0)
      .sort((a, b) => b.ratio - a.ratio)
      .slice(0, MAX_WEIGHED)
      .map(({ topic }) => topic);
  }

  steps(): readonly LongerNote[] {
    const steps: LongerNote[] = [];
    let gain = Number.POSITIVE_INFINITY;
    for (let best = this.#best(); best !== undefined; best = this.#best()) {
      if (!this.#take(best)) continue;
      gain = Math.min(gain, this.#ratio(best));
      const length = this.#lengthOf(this.#leadText, this.#chosen);
      const cost = length - this.#length;
      this.#length = length;
      steps.push({ note: this.#note(), pieces: this.#lead, cost, gain });
    }
    return steps;
  }

  /** An excerpt begins before its topics do. */
  #best(): NextPart | undefined {
    const isBegun = this.#lead > 0 || this.#pieces.length === 0;
    let best: NextPart | undefined;
    for (const one of [...this.#nextPiece(), ...(isBegun ? this.#nextTopics() : [])])
      if (one.length - SIGNS <= this.#source.most && (best === undefined || this.#ratio(one) > this.#ratio(best)))
        best = one;
    return best;
  }

  #nextPiece(): readonly NextPart[] {
    const piece = this.#pieces[this.#lead];
    if (piece === undefined) return [];
    const worth = this.#worth(piece.words) * LIKED.lead + (this.#lead === 0 ? FIRST : MORE);
    return [{ worth, length: this.#lengthOf(piece.text, this.#chosen) }];
  }

  #nextTopics(): readonly NextPart[] {
    if (this.#chosen.length >= MAX_TOPICS) return [];
    const words = this.#chosen.filter(({ kind }) => kind === "word").length;
    const takesWords = words < MAX_WORDS && words < this.#chosen.length - words;
    return this.#open.flatMap((topic) => {
      const worth = topic.kind === "word" && !takesWords ? 0 : this.#worth(topic.words);
      if (worth < LEAST_WORTH[topic.kind]) return [];
      return [
        { worth: worth * LIKED[topic.kind], length: this.#lengthOf(this.#leadText, [...this.#chosen, topic]), topic },
      ];
    });
  }

  /** False for a topic that is no good after all. */
  #take({ topic }: NextPart): boolean {
    if (topic === undefined) {
      this.#show(this.#pieces[this.#lead]?.words ?? []);
      this.#lead++;
      this.#chosen = this.#chosen.filter(({ text }) => !this.#leadText.includes(text));
      return true;
    }
    this.#open = this.#open.filter(({ key }) => !key.includes(topic.key) && !topic.key.includes(key));
    if (topic.kind === "heading" && isBoilerplate(topic.text)) return false;
    this.#chosen.push(topic);
    this.#show(topic.words);
    return true;
  }

  #ratio = ({ worth, length }: NextPart): number => worth / Math.max(1, length - this.#length);

  #worth(words: readonly string[]): number {
    let more = 0;
    for (const word of new Set(words)) if (!this.#shown.has(word)) more += this.#source.asked.get(word) ?? 0;
    return found(this.#coverage + more) - found(this.#coverage);
  }

  #show(words: readonly string[]): void {
    for (const word of words) {
      if (!this.#shown.has(word)) this.#coverage += this.#source.asked.get(word) ?? 0;
      this.#shown.add(word);
    }
  }

  get #leadText(): string {
    return this.#pieces[this.#lead - 1]?.text ?? "";
  }

  /** Code points of a note, with the signs before it. */
  #lengthOf(lead: string, topics: readonly Topic[]): number {
    const before = SIGNS + codePoints(lead);
    if (topics.length === 0) return before;
    const listed = topics.reduce((sum, { text }) => sum + codePoints(text), BETWEEN.length * (topics.length - 1));
    return before + (lead === "" ? 0 : 1) + codePoints(this.#source.label) + listed;
  }

  #note(): string {
    const topics = [...this.#chosen].sort((a, b) => a.order - b.order).map(({ text }) => text);
    if (topics.length === 0) return this.#leadText;
    return `${this.#leadText} ${this.#source.label}${topics.join(BETWEEN)}`.trimStart();
  }
}

const found = (coverage: number): number => 1 - (1 - Math.min(1, coverage)) ** QUESTION_WORDS;
