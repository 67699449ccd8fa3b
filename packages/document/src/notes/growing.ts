import { wordsOf } from "@llmstxt-service/page/words";
import { codePoints } from "../budget.ts";
import { isBoilerplate } from "../wording/wording.ts";
import { type Lead, leadsOf, NO_LEAD } from "./lead.ts";
import type { Topic } from "./topics.ts";

/** One more part of a note, compared to the note before it. */
export interface NoteStep {
  /** The topic that is added; undefined for the next piece of the beginning. */
  readonly topic: PlacedText | undefined;
  /** Pieces of the excerpt that stand in it. */
  readonly pieces: number;
  /** Code points that it adds to the document. */
  readonly cost: number;
  /**
   * Gain in findability per code point, never more than that of the step before. The steps of all pages are taken by
   * it, the greatest first.
   */
  readonly gain: number;
}

/** A text in a list, and its place there. */
type PlacedText = Pick<Topic, "text" | "order">;

/** The texts that a page's note is written with, beside its topics. */
export interface NoteText {
  readonly excerpt: string;
  /** Sentences of the page that may follow the whole excerpt, in this order. */
  readonly further: readonly string[];
  /** The words before its topics, the space behind them included. */
  readonly label: string;
}

/** Material for a page's note. */
export interface NoteSource extends NoteText {
  readonly title: string;
  readonly topics: readonly Topic[];
  /** Likelihood that a question has each word; together 1. */
  readonly asked: (word: string) => number;
  /** Most code points of the note. */
  readonly most: number;
}

const BETWEEN = "; ";
/** `: ` before a note. */
const SIGNS = 2;

/** Most topics of a page that are compared: those with the greatest worth per character. */
const MAX_WEIGHED = 120;
/** Most topics of a note by their kind: readers like the page's own headings and names, and hardly a list of words. */
const MOST = { named: 24, told: 12, words: 8 } as const;

/** Words of a question, as assumed: a page is found if one of them stands on its line. */
const QUESTION_WORDS = 4;
/** Worth added to the first piece of an excerpt, whatever its words: it says what the page is. */
const FIRST = 0.2;
/** Worth added to each further piece, so that it is taken last even if it has no new word. */
const MORE = 1e-6;
/** Factor on a part's worth by its kind: readers prefer some kinds, whatever they add to findability. */
const LIKED = { lead: 1.5, further: 3, heading: 1.2, name: 1, phrase: 1, word: 0.7 } as const;
/** Least worth of a topic by its kind; one with less is left out, whatever room there is. */
const LEAST_WORTH = { further: 0.01, heading: 0.001, name: 0.001, phrase: 0.001, word: 0.002 } as const;

interface NextPart {
  /** Worth per code point. */
  readonly ratio: number;
  /** Topic that is the part; undefined if the part is the next piece of the excerpt. */
  readonly open?: OpenTopic;
}

/** A topic that is not in the note. */
interface OpenTopic {
  readonly topic: Topic;
  /** Length of the topic, in code points. */
  readonly length: number;
  /**
   * Worth per code point when the topic was last weighed; it only falls, since a longer note leaves less that is new.
   */
  ratio: number;
}

interface Beginning extends Lead {
  /** Words of the piece at its end, each once. */
  readonly words: readonly string[];
  /** Length of the whole, in code points. */
  readonly length: number;
}

const NOTHING: Beginning = { ...NO_LEAD, words: [], length: 0 };

const isNamed = ({ kind }: Topic): boolean => kind === "heading" || kind === "name";

/** The steps by which a page's note may grow, in their order: each adds what helps most to find the page. */
export const stepsOf = (source: NoteSource): readonly NoteStep[] => new Growing(source).steps();

/** The note that these steps lead to: a whole note could not be kept behind each step of each page of a large site. */
export function noteAfter(steps: readonly NoteStep[], source: NoteText): string {
  const leads = leadsOf(source);
  let begun = NO_LEAD;
  let lead = 0;
  let listed: readonly PlacedText[] = [];
  for (const { topic } of steps) {
    if (topic !== undefined) listed = [...listed, topic];
    else {
      begun = leads[lead++] ?? begun;
      listed = notIn(begun, listed);
    }
  }
  const topics = [...listed].sort((a, b) => a.order - b.order).map(({ text }) => text);
  return topics.length === 0 ? begun.text : `${begun.text}${begun.behind}${source.label}${topics.join(BETWEEN)}`;
}

/** Topics that a beginning does not say itself. */
const notIn = <T extends PlacedText>({ text }: Lead, topics: readonly T[]): T[] =>
  topics.filter((topic) => !text.includes(topic.text));

class Growing {
  readonly #source: NoteSource;
  readonly #pieces: readonly Beginning[];
  readonly #excerptPieces: number;
  readonly #labelLength: number;
  readonly #shown = new Set<string>();
  #open: readonly OpenTopic[];
  #chosen: Topic[] = [];
  #lead = 0;
  #coverage = 0;
  #length = 0;
  /** Code points of the topics in the note, separators included. */
  #listed = 0;

