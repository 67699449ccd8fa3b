// Writes an index of a site's pages for AGENTS.md, small enough for every prompt, between two markers.
import { percentDecoded } from "@llmstxt-service/page/address/page-url";
import { parse } from "../check/parse.ts";
import { charactersOf, cut } from "../text.ts";

const BEGIN = "<!-- llms.txt index: begin (llmstxt --agents-md writes it anew each time) -->";
const END = "<!-- llms.txt index: end -->";

/** Most code points of a block, its markers included: it is in every prompt, and this size was measured to help. */
const MAX_INDEX = 8_000;
/** Longest title and note beside a page: titles are whole before there are notes. */
const MAX = { title: 60, note: 300 } as const;
/** Shortest title that is worth showing. */
const MIN_TITLE = 12;

interface IndexedPage {
  readonly title: string;
  /** Words of the title that other titles lack. */
  readonly telling: readonly string[];
  readonly note: string;
  /** The address without the common start. */
  readonly path: string;
  readonly section: string;
}

interface Shared {
  /** Common start and common end of most addresses. */
  readonly root: string;
  readonly ending: string;
}

/**
 * The block: pages by their paths, packed by folder, with titles and notes as far as there is room; else the first pages
 * of each section. The same document gives the same block. Never throws.
 * @param url where the llms.txt is published
 */
export function agentsIndex(text: string, url?: string): string {
  const { name, sections } = parse(text);
  const items = sections.flatMap((section) =>
    section.items.filter((item) => URL.canParse(item.url)).map((item) => ({ ...item, section: section.name })),
  );
  const shared = sharedOf(items.map((item) => item.url));
  const telling = tellingWords(items.map((item) => item.title));
  const pages = items.map(({ title, excerpt = "", url: address, section }, at) => ({
    title: harmless(title),
    telling: telling[at] ?? [],
    note: harmless(excerpt),
    path: shortened(address, shared),
    section: harmless(section),
  }));
  const write = (lines: readonly string[], more = "") =>
    blockOf({ name, url, shared, more, pages: pages.length }, lines);
  const whole = (detail: number) => write(byFolder(pages, detail));
  if (fits(whole(0))) return whole(most(MAX.title + MAX.note, (detail) => fits(whole(detail))));
  const first = (count: number) => write(bySection(pages, count), "Here stand the first pages of each section.");
  if (fits(first(0))) return first(most(pages.length, (count) => fits(first(count))));
  const lines = bySection(pages, 0);
  const cutAt = (count: number) => write([...lines.slice(0, count), `… and ${lines.length - count} more sections`]);
  return cutAt(most(lines.length, (count) => fits(cutAt(count))));
}

const fits = (block: string): boolean => charactersOf(block) <= MAX_INDEX;

/** Largest amount up to `limit` that fits, by binary search; 0 always does. */
function most(limit: number, isFitting: (amount: number) => boolean): number {
  let [known, over] = [0, limit + 1];
  while (over - known > 1) {
    const middle = Math.floor((known + over) / 2);
    if (isFitting(middle)) known = middle;
    else over = middle;
  }
  return known;
}

/** Untrusted text that can neither end the block nor hide anything in it. */
const harmless = (text: string): string => text.replaceAll("<!--", "").replaceAll("-->", "");

function sharedOf(urls: readonly string[]): Shared {
  const ending = urls.filter((url) => url.endsWith(".md")).length * 2 > urls.length ? ".md" : "";
  const origins = Map.groupBy(urls, (url) => new URL(url).origin);
  const [own = []] = [...origins.values()].sort((a, b) => b.length - a.length);
  return { root: sharedFolder(own), ending };
}

/** The longest common folder of all paths, with a slash at its end. */
function sharedFolder([first = "", ...others]: readonly string[]): string {
  let folder = first.slice(0, first.lastIndexOf("/") + 1);
  for (const path of others)
    while (!path.startsWith(folder)) folder = folder.slice(0, folder.lastIndexOf("/", folder.length - 2) + 1);
  return folder;
}

function shortened(url: string, { root, ending }: Shared): string {
  if (!url.startsWith(root) || !url.endsWith(ending)) return url;
  const path = url.slice(root.length, url.length - ending.length);
  const short = ending === "" ? path : path.replace(/(^|\/)index$/, "$1");
  const readable = percentDecoded(short);
  return /^[\p{L}\p{M}\p{N}\-._~/+@=&?]*$/u.test(readable) && encodeURI(readable) === short ? readable : short;
}

/** The path of a page, followed by its title if that says more and there is room. */
function labelOf(name: string, { title, telling }: IndexedPage, room: number): string {
  const own = new Set(wordsOf(name));
  // A path that is a number or a letter says nothing, so its title is always shown.
  const least = /\p{L}{2}/u.test(name) ? room : Math.max(room, MIN_TITLE * 2);
  return least < MIN_TITLE || telling.every((word) => own.has(word)) ? name : `${name} (${cut(title, least)})`;
}

