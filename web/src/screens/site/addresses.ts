import type { Address, Summary } from "@llmstxt-service/service/shapes";
import { leftOutWords } from "../../words/left-out.ts";

/** An address of the crawl, and its outcome. */
export interface AddressRow {
  readonly url: string;
  readonly state: Address["state"];
  /** Title in the document; empty: it is not listed. */
  readonly title: string;
  /** Section, or the reason in words why it is not listed. */
  readonly why: string;
  /** Explanation of the reason. */
  readonly more: string;
  /** The page that is listed instead. */
  readonly of: string | undefined;
  /** Number of unnamed addresses with the same reason. */
  readonly others: number;
}

/** One table of every address: listed ones first, then failures, then left-out ones. */
export function addressRows({ addresses }: Summary): readonly AddressRow[] {
  const rows = addresses.map((address, index) => rowOf(address, index === 0));
  const order: readonly Address["state"][] = ["listed", "failed", "leftOut"];
  return order.flatMap((state) => rows.filter((row) => row.state === state));
}

function rowOf({ url, state, title = "", section, reason = "", of, others = 0 }: Address, isHome: boolean): AddressRow {
  const both = { url, of, others };
  if (state === "failed") return { ...both, state, title: "", why: reason, more: "" };
  if (state === "leftOut") {
    const [why, more] = leftOutWords(reason);
    return { ...both, state, title: "", why, more };
  }
  if (isHome) return { ...both, state, title, why: "Homepage", more: "" };
  // A page without a section was hidden by the owner.
  if (section === undefined)
    return { ...both, state: "leftOut", title, why: "Hidden by you", more: "Remove the edit to list it again." };
  return { ...both, state, title, why: section, more: "" };
}

export type Counts = Readonly<Record<"all" | Address["state"], number>>;

/** Exact counts, including unnamed addresses: the same on every screen. */
export function countsOf(rows: readonly AddressRow[]): Counts {
  const counts = { all: 0, listed: 0, failed: 0, leftOut: 0 };
  for (const { state, others } of rows) {
    counts[state] += 1 + others;
    counts.all += 1 + others;
  }
  return counts;
}
