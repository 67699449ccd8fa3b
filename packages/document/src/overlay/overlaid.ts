import type { Budget } from "../budget.ts";
import type { Item, LlmsTxt } from "../document.ts";
import type { OverlayFinding } from "./findings.ts";

export interface OverlayOptions extends Budget {
  /** Most code points of a description. */
  readonly descLength: number;
}

/** An item beside what it was. */
export interface OverlaidItem {
  readonly item: Item;
  readonly was: Item;
  /** Name of the section it stood in. */
  readonly from: string;
  /** Index of the change that is about it. */
  readonly change?: number;
  readonly isPinned: boolean;
  /** True if its excerpt stays as it is, however long the document is. */
  readonly isFixed: boolean;
}

export interface OverlaidSection {
  readonly name: string;
  /** Name of the section as the crawl found it; undefined for one that the overlay made. */
  readonly from?: string;
  /** Index of the change that names it. */
  readonly change?: number;
  readonly items: readonly OverlaidItem[];
}

/** A document after an owner's changes, and what became of each. */
export interface Overlaid {
  readonly document: LlmsTxt;
  readonly sections: readonly OverlaidSection[];
  readonly hidden: readonly OverlaidItem[];
  /** Findings in the order of the overlay's entries. */
  readonly findings: readonly OverlayFinding[];
}
