import type { CrawlEvent, CrawledPage } from "../crawl/crawl.ts";
import type { EnhanceProgress } from "../llmstxt/enhance.ts";
import type { Rendered } from "../llmstxt/llmstxt.ts";

export interface GenerateRequest {
  /** As a person typed it. */
  readonly url: string;
  readonly maxPages: number;
  readonly descLength: number;
  readonly scope: "domain" | "path";
  readonly include: readonly string[];
  readonly exclude: readonly string[];
  readonly language?: string;
  /** Also write llms-full.txt. */
  readonly full: boolean;
  readonly llmEnhance: boolean;
  readonly useProxy: boolean;
  /** The command line lets the crawl reach the host and port that were typed, whatever their address. */
  readonly allowTypedAddress?: boolean;
  /** What the last crawl of the site left behind: its pages are asked for conditionally, its text compared with. */
  readonly previous?: PreviousCrawl;
}

export interface PreviousCrawl {
  readonly pages: ReadonlyMap<string, CrawledPage>;
  /** When the content last changed: what the last document says. */
  readonly generatedAt: Date;
  /** Digest of the last document before enhancement. */
  readonly plainDigest: string;
}

/** Facts a watcher can learn while a document is made; small and plain, so that they can cross a process. */
export type GenerateProgress =
  | Exclude<CrawlEvent, { type: "end" }>
  | { readonly type: "crawled"; readonly why: "complete" | "limit" | "timeout"; readonly pages: number }
  | { readonly type: "rendered"; readonly rendered: Rendered }
  | { readonly type: "enhanceSkipped" }
  | EnhanceProgress
  | { readonly type: "enhanced"; readonly piecesReplaced: number; readonly pieces: number }
  | { readonly type: "enhanceFailed"; readonly why: string };

export interface Generated {
  /** The document to deliver. Of an unchanged site: the last one before enhancement, to the byte. */
  readonly text: string;
  /** SHA-256 of `text` in hex. */
  readonly digest: string;
  /** SHA-256 of the text before enhancement; equal to `digest` where there was none. */
  readonly plainDigest: string;
  /** Whether it differs from the last crawl's; true where there was none. */
  readonly changed: boolean;
  /** What the document says of when its content changed. */
  readonly generatedAt: Date;
  readonly rendered: Rendered;
  readonly pages: readonly CrawledPage[];
  /** llms-full.txt, where it was asked for. */
  readonly full?: string;
  readonly timedOut: boolean;
}

export type Report<Progress> = (progress: Progress) => void;
