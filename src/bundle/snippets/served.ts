/** What a server has to know of a bundle. */
export interface Served {
  /** Path of the base URL, with a slash at its end. */
  readonly base: string;
  /** Every llms.txt by the path that it covers, the most specific first; all as paths of the site or as addresses elsewhere. */
  readonly indexes: readonly CoveringIndex[];
  readonly pages: readonly ServedPage[];
}

export interface CoveringIndex {
  readonly covers: string;
  readonly url: string;
}

export interface ServedPage {
  /** Path and query of the page, as browsers send them. */
  readonly address: string;
  /** Path of its Markdown, or its address where that is on another host. */
  readonly markdown: string;
  /** The llms.txt that lists it. */
  readonly index: string;
}

/** Where a page's Markdown is looked for by its address alone: `/a` and `/a.html` in `/a.md`, `/a/` in `/a/index.md`. */
export function besidePath(pathname: string): string {
  return pathname.endsWith("/") ? `${pathname}index.md` : `${pathname.replace(/\.html?$/i, "")}.md`;
}

/** Pages whose Markdown is on this host and not where their address says. */
export const exceptions = ({ pages }: Served): readonly ServedPage[] =>
  pages.filter(({ address, markdown }) => markdown.startsWith("/") && markdown !== besidePath(address));

/** What every answer with Markdown says of how long it may be kept: five minutes, then it is asked for again. */
export const CACHE = "public, max-age=300, must-revalidate";

export const MARKDOWN_TYPE = "text/markdown; charset=utf-8";

export const alternate = (markdown: string): string => `<${markdown}>; rel="alternate"; type="text/markdown"`;
export const describedBy = (index: string): string => `<${index}>; rel="describedby"`;
