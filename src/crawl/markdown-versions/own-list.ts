import type { Site } from "../../address/site.ts";
import type { Fetch } from "../../fetch/fetch.ts";
import type { Robots } from "../robots/robots.ts";

const MAX_BYTES = 2 * 1024 * 1024;
const TIMEOUT_MS = 5_000;

/** Markdown texts that the site's own llms.txt names, as absolute URLs; empty where there is none. */
export async function readOwnList(
  { site, robots, fetch }: { readonly site: Site; readonly robots: Robots; readonly fetch: Fetch },
  signal: AbortSignal,
): Promise<ReadonlySet<string>> {
  const places = [...new Set([`${site.scope}llms.txt`, "/llms.txt"])].map((path) => new URL(path, site.home).href);
  const texts = await Promise.all(places.filter(robots.allows).map((place) => tryRead(place, fetch, signal)));
  return new Set(texts.flatMap((text) => markdownUrls(text, site)));
}

async function tryRead(url: string, fetch: Fetch, signal: AbortSignal): Promise<string> {
  try {
    const request = { url, accept: "text/plain", maxBytes: MAX_BYTES, maxRedirects: 0, timeoutMs: TIMEOUT_MS };
    const { status, body } = await fetch(request, signal);
    return status === 200 ? Buffer.from(body).toString("utf8") : "";
  } catch {
    return ""; // whatever the fetch room could not get: most sites have none
  }
}

function markdownUrls(text: string, site: Site): string[] {
  return [...text.matchAll(/\]\(([^\s()<>]+\.md)\)/g)].flatMap(([, link = ""]) => site.own(link) ?? []);
}
