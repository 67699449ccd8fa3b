import { percentDecoded } from "@llmstxt-service/page/address/percent";
import { excerpt } from "@llmstxt-service/page/excerpt";
import { isTelling, wordsOf } from "@llmstxt-service/page/words";
import { codePoints } from "../budget.ts";
import { parseLlmsTxt } from "../check/check.ts";
import type { Item, Section } from "../document.ts";
import { BEGIN, END } from "./markers.ts";

export { type MarkerProblem, withBlock } from "./markers.ts";

/**
 * Most code points of an index for AGENTS.md, its markers included: it stands in every prompt, and this size was
 * measured to help.
 */
const MAX_INDEX = 8_000;

/** Longest title and note beside a page. Titles are whole before there are notes. */
const MAX_TITLE = 60;
const MAX_NOTE = 300;

/** Least characters of a title and of a note; shorter ones are left out. */
const MIN_TITLE = 12;
const MIN_NOTE = 4;

/** Most characters of the title of a page whose path says nothing, such as a number. */
const NEEDED_TITLE = 30;

/** An llms.txt by its parts. */
export interface IndexedSite {
  /** The llms.txt, and those that it is divided into. */
  readonly texts: readonly string[];
  /** Address of the first, where it is published. */
  readonly url?: string;
}

/**
 * A block for AGENTS.md: the site's pages by their paths, with titles and notes as far as there is room; else the best pages of
 * each section, and how to ask for the others. The same site gives the same block. Never throws.
 */
export function agentsIndex({ texts, url }: IndexedSite): string {
  const parsed = texts.map(parseLlmsTxt);
  const name = parsed[0]?.name ?? "this site";
  const sections = listed(parsed.flatMap((one) => one.sections));
  const items = sections.flatMap((section) => section.items);
  const site = { sections, places: placesOf(items.map((item) => item.url)), usual: usualWords(items) };
  const head = { name, url, places: site.places, pages: items.length };
  const whole = (detail: number) => wholeBlock(head, byFolder(site, detail));
  if (isFitting(whole(0))) return whole(most(MAX_TITLE + MAX_NOTE, (detail) => isFitting(whole(detail))));
  const best = (count: number) => bestBlock(head, bestOf(site, count));
  const longest = sections.reduce((max, section) => Math.max(max, section.items.length), 0);
  return isFitting(best(0))
    ? best(most(longest, (count) => isFitting(best(count))))
    : shortestBlock(head, bestOf(site, 0));
}

/** Largest amount up to `limit` that fits, by binary search; 0 always fits. */
function most(limit: number, fits: (amount: number) => boolean): number {
  let [known, over] = [0, limit + 1];
  while (over - known > 1) {
    const middle = Math.floor((known + over) / 2);
    if (fits(middle)) known = middle;
    else over = middle;
  }
  return known;
}

/**
 * Share of the pages, and number of pages, from which a word in their titles tells none from the others: the site's
 * name, a kind of page.
 */
const USUAL_SHARE = 0.1;
const MIN_USUAL = 5;

function usualWords(items: readonly Item[]): ReadonlySet<string> {
  const counts = new Map<string, number>();
  for (const { title } of items)
    for (const word of new Set(wordsOf(title))) counts.set(word, (counts.get(word) ?? 0) + 1);
  const least = Math.max(MIN_USUAL, items.length * USUAL_SHARE);
  return new Set([...counts].filter(([, count]) => count >= least).map(([word]) => word));
}

const isFitting = (block: string): boolean => codePoints(block) <= MAX_INDEX;

/**
 * Sections with each page once, in its own part rather than in the root, which repeats the best pages; links to
 * llms.txt are left out.
 */
function listed(sections: readonly Section[]): readonly Section[] {
  const seen = new Set<string>();
  const own = sections.toReversed().map(({ name, items }) => ({
    name: harmless(name),
    items: items.filter(({ url }) => {
      const isNew = URL.canParse(url) && !/\/llms[\w.-]*\.txt$/i.test(url) && !seen.has(url);
      seen.add(url);
      return isNew;
    }),
  }));
  return own.reverse().filter(({ items }) => items.length > 0);
}

/** A text from a page can neither end the block nor hide anything in it. */
const harmless = (text: string): string => text.replaceAll("<!--", "").replaceAll("-->", "");

/** Parts that the addresses of most pages share. */
interface SharedParts {
  readonly root: string;
  /** `.md` where pages have Markdown, else nothing. */
  readonly ending: string;
}

function placesOf(urls: readonly string[]): SharedParts {
  const ending = urls.filter((url) => url.endsWith(".md")).length * 2 > urls.length ? ".md" : "";
  const origins = Map.groupBy(urls, (url) => new URL(url).origin);
  const [most = []] = [...origins.values()].sort((a, b) => b.length - a.length);
  return { root: sharedFolder(most), ending };
}