  constructor(source: NoteSource) {
    this.#source = source;
    const { topics, title } = source;
    this.#pieces = leadsOf(source).map((lead) => ({
      ...lead,
      words: [...new Set(wordsOf(lead.added))],
      length: codePoints(lead.text),
    }));
    this.#excerptPieces = this.#pieces.filter(({ isFurther }) => !isFurther).length;
    this.#labelLength = codePoints(source.label);
    this.#show(wordsOf(title));
    this.#open = topics
      .map((topic) => ({ topic, ratio: this.#worth(topic.words) / (topic.text.length + BETWEEN.length), length: 0 }))
      .filter(({ ratio }) => ratio > 0)
      .sort((a, b) => b.ratio - a.ratio)
      .slice(0, MAX_WEIGHED)
      .map(({ topic }) => ({ topic, ratio: Number.POSITIVE_INFINITY, length: codePoints(topic.text) }));
  }

  steps(): readonly NoteStep[] {
    const steps: NoteStep[] = [];
    let gain = Number.POSITIVE_INFINITY;
    for (let best = this.#best(); best !== undefined; best = this.#best()) {
      if (!this.#take(best)) continue;
      gain = Math.min(gain, best.ratio);
      const length = this.#lengthWith(this.#begun);
      const cost = length - this.#length;
      this.#length = length;
      const topic = best.open && { text: best.open.topic.text, order: best.open.topic.order };
      steps.push({ topic, pieces: Math.min(this.#lead, this.#excerptPieces), cost, gain });
    }
    return steps;
  }

  /**
   * The next part with the greatest worth per code point that fits; topics come only after the first piece of the
   * excerpt.
   */
  #best(): NextPart | undefined {
    const isBegun = this.#lead > 0 || this.#pieces.length === 0;
    const piece = this.#nextPiece();
    return isBegun ? this.#bestTopic(piece) : piece;
  }

  #nextPiece(): NextPart | undefined {
    const piece = this.#pieces[this.#lead];
    if (piece === undefined) return undefined;
    const length = this.#lengthWith(piece);
    if (length - SIGNS > this.#source.most) return undefined;
    const worth = this.#worth(piece.words);
    if (!piece.isFurther) return this.#partOf(worth * LIKED.lead + (this.#lead === 0 ? FIRST : MORE), length);
    return worth < LEAST_WORTH.further ? undefined : this.#partOf(worth * LIKED.further, length);
  }

  #partOf(worth: number, length: number): NextPart {
    return { ratio: worth / Math.max(1, length - this.#length) };
  }

  /** The best topic, if it is better than another part. */
  #bestTopic(other: NextPart | undefined): NextPart | undefined {
    const named = this.#chosen.filter(isNamed).length;
    const words = this.#chosen.filter(({ kind }) => kind === "word").length;
    const takesTold = this.#chosen.length - named < MOST.told;
    const takesWords = takesTold && words < MOST.words && words < this.#chosen.length - words;
    const takes = (topic: Topic) =>
      isNamed(topic) ? named < MOST.named : topic.kind === "word" ? takesWords : takesTold;
    let best = other;
    for (const open of this.#open) {
      if (best !== undefined && open.ratio <= best.ratio) continue;
      const worth = this.#worth(open.topic.words);
      const length = this.#lengthWith(this.#begun, open);
      open.ratio = (worth * LIKED[open.topic.kind]) / Math.max(1, length - this.#length);
      if (worth < LEAST_WORTH[open.topic.kind] || !takes(open.topic) || length - SIGNS > this.#source.most) continue;
      if (best === undefined || open.ratio > best.ratio) best = { ratio: open.ratio, open };
    }
    return best;
  }

  /** Adds a part to the note; false for a heading that is boilerplate. */
  #take({ open }: NextPart): boolean {
    if (open === undefined) {
      this.#show(this.#pieces[this.#lead]?.words ?? []);
      this.#lead++;
      this.#list(notIn(this.#begun, this.#chosen));
      return true;
    }
    const { topic } = open;
    this.#open = this.#open.filter(({ topic: { key } }) => !key.includes(topic.key) && !topic.key.includes(key));
    if (topic.kind === "heading" && isBoilerplate(topic.text)) return false;
    this.#list([...this.#chosen, topic]);
    this.#show(topic.words);
    return true;
  }

  /** The first topic pays for the label: behind it the others cost less than when they were weighed. */
  #list(topics: Topic[]): void {
    if ((topics.length === 0) !== (this.#chosen.length === 0))
      for (const open of this.#open) open.ratio = Number.POSITIVE_INFINITY;
    this.#chosen = topics;
    this.#listed = topics.reduce((sum, { text }) => sum + codePoints(text) + BETWEEN.length, 0);
  }

  #worth(words: readonly string[]): number {
    let more = 0;
    for (const word of words) if (!this.#shown.has(word)) more += this.#source.asked(word);
    return found(this.#coverage + more) - found(this.#coverage);
  }

  #show(words: readonly string[]): void {
    for (const word of words) {
      if (!this.#shown.has(word)) this.#coverage += this.#source.asked(word);
      this.#shown.add(word);
    }
  }

  get #begun(): Beginning {
    return this.#pieces[this.#lead - 1] ?? NOTHING;
  }

  /** Code points of the note with this beginning and one more topic, and the signs before it. */
  #lengthWith({ length, behind }: Beginning, more?: OpenTopic): number {
    const before = SIGNS + length;
    const listed = this.#listed + (more === undefined ? 0 : more.length + BETWEEN.length);
    return listed === 0 ? before : before + behind.length + this.#labelLength + listed - BETWEEN.length;
  }
}

const found = (coverage: number): number => 1 - (1 - Math.min(1, coverage)) ** QUESTION_WORDS;
