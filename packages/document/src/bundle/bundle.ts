import type { Annotation } from "@llmstxt-service/page/annotation";
import { budgetOf } from "../budget.ts";
import { writeLlmsTxt } from "../document.ts";
import { DOCUMENT_OPTIONS } from "../document-options.ts";
import type { Entry } from "../entry.ts";
import { type FamilyMember, familyOf, memberFile, relativesLine } from "../family.ts";
import { fileKey } from "../file-names.ts";
import { changedOutline, pageContent } from "../full.ts";
import type { ListedPage } from "../listed-page.ts";
import { metadataLine } from "../metadata.ts";
import { fitted } from "../notes/notes.ts";
import type { Outline } from "../outline.ts";
import { searchText } from "../search/search.ts";
import { noteText, plainText } from "../text.ts";
import { withAbsoluteLinks } from "./absolute-links.ts";
import { fullFiles } from "./full-files.ts";
import { type Index, indexesOf, indexReader } from "./indexes.ts";
import { type Layout, layoutOf } from "./layout.ts";
import { bodyDigest, type Moves, movesAfter } from "./moves.ts";
import { folderPath, MISSING, partName } from "./names.ts";
import { missText } from "./nearest.ts";
import type { BundleOptions } from "./options.ts";
import { contentPieces, type FrontMatter, type PageText, pageFileText, pieceText } from "./page-file.ts";
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

/** Index of words for who searches the bundle. */
const SEARCH_PATH = `${NOTES}search.json`;

/** Pages that have moved, as the bundles of a site know them. */
const MOVES_PATH = `${NOTES}moves.json`;

/** Most code points of a page's file: readers cut at 50,000 to 100,000. */
const MAX_PAGE = 50_000;

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
  const placeOf = ({ folder }: FamilyMember) => ({ ...layout.place, ...(folder !== undefined && { base: folder }) });
  const fileOf = (member: FamilyMember) =>
    `${folderPath(placeOf(member).base, layout.place)}${member.folder === undefined ? memberFile(member) : "llms.txt"}`;
  const taken = new Set<string>();
  const groups = [main, ...others].map((own, at) => {
    const member = members[at] ?? family.main;
    const { source } = at === 0 ? options : withoutOverlay(member.pages, options);
    const line = relativesLine(member, family, (one) => layout.urlOf(fileOf(one)));
    const notes = [...(line === undefined ? [] : [line]), ...(own.document.notes ?? [])];
    return indexesOf({
      place: placeOf(member),
      head: { ...own.document, ...(notes.length > 0 && { notes }) },
      parts: partsOf(own, layout),
      home: own.home,
      taken,
      file: fileOf(member),
      limit: budgetOf(options),
      metadata: (count) => metadataLine(count, { ...options, source }),
      urlOf: layout.urlOf,
    });
  });
  const indexes = groups.flat();
  const plan = { outline, layout, indexes, groups, options };
  const ofPages = pageFiles(plan);
  const written = ofPages.flatMap(({ files }) => files);
  const titleOf = (entry: Entry) => outline.titles.get(entry) ?? outline.document.name;
  const parts = new Map(
    ofPages.map(({ url, files: [, ...others] }) => [url, others.map(([path]) => layout.urlOf(path))]),
  );
  const { moves, text: movesText } = movesOf(layout, options);
  const { files: snippets, ...about } = snippetFiles({ layout, indexes, parts, moves, titleOf, options });
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

/** Its notes are chosen like the document's; links to Markdown take some of the room. */
function withNotes(outline: Outline, { topics = DOCUMENT_OPTIONS.topics.default, ...options }: BundleOptions): Outline {
  const { document, entries } = outline;
  const documentBudget = budgetOf(options) - LINKS_GROWTH * entries.length;
  return { ...outline, ...fitted(document, { ...options, documentBudget, ...(topics && { entries }) }) };
}

/** A link to Markdown is so much longer than the page's own. */
const LINKS_GROWTH = "index.md".length;

/** An owner's changes are those of the main document. */
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

/** The crawl does not look for the homepage's own version: it is no item of the one document. */
function withHomeMarkdown(pages: readonly ListedPage[], markdownUrl: string | undefined): readonly ListedPage[] {
  const [home, ...others] = pages;
  return home === undefined || markdownUrl === undefined ? pages : [{ ...home, markdownUrl }, ...others];
}

