import type { Descriptions, Heading, Link, Page } from "@llmstxt-service/page";
import { firstSentence } from "@llmstxt-service/page/excerpt";
import { listCounts } from "../counts.ts";
import { type Entry, textKey } from "../entry.ts";
import { commonAffixes, withoutAffixes } from "./affixes.ts";
import { pageTitle } from "./site-name.ts";

/** Least pages on which a text stands to be part of the site's frame … */
const LEAST_PAGES = 3;
/** … and least share of all pages. */
const SHARE = 0.5;
/** Characters at the beginning of two texts that are compared: if they agree, the texts count as the same. */
const KEY_CHARACTERS = 1_000;
/** Sentences at the beginning of a page that are looked at. */
const MAX_SENTENCES = 6;

/**
 * The entries without what the site repeats, for every rule that reads them: links that stand on most pages are a menu's,
 * whatever their markup; headings and notices that stand on most pages are gone, and so are descriptions and opening sentences
 * that another page has, too. Variants of one thing leave their description to the first of them. The homepage keeps its own
 * headings and descriptions: they speak of the whole site. Linear; never throws.
 */
export function withoutRepeatedParts(entries: readonly Entry[], home: Entry | undefined): Entry[] {
  const isFrame = (count = 0) => count >= Math.max(LEAST_PAGES, entries.length * SHARE);
  const urls = listCounts(entries.map(({ page }) => contentLinks(page).map(({ url }) => url)));
  // Most addresses stand on few pages: of their links no keys are made.
  const mayBeMenu = ({ url, place }: Link) => place === "content" && isFrame(urls.get(url));
  const links = listCounts(entries.map(({ page }) => page.links.filter(mayBeMenu).map(linkKey)));
  const isMenu = (link: Link) => mayBeMenu(link) && isFrame(links.get(linkKey(link)));
  const headings = listCounts(entries.map(({ page }) => page.headings.map(({ text }) => text)));
  const sentences = listCounts(entries.map(({ page }) => sentencesOf(page.excerpt).map(keyOf)));
  const described = keysOnce();
  const keysOf = ({ page }: Entry) => Object.values(page.descriptions).map(described);
  const texts = listCounts(entries.map(keysOf));
  const sharedKeys = (entry: Entry) => keysOf(entry).filter((key) => (texts.get(key) ?? 0) > 1);
  const keepers = variantKeepers(entries, home, sharedKeys);
  return entries.map((entry) => {
    const { page } = entry;
    const isTooOften = (count = 0) => (entry === home ? isFrame(count) : count > 1);
    const isRepeated = (text: string) =>
      isTooOften(texts.get(described(text))) && keepers.get(described(text)) !== entry;
    const isNotice = (text: string) => isFrame(texts.get(described(text)));
    const isHeadingRepeated = ({ text }: Heading) => entry !== home && isFrame(headings.get(text));
    const labelOf = ({ heading = -1 }: Link) => page.headings[heading]?.text ?? "";
    const own: Page = {
      ...page,
      links: changed(page.links, isMenu, (link) => {
        const label = labelOf(link);
        return inMenu(link, isFrame(headings.get(label)) ? label : "");
      }),
      headings: changed(page.headings, isHeadingRepeated, (one) => ({ ...one, text: "" })),
      excerpt: withoutStart(page, isNotice, (sentence) => isTooOften(sentences.get(keyOf(sentence)))),
      descriptions: withoutTexts(page.descriptions, isRepeated, entry === home ? WRITTEN : []),
    };
    return { ...entry, page: own };
  });
}

/** A list with some of it changed; the same list, where nothing is. */
const changed = <T>(list: readonly T[], isChanged: (one: T) => boolean, change: (one: T) => T): readonly T[] =>
  list.some(isChanged) ? list.map((one) => (isChanged(one) ? change(one) : one)) : list;

const contentLinks = ({ links }: Page): readonly Link[] => links.filter(({ place }) => place === "content");

/** Key of a link by address and text: a menu uses the same text on every page. */
const linkKey = ({ url, text }: Link): string => `${url}\n${text}`;

const inMenu = ({ heading: _, ...link }: Link, label: string): Link => ({
  ...link,
  place: "navigation",
  ...(label !== "" && { group: [label] }),
});

function keyOf(text: string): string {
  return textKey(text.slice(0, KEY_CHARACTERS));
}

/** Keys of descriptions, which are asked for several times, each made once. */
function keysOnce(): (text: string) => string {
  const known = new Map<string, string>();
  return (text) => {
    const key = known.get(text) ?? keyOf(text);
    known.set(text, key);
    return key;
  };
}

/** Fields that an author wrote for the page as a whole. */
const WRITTEN: readonly (keyof Descriptions)[] = ["meta", "openGraph"];

function withoutTexts(
  descriptions: Descriptions,
  isRepeated: (text: string) => boolean,
  kept: readonly string[],
): Descriptions {
  return Object.fromEntries(
    Object.entries(descriptions).filter(([field, text]: [string, string]) => kept.includes(field) || !isRepeated(text)),
  );
}

/** The first paragraphs from the first sentence on that is the page's own. */
function withoutStart(
  { excerpt, descriptions: { paragraph = "" } }: Page,
  isNotice: (paragraph: string) => boolean,
  isRepeated: (sentence: string) => boolean,
): string {
  const isWhole = paragraph !== "" && excerpt.startsWith(paragraph) && isNotice(paragraph);
  let rest = isWhole ? excerpt.slice(paragraph.length).trimStart() : excerpt;
  for (const sentence of sentencesOf(rest)) {
    if (!isRepeated(sentence)) return rest;
    rest = rest.slice(sentence.length).trimStart();
  }
  return "";
}

/** The first sentences, with white space between them or none. */
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

/** Descriptions that only variants of one thing share, each with the first of them. */
function variantKeepers(
  entries: readonly Entry[],
  home: Entry | undefined,
  sharedKeys: (entry: Entry) => readonly string[],
): ReadonlyMap<string, Entry> {
  const affixes = commonAffixes(entries.map(pageTitle));
  const described = new Map<string, Entry[]>();
  for (const entry of entries)
    for (const key of new Set(sharedKeys(entry))) {
      const others = described.get(key);
      if (others === undefined) described.set(key, [entry]);
      else others.push(entry);
    }
  const keepers = new Map<string, Entry>();
  for (const [key, sharing] of described) {
    const [first] = sharing;
    if (first === undefined || sharing.length < 2 || (home !== undefined && sharing.includes(home))) continue;
    if (areVariants(sharing.map((entry) => withoutAffixes(pageTitle(entry), affixes)))) keepers.set(key, first);
  }
  return keepers;
}

/** Titles that share at least half of their words: `RSG 01`, `RSG 02`. */
function areVariants(titles: readonly string[]): boolean {
  const words = titles.map((title) => new Set(textKey(title).split(" ")));
  const [first = new Set<string>()] = words;
  const common = [...first].filter((word) => words.every((own) => own.has(word)));
  return words.every(({ size }) => common.length * 2 >= size && common.length > 0);
}
