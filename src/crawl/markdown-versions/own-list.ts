import type { Site } from "../../address/site.ts";
import type { Fetch, FetchRequest } from "../../fetch/fetch.ts";
import type { Robots } from "../robots/robots.ts";

const MAX_BYTES = 2 * 1024 * 1024;
const TIMEOUT_MS = 5_000;

export interface OwnListOptions {
  readonly site: Site;
  readonly robots: Robots;
  readonly fetch: Fetch;
  /** Where the homepage says that its llms.txt is (`rel=describedby`); then it is asked for nowhere else. */
  readonly stated: string | undefined;
}

/** Where a site's llms.txt may be, as far as is known before the homepage is: to be sent for beside it. */
export const guessedLists = (site: Site, robots: Robots): FetchRequest[] =>
  placesOf(site, undefined).filter(robots.allows).map(requestFor);

/** Markdown texts that the site's own llms.txt names, as absolute URLs; empty where there is none. */
export async function readOwnList(options: OwnListOptions, signal: AbortSignal): Promise<ReadonlySet<string>> {
  const { site, robots, fetch, stated } = options;
  const lists = placesOf(site, stated)
    .filter(robots.allows)
    .map(async (place) => markdownUrls(await tryRead(place, fetch, signal), place, site));
  return new Set((await Promise.all(lists)).flat());
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
