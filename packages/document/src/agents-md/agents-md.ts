import { percentDecoded } from "@llmstxt-service/page/address/percent";
import { excerpt } from "@llmstxt-service/page/excerpt";
import { wordsOf } from "@llmstxt-service/page/words";
import { codePoints } from "../budget.ts";
import { parseLlmsTxt } from "../check/check.ts";
import type { Item, Section } from "../document.ts";
import { BEGIN, END } from "./markers.ts";

export { type MarkerProblem, withBlock } from "./markers.ts";

/** Code points of an index for AGENTS.md, its markers included: what has been measured to help, in every prompt. */
const MAX_INDEX = 8_000;

/** Longest note beside a page; most of a page's excerpt. */
const MAX_NOTE = 300;

/** A shorter one says nothing. */
const MIN_NOTE = 4;

/** Best pages of a section where there is no room for all. */
const BEST = [60, 40, 25, 16, 10, 6, 4, 3, 2, 1, 0];

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
  const places = placesOf(sections.flatMap(({ items }) => items.map((item) => item.url)));
  const head = { name, url, places, pages: sections.reduce((sum, { items }) => sum + items.length, 0) };
  const plain = byFolder(sections, places, -1);
  if (isFitting(wholeBlock(head, plain))) {
    // The longest notes that fit, found by halves.
    let [fits, over] = [-1, MAX_NOTE + 1];
    while (over - fits > 1) {
      const middle = Math.floor((fits + over) / 2);
      if (isFitting(wholeBlock(head, byFolder(sections, places, middle)))) fits = middle;
      else over = middle;
    }
    return wholeBlock(head, fits < 0 ? plain : byFolder(sections, places, fits));
  }
  const best = BEST.find((most) => isFitting(bestBlock(head, bestOf(sections, places, most))));
  return best === undefined
    ? shortestBlock(head, bestOf(sections, places, 0))
    : bestBlock(head, bestOf(sections, places, best));
}

const isFitting = (block: string): boolean => codePoints(block) <= MAX_INDEX;

/** Each page once, in its own part rather than in the root that repeats the best; no llms.txt. */
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
  const [first = ""] = most;
  let root = first.slice(0, first.lastIndexOf("/") + 1);
  for (const url of most)
    while (!url.startsWith(root)) root = root.slice(0, root.lastIndexOf("/", root.length - 2) + 1);
  return { root, ending };
}

/** The address without what it shares with the others; whole where it shares nothing. */
function shortened(url: string, { root, ending }: SharedParts): string {
  if (!url.startsWith(root) || !url.endsWith(ending)) return url;
  const path = url.slice(root.length, url.length - ending.length);
  const short = ending === "" ? path : path.replace(/(^|\/)index$/, "$1");
  const readable = percentDecoded(short);
  return /^[\p{L}\p{M}\p{N}\-._~/+@=&?]*$/u.test(readable) && encodeURI(readable) === short ? readable : short;
}

/** The name, and the title where that says more. */
function labelOf(name: string, { title }: Item): string {
  const known = new Set(wordsOf(name));
  return wordsOf(title).every((word) => known.has(word)) ? name : `${name} (${harmless(title)})`;
}

/**
 * A line a folder.
 * @param note most characters of a page's excerpt; -1: no titles either
 */
function byFolder(sections: readonly Section[], places: SharedParts, note: number): string {
  const pages = sections.flatMap(({ items }) => items.map((item) => ({ item, path: shortened(item.url, places) })));
  const folders = Map.groupBy(pages, ({ path }) => path.slice(0, path.lastIndexOf("/", path.length - 2) + 1));
  const lines = [...folders].map(([folder, own]) => {
    const labels = own.map(({ item, path }) => {
      const name = path.slice(folder.length) || "./";
      const words = note > 0 ? harmless(excerpt(item.excerpt ?? "", note)) : "";
      return `${note < 0 ? name : labelOf(name, item)}${words.length < MIN_NOTE ? "" : `: ${words}`}`;
    });
    const start = folder || "./";
    return note > 0 ? [start, ...labels.map((label) => `- ${label}`)].join("\n") : `${start}: ${labels.join(", ")}`;
  });
  return lines.join("\n");
}

/** A line a section. */
const bestOf = (sections: readonly Section[], places: SharedParts, best: number): readonly string[] =>
  sections.map(({ name, items }) => {
    const labels = items.slice(0, best).map((item) => labelOf(shortened(item.url, places) || "./", item));
    return `${name} (${items.length})${labels.length === 0 ? "" : `: ${labels.join(", ")}`}`;
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

/** As many sections as there is room for. */
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
