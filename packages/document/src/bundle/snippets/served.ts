import { type Harmless, joined, type Ours, ours, type PlainAddress, type Value } from "../../emit/harmless.ts";

/** Facts about a bundle for a server, in text that may stand in its settings. */
export interface Served {
  /** Path of the base URL, with a slash at its end. */
  readonly base: Value;
  /** Every llms.txt by the path that it covers, the most specific first. */
  readonly indexes: readonly { readonly covers: PlainAddress; readonly url: Harmless }[];
  readonly pages: readonly ServedPage[];
  /** Of the bundle, those among them whose address cannot stand in settings. */
  readonly total: number;
  /** Pages whose Markdown is on this host and not where their address says. */
  readonly exceptions: readonly Exception[];
  readonly sources: Sources;
  /** Addresses of pages and of Markdown that have moved. */
  readonly moves: readonly Move[];
  /** Path of the Markdown for addresses where there is nothing. */
  readonly missing: Harmless;
  /** Status for agents that ask for a page that is not there. */
  readonly notFound: 404 | 200;
  /** Fields of every answer with Markdown of a page, besides its type and its links. */
  readonly fields: readonly (readonly [name: Ours, value: Ours])[];
}

/** The page that each file of Markdown repeats, with its origin. */
export interface Sources {
  readonly origin: Harmless;
  /** Pattern of the base URL's path on disk, with a slash at its end. */
  readonly folder: Value;
  /** `/a.md` is the Markdown of `/a` and this ending, `/a/index.md` that of `/a/`. Undefined: only `rows` say. */
  readonly ending: Ours | undefined;
  /** Files for which this is not so, by their names on disk. */
  readonly rows: readonly SourceRow[];
}

export interface SourceRow {
  readonly file: Harmless;
  readonly page: Harmless;
}

export interface ServedPage {
  /** Path and query of the page. */
  readonly address: PlainAddress;
  /** Path of its Markdown, or its address where that is on another host. */
  readonly markdown: Harmless;
  /** The llms.txt that lists it. */
  readonly index: Harmless;
  /** Of a divided page: paths of its Markdown from the second part on. */
  readonly parts: readonly Harmless[];
  /** A stranger's text: only for languages that have it as a literal. */
  readonly title: string;
}

export interface Exception {
  readonly address: PlainAddress;
  /** Path of its Markdown by the names on disk. */
  readonly file: Harmless;
}

/** Moves of pages, and those of Markdown. */
export const movedPages = ({ moves }: Pick<Served, "moves">) => moves.filter(({ isMarkdown }) => !isMarkdown);
export const movedFiles = ({ moves }: Pick<Served, "moves">) => moves.filter(({ isMarkdown }) => isMarkdown);

export interface Move {
  readonly from: PlainAddress;
  /** By the names on disk; undefined where settings cannot name it so. */
  readonly path: Harmless | undefined;
  readonly to: Harmless;
  /** A page's own address is answered so to those who ask for Markdown, that of Markdown to all. */
  readonly isMarkdown: boolean;
}

/** Path of a page's Markdown by its address alone: `/a` and `/a.html` in `/a.md`, `/a/` in `/a/index.md`. */
export function besidePath(pathname: string): string {
  return pathname.endsWith("/") ? `${pathname}index.md` : `${pathname.replace(/\.html?$/i, "")}.md`;
}

/** The page of a path of Markdown by that alone, as `Sources` has it. */
export const pageBeside = (path: string, ending: string): string =>
  path.endsWith("/index.md") ? path.slice(0, -"index.md".length) : path.replace(/\.md$/, ending);

/** Characters that are the same on disk and in an address. */
const SAME = ours`[A-Za-z0-9._~/@+=,()-]`;

/** Patterns of the files in question, the first group of which stands in their page's address; what comes first counts. */
export function sourceRules({ origin, folder, ending }: Sources) {
  if (ending === undefined) return [];
  return [
    { pattern: joined(ours`^(`, folder, ours`(?:`, SAME, ours`*/)?)index\\.md$`), origin: [origin], ending: ours`` },
    { pattern: joined(ours`^(`, folder, SAME, ours`+)\\.md$`), origin: [origin], ending },
  ];
}

/** Cache-Control of every answer with Markdown: five minutes, then it is asked for again. */
export const CACHE = ours`public, max-age=300, must-revalidate`;

export const MARKDOWN_TYPE = ours`text/markdown; charset=utf-8`;

export const PLAIN_TYPE = ours`text/plain; charset=utf-8`;
