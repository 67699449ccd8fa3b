import type { BaseText } from "./site.ts";

/** A text and what a site remembers of it. */
export interface Delivery {
  readonly text: string;
  readonly digest: string;
  readonly plainDigest: string;
  readonly generatedAt: Date;
  /** Pages crawled. */
  readonly pages: number;
  /** undefined: storing failed. */
  readonly fileUrl: string | undefined;
  /** Opens what was kept of its pages for the next crawl; undefined: nothing new was. */
  readonly memoryKey: string | undefined;
  readonly counts: { readonly added: number; readonly removed: number; readonly changed: number };
  /** What an overlay is applied to, where that is not the text. */
  readonly base?: BaseText | undefined;
}
