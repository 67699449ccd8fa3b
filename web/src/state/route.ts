import { Store } from "./store.ts";

export const TABS = ["document", "pages", "history", "settings"] as const;
export type Tab = (typeof TABS)[number];

/** Place in the page. It is in the fragment, which no server gets. */
export type Route =
  | { readonly at: "new" }
  | { readonly at: "check" }
  /** `query`: search, filter and order. */
  | { readonly at: "sites"; readonly query: URLSearchParams }
  /** A site: enrolled (`sites`), or the crawl of one that is not kept up to date (`crawls`). */
  | { readonly at: "site"; readonly kind: "sites" | "crawls"; readonly id: string; readonly tab: Tab }
  | { readonly at: "unknown" };

function readRoute(hash: string): Route {
  const [place = "", query = ""] = hash.replace(/^#?\/?/, "").split("?", 2);
  const [room = "", id = "", tab = "document", ...more] = place.split("/");
  const found = TABS.find((one) => one === tab);
  if (more.length > 0 || !found) return { at: "unknown" };
  if (room === "") return { at: "new" };
  if (room === "check") return { at: "check" };
  if (room === "sites" && id === "") return { at: "sites", query: new URLSearchParams(query) };
  if ((room === "sites" || room === "crawls") && /^[\w-]{1,80}$/.test(id))
    return { at: "site", kind: room, id, tab: found };
  return { at: "unknown" };
}

export const href = {
  new: "#/",
  check: "#/check",
  sites: "#/sites",
  site: (kind: "sites" | "crawls", id: string, tab: Tab = "document") =>
    `#/${kind}/${id}${tab === "document" ? "" : `/${tab}`}`,
};

export const route = new Store<Route>(readRoute(location.hash));

export function goTo(target: string): void {
  location.hash = target;
}

/** Replaces the current entry of the browser's history. */
export function replaceWith(target: string): void {
  history.replaceState(null, "", target);
  route.set(readRoute(target));
}

/** Runs only in the browser. */
export function followAddress(): void {
  addEventListener("hashchange", () => {
    const isSame = route.value.at === "site" && location.hash.startsWith(`#/${route.value.kind}/${route.value.id}`);
    route.set(readRoute(location.hash));
    // Another tab of the same site keeps the place on the screen.
    if (!isSame) scrollTo({ top: 0, behavior: "instant" });
  });
}
