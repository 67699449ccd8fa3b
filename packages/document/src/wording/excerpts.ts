import { decodeHTMLStrict } from "entities";
import { type Entry, mayHaveKey, textKey } from "../entry.ts";
import { MAX_SUMMARY } from "../limits.ts";
import { noteText } from "../text.ts";
import { withoutEnd } from "../trim.ts";
import { isBoilerplate, isNotice } from "./boilerplate.ts";
import { listReader } from "./lists.ts";
import { isCode, isProse, isTeaser, saysSomething, withoutTrimmings } from "./prose.ts";

/** A text that describes one page and no other, at most `length` code points; undefined where the page has none. */
export type ExcerptOf = (entry: Entry, title: string) => string | undefined;

/**
 * Meta description, og:description, then the first paragraph; passed over is what repeats the title or the homepage, is
 * boilerplate or no prose. What a page that lists others says is one of their texts: it tells what it lists.
 */
export function excerptReader(home: Entry | undefined, entries: readonly Entry[], length: number): ExcerptOf {
  const listOf = listReader(entries);
  const summary = textKey(summaryOf(home, "") ?? "");
  const isHomes = (key: string) => summary.length > 40 && key.startsWith(summary);
  const used = new Set<string>();
  return (entry, title) => {
    const list = listOf(entry);
    const isOwn = ({ text }: ExcerptCandidate) => list === undefined || saidOfList(entry).includes(text);
    for (const candidate of candidates(entry)) {
      if (!isOwn(candidate) || isHomes(candidate.key) || !describes(candidate, title, entry)) continue;
      const text = withoutHeadings(withoutTrimmings(candidate.text), title, entry);
      const excerpt = ending(noteText(text, length));
      const key = textKey(excerpt);
      const isRepeated = key === "" || key === textKey(title) || used.has(excerpt.toLowerCase());
      if (isRepeated || isBoilerplate(excerpt) || !saysSomething(excerpt)) continue;
      used.add(excerpt.toLowerCase());
      return excerpt;
    }
    return list === undefined ? undefined : noteText(list, length) || undefined;
  };
}

/** The description that a list's author wrote; its paragraphs are the texts of cards. */
function saidOfList({ page }: Entry): readonly (string | undefined)[] {
  const { meta, openGraph, subtitle, opening } = page.descriptions;
  return [meta && unescaped(meta), openGraph && unescaped(openGraph), subtitle, opening];
}

/**
 * One line on the site, at most 300 code points: the homepage's own description, whatever else on the page repeats it; without
 * one the line below its h1, else the paragraph it opens with. A card or a notice further down says nothing of the site.
 */
export function summaryOf(home: Entry | undefined, name: string): string | undefined {
  if (home === undefined) return undefined;
  const { meta, openGraph, paragraph, subtitle, opening } = home.page.descriptions;
  const written = [meta, openGraph].map((text) => text && whole(unescaped(text), paragraph));
  const found = [...written, subtitle, opening].find((text = "") => saysMoreThan(name, text));
  return found === undefined ? undefined : ending(noteText(found, MAX_SUMMARY)) || undefined;
}

/** `blocky Documentation`: the name, and what any such site is. */
const WHAT_IT_IS =
  /^(?:(?:the )?(?:official )?(?:docs|documentation|manual|(?:user )?guide|wiki|(?:web ?)?site|home ?page)(?: (?:for|of)(?: the)?)?|dokumentation|documentación|documentação|документация|文档|ドキュメント)$/u;

function saysMoreThan(name: string, text: string): boolean {
  const [key, own] = [textKey(text), textKey(name)];
  const rest = own !== "" && key.includes(own) ? key.replace(own, "").trim() : key;
  const isAbout = rest !== "" && !WHAT_IT_IS.test(rest) && withoutTrimmings(text) !== "";
  return isAbout && !isBoilerplate(text.trim()) && !isNotice(text.trim()) && !isTeaser(text);
}

/** Text of the homepage beyond the summary: its excerpt if it is itself the only item. */
export function excerptBeyondSummary(home: Entry, name: string, length: number): string | undefined {
  const summary = summaryOf(home, name) ?? "";
  for (const { text } of candidates(home)) {
    const note = noteText(text, 4_000);
    const rest = note.startsWith(summary) ? note.slice(summary.length) : note;
    const repeats = summary.endsWith("…") && note.startsWith(summary.slice(0, -1));
    if (repeats || !describes({ text: rest, key: textKey(rest) }, name, home)) continue;
    return ending(noteText(rest, length)) || undefined;
  }
  return undefined;
}

