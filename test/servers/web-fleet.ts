// The answers of a server that keeps 20,000 sites.
import type { SitesAnswer } from "../../packages/service/src/protocol/site.ts";
import type { Answer } from "./scripted-service.ts";
import { site, sitesAnswer } from "./web-sites.ts";

export const ALL_SITES = 20_000;

export const siteNamed = (n: number) => `site-${String(n).padStart(5, "0")}.example`;

const few = sitesAnswer("some");

/** A few sites of every state, of 20,000. */
export const fleetAnswer: Answer = (path, method, body) => {
  const answer = few(path, method, body);
  if (!path.startsWith("/api/sites?")) return answer;
  const list = answer?.body as SitesAnswer;
  return { body: { ...list, total: ALL_SITES, counts: { ...list.counts, all: ALL_SITES, attention: 195 } } };
};

/** A page of the list as the service gives it; a cursor is the number of the first row. */
function listed(query: URLSearchParams): SitesAnswer {
  const from = Number(query.get("cursor") ?? 0);
  const to = Math.min(ALL_SITES, from + Number(query.get("limit")));
  const items = Array.from({ length: to - from }, (_, n) =>
    site({ id: `n${from + n}`, baseUrl: `https://${siteNamed(from + n)}`, status: "upToDate", tags: ["docs"] }),
  );
  return {
    items,
    next: to < ALL_SITES ? String(to) : null,
    total: ALL_SITES,
    counts: { all: ALL_SITES, attention: 41, changed: 0, paused: 0, tags: [{ tag: "docs", sites: ALL_SITES }] },
    counted: { at: new Date().toISOString(), isExact: true },
    nextRunAt: null,
  };
}

/** All of 20,000 sites, page by page. */
export const wholeFleet: Answer = (path, method, body) =>
  path.startsWith("/api/sites?")
    ? { body: listed(new URL(path, "http://service").searchParams) }
    : few(path, method, body);