/** The longest folder that all paths lie in, with its slash; empty where there is none. */
function sharedFolder([first = "", ...others]: readonly string[]): string {
  let folder = first.slice(0, first.lastIndexOf("/") + 1);
  for (const path of others)
    while (!path.startsWith(folder)) folder = folder.slice(0, folder.lastIndexOf("/", folder.length - 2) + 1);
  return folder;
}

/** The address without what it shares with the others; whole where it shares nothing. */
function shortened(url: string, { root, ending }: SharedParts): string {
  if (!url.startsWith(root) || !url.endsWith(ending)) return url;
  const path = url.slice(root.length, url.length - ending.length);
  const short = ending === "" ? path : path.replace(/(^|\/)index$/, "$1");
  const readable = percentDecoded(short);
  return /^[\p{L}\p{M}\p{N}\-._~/+@=&?]*$/u.test(readable) && encodeURI(readable) === short ? readable : short;
}

/** A site's pages, and what is the same for all of them. */
interface PackedPages {
  readonly sections: readonly Section[];
  readonly places: SharedParts;
  readonly usual: ReadonlySet<string>;
}

/** The name of a page, with its title behind it if that says more. */
function labelOf(name: string, { title }: Item, { usual, most }: { usual: ReadonlySet<string>; most: number }): string {
  const words = wordsOf(name);
  const known = new Set(words);
  const room = words.some(isTelling) ? most : Math.max(most, NEEDED_TITLE);
  if (room < MIN_TITLE || wordsOf(title).every((word) => known.has(word) || usual.has(word))) return name;
  return `${name} (${excerpt(harmless(title), room)})`;
}

/**
 * Lines, one per folder, or one per page if there are notes.
 * @param detail characters of titles, then of notes
 */
function byFolder({ sections, places, usual }: PackedPages, detail: number): string {
  const pages = sections.flatMap(({ items }) => items.map((item) => ({ item, path: shortened(item.url, places) })));
  const folders = Map.groupBy(pages, ({ path }) => path.slice(0, path.lastIndexOf("/", path.length - 2) + 1));
  const note = detail - MAX_TITLE;
  const lines = [...folders].map(([folder, own]) => {
    const labels = own.map(({ item, path }) => {
      const name = path.slice(folder.length) || "./";
      const words = note > 0 ? harmless(excerpt(item.excerpt ?? "", note)) : "";
      const label = labelOf(name, item, { usual, most: Math.min(detail, MAX_TITLE) });
      return words.length < MIN_NOTE ? label : `${label}: ${words}`;
    });
    const start = folder || "./";
    return note > 0 ? [start, ...labels.map((label) => `- ${label}`)].join("\n") : `${start}: ${labels.join(", ")}`;
  });
  return lines.join("\n");
}

/** Lines, one per section; the folder that all its pages lie in is named once. */
const bestOf = ({ sections, places, usual }: PackedPages, count: number): readonly string[] =>
  sections.map(({ name, items }) => {
    const shown = items.slice(0, count).map((item) => ({ item, path: shortened(item.url, places) }));
    if (shown.length === 0) return `${name} (${items.length})`;
    const folder = sharedFolder(shown.map(({ path }) => path));
    const labels = shown.map(({ item, path }) =>
      labelOf(path.slice(folder.length) || "./", item, { usual, most: MAX_TITLE }),
    );
    return `${name} (${items.length})${folder && ` in ${folder}`}: ${labels.join(", ")}`;
  });

interface IndexHead {
  readonly name: string;
  readonly url: string | undefined;
  readonly places: SharedParts;
  readonly pages: number;
}

const wholeBlock = (head: IndexHead, lines: string): string => block(head, [], lines);

function bestBlock(head: IndexHead, lines: readonly string[]): string {
  const { url } = head;
  const search = url === undefined ? [] : [`Search them by MCP: \`npx -y llmstxt-service mcp ${url}\`.`];
  return block(head, ["Here stand the first pages of each section.", ...search], lines.join("\n"));
}

/** Block with as many sections as fit. */
function shortestBlock(head: IndexHead, lines: readonly string[]): string {
  let size = codePoints(bestBlock(head, [`… and ${lines.length} more sections`]));
  const over = lines.findIndex((line) => {
    size += codePoints(line) + 1;
    return size > MAX_INDEX;
  });
  return bestBlock(head, [...lines.slice(0, over), `… and ${lines.length - over} more sections`]);
}

function block({ name, url, places, pages }: IndexHead, more: readonly string[], lines: string): string {
  const { root, ending } = places;
  const what = ending === "" ? "A page's address" : "The address of a page's Markdown";
  const end = ending === "" ? "" : ` + ${ending} (of a path that ends with /: + index${ending})`;
  const how = `${pages} pages. ${what} is ${root} + the path below${end}.`;
  const all = url === undefined ? [] : [`All with descriptions: ${url}.`];
  return [BEGIN, `## Pages of ${harmless(name)}`, "", [how, ...all, ...more].join(" "), "", lines, END].join("\n");
}