const wordsOf = (text: string): string[] => text.toLowerCase().match(/[\p{L}\p{M}\p{N}]+/gu) ?? [];

/** Words of each title that distinguish it: many titles contain the site's name or a kind of page. */
function tellingWords(titles: readonly string[]): readonly (readonly string[])[] {
  const counts = new Map<string, number>();
  const words = titles.map((title) => [...new Set(wordsOf(title))]);
  for (const word of words.flat()) counts.set(word, (counts.get(word) ?? 0) + 1);
  const usual = Math.max(5, titles.length / 10);
  return words.map((own) => own.filter((word) => (counts.get(word) ?? 0) < usual));
}

/** Lines, one a folder, or one a page where there are notes. @param detail characters of titles, then of notes */
function byFolder(pages: readonly IndexedPage[], detail: number): string[] {
  const folders = Map.groupBy(pages, ({ path }) => path.slice(0, path.lastIndexOf("/", path.length - 2) + 1));
  const room = detail - MAX.title;
  return [...folders].flatMap(([folder, own]) => {
    const labels = own.map((page) => {
      const label = labelOf(page.path.slice(folder.length) || "./", page, Math.min(detail, MAX.title));
      return room < MIN_TITLE || page.note === "" ? label : `${label}: ${cut(page.note, room)}`;
    });
    const start = folder || "./";
    return room < MIN_TITLE ? [`${start}: ${labels.join(", ")}`] : [start, ...labels.map((label) => `- ${label}`)];
  });
}

/** Lines, one a section, with its first pages. */
const bySection = (pages: readonly IndexedPage[], count: number): string[] =>
  [...Map.groupBy(pages, ({ section }) => section)].map(([section, own]) => {
    const shown = own.slice(0, count);
    const folder = sharedFolder(shown.map(({ path }) => path));
    const labels = shown.map((page) => labelOf(page.path.slice(folder.length) || "./", page, MAX.title));
    const start = `${section} (${own.length})`;
    return shown.length === 0 ? start : `${start}${folder && ` in ${folder}`}: ${labels.join(", ")}`;
  });

interface BlockHead {
  readonly name: string;
  readonly url: string | undefined;
  readonly shared: Shared;
  readonly more: string;
  readonly pages: number;
}

function blockOf({ name, url, shared: { root, ending }, more, pages }: BlockHead, lines: readonly string[]): string {
  const what = ending === "" ? "A page's address" : "The address of a page's Markdown";
  const end = ending === "" ? "" : ` + ${ending} (of a path that ends with /: + index${ending})`;
  const how = [
    `${pages} pages. ${what} is ${root} + the path below${end}.`,
    url === undefined ? "" : `All with descriptions: ${url}.`,
    more,
    more === "" || url === undefined ? "" : `Search them by MCP: \`npx -y llmstxt-service mcp ${url}\`.`,
  ].filter(Boolean);
  return [BEGIN, `## Pages of ${harmless(name || "this site")}`, "", how.join(" "), "", ...lines, END].join("\n");
}

/**
 * A file with its block replaced, or added at its end if there is none. Every other character stays as it is; the block
 * has the line ends of the file.
 */
export function withBlock(file: string, block: string): string | { readonly problem: string } {
  const lineOf = (at: number) => file.slice(0, at).split("\n").length;
  const conflict = /^<{7} /m.exec(file);
  if (conflict !== null && /^>{7} /m.test(file))
    return { problem: `a merge conflict begins in line ${lineOf(conflict.index)}` };
  const placesOf = (marker: string) => {
    const parts = file.split(marker).slice(0, -1);
    return parts.map((_, at) => parts.slice(0, at + 1).join(marker).length);
  };
  const [begins, ends] = [placesOf(BEGIN), placesOf(END)];
  const [begin, end] = [begins[0], ends[0]];
  const newline = /\r?\n/.exec(file)?.[0] ?? "\n";
  const own = block.replaceAll("\n", newline);
  if (begin === undefined && end === undefined) {
    const gap = file === "" || /\n\r?\n$/.test(file) ? "" : newline.repeat(file.endsWith("\n") ? 1 : 2);
    return `${file}${gap}${own}${newline}`;
  }
  if (begin === undefined || end === undefined || begins.length > 1 || ends.length > 1 || end < begin) {
    const lines = [...begins, ...ends].sort((a, b) => a - b).map(lineOf);
    return { problem: `the index's two markers are not there once each, in order: see line ${lines.join(", ")}` };
  }
  return file.slice(0, begin) + own + file.slice(end + END.length);
}
