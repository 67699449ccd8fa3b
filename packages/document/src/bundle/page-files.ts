import type { Entry } from "../entry.ts";
import { fileKey } from "../file-names.ts";
import { pageContent } from "../full.ts";
import type { Outline } from "../outline.ts";
import { noteText, plainText } from "../text.ts";
import { withAbsoluteLinks } from "./absolute-links.ts";
import { type Index, indexReader } from "./indexes.ts";
import type { Layout } from "./layout.ts";
import { partName } from "./names.ts";
import type { OperationPage } from "./operations.ts";
import type { BundleOptions } from "./options.ts";
import { contentPieces, type FrontMatter, type PageText, pageFileText, pieceText } from "./page-file.ts";

/** Most code points of a page's file: readers cut at 50,000 to 100,000. */
const MAX_PAGE = 50_000;

export interface BundlePlan {
  readonly outline: Outline;
  readonly layout: Layout;
  readonly indexes: readonly Index[];
  /** Indexes by language and version. */
  readonly groups: readonly (readonly Index[])[];
  readonly operations: readonly OperationPage[];
  readonly options: BundleOptions;
}

export type WrittenFile = readonly [path: string, text: string];

/** Files of a page by its address, in the order of its parts. */
export interface PageFiles {
  readonly url: string;
  /** True for an operation of the page's interface. */
  readonly isOperation?: true;
  readonly files: readonly WrittenFile[];
}

export function pageFiles({ outline, layout, indexes, operations, options }: BundlePlan): readonly PageFiles[] {
  const { entries, home, names, urlOf } = layout;
  const taken = new Set([...names.values(), ...operations.map(({ file }) => file)].map(fileKey));
  const indexFileOf = indexReader(indexes);
  const ofPages = (home === undefined ? entries : [home, ...entries]).flatMap((entry): PageFiles[] => {
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
  const ofOperations = operations.map(({ entry, title, markdown, file }): PageFiles => {
    const text = { title, content: markdown, source: entry.url, index: urlOf(indexFileOf(entry)) };
    const front = options.frontMatter === true ? { front: { title, url: entry.url } } : {};
    return { url: entry.url, isOperation: true, files: piecesOf({ ...text, ...front }, file, { taken, urlOf }) };
  });
  return [...ofPages, ...ofOperations];
}

/** Addresses of a page's files from the second on, those of its operations among them, and of each operation's files. */
export function furtherFiles(
  files: readonly PageFiles[],
  { urlOf }: Pick<Layout, "urlOf">,
): { readonly parts: ReadonlyMap<string, readonly string[]>; readonly operations: readonly (readonly string[])[] } {
  const parts = new Map<string, string[]>();
  for (const { url, files: own, isOperation } of files) {
    const further = own.slice(isOperation ? 0 : 1).map(([path]) => urlOf(path));
    parts.set(url, (parts.get(url) ?? []).concat(further));
  }
  const operations = files.filter(({ isOperation }) => isOperation);
  return { parts, operations: operations.map(({ files: own }) => own.map(([path]) => urlOf(path))) };
}

/**
 * The site's own Markdown of a page, links made absolute, as the copy lies at another address; undefined if the site
 * has none.
 */
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
