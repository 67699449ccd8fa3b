import { type Harmless, ours, type PlainAddress, type Value } from "../../emit/harmless.ts";

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
}

export interface ServedPage {
  /** Path and query of the page. */
  readonly address: PlainAddress;
  /** Path of its Markdown, or its address where that is on another host. */
  readonly markdown: Harmless;
  /** The llms.txt that lists it. */
  readonly index: Harmless;
}

export interface Exception {
  readonly address: PlainAddress;
  /** Path of its Markdown by the names on disk. */
  readonly file: Harmless;
}

/** Path of a page's Markdown by its address alone: `/a` and `/a.html` in `/a.md`, `/a/` in `/a/index.md`. */
export function besidePath(pathname: string): string {
  return pathname.endsWith("/") ? `${pathname}index.md` : `${pathname.replace(/\.html?$/i, "")}.md`;
}

/** Cache-Control of every answer with Markdown: five minutes, then it is asked for again. */
export const CACHE = ours`public, max-age=300, must-revalidate`;

export const MARKDOWN_TYPE = ours`text/markdown; charset=utf-8`;

export const PLAIN_TYPE = ours`text/plain; charset=utf-8`;
