import { withQuery } from "../../state/call.ts";
import { href } from "../../state/route.ts";

const SORTS = ["address", "lastChange", "nextCrawl", "pages"] as const;
export type Sort = (typeof SORTS)[number];

/** The shown part of the list, as it is in the address. */
export interface Place {
  readonly search: string;
  readonly sort: Sort;
  readonly order: "asc" | "desc";
  readonly filter: "all" | "attention";
}

export const readPlace = (query: URLSearchParams): Place => ({
  search: query.get("search") ?? "",
  sort: SORTS.find((sort) => sort === query.get("sort")) ?? "address",
  order: query.get("order") === "desc" ? "desc" : "asc",
  filter: query.get("filter") === "attention" ? "attention" : "all",
});

export const addressOf = ({ search, sort, order, filter }: Place): string =>
  withQuery(href.sites, {
    search,
    sort: sort === "address" ? "" : sort,
    order: order === "asc" ? "" : order,
    filter: filter === "all" ? "" : filter,
  });
