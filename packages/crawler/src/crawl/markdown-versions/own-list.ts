import type { Site } from "@llmstxt-service/page/address/site";
import { METADATA } from "@llmstxt-service/page/our-files";
import type { Fetch, FetchRequest } from "../../fetch/fetch.ts";
import type { HomeRules } from "../robots/robots.ts";

const MAX_BYTES = 2 * 1024 * 1024;
const TIMEOUT_MS = 5_000;

export interface OwnListOptions {
  readonly site: Site;
  readonly robots: HomeRules;
  readonly fetch: Fetch;
  /** The homepage's address of its llms.txt (`rel=describedby`); then it is asked for nowhere else. */
  readonly stated: string | undefined;
}

/** Addresses at which a site's llms.txt may be, as far as they are known before the homepage is: asked for beside it. */
export const guessedLists = (site: Site, robots: HomeRules): FetchRequest[] =>
  placesOf(site, undefined).filter(robots.allows).map(requestFor);

/** Markdown texts that a site's own llms.txt names. */
export interface OwnList {
  /** Absolute addresses. */
  readonly urls: ReadonlySet<string>;
  /** Addresses by the key of the title they are linked under; undefined where two share a title. */
  readonly byTitle: ReadonlyMap<string, string | undefined>;
  /** True if this program wrote it: what it names may be files of a bundle. */
  readonly isOurs: boolean;
}

export const NO_LIST: OwnList = { urls: new Set(), byTitle: new Map(), isOurs: false };

/** Two titles of one key are one title. */
export const titleKey = (title: string): string =>
  title
    .normalize("NFKC")
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, " ")
    .trim();

/** Pages that the site's own llms.txt names; none without such a file. */
export async function readOwnList(options: OwnListOptions, signal: AbortSignal): Promise<OwnList> {
  const { site, robots, fetch, stated } = options;
  const lists = placesOf(site, stated)
    .filter(robots.allows)
    .map(async (place) => ({ place, text: await tryRead(place, fetch, signal) }));
  const read = await Promise.all(lists);
  const byTitle = new Map<string, string | undefined>();
  for (const { text, place } of read)
    for (const [title, url] of titledUrls(text, place, site))
      byTitle.set(title, byTitle.has(title) && byTitle.get(title) !== url ? undefined : url);
  const urls = new Set(read.flatMap(({ text, place }) => markdownUrls(text, place, site)));
  return { urls, byTitle, isOurs: read.some(({ text }) => METADATA.test(text)) };
}

function placesOf(site: Site, stated: string | undefined): string[] {
  const own = stated === undefined ? undefined : site.own(stated);
  if (own !== undefined) return [own];
  const guesses = [`${site.scope}llms.txt`, "/llms.txt"].map((path) => new URL(path, site.home).href);
  return [...new Set(guesses)];
}

const requestFor = (url: string): FetchRequest => ({
  url,
  accept: "text/plain",
  maxBytes: MAX_BYTES,
  maxRedirects: 0,
  timeoutMs: TIMEOUT_MS,
});

async function tryRead(url: string, fetch: Fetch, signal: AbortSignal): Promise<string> {
  try {
    const { status, body } = await fetch(requestFor(url), signal);
    return status === 200 ? Buffer.from(body).toString("utf8") : "";
  } catch {
    return ""; // whatever the fetch room could not get: most sites have none
  }
}

/** Links and bare addresses; relative ones by where the list lies. */
function markdownUrls(text: string, place: string, site: Site): string[] {
  // Bound: each word of the list is looked at from its beginning and once for each of its brackets.
  return [...text.matchAll(/(?:\]\(|[\s<])([^\s()<>[\]]+\.md)(?=[)>\s]|$)/g)].flatMap(([, link = ""]) => {
    const url = URL.parse(link, place);
    return url === null ? [] : (site.own(url.href) ?? []);
  });
}

/** Bound: each bracket is looked at for a title of 200 characters and an address of 2,048. */
const TITLED = /\[([^[\]\n]{1,200})\]\(([^\s()<>[\]]{1,2048}\.md)\)/g;

function titledUrls(text: string, place: string, site: Site): (readonly [string, string])[] {
  return [...text.matchAll(TITLED)].flatMap(([, title = "", link = ""]) => {
    const url = URL.parse(link, place);
    const own = url === null ? undefined : site.own(url.href);
    const key = titleKey(title);
    return own === undefined || key === "" ? [] : [[key, own] as const];
  });
}
