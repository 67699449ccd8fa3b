// One address of a site: how it became known, where it stands, and what the addresses like it brought.
import type { PageUrl } from "@llmstxt-service/page/address/page-url";
import { isTool } from "./addresses.ts";
import type { LeftOut } from "./left-out.ts";

/** An address goes down this list of states. */
export type State =
  /** In the frontier. */
  | "waiting"
  /** Requested; its answer is not taken yet. */
  | "asked"
  /** Not requested after all, in view of other addresses; a redirect may still lead to it. */
  | "refused"
  /** It has answered, and its outcome depends on other pages. */
  | "answered"
  /** Its outcome is reported: listed, left out or failed. */
  | "settled";

/** Similar addresses of one folder: those that were read are samples for the others. */
export interface Samples {
  readonly name: string;
  /** True if they look like tags, authors, archives or further pages of a list. */
  readonly isSuspect: boolean;
  /** Number of pages, of lists that lead on, of those that brought nothing new, and of those without an answer. */
  page: number;
  index: number;
  waste: number;
  failed: number;
}

export class KnownAddress {
  readonly url: PageUrl;
  readonly samples: Samples;
  /** True for an address that looks like that of a log-in, a cart or a search. */
  readonly isTool: boolean;
  readonly inScope: boolean;
  /** Discovery number. */
  readonly turn: number;
  /** Positions among the links of the homepage's menu and of its text. */
  menu = Infinity;
  home = Infinity;
  /** Labels above it in the menu. */
  group: readonly string[] = [];
  /** Clicks from the homepage; Infinity if only a sitemap names it. */
  depth = Infinity;
  /** Number of pages read so far that link to it, and the last of them. */
  links = 0;
  linkedFrom: KnownAddress | undefined;
  /** Position among its neighbours; the smallest comes first. */
  rank = 0;
  /** Set if it is in a frame; frames of the homepage count as the homepage. */
  frame: "home" | "page" | undefined;
  state: State = "waiting";
  /** Reason to leave it out unless something better becomes of it. Default: there was no place or time for it. */
  why: LeftOut | undefined;

  constructor(url: PageUrl, turn: number, inScope: boolean, samples: Samples) {
    this.url = url;
    this.turn = turn;
    this.inScope = inScope;
    this.samples = samples;
    this.isTool = isTool(url);
  }
}

/** One way in which an address became known. */
export type Mention = Partial<Pick<KnownAddress, "menu" | "home" | "group">> & Pick<KnownAddress, "depth">;

/** Clicks from the homepage to a page that only a sitemap names. */
const FAR = 3;
export const clicksTo = ({ depth }: KnownAddress): number => (depth < Infinity ? depth : FAR);
