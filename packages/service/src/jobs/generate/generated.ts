import type { CrawlEnd, CrawlEvent, CrawledPage } from "@llmstxt-service/crawler";
import type { OnExchanged } from "@llmstxt-service/crawler/fetch";
import type { Relative, Rendered } from "@llmstxt-service/document";
import type { Validation } from "@llmstxt-service/document/check";
import type { DocumentCounts } from "@llmstxt-service/document/document-counts";
import type { BaseDocument, OverlayFinding } from "@llmstxt-service/document/overlay";
import type { CrawlJournal } from "../journal/journal.ts";
import type { GenerateWorld } from "../world.ts";
import type { ImproveProgress } from "./improve.ts";
import type { OwnMarkdown } from "./own-markdown.ts";

/** Tools of one job: the world, and the function it reports to. */
export interface Job<World, Progress> {
  readonly world: World;
  readonly report: Report<Progress>;
}

/** Functions and signals that watch and steer a crawl, wherever it was asked for. */
export interface CrawlControl<Progress> {
  readonly report: Report<Progress>;
  /** Hears how many requests are on the wire. */
  readonly onRequests?: ((open: number) => void) | undefined;
  /** Also report which pages come next before they are fetched. */
  readonly withPreview?: boolean;
  /** When it fires the document is made of what there is. */
  readonly finishing?: AbortSignal | undefined;
  /** Pages that an earlier crawl read: taken as they are, without a request. */
  readonly taken?: ReadonlyMap<string, CrawledPage> | undefined;
  /** The crawl bears this time; `isRepeat`: another process may have stored its text. Default: when it is made. */
  readonly since?: { readonly at: Date; readonly isRepeat: boolean } | undefined;
  /** Keeps what the crawl has, and goes on with what it holds. */
  readonly journal?: CrawlJournal | undefined;
  /** Keeps every answer as it came. */
  readonly onExchanged?: OnExchanged | undefined;
}

/** Options of a document besides its request. */
export interface GenerateJob extends CrawlControl<GenerateProgress> {
  readonly world: GenerateWorld;
  /** True if each page that is left out is reported by name; default false. */
  readonly withAllNamed?: boolean;
  /** True if pages keep their text for what is done after the document is made; default true. */
  readonly withTexts?: boolean;
  /** The command line lets the crawl reach the host and port that were typed, whatever their address. */
  readonly allowTypedAddress?: boolean;
  /** Results of the site's last crawl: its pages are asked for conditionally, its text is compared with. */
  readonly previous?: PreviousCrawl | undefined;
  /** A language model's words about pages in earlier runs, by their key. */
  readonly sentences?: ReadonlyMap<string, string>;
  /** The site, where what its host says to all its sites may be some minutes old: nobody waits for this crawl. */
  readonly sharesAs?: string | undefined;
  /** Called once, when the first request is on its way. */
  readonly onFirstSent?: (() => void) | undefined;
}

export interface PreviousCrawl {
  readonly pages: ReadonlyMap<string, CrawledPage>;
  /** When the content last changed: what the last document says. */
  readonly generatedAt: Date;
  /** Digest of the last document before enhancement and overlay. */
  readonly plainDigest: string;
  /** What was delivered, where an overlay or a model made it: its digest, and what the overlay was applied to. */
  readonly delivered?: { readonly digest: string; readonly base?: BaseDocument };
}

/** Facts a watcher can learn while a document is made; small and plain, so that they can cross a process. */
export type GenerateProgress =
  | Exclude<CrawlEvent, { type: "end" }>
  | { readonly type: "crawled"; readonly why: CrawlEnd; readonly pages: number }
  /** The document as it will be delivered, after model and overlay. */
  | { readonly type: "rendered"; readonly rendered: Rendered; readonly counts: DocumentCounts }
  /** The owner's changes were made; `changes`: how many there are. */
  | { readonly type: "overlaid"; readonly changes: number; readonly findings: readonly OverlayFinding[] }
  | ImproveProgress;

export interface Generated {
  /** The document to deliver. Of an unchanged site: the last one, to the byte. */
  readonly text: string;
  /** SHA-256 of `text` in hex. */
  readonly digest: string;
  /** SHA-256 of the text before enhancement and overlay; equal to `digest` where there was neither. */
  readonly plainDigest: string;
  /** True if it differs from the last one delivered; true where there was none. */
  readonly changed: boolean;
  /** True if that is because the site's content does, and not the overlay alone. */
  readonly contentChanged: boolean;
  /** Outcome of the owner's changes, if there are any. */
  readonly overlay?: { readonly changes: number; readonly findings: readonly OverlayFinding[] };
  /** The base of an overlay, if that is not the text itself. */
  readonly base?: BaseDocument;
  /** The document's own time of its last change. */
  readonly generatedAt: Date;
  readonly rendered: Rendered;
  /** The figures of `text`: whoever tells one takes it from here. */
  readonly counts: DocumentCounts;
  /** Findings of the format's rules for `text`. */
  readonly validation: Validation;
  readonly pages: readonly CrawledPage[];
  /** The documents of other languages and versions, where there are any. */
  readonly relatives?: readonly Relative[];
  /** llms-full.txt, where it was asked for. */
  readonly full?: string;
  /** The site's own Markdown for a bundle; only with `publish`. */
  readonly own?: OwnMarkdown;
  /** Why the crawl ended. */
  readonly why: CrawlEnd;
}

export type Report<Progress> = (progress: Progress) => void;