interface BundlePlan {
  readonly outline: Outline;
  readonly layout: Layout;
  readonly indexes: readonly Index[];
  /** The same by language and version. */
  readonly groups: readonly (readonly Index[])[];
  readonly options: BundleOptions;
}

type WrittenFile = readonly [path: string, text: string];

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
      // A site of one page lists that: there is no entry behind its item.
      const entry = ordered.next().value ?? home;
      const isListed = entry !== undefined && (kept.has(entry) || entries.length === 0);
      return isListed ? [{ entry, item: { ...item, url: markdownOf(entry) } }] : [];
    }),
  }));
  return linked.filter(({ items }) => items.length > 0);
}

/** Files of a page by its address, in the order of its parts. */
interface PageFiles {
  readonly url: string;
  readonly files: readonly WrittenFile[];
}

function pageFiles({ outline, layout, indexes, options }: BundlePlan): readonly PageFiles[] {
  const { entries, home, names, urlOf } = layout;
  const taken = new Set([...names.values()].map(fileKey));
  const indexFileOf = indexReader(indexes);
  return (home === undefined ? entries : [home, ...entries]).flatMap((entry) => {
    const name = names.get(entry.url);
    if (name === undefined) return [];
    const index = urlOf(indexFileOf(entry));
    const title = outline.titles.get(entry) ?? outline.document.name;
    const front = options.frontMatter === true ? frontMatterOf(entry, title) : undefined;
    const own = ownTextOf(entry, options);
    if (own !== undefined) return [{ url: entry.url, files: [[name, pageFileText(own, { index, front })]] }];
    const text = { title, content: pageContent(entry, title), source: entry.url, index, ...(front && { front }) };
    return [{ url: entry.url, files: piecesOf(text, name, { taken, urlOf }) }];
  });
}

/** A copy lies at another address than the site's own text. */
function ownTextOf({ listed, url, link }: Entry, { ownMarkdown }: BundleOptions): string | undefined {
  const own = ownMarkdown?.get(listed.url);
  return own === undefined ? undefined : withAbsoluteLinks(own.trim(), { page: url, markdown: link });
}

function frontMatterOf({ page, url }: Entry, title: string): FrontMatter {
  const description = noteText(page.description ?? "", MAX_DESCRIPTION);
  const updated = plainText(page.modified ?? page.published ?? "");
  const isDate = updated.length <= MAX_DATE && !Number.isNaN(Date.parse(updated));
  return { title, ...(description && { description }), url, ...(isDate && { updated }) };
}

/** Code points of a description in front matter. */
const MAX_DESCRIPTION = 300;

const MAX_DATE = 60;

function piecesOf(
  text: PageText,
  name: string,
  { taken, urlOf }: Pick<Layout, "urlOf"> & { readonly taken: Set<string> },
): readonly WrittenFile[] {
  const pieces = contentPieces(text, MAX_PAGE);
  const files = pieces.map((_, at) => (at === 0 ? name : partName(name, at + 1, (free) => taken.has(fileKey(free)))));
  for (const file of files) taken.add(fileKey(file));
  const urls = files.map(urlOf);
  return files.map((file, at) => [file, pieceText(text, { pieces, urls, at })] as const);
}

/** Of its Markdown so much a site's search.json may have, and so many bytes always. */
const SEARCH_SHARE = 0.1;
const MIN_SEARCH = 20_000;

function searchFile({ outline, layout }: BundlePlan, written: readonly WrittenFile[]): WrittenFile {
  const { home, entries, names, origin } = layout;
  const all = home === undefined ? entries : [home, ...entries];
  // The site's own Markdown is searched, too, and stands in no file of ours.
  const others = all.filter(({ url }) => !names.has(url)).map(({ listed }) => listed.markdown ?? listed.page.text);
  const bytes = [...written.map(([, text]) => text), ...others].reduce((sum, text) => sum + Buffer.byteLength(text), 0);
  const searched = all.map((entry) => ({
    url: entry.url.startsWith(`${origin}/`) ? entry.url.slice(origin.length) : entry.url,
    title: outline.titles.get(entry) ?? outline.document.name,
    headings: entry.page.headings.map(({ text }) => text),
    text: entry.page.text,
  }));
  return [SEARCH_PATH, searchText(searched, Math.max(MIN_SEARCH, bytes * SEARCH_SHARE))];
}

function indexFiles({ indexes }: BundlePlan): readonly WrittenFile[] {
  return indexes.map(({ file, document }) => [file, writeLlmsTxt(document)] as const).reverse();
}
