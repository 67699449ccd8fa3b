import { furtherSentences } from "../wording/wording.ts";
import { type NoteStep, type NoteText, noteAfter, stepsOf } from "./growing.ts";
import { labelOf } from "./label.ts";
import { type LinkLine, SiteWords } from "./site-words.ts";
import { ownHeadings, topicReader } from "./topics.ts";

export interface ChoiceOptions {
  /** Code points for all notes, the signs before them included. */
  readonly room: number;
  /** Most code points of a note. */
  readonly most: number;
  /** False: a note is the beginning of its excerpt. */
  readonly topics: boolean;
}

interface ChosenNote {
  readonly text: string;
  /** Pieces of the excerpt that stand in it. */
  readonly pieces: number;
}

export interface Choice {
  /** One a line; empty where there was no room. */
  readonly notes: readonly ChosenNote[];
  /** Lines of which more of the excerpt would stand there if there were more room. */
  readonly shortened: number;
}

/**
 * The notes behind all links, from one pot: a character goes where it helps most to find a page. First every page gets the
 * beginning of its excerpt, then, as one choice, more of it, the page's own headings, names and phrases. Words count by how likely a question
 * about the page has them, each once: so short pages stop early, and long ones go on. Linear but for sorting.
 */
export function chosenNotes(lines: readonly LinkLine[], { room, most, topics }: ChoiceOptions): Choice {
  const growths = growthsOf(lines, { most, topics });
  const taken = growths.map(() => 0);
  const isClosed = growths.map(() => false);
  const steps = growths.flatMap((growth, line) => growth.steps.map(({ cost, gain }, at) => ({ cost, gain, line, at })));
  let left = room;
  const inOrder = steps.sort(
    (a, b) => Math.sign(a.at) - Math.sign(b.at) || b.gain - a.gain || a.line - b.line || a.at - b.at,
  );
  for (const { line, at, cost } of inOrder) {
    if (isClosed[line]) continue;
    isClosed[line] = cost > left;
    if (cost > left) continue;
    left -= cost;
    taken[line] = at + 1;
  }
  const notes = growths.map(({ source, steps }, line) => {
    const own = steps.slice(0, taken[line]);
    return { text: noteAfter(own, source), pieces: own.at(-1)?.pieces ?? 0 };
  });
  const isShortened = ({ steps }: Growth, line: number) => (notes[line]?.pieces ?? 0) < (steps.at(-1)?.pieces ?? 0);
  return { notes, shortened: growths.filter(isShortened).length };
}

/** The material of a line's note, and the steps in which it grows. */
interface Growth {
  readonly source: NoteText;
  readonly steps: readonly NoteStep[];
}

function growthsOf(
  lines: readonly LinkLine[],
  { most, topics: withTopics }: Pick<ChoiceOptions, "most" | "topics">,
): readonly Growth[] {
  const headings = withTopics ? ownHeadings(lines) : lines.map(() => new Map<string, string>());
  const site = new SiteWords(lines, headings);
  const further = furtherSentences(
    withTopics ? lines.map(({ item, entry }) => ({ entry, excerpt: item.excerpt ?? "" })) : [],
  );
  const topicsOf = withTopics ? topicReader(lines, headings, site) : () => [];
  return lines.map(({ item: { title, excerpt = "" }, entry }, index) => {
    const source = { excerpt, further: further[index] ?? [], label: labelOf(entry?.page.lang, { title, excerpt }) };
    return { source, steps: stepsOf({ ...source, title, topics: topicsOf(index), asked: site.asked(index), most }) };
  });
}
