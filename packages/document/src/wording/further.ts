import { firstSentence } from "@llmstxt-service/page/excerpt";
import { listCounts } from "../counts.ts";
import { type Entry, textKey } from "../entry.ts";
import { noteText } from "../text.ts";
import { isBoilerplate, isNotice } from "./boilerplate.ts";
import { isProse } from "./prose.ts";

/** A page and the excerpt on its line. */
interface Excerpted {
  readonly entry: Entry | undefined;
  readonly excerpt: string;
}

/** Sentences at the beginning of a page that are looked at. */
const MAX_SENTENCES = 12;
/** Characters of a sentence that a line can hold; longer ones hold a list or code. */
const LENGTH = { min: 25, max: 500 } as const;
/** Characters by which an excerpt is known as one of the page's descriptions: its end may be mended. */
const KEY_CHARACTERS = 40;
/** The end of a whole sentence; behind a colon stands something that a line does not have. */
const SENTENCE_END = /[.!?。！？؟।]["'”’»」』)]*$/u;
/** The end of a paragraph that announces code or a list, and the paragraph behind that. */
const ANNOUNCES = /[:：]\s\p{Lu}/u;

/**
 * Sentences of each page's first paragraphs that may follow its excerpt: whole ones, that no other page has and the excerpt
 * does not. None for a page that lists others, whose paragraphs are the texts of cards. Linear.
 */
export function furtherSentences(lines: readonly Excerpted[]): readonly (readonly string[])[] {
  const own = lines.map(({ entry, excerpt }) =>
    entry !== undefined && isTold(entry, excerpt) ? toldBehind(excerpt, entry) : [],
  );
  const spread = listCounts(own.map((sentences) => sentences.map(({ key }) => key)));
  return own.map((sentences, index) => {
    let said = textKey(lines[index]?.excerpt ?? "");
    return sentences.flatMap(({ text, key }) => {
      if ((spread.get(key) ?? 0) > 1 || said.includes(key) || (said !== "" && key.includes(said))) return [];
      said += ` ${key}`;
      return [text];
    });
  });
}

/** True if the excerpt is the page's own text or description, and not the names of what it lists. */
function isTold({ page: { excerpt, descriptions } }: Entry, own: string): boolean {
  if (own !== "" && excerpt.startsWith(own)) return true;
  const key = textKey(own).slice(0, KEY_CHARACTERS);
  // The page's own text is last: most excerpts are a description, which is shorter.
  return key !== "" && [...Object.values(descriptions), excerpt].some((text: string) => textKey(text).includes(key));
}

interface Sentence {
  readonly text: string;
  readonly key: string;
}

function toldBehind(own: string, { page }: Entry): readonly Sentence[] {
  const sentences: Sentence[] = [];
  let rest = page.excerpt.startsWith(own) ? page.excerpt.slice(own.length).trimStart() : page.excerpt;
  for (let count = 0; rest !== "" && count < MAX_SENTENCES; count++) {
    const sentence = firstSentence(rest);
    rest = rest.slice(sentence.length).trimStart();
    if (!tells(sentence)) continue;
    const text = noteText(sentence, LENGTH.max);
    sentences.push({ text, key: textKey(text) });
  }
  return sentences;
}

function tells(sentence: string): boolean {
  if (sentence.length < LENGTH.min || sentence.length > LENGTH.max || !SENTENCE_END.test(sentence)) return false;
  return isProse(sentence) && !ANNOUNCES.test(sentence) && !isBoilerplate(sentence) && !isNotice(sentence);
}
