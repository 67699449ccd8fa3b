import { type Harmless, joined, type Ours, ours, type PlainAddress, type Value } from "../../emit/harmless.ts";

/** Facts about a bundle for a server, in text that may stand in its settings. */
export interface Served {
  /** Path of the base URL, with a slash at its end. */
  readonly base: Value;
  /** Every llms.txt by the path that it covers, the most specific first. */
  readonly indexes: readonly { readonly covers: PlainAddress; readonly url: Harmless }[];
  readonly pages: readonly ServedPage[];
  /** Number of all pages of the bundle, those whose address cannot stand in settings included. */
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
  /** Header fields of every response with a page's Markdown, besides its type and its links. */
  readonly fields: readonly (readonly [name: Ours, value: Ours])[];
}

/** The page that each file of Markdown repeats, with its origin. */
export interface Sources {
  readonly origin: Harmless;
  /** Pattern of the base URL's path on disk, with a slash at its end. */
  readonly folder: Value;
  /**
   * Ending of pages' addresses: `/a.md` is the Markdown of `/a` with this ending. Undefined if only `rows` tell the
   * page of a file.
   */
  readonly ending: Ours | undefined;
  /** Files whose page does not follow from their name, by their names on disk. */
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
  /** Paths of the page's Markdown from the second part on; empty for an undivided page. */
  readonly parts: readonly Harmless[];
  /** Title of the page, untrusted; written only in languages that can quote it as a literal. */
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
  /** Path of `from` by the names on disk; undefined where settings cannot name it so. */
  readonly path: Harmless | undefined;
  readonly to: Harmless;
  /**
   * True if `from` is the address of a Markdown file, which redirects every client; a page's redirects those that ask
   * for Markdown.
   */
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

/**
 * Patterns of Markdown files whose page follows from their name; the first group is the path of the page, the first
 * match counts.
 */
export function sourceRules({ origin, folder, ending }: Sources) {
  if (ending === undefined) return [];
  return [
    { pattern: joined(ours`^(`, folder, ours`(?:`, SAME, ours`*/)?)index\\.md$`), origin: [origin], ending: ours`` },
    { pattern: joined(ours`^(`, folder, SAME, ours`+)\\.md$`), origin: [origin], ending },
  ];
}

/** Cache-Control of every response with Markdown: five minutes, then caches must revalidate. */
export const CACHE = ours`public, max-age=300, must-revalidate`;

export const MARKDOWN_TYPE = ours`text/markdown; charset=utf-8`;

export const PLAIN_TYPE = ours`text/plain; charset=utf-8`;