/** A text that may describe a page; two texts with one key count as the same. */
interface ExcerptCandidate {
  readonly text: string;
  readonly key: string;
}

/** A site's texts in the specification's order; what else describes the page comes after. Most pages need the first alone. */
function* candidates(entry: Entry): Generator<ExcerptCandidate> {
  const told = new Set<string>();
  for (const text of describingTexts(entry)) {
    if (text === undefined || told.has(text)) continue;
    told.add(text);
    yield { text, key: textKey(text.slice(0, KEY_CHARACTERS)) };
  }
}

function* describingTexts({ page }: Entry): Generator<string | undefined> {
  const { meta, openGraph, jsonLd, paragraph, subtitle, opening } = page.descriptions;
  for (const text of [meta, openGraph]) yield text && whole(unescaped(text), paragraph);
  const [notices, paragraphs] = split([paragraph, jsonLd && unescaped(jsonLd), page.excerpt, opening, subtitle]);
  yield* paragraphs;
  yield* notices;
}

/** Prose, notices apart: they describe a page only where nothing else does. */
function split(texts: readonly (string | undefined)[]): readonly [readonly string[], readonly string[]] {
  const prose = texts.flatMap((text) => (isProse(text) ? [text ?? ""] : []));
  return [prose.filter(isNotice), prose.filter((text) => !isNotice(text))];
}

/** Characters at the beginning of two texts that are compared: if they agree, the texts count as the same. */
const KEY_CHARACTERS = 1_000;

/** Generators write the beginning of the first paragraph for a description and stop anywhere. */
function whole(text: string, paragraph: string | undefined): string {
  if (paragraph === undefined) return text;
  return textKey(paragraph).startsWith(textKey(text)) && isProse(paragraph) ? paragraph : text;
}

/** Attributes are often escaped twice; text that a reader sees is not. */
function unescaped(text: string): string {
  return text.includes("&") ? decodeHTMLStrict(text) : text;
}

function describes({ text, key }: ExcerptCandidate, title: string, { page }: Entry): boolean {
  const isRepeated = (heading: string) => mayHaveKey(heading, key) && textKey(heading) === key;
  // Text as long as this is no heading, and headings are many.
  const isHeading = key.length <= 200 && [title, page.title, ...page.headings.map(({ text }) => text)].some(isRepeated);
  return key !== "" && !isHeading && !isBoilerplate(text.trim()) && !isTeaser(withoutTrimmings(text)) && !isCode(text);
}

/**
 * Most headings that are cut off the beginning of a description: generators take the text of a page with its headings.
 */
const MAX_LEADING = 3;

/** `Abstract We show …` is `We show …`: without the page's headings before a sentence. A heading that the title has is the subject. */
function withoutHeadings(text: string, title: string, { page }: Entry): string {
  const own = textKey(title);
  let rest = text;
  for (let count = 0; count < MAX_LEADING; count++) {
    const heading = page.headings.find(
      ({ text: one }) => rest.startsWith(`${one} `) && /^\p{Lu}\S*\s/u.test(rest.slice(one.length + 1)),
    );
    if (heading === undefined || own.includes(textKey(heading.text))) return rest;
    rest = rest.slice(heading.text.length + 1);
  }
  return rest;
}

/** Most characters of a text whose end is mended; a longer one loses its end to the length limit anyway. */
const MAX_ENDING = 4_000;

/** A sentence that introduces a list or code is cut off without it: it goes where others stand before it. */
function ending(text: string): string {
  if (text.length > MAX_ENDING || !/[:：]$/u.test(text)) return text;
  // Bound: MAX_ENDING characters.
  const before = /^.*[^.\s]{2}[.!?。！？]["'”’)]*(?=\s|(?<=[。！？]))/u.exec(text.slice(0, -1));
  return before?.[0] ?? withoutEnd(withoutEnd(text, ":： ").replace(ANNOUNCING, ""), ",， ");
}

/** Words that only announce what follows. */
const ANNOUNCING = /[\s,](?:including|such as|for instance|for example|e\.g\.|namely)$|(?:例如|比如)$/iu;
