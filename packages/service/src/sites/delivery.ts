import type { BaseText, Site, Undelivered } from "./site.ts";

/** A text that could not be stored: the name it was tried under, which a next try takes again, and why. */
export interface Unstored {
  readonly name: string;
  readonly why: string;
  /** The bundle could not be stored, in so many crawls in a row: the text may lie in the store. */
  readonly bundle?: number;
}

/** A file to be removed where it lies under this name, or a numbered one of it, with this SHA-256. */
export interface StrayFile {
  readonly name: string;
  readonly digest: string;
}

/** A text that this process is to store now, or files that it is to remove. */
export interface TakenDelivery {
  readonly site: Site;
  /** undefined: only strays are left. */
  readonly text?: StrayFile & Undelivered;
  readonly strays: readonly StrayFile[];
  /** An alert said that it waits. */
  readonly isTold: boolean;
  /** What opens a private site's text; null: everybody may read it. */
  readonly sealedCredentials: string | null;
  /** The database's clock. */
  readonly at: Date;
}

/** A text and what a site remembers of it. */
export interface Delivery {
  /** As it is kept: of a private site sealed. */
  readonly text: string;
  /** Code points of the text itself. */
  readonly characters: number;
  readonly digest: string;
  readonly plainDigest: string;
  readonly generatedAt: Date;
  /** Pages the text stands for. */
  readonly pages: number;
  /** undefined: it is not stored. */
  readonly fileUrl: string | undefined;
  /** Storing failed: it is tried again. */
  readonly unstored?: Unstored | undefined;
  /** Opens what was kept of its pages for the next crawl; undefined: nothing new was. */
  readonly memoryKey: string | undefined;
  readonly counts: { readonly added: number; readonly removed: number; readonly changed: number };
  /** The base of an overlay, if that is not the text. */
  readonly base?: BaseText | undefined;
}

/** Outcome of publishing changes without a crawl. `afterCrawl`: a crawl is at the site, or has to be; it makes the changes. */
export const PUBLISH_OUTCOMES = ["published", "notStored", "same", "afterCrawl"] as const;
export type PublishOutcome = (typeof PUBLISH_OUTCOMES)[number];
