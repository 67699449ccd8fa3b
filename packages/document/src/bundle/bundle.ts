import type { Annotation } from "@llmstxt-service/page/annotation";
import { budgetOf } from "../budget.ts";
import { writeLlmsTxt } from "../document.ts";
import { DOCUMENT_OPTIONS } from "../document-options.ts";
import type { Entry } from "../entry.ts";
import { type FamilyMember, familyOf, memberFile, relativesLine } from "../family.ts";
import { changedOutline } from "../full.ts";
import type { ListedPage } from "../listed-page.ts";
import { metadataLine } from "../metadata.ts";
import { fitted } from "../notes/notes.ts";
import type { Outline } from "../outline.ts";
import { searchText } from "../search/search.ts";
import { fullFiles } from "./full-files.ts";
import { indexesOf } from "./indexes.ts";
import { type Layout, layoutOf } from "./layout.ts";
import { bodyDigest, type Moves, movesAfter } from "./moves.ts";
import { folderPath, MISSING } from "./names.ts";
import { missText } from "./nearest.ts";
import { operationPages, withOperations } from "./operations.ts";
import type { BundleOptions } from "./options.ts";
import { type BundlePlan, furtherFiles, pageFiles, type WrittenFile } from "./page-files.ts";
import type { BundlePart } from "./parts.ts";
import { NOTES, snippetFiles, type Unserved } from "./snippets/snippets.ts";

export type { BundleOptions } from "./options.ts";
export type { Unserved } from "./snippets/snippets.ts";

/** Files that a site publishes for agents. */
export interface Bundle {
  /** Path of the base URL: what the root index covers. */
  readonly base: string;
  /** Path of the root index, and its address. */
  readonly index: string;
  readonly url: string;
  /** Paths of the indexes of the site's own language and current version, the root first. */
  readonly indexes: readonly string[];
  /** Texts by path below the root, in the order of writing: pages first, the root index last. */
  readonly files: ReadonlyMap<string, string>;
  /** The file with the Markdown of each page that has one here, and its address, by the page's own. */
  readonly markdown: ReadonlyMap<string, { readonly path: string; readonly url: string }>;
  /** Pages that some of the settings for servers do not name. */
  readonly unserved: readonly Unserved[];
  /** Markup for the pages' own HTML, by address. */
  readonly annotations: ReadonlyMap<string, Annotation>;
}

/** Path of the search index. */
const SEARCH_PATH = `${NOTES}search.json`;

/** Path of the file from which the next bundle of the site learns which pages have moved. */
const MOVES_PATH = `${NOTES}moves.json`;

/**
 * The files of a bundle: llms.txt whose links lead to Markdown, the Markdown of each listed page that has none of its own,
 * and how to serve them. The same pages give the same files. Never throws.
 */
export function planBundle(pages: readonly ListedPage[], options: BundleOptions): Bundle {
  const family = familyOf(withHomeMarkdown(pages, options.homeMarkdown), options);
  const members = [family.main, ...family.others];
  const main = withNotes(changedOutline(family.main.pages, options), options);
  const others = family.others.map(({ pages: own }) =>
    withNotes(changedOutline(own, withoutOverlay(own, options)), options),
  );
  const outline = together(main, others);
  const layout = layoutOf(
    outline,
    options,
    members.flatMap(({ folder }) => folder ?? []),
  );
  const titleOf = (entry: Entry) => outline.titles.get(entry) ?? outline.document.name;
  const placeOf = ({ folder }: FamilyMember) => ({ ...layout.place, ...(folder !== undefined && { base: folder }) });
  const fileOf = (member: FamilyMember) =>
    `${folderPath(placeOf(member).base, layout.place)}${member.folder === undefined ? memberFile(member) : "llms.txt"}`;
  const taken = new Set<string>();
  const operations = operationPages(layout, { titleOf, descLength: options.descLength });
  const groups = [main, ...others].map((own, at) => {
    const member = members[at] ?? family.main;
    const { source } = at === 0 ? options : withoutOverlay(member.pages, options);
    const line = relativesLine(member, family, (one) => layout.urlOf(fileOf(one)));
    const notes = [...(line === undefined ? [] : [line]), ...(own.document.notes ?? [])];
    return indexesOf({
      place: placeOf(member),
      head: { ...own.document, ...(notes.length > 0 && { notes }) },
      parts: withOperations(partsOf(own, layout), own, operations),
      home: own.home,
      taken,
      file: fileOf(member),
      limit: budgetOf(options),
      metadata: (count) => metadataLine(count, { ...options, source }),
      urlOf: layout.urlOf,
    });
  });
  const indexes = groups.flat();
  const titles = new Map([...outline.titles, ...operations.map(({ entry, title }) => [entry, title] as const)]);
  const plan = { outline: { ...outline, titles }, layout, indexes, groups, operations, options };
  const ofPages = pageFiles(plan);
  const written = ofPages.flatMap(({ files }) => files);
  const { moves, text: movesText } = movesOf(layout, options);
  const further = furtherFiles(ofPages, layout);
  const { files: snippets, ...about } = snippetFiles({ layout, indexes, ...further, moves, titleOf, options });
  const folder = indexes[0]?.folder ?? "";
  const [index, missing] = [indexes[0]?.file ?? "llms.txt", `${folder}${MISSING}`];
  const url = layout.urlOf(index);
  const files = new Map([
    ...written,
    ...snippets,
    [MOVES_PATH, movesText],
    [missing, missText({ index: url, nearest: [] })],
    searchFile(plan, written),
    ...fullFiles(plan),
    ...indexFiles(plan),
  ]);
  const markdown = new Map([...layout.names].map(([page, path]) => [page, { path, url: layout.urlOf(path) }]));
  const own = groups[0]?.map(({ file }) => file) ?? [];
  return { base: layout.place.base, index, url, indexes: own, files, markdown, ...about };
}

