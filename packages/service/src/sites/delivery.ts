import type { BaseText, Site, Undelivered, Version } from "./site.ts";

/** A text or bundle that could not be stored: the text's name for the next try, and the reason. */
export interface Unstored {
  readonly name: string;
  readonly why: string;
  /** Crawls in a row that could not store the bundle; undefined: only the text failed, else the text may be stored. */
  readonly bundle?: number;
}

/** A file to remove: it has this name, or a numbered form of it, and this SHA-256. */
export interface StrayFile {
  readonly name: string;
  readonly digest: string;
}

/** A text that this process is to store now, or files that it is to remove. */
export interface TakenDelivery {
  readonly site: Site;
  /** The waiting text; undefined: only strays are to be removed. */
  readonly text?: StrayFile & Undelivered;
  readonly strays: readonly StrayFile[];
  /** True if an alert was sent because it waits. */
  readonly isTold: boolean;
  /** Sealed credentials, which open a private site's text; null: the site is public. */
  readonly sealedCredentials: string | null;
  /** Time by the database's clock. */
  readonly at: Date;
}

/** A text, with the facts that its site keeps. */
export interface Delivery {
  /** The text, sealed for a private site. */
  readonly text: string;
  /** Code points of the text before sealing. */
  readonly characters: number;
  readonly digest: string;
  readonly plainDigest: string;
  readonly generatedAt: Date;
  /** Pages that the text stands for. */
  readonly pages: number;
  /** Public URL; undefined if it is not stored. */
  readonly fileUrl: string | undefined;
  /** Set if storing failed and is to be tried again. */
  readonly unstored?: Unstored | undefined;
  /** Key of the pages stored for the next crawl; undefined: none were stored this time. */
  readonly memoryKey: string | undefined;
  readonly counts: Pick<Version, "added" | "removed" | "changed">;
  /** Base of an overlay, if it differs from the text. */
  readonly base?: BaseText | undefined;
}

/** Outcome of publishing changes without a crawl. `afterCrawl`: a crawl is at the site, or has to be; it makes the changes. */
export const PUBLISH_OUTCOMES = ["published", "notStored", "same", "afterCrawl"] as const;
export type PublishOutcome = (typeof PUBLISH_OUTCOMES)[number];
