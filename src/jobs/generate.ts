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
  /** Pages of the last crawl, for conditional requests. */
  readonly remembered?: ReadonlyMap<string, CrawledPage>;
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
  /** The document to deliver. */
  readonly text: string;
  /** SHA-256 of `text` in hex. */
  readonly digest: string;
  /** The same before enhancement; equal where there was none. */
  readonly plainText: string;
  readonly plainDigest: string;
  readonly rendered: Rendered;
  readonly pages: readonly CrawledPage[];
  /** llms-full.txt, where it was asked for. */
  readonly full?: string;
  readonly timedOut: boolean;
}
