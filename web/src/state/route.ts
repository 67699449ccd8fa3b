import { Store } from "./store.ts";

/** Where in the page one is; kept in the fragment, which is never sent to a server. */
export type Route =
  | { readonly at: "start" }
  /** A crawl of the server, running or over. */
  | { readonly at: "crawl"; readonly id: string }
  | { readonly at: "sites" }
  | { readonly at: "validate" }
  | { readonly at: "site"; readonly id: string }
  /** What a site publishes for agents. */
  | { readonly at: "publish"; readonly id: string }
  /** The REST interface, with examples for a crawl: that of the id, or the last one. */
  | { readonly at: "api"; readonly id?: string }
  | { readonly at: "unknown" };

export function readRoute(hash: string): Route {
  if (hash === "" || hash === "#" || hash === "#/") return { at: "start" };
  const [, published] = /^#\/sites\/([\w-]{1,80})\/publish$/.exec(hash) ?? [];
  if (published !== undefined) return { at: "publish", id: published };
  const [, place = "", id = ""] = /^#\/(\w*)(?:\/([\w-]{1,80}))?$/.exec(hash) ?? [];
  if (place === "crawls" && id) return { at: "crawl", id };
  if (place === "validate") return { at: "validate" };
  if (place === "sites") return id ? { at: "site", id } : { at: "sites" };
  if (place === "api") return id ? { at: "api", id } : { at: "api" };
  return { at: "unknown" };
}

export const href = {
  start: "#/",
  crawl: (id: string) => `#/crawls/${id}`,
  sites: "#/sites",
  validate: "#/validate",
  site: (id: string) => `#/sites/${id}`,
  api: "#/api",
  apiOf: (id: string) => `#/api/${id}`,
  publish: (id: string) => `#/sites/${id}/publish`,
};

export const route = new Store<Route>(readRoute(location.hash));

export function goTo(target: string): void {
  location.hash = target;
}

addEventListener("hashchange", () => {
  // A link to a line or a section of a document is no other place.
  if (location.hash !== "" && !location.hash.startsWith("#/")) return;
  route.set(readRoute(location.hash));
  scrollTo(0, 0);
});
