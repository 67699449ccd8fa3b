import { Store } from "./store.ts";

/** Place in the page. It is in the fragment, which no server gets. */
export type Route =
  | { readonly at: "start" }
  /** The work of the server; `query`: which of it, as in the address. */
  | { readonly at: "crawls"; readonly query: string }
  /** A crawl of the server, running or finished. */
  | { readonly at: "crawl"; readonly id: string; readonly tab: ResultTab }
  /** `query`: filter and order, as in the address. */
  | { readonly at: "sites"; readonly query: string }
  | { readonly at: "validate" }
  | { readonly at: "site"; readonly id: string; readonly tab: SiteTab }
  /** Files that a site publishes for agents. */
  | { readonly at: "publish"; readonly id: string }
  /** Owner's changes to a site's document; `find`: part of the address of the pages shown at first. */
  | { readonly at: "edit"; readonly id: string; readonly find: string }
  /** The REST interface, with examples for the crawl of the id, or the last one. */
  | { readonly at: "api"; readonly id?: string }
  | { readonly at: "unknown" };

const SITE_TABS = ["document", "ask", "quality", "versions", "runs", "settings"] as const;
export type SiteTab = (typeof SITE_TABS)[number];

/** Tabs of a finished crawl. */
const RESULT_TABS = ["document", "ask", "quality", "left-out", "family", "log"] as const;
export type ResultTab = (typeof RESULT_TABS)[number];

function readRoute(hash: string): Route {
  if (hash === "" || hash === "#" || hash === "#/") return { at: "start" };
  const [, query] = /^#\/sites(?:\?(.*))?$/.exec(hash) ?? [];
  if (query !== undefined) return { at: "sites", query };
  const [, crawlsQuery] = /^#\/crawls(?:\?(.*))?$/.exec(hash) ?? [];
  if (crawlsQuery !== undefined) return { at: "crawls", query: crawlsQuery };
  const [, site, tab, asked = ""] = /^#\/sites\/([\w-]{1,80})\/(\w+)(?:\?(.*))?$/.exec(hash) ?? [];
  const found = SITE_TABS.find((one) => one === tab);
  if (site !== undefined && found !== undefined) return { at: "site", id: site, tab: found };
  if (site !== undefined && tab === "publish") return { at: "publish", id: site };
  if (site !== undefined && tab === "edit")
    return { at: "edit", id: site, find: new URLSearchParams(asked).get("find") ?? "" };
  const [, crawl, part] = /^#\/crawls\/([\w~-]{1,100})(?:\/([\w-]+))?$/.exec(hash) ?? [];
  const resultTab = RESULT_TABS.find((one) => one === (part ?? "document"));
  if (crawl !== undefined && resultTab !== undefined) return { at: "crawl", id: crawl, tab: resultTab };
  const [, place = "", id = ""] = /^#\/(\w*)(?:\/([\w~-]{1,100}))?$/.exec(hash) ?? [];
  if (place === "crawls") return { at: "crawls", query: "" };
  if (place === "validate") return { at: "validate" };
  if (place === "sites") return id ? { at: "site", id, tab: "document" } : { at: "sites", query: "" };
  if (place === "api") return id ? { at: "api", id } : { at: "api" };
  return { at: "unknown" };
}

export const href = {
  start: "#/",
  crawls: "#/crawls",
  crawl: (id: string, tab: ResultTab = "document") => `#/crawls/${id}${tab === "document" ? "" : `/${tab}`}`,
  sites: "#/sites",
  validate: "#/validate",
  site: (id: string, tab: SiteTab = "document") => `#/sites/${id}${tab === "document" ? "" : `/${tab}`}`,
  api: "#/api",
  apiOf: (id: string) => `#/api/${id}`,
  edit: (id: string, find = "") => `#/sites/${id}/edit${find && `?${new URLSearchParams({ find })}`}`,
  publish: (id: string) => `#/sites/${id}/publish`,
};

export const route = new Store<Route>(readRoute(location.hash));

export function goTo(target: string): void {
  location.hash = target;
}

addEventListener("hashchange", () => {
  // A link to a line or section of a document does not change the place.
  if (location.hash !== "" && !location.hash.startsWith("#/")) return;
  route.set(readRoute(location.hash));
  scrollTo({ top: 0, behavior: "instant" });
});
