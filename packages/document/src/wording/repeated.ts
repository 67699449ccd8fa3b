import { firstSentence } from "@llmstxt-service/page/excerpt";
import { listCounts } from "../counts.ts";
import { type Entry, textKey } from "../entry.ts";

/** Sentences at the beginning of a page that are looked at. */
const MAX_SENTENCES = 6;
/** A text at the start of more pages than this describes none of them. */
const MAX_PAGES = 1;
/** Sentences that begin alike for so long are one. */
const KEY_CHARACTERS = 200;

/** A page's first paragraphs without the sentences at their beginning that other pages have, too. */
export function withoutRepeated(entries: readonly Entry[]): (entry: Entry) => string {
  const counts = listCounts(entries.map(({ page }) => sentencesOf(page.excerpt).map(keyOf)));
  return ({ page }) => {
    const sentences = sentencesOf(page.excerpt);
    const own = sentences.findIndex((sentence) => (counts.get(keyOf(sentence)) ?? 0) <= MAX_PAGES);
    if (own <= 0) return own < 0 ? "" : page.excerpt;
    const before = sentences.slice(0, own).reduce((length, sentence) => length + sentence.length, 0);
    return page.excerpt.slice(before + own).trim();
  };
}

function keyOf(sentence: string): string {
  return textKey(sentence.slice(0, KEY_CHARACTERS));
}

/** The first sentences; one character of white space, or none, stands between them. */
function sentencesOf(text: string): string[] {
  const sentences: string[] = [];
  let rest = text;
  while (rest !== "" && sentences.length < MAX_SENTENCES) {
    const sentence = firstSentence(rest);
    sentences.push(sentence);
    rest = rest.slice(sentence.length).trimStart();
  }
  return sentences;
}
