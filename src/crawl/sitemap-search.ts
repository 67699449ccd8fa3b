import type { Fetch, Fetched } from "../fetch/fetch.ts";
import type { Robots } from "./robots.ts";
import type { Site } from "./site.ts";
import { readSitemap, SITEMAP_MAX_BYTES, type Sitemap, type SitemapEntry } from "./sitemap.ts";
import type { PageUrl } from "./url.ts";

export interface SitemapSearch {
  readonly site: Site;
  readonly robots: Robots;
  /** `<link rel=sitemap>` of the homepage, absolute. */
  readonly linked: readonly string[];
  /** Most files asked for, those that turn out not to exist included. */
  readonly maxFiles: number;
  readonly fetch: Fetch;
  readonly onSitemap: (url: string, urls: number) => void;
}

/** An index that lists indexes is against the protocol, but published; deeper is a loop. */
const INDEX_LEVELS = 2;

/** Milliseconds for all sitemaps together; then what was read is what there is. */
const SEARCH_MS = 30_000;

/** The protocol's own limit, kept by ordinary redirects of a moved sitemap. */
const MAX_REDIRECTS = 3;

/** Files that list no pages of their own, or only lists of pages: read last, where a limit lets them be read at all. */
const LESS_WANTED = /tag|categor|author|image|video|archive|attachment/i;

/** Undefined: there is none. */
type Answer = Sitemap | "failed" | undefined;

interface File {
  readonly url: PageUrl;
  readonly level: number;
}

/**
 * All pages that the site's sitemaps name, on this site or not, in the order named. What cannot be read is passed over:
 * a crawl goes on without sitemaps.
 */
export async function findSitemaps(search: SitemapSearch, signal: AbortSignal): Promise<SitemapEntry[]> {
  const limited = AbortSignal.any([signal, AbortSignal.timeout(SEARCH_MS)]);
  const seen = new Set<PageUrl>();
  const found: SitemapEntry[] = [];
  for (const wave of waves(search)) {
    const files = await readFiles(wave, { ...search, seen }, limited);
    signal.throwIfAborted();
    found.push(...files.flatMap((file) => (file !== "failed" && file?.of === "pages" ? file.entries : [])));
    // A host that gave no whole answer to one guess would keep us waiting for the next.
    if (files.includes("failed") || found.some(({ url }) => isWanted(search.site, url))) break;
  }
  return found;
}

function isWanted(site: Site, url: string): boolean {
  const own = site.own(url);
  return own !== undefined && site.inScope(own);
}

/** What the site names itself, with the specification's first guess; other guesses only where those gave nothing. */
function waves({ site, robots, linked }: SitemapSearch): PageUrl[][] {
  const folders = site.scope === "/" ? ["/"] : ["/", site.scope];
  const guesses = (name: string) => folders.map((folder) => `${folder}${name}`);
  const allowed = (url: string) => robots.allows(new URL(url, site.home).href);
  return [
    [...guesses("sitemap.xml").filter(allowed), ...robots.sitemaps, ...linked],
    [...guesses("sitemap_index.xml"), ...guesses("sitemap-index.xml")].filter(allowed),
  ].map((urls) => urls.map((url) => site.own(url)).filter((url) => url !== undefined));
}

async function readFiles(
  urls: readonly PageUrl[],
  search: SitemapSearch & { readonly seen: Set<PageUrl> },
  signal: AbortSignal,
): Promise<Answer[]> {
  const answers: Answer[] = [];
  let files: File[] = urls.map((url) => ({ url, level: 0 }));
  while (files.length > 0) {
    const fresh = files.filter(({ url }) => search.seen.size < search.maxFiles && isFirst(search.seen, url));
    const read = await Promise.all(fresh.map(({ url }) => readFile(url, search, signal)));
    answers.push(...read);
    files = fresh.flatMap((file, index) => filesOf(file, read[index], search.site));
  }
  return answers;
}

const isFirst = (seen: Set<PageUrl>, url: PageUrl): boolean => !seen.has(url) && seen.add(url).has(url);

function filesOf({ level }: File, sitemap: Answer, site: Site): File[] {
  if (sitemap === "failed" || sitemap?.of !== "sitemaps" || level >= INDEX_LEVELS) return [];
  const urls = sitemap.entries.map(({ url }) => site.own(url)).filter((url) => url !== undefined);
  return [...urls.filter((url) => !LESS_WANTED.test(url)), ...urls.filter((url) => LESS_WANTED.test(url))].map(
    (url) => ({ url, level: level + 1 }),
  );
}

/** A sitemap that cannot be had is ordinary: most sites have none where one is looked for. */
async function readFile(url: PageUrl, search: SitemapSearch, signal: AbortSignal): Promise<Answer> {
  const fetched = await tryFetch(url, search, signal);
  if (fetched === "failed") return fetched;
  if (fetched.status !== 200) return undefined;
  const sitemap = await readSitemap(fetched.body);
  if (sitemap !== undefined) search.onSitemap(url, sitemap.entries.length);
  return sitemap;
}

async function tryFetch(url: PageUrl, { site, fetch }: SitemapSearch, signal: AbortSignal) {
  const mayFollow = (target: string) => site.own(target) !== undefined;
  const request = { url, accept: "application/xml, text/xml, */*;q=0.5", mayFollow };
  return fetch({ ...request, maxBytes: SITEMAP_MAX_BYTES, maxRedirects: MAX_REDIRECTS }, signal).catch(
    (): Fetched | "failed" => "failed", // whatever the fetch room could not get; an abort is seen by the caller
  );
}
