import {
  ATTENTION,
  SITE_AGE_NAMES,
  SITE_SORTS,
  SITE_STATUSES,
  siteFilterIn,
  statusesOf,
} from "@llmstxt-service/service/sites/site-query";
import type { SiteAge, SiteSort, SiteStatus } from "../protocol/types.ts";
import { route } from "./route.ts";

/** Filter and order of a list. They are in the address, so that Back, reload and links restore them. */
export interface ListPlace {
  readonly search: string;
  readonly tag: string;
  /** `all`, `attention`, or statuses with commas between. */
  readonly filter: string;
  /** Age of the last good crawl; empty: any. */
  readonly age: SiteAge | "";
  readonly sort: SiteSort;
  readonly isReversed: boolean;
}

const known = <T extends string>(words: readonly T[], value: string | null): T | undefined =>
  words.find((word) => word === value);

export function readPlace(query: string): ListPlace {
  const given = new URLSearchParams(query);
  const status = given.get("status") ?? "all";
  return {
    search: (given.get("q") ?? "").slice(0, 200),
    tag: (given.get("tag") ?? "").slice(0, 200),
    filter: siteFilterIn(status) === undefined ? "all" : status,
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

/** Statuses that are chosen; none where all are listed. */
export const chosenStatuses = ({ filter }: Pick<ListPlace, "filter">): readonly SiteStatus[] =>
  filter === "all" ? [] : statusesOf(siteFilterIn(filter) ?? []);

/** The filter with one more status, or without it. */
export function withStatus(place: Pick<ListPlace, "filter">, status: SiteStatus): string {
  const chosen = chosenStatuses(place);
  const filter = SITE_STATUSES.filter((one) => chosen.includes(one) !== (one === status)).join(",");
  return filter === ATTENTION.join(",") ? "attention" : filter || "all";
}

/** Writes the place into the address, without another entry for Back. */
export function goToPlace(place: ListPlace): void {
  const query = String(placeQuery(place));
  history.replaceState(null, "", query ? `#/sites?${query}` : "#/sites");
  route.set({ at: "sites", query });
}
