import { isCodeName, NO_TERMS, type PageTerms, termLines } from "@llmstxt-service/page/terms";
import { isTelling, wordsOf } from "@llmstxt-service/page/words";
import { frequentTexts, listCounts } from "../counts.ts";
import { textKey } from "../entry.ts";
import { noteText } from "../text.ts";
import { type LinkLine, mostSharing, type SiteWords } from "./site-words.ts";

type TopicKind = "heading" | "name" | "phrase" | "word";

/** Something that can stand behind a page's excerpt. Harmless on a line of a document. */
export interface Topic {
  readonly kind: TopicKind;
  readonly text: string;
  readonly key: string;
  readonly words: readonly string[];
  /** Place among the page's topics. */
  readonly order: number;
}

/** Headings of a page that are looked at. */
const MAX_HEADINGS = 100;
/** Most characters of a heading that is a topic; longer ones are sentences. */
const MAX_HEADING = 80;
const LEAST_HEADING = 3;

/** Least pages of a site for phrases to be topics; on fewer, everyday words cannot be told from others. */
const LEAST_PAGES = 5;

/** The headings of each page that are its own, by what they say. */
export function ownHeadings(lines: readonly LinkLine[]): readonly ReadonlyMap<string, string>[] {
  const all = lines.map(headingsOf);
  const spread = new Map<string, number>();
  for (const headings of all) for (const key of headings.keys()) spread.set(key, (spread.get(key) ?? 0) + 1);
  const titles = new Set(lines.flatMap(({ item, entry }) => [textKey(item.title), textKey(entry?.page.title ?? "")]));
  const most = lines.length > 20 ? 2 : 1;
  return all.map((headings, index) => {
    const { item, entry } = lines[index] ?? {};
    const own = textKey(item?.title ?? "");
    const teasers = new Set(entry?.page.items.map(textKey));
    const isOwn = (key: string) =>
      (spread.get(key) ?? 0) <= most && !titles.has(key) && !teasers.has(key) && !` ${own} `.includes(` ${key} `);
    return new Map([...headings].filter(([key]) => isOwn(key)));
  });
}

function headingsOf({ entry }: LinkLine): ReadonlyMap<string, string> {
  const headings = new Map<string, string>();
  for (const { text } of entry?.page.headings.slice(0, MAX_HEADINGS) ?? []) {
    if (text.length > 2 * MAX_HEADING) continue;
    const key = textKey(text);
    if (key !== "" && !headings.has(key)) headings.set(key, text);
  }
  return headings;
}

/** Tells every topic of a page, in its order: headings, names, phrases. Of all pages together they would be too many to keep. */
export function topicReader(
  lines: readonly LinkLine[],
  headings: readonly ReadonlyMap<string, string>[],
  site: SiteWords,
): (index: number) => readonly Topic[] {
  const most = mostSharing(lines.length);
  const sharedAmong = (told: (terms: PageTerms) => string) => {
    const lists = function* () {
      for (const { entry } of lines) yield termLines(lower(told(entry?.page.terms ?? NO_TERMS)));
    };
    return frequentTexts(lists, most);
  };
  const names = sharedAmong((terms) => terms.names);
  const phrases = sharedAmong((terms) => terms.phrases);
  const tellsPhrases = lines.length >= LEAST_PAGES;
  const labels = labelWords(lines);
  return (index) => {
    const { item, entry } = lines[index] ?? {};
    const terms = entry?.page.terms ?? NO_TERMS;
    const own = ` ${textKey(item?.title ?? "")} `;
    const told = [...(headings[index]?.values() ?? [])].flatMap((text) => topicOf("heading", headingText(text)));
    for (const name of termLines(terms.names)) if (!names.has(lower(name))) told.push(...topicOf("name", name));
    for (const text of tellsPhrases ? termLines(terms.phrases) : [])
      if (!phrases.has(lower(text)) && isSubject(text, site, labels))
        told.push(...topicOf(isWord(text) ? "word" : "phrase", text));
    return told
      .filter(({ key }) => key !== "" && !own.includes(` ${key} `))
      .map((topic, order) => ({ ...topic, order }));
  };
}

const lower = (text: string): string => text.toLowerCase();

function headingText(text: string): string {
  const written = noteText(topicText(text), MAX_HEADING + 1);
  return written.length > MAX_HEADING || written.length < LEAST_HEADING ? "" : written;
}

/** A topic without brackets and marks of Markdown, numbers of chapters, and signs at its end. */
const topicText = (text: string): string =>
  text
    .replace(/[[\]<>`*|\\¶#]+/g, " ")
    // Bound: a heading, a name or a phrase, 160 characters.
    .replace(/^\s*(?:\d+\.)*\d*[.)]?\s+(?=\p{L})/u, "")
    .replace(/[\s.:;,!]+$/u, "");

type Unplaced = Omit<Topic, "order">;

function topicOf(kind: TopicKind, written: string): readonly Unplaced[] {
  const text = kind === "heading" ? written : noteText(topicText(written), MAX_HEADING);
  const words = [...new Set(wordsOf(text))].filter(isTelling);
  return text === "" || words.length === 0 ? [] : [{ kind, text, key: textKey(text), words }];
}

/** Least ratio of labels to pages with a word for it to be a word of the site's subject. */
const LABELS_SHARE = 0.25;
/** Least times, on average, that a word stands on the pages that have it for them to deal with it. */
const BURST = 1.5;

/** True if each end of a phrase is what the site calls something, what its pages deal with, or a proper name; and none is everyday. */
function isSubject(text: string, site: SiteWords, labels: ReadonlyMap<string, number>): boolean {
  const words = wordsOf(text);
  const isOwn = (word: string) =>
    (labels.get(word) ?? 0) >= LABELS_SHARE * site.pagesWith(word) || site.burst(word) >= BURST;
  const isTold = (word = "") => !site.isEveryday(word) && (isProper(text) || isOwn(word));
  return isTold(words[0]) && isTold(words.at(-1)) && !isCodeName(text);
}

/** A script without small letters has no way to tell a proper name: its words count as phrases. */
const isWord = (text: string): boolean => !text.includes(" ") && /^\p{Ll}/u.test(text);

const isProper = (text: string): boolean => /^\p{Lu}/u.test(text);

/** Most characters of a label; longer link texts are sentences. */
const MAX_LABEL = 60;

/** Number of the site's titles, headings, links and names that have a word. */
function labelWords(lines: readonly LinkLine[]): ReadonlyMap<string, number> {
  const labels = new Set<string>();
  for (const { item, entry } of lines) {
    labels.add(item.title);
    const { headings = [], links = [], terms = NO_TERMS } = entry?.page ?? {};
    for (const { text } of [...headings.slice(0, MAX_HEADINGS), ...links])
      if (text.length <= MAX_LABEL) labels.add(text);
    for (const name of termLines(terms.names)) labels.add(name.replace(/(\p{Ll})(\p{Lu})/gu, "$1 $2"));
  }
  return listCounts([...new Set([...labels].map(textKey))].map(wordsOf));
}
