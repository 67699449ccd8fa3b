// One address of a site, and how it became known.
import type { PageUrl } from "@llmstxt-service/page/address/page-url";
import type { Samples } from "./samples.ts";

/** One way in which an address became known. */
export interface Mention {
  /** Positions among the links of the homepage's menu and of its text. */
  readonly menu?: number;
  readonly home?: number;
  /** Labels above it in the menu. */
  readonly group?: readonly string[] | undefined;
  /** Clicks from the homepage; Infinity if only a sitemap names it. */
  readonly depth: number;
}

/** Clicks from the homepage to a page that only a sitemap names. */
const FAR = 3;
export const clicksTo = ({ depth }: KnownAddress): number => (depth < Infinity ? depth : FAR);

/** One address of the site, and how it became known. */
export interface KnownAddress {
  readonly url: PageUrl;
  readonly samples: Samples;
  /** True for an address that looks like that of a log-in, a cart or a search. */
  readonly isTool: boolean;
  readonly inScope: boolean;
  /** Discovery number. */
  readonly turn: number;
  menu: number;
  home: number;
  group: readonly string[];
  depth: number;
  /** Position among its neighbours; the smallest comes first. */
  rank: number;
  isAsked: boolean;
}
