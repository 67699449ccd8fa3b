import { SITE_AGE_NAMES, SITE_FILTERS, SITE_SORTS } from "@llmstxt-service/service/sites/site-query";
import type { SiteAge, SiteFilter, SiteSort } from "../protocol/types.ts";
import { route } from "./route.ts";

/** Filter and order of a list. They are in the address, so that Back, reload and links restore them. */
export interface ListPlace {
  readonly search: string;
  readonly tag: string;
  readonly filter: SiteFilter;
  /** Age of the last good crawl; empty: any. */
  readonly age: SiteAge | "";
  readonly sort: SiteSort;
  readonly isReversed: boolean;
}

const known = <T extends string>(words: readonly T[], value: string | null): T | undefined =>
  words.find((word) => word === value);

export function readPlace(query: string): ListPlace {
  const given = new URLSearchParams(query);
  return {
    search: (given.get("q") ?? "").slice(0, 200),
    tag: (given.get("tag") ?? "").slice(0, 200),
    filter: known(SITE_FILTERS, given.get("status")) ?? "all",
    age: known(SITE_AGE_NAMES, given.get("age")) ?? "",
    sort: known(SITE_SORTS, given.get("sort")) ?? "status",
    isReversed: given.get("order") === "reversed",
  };
}

/** Query of the address, and of the server's list; defaults are left out. */
export function placeQuery({ search, tag, filter, age, sort, isReversed }: ListPlace): URLSearchParams {
  const query = new URLSearchParams();
  if (search.trim()) query.set("q", search.trim());
  if (tag) query.set("tag", tag);
  if (filter !== "all") query.set("status", filter);
  if (age) query.set("age", age);
  if (sort !== "status") query.set("sort", sort);
  if (isReversed) query.set("order", "reversed");
  return query;
}

/** Writes the place into the address, without another entry for Back. */
export function goToPlace(place: ListPlace): void {
  const query = String(placeQuery(place));
  history.replaceState(null, "", query ? `#/sites?${query}` : "#/sites");
  route.set({ at: "sites", query });
}
