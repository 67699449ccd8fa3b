import { sha256 } from "@llmstxt-service/page/sha256";
import { isMarkdownAddress, pageKey } from "../page-key.ts";
import { type ListedFile, pagesOf } from "./listed-file.ts";

/** Most pages that are asked about: enough to tell two files apart, few enough to spare the site. */
export const MAX_PAGES = 100;

/** A page that is asked about, and the addresses by which the files list it. */
export interface ChosenPage {
  readonly key: string;
  /** Sorted, none twice. */
  readonly urls: readonly string[];
}

/**
 * The pages asked about: those listed in any of the files, the same number from each that lists any, at most `MAX_PAGES`. Which
 * ones says a digest of their addresses, so that neither the order of the files nor that of their links matters. Homepages
 * are left away: a file stands for its homepage, and not every file lists it.
 */
export function choosePages(files: readonly ListedFile[]): ChosenPage[] {
  const homes = new Set(files.flatMap(({ home = "" }) => pageKey(home) ?? []));
  const asked = files.map((file) =>
    ranked(
      pagesOf(file)
        .map(({ key }) => key)
        .filter((key) => !isHome(key, homes)),
    ),
  );
  const filled = asked.filter((keys) => keys.length > 0);
  const fewest = filled.reduce((least, { length }) => Math.min(least, length), filled.length === 0 ? 0 : MAX_PAGES);
  let chosen = new Set<string>();
  for (let each = 1; each <= fewest; each++) {
    const more = new Set([...chosen, ...filled.flatMap((keys) => keys.slice(each - 1, each))]);
    if (more.size > MAX_PAGES) break;
    chosen = more;
  }
  const urls = Map.groupBy(files.flatMap(pagesOf), ({ key }) => key);
  return ranked([...chosen]).map((key) => ({ key, urls: addresses(urls.get(key) ?? []) }));
}

const isHome = (key: string, homes: ReadonlySet<string>): boolean => !key.includes("/") || homes.has(key);

const addresses = (items: readonly { readonly url: string }[]): string[] =>
  [...new Set(items.map(({ url }) => url))].sort();

/** Text by which pages are ordered before the first ones are asked about. */
export const rankOf = (key: string): string => sha256(key.slice(key.indexOf("/"))) + key;

/** Keys without repetition, in the order of digests of their paths; the host, which may be a copy's, does not count. */
function ranked(keys: readonly string[]): string[] {
  const digests = [...new Set(keys)].map((key) => ({ key, digest: rankOf(key) }));
  return digests.sort((a, b) => (a.digest < b.digest ? -1 : a.digest > b.digest ? 1 : 0)).map(({ key }) => key);
}

/**
 * The homepage of the pages: what a file says, else the root of the host that most of them lie on. One for all files, so that
 * all are read beside the same order.
 */
export function homeOf(files: readonly ListedFile[], chosen: readonly ChosenPage[]): string | undefined {
  const [said] = files.flatMap(({ home }) => home ?? []).sort();
  if (said !== undefined) return said;
  const origins = Map.groupBy(chosen, ({ urls: [url = ""] }) => URL.parse("/", url)?.href);
  const [most] = [...origins].sort(([a = "", x], [b = "", y]) => y.length - x.length || (a < b ? -1 : 1));
  return most?.[0];
}

/** Address of the page itself: one in a file that is no Markdown version's, else the one that such an address belongs to. */
export function ownAddress({ urls }: ChosenPage): string | undefined {
  const own = urls.find((url) => !isMarkdownAddress(url));
  if (own !== undefined) return own;
  const [markdown = ""] = urls;
  return markdown.replace(/\/index(?:\.html)?\.md$|(?:\.llms)?\.md$/i, (end) => (end.startsWith("/") ? "/" : ""));
}
