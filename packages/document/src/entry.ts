import type { Page } from "@llmstxt-service/page";
import { hostFolders } from "@llmstxt-service/page/address/host-folders";
import { percentDecoded } from "@llmstxt-service/page/address/percent";
import type { ListedPage } from "./listed-page.ts";
import { linkUrl } from "./text.ts";
import { withoutEnd } from "./trim.ts";

/** A page that has a place in the document. */
export interface Entry {
  readonly listed: ListedPage;
  readonly page: Page;
  /** The page's own address, safe in a link. */
  readonly url: string;
  /** The address that is listed: the Markdown version where there is one. */
  readonly link: string;
  /** Folders that stand for a host of its own, and decoded path segments below the site's folder; an index file and an extension are left away. */
  readonly path: readonly string[];
}

/** Beginning of the site: its folder, and an address on its host. */
interface EntryBase {
  readonly folder?: string;
  readonly home?: string;
}

/** undefined where the page's address cannot stand in a link. */
export function tryEntry(listed: ListedPage, { folder = "/", home = listed.url }: EntryBase = {}): Entry | undefined {
  const url = linkUrl(listed.url);
  if (url === undefined) return undefined;
  const link = (listed.markdownUrl === undefined ? undefined : linkUrl(listed.markdownUrl)) ?? url;
  return { listed, page: listed.page, url, link, path: [...hostFolders(url, home), ...pathOf(url, folder)] };
}

/** The hosts that pages were taken from: a crawl takes none of another site. */
export const hostsOf = (entries: readonly Entry[]): ReadonlySet<string> =>
  new Set(entries.flatMap(({ url }) => URL.parse(url)?.hostname ?? []));

/** The folder of an address, with its slash: `/griffe/` for `/griffe/index.html`. */
export function folderOf(url: string): string {
  const path = URL.parse(url)?.pathname ?? "/";
  return path.slice(0, path.lastIndexOf("/") + 1);
}

/** True for most texts; Unicode properties cost ten times as much to test. */
const ASCII = /^[\0-\x7f]*$/;

/** Letters and digits only, in one case: two texts with one key say the same to a reader. */
export function textKey(text: string): string {
  if (ASCII.test(text))
    return (
      text
        .toLowerCase()
        // Single spaces between words, which are most of what is no letter, stay where they are.
        .replace(/(?: ?[^a-z\d ]| {2})[^a-z\d]*/g, " ")
        .trim()
    );
  return text
    .normalize("NFKC")
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, " ")
    .trim();
}

/** False for most texts that have another key, and cheaper than the key: letters are left away, and in ASCII none is added. */
export const mayHaveKey = (text: string, key: string): boolean => text.length >= key.length || !ASCII.test(text);

function pathOf(url: string, baseFolder: string): string[] {
  const pathname = URL.parse(url)?.pathname ?? "/";
  const below = pathname.startsWith(baseFolder) ? pathname.slice(baseFolder.length) : pathname;
  const segments = below.split("/").filter(Boolean).map(percentDecoded);
  const last = segments.at(-1)?.replace(/\.(?:html?|php|aspx?|md)$/i, "");
  if (last === undefined) return [];
  return /^(?:index|package-summary)$/i.test(last) ? segments.slice(0, -1) : [...segments.slice(0, -1), last];
}

/** The series and number of a numbered page: `ch` and 1 for `ch01-02-hello`; undefined for a page without a number. */
export function placeInSeries(
  path: readonly string[],
): { readonly series: string; readonly number: number } | undefined {
  const [, series, number] = /^([a-z]{2,20})-?(\d{1,3})(?:-|$)/.exec(path.at(-1) ?? "") ?? [];
  return series === undefined ? undefined : { series, number: Number(number) };
}

/** One key for an address however it is linked: fragment, index file, extension and last slash aside. */
export function addressKey(url: string): string {
  const end = url.search(/[?#]/);
  const [address, query] = end < 0 ? [url, ""] : [url.slice(0, end), url.slice(end).replace(/#.*$/s, "")];
  const name = address.replace(/\/index\.(?:html?|php)$/i, "/").replace(/\.html?$/i, "");
  return withoutEnd(name, "/") + query;
}

/** `addressKey` for many links of which most are the same: each is looked at once. */
export function addressKeys(): (url: string) => string {
  const known = new Map<string, string>();
  return (url) => {
    const seen = known.get(url);
    if (seen !== undefined) return seen;
    const key = addressKey(url);
    known.set(url, key);
    return key;
  };
}