function movesOf({ home, entries, origin, place }: Layout, { ownMarkdown, movesBefore }: BundleOptions): Moves {
  const bodies = (home === undefined ? entries : [home, ...entries]).map(({ url, listed }) => {
    const body = ownMarkdown?.get(listed.url) ?? listed.markdown ?? listed.page.text;
    return [url.startsWith(`${origin}/`) ? url.slice(origin.length) : url, bodyDigest(body, url)] as const;
  });
  return movesAfter(movesBefore, new Map(bodies), place.base);
}

/**
 * Chooses the notes of a bundle's outline like those of the document, with less room, as links to Markdown are longer.
 */
function withNotes(outline: Outline, { topics = DOCUMENT_OPTIONS.topics.default, ...options }: BundleOptions): Outline {
  const { document, entries } = outline;
  const documentBudget = budgetOf(options) - LINKS_GROWTH * entries.length;
  return { ...outline, ...fitted(document, { ...options, documentBudget, ...(topics && { entries }) }) };
}

/** Estimated characters by which a link to Markdown is longer than one to the page. */
const LINKS_GROWTH = "index.md".length;

/** Options of the document of another language or version: an owner's changes apply to the main document alone. */
const withoutOverlay = (
  [home]: readonly ListedPage[],
  { overlay: _, ...options }: BundleOptions,
): BundleOptions & { readonly overlay?: never } => ({ ...options, source: home?.url ?? options.source });

/** The pages of all outlines, the start pages of other languages and versions among them. */
function together(main: Outline, others: readonly Outline[]): Outline {
  if (others.length === 0) return main;
  const homes = others.flatMap(({ home, document }) => (home === undefined ? [] : [[home, document.name] as const]));
  return {
    ...main,
    entries: [...main.entries, ...others.flatMap(({ home, entries }) => [...(home ? [home] : []), ...entries])],
    titles: new Map([...[main, ...others].flatMap(({ titles }) => [...titles]), ...homes]),
  };
}

/**
 * Sets the homepage's Markdown version, which the crawl does not look for, as the homepage is no item of an llms.txt.
 */
function withHomeMarkdown(pages: readonly ListedPage[], markdownUrl: string | undefined): readonly ListedPage[] {
  const [home, ...others] = pages;
  return home === undefined || markdownUrl === undefined ? pages : [{ ...home, markdownUrl }, ...others];
}

/** The document's sections with links to Markdown, without pages that the base URL does not cover. */
function partsOf(
  { document, entries, home }: Outline,
  { entries: covered, markdownOf }: Layout,
): readonly BundlePart[] {
  const kept = new Set(covered);
  const ordered = entries.values();
  const linked = document.sections.map(({ name, items }) => ({
    name,
    items: items.flatMap((item) => {
      // The only item of a site of one page is its homepage, which has no entry.
      const entry = ordered.next().value ?? home;
      const isListed = entry !== undefined && (kept.has(entry) || entries.length === 0);
      return isListed ? [{ entry, item: { ...item, url: markdownOf(entry) } }] : [];
    }),
  }));
  return linked.filter(({ items }) => items.length > 0);
}

/** Largest size of search.json as a share of the bundle's Markdown, and the bytes that it may have in any case. */
const SEARCH_SHARE = 0.1;
const MIN_SEARCH = 20_000;

function searchFile({ outline, layout, operations }: BundlePlan, written: readonly WrittenFile[]): WrittenFile {
  const { home, entries, names, origin } = layout;
  const all = home === undefined ? entries : [home, ...entries];
  // The site's own Markdown counts, too, though it is in no file of the bundle.
  const others = all.filter(({ url }) => !names.has(url)).map(({ listed }) => listed.markdown ?? listed.page.text);
  const bytes = [...written.map(([, text]) => text), ...others].reduce((sum, text) => sum + Buffer.byteLength(text), 0);
  const local = (url: string) => (url.startsWith(`${origin}/`) ? url.slice(origin.length) : url);
  const searched = all.map((entry) => ({
    url: local(entry.url),
    title: outline.titles.get(entry) ?? outline.document.name,
    headings: entry.page.headings.map(({ text }) => text),
    text: entry.page.text,
  }));
  const described = operations.map(({ title, item, markdown: text }) => ({
    url: local(item.url),
    title: `${title} ${item.excerpt ?? ""}`.trim(),
    headings: [],
    text,
  }));
  return [SEARCH_PATH, searchText([...searched, ...described], Math.max(MIN_SEARCH, bytes * SEARCH_SHARE))];
}

function indexFiles({ indexes }: BundlePlan): readonly WrittenFile[] {
  return indexes.map(({ file, document }) => [file, writeLlmsTxt(document)] as const).reverse();
}
