import type { Address, Summary } from "@llmstxt-service/service/shapes";
import { leftOutWords } from "../../words/left-out.ts";

/** An address that the crawl met, and what became of it. */
export interface AddressRow {
  readonly url: string;
  readonly state: Address["state"];
  /** Title in the document; empty: it is not listed. */
  readonly title: string;
  /** Section, or why it is not listed, in words. */
  readonly why: string;
  /** What that means. */
  readonly more: string;
  /** The page that stands for it. */
  readonly of: string | undefined;
  /** Addresses with the same reason that are counted and not named. */
  readonly others: number;
}

/** One table of every address: what the document lists first, then what failed, then what was left out. */
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
  // A page that was read and stands in no section is one that the owner has hidden.
  if (section === undefined)
    return { ...both, state: "leftOut", title, why: "Hidden by you", more: "Remove the edit to list it again." };
  return { ...both, state, title, why: section, more: "" };
}

export type Counts = Readonly<Record<"all" | Address["state"], number>>;

/** Exact counts, those of addresses that are not named among them: the same on every screen. */
export function countsOf(rows: readonly AddressRow[]): Counts {
  const counts = { all: 0, listed: 0, failed: 0, leftOut: 0 };
  for (const { state, others } of rows) {
    counts[state] += 1 + others;
    counts.all += 1 + others;
  }
  return counts;
}
