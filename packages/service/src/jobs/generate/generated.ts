import type { CrawlEnd, CrawlEvent, CrawledPage } from "@llmstxt-service/crawler";
import type { OnExchanged } from "@llmstxt-service/crawler/fetch";
import type { Relative, Rendered } from "@llmstxt-service/document";
import type { Validation } from "@llmstxt-service/document/check";
import type { DocumentCounts } from "@llmstxt-service/document/document-counts";
import type { BaseDocument, OverlayFinding } from "@llmstxt-service/document/overlay";
import type { LeftOutReason } from "@llmstxt-service/page/address/left-out";
import type { AnswersLost, CrawlJournal } from "../journal/journal.ts";
import type { GenerateWorld } from "../world.ts";
import type { ImproveProgress } from "./improve.ts";
import type { OwnMarkdown } from "./own-markdown.ts";

/** World of a job, and the function that it reports to. */
export interface Job<World, Progress> {
  readonly world: World;
  readonly report: Report<Progress>;
}

/** Functions and signals to watch and steer a crawl, whoever asked for it. */
export interface CrawlControl<Progress> {
  readonly report: Report<Progress>;
  /** Called with the number of requests in flight. */
  readonly onRequests?: ((open: number) => void) | undefined;
  /** True if the pages that come next are reported before they are fetched. */
  readonly withPreview?: boolean;
  /** Fires when the document is to be made of the pages read so far. */
  readonly finishing?: AbortSignal | undefined;
  /** Pages of an earlier crawl, used without a request. */
  readonly taken?: ReadonlyMap<string, CrawledPage> | undefined;
  /**
   * Time that the crawl's documents bear; `isRepeat`: another process may have stored its text. Default: the present.
   */
  readonly since?: { readonly at: Date; readonly isRepeat: boolean } | undefined;
  /** Keeps the crawl's answers, and gives those that it holds. */
  readonly journal?: CrawlJournal | undefined;
  /** Called with every answer as it came. */
  readonly onExchanged?: OnExchanged | undefined;
}

/** Options of a document besides its request. */
export interface GenerateJob extends CrawlControl<GenerateProgress> {
  readonly world: GenerateWorld;
  /** True if each page that is left out is reported by address; default false. */
  readonly withAllNamed?: boolean;
  /** True if pages keep their text for steps after the document; default true. */
  readonly withTexts?: boolean;
  /** True if the crawl may reach the host and port of the URL whatever their address, as on the command line. */
  readonly allowTypedAddress?: boolean;
  /**
   * Results of the site's last crawl: its pages are requested conditionally, and the document is compared with its
   * text.
   */
  readonly previous?: PreviousCrawl | undefined;
  /** Sentences of a language model about pages in earlier runs, by their key. */
  readonly sentences?: ReadonlyMap<string, string>;
  /**
   * Site for which robots.txt and other facts of the host may come from another site's crawl some minutes ago; set if
   * nobody waits for this crawl.
   */
  readonly sharesAs?: string | undefined;
  /** Called once, when the first request has been sent. */
  readonly onFirstSent?: (() => void) | undefined;
}

export interface PreviousCrawl {
  readonly pages: ReadonlyMap<string, CrawledPage>;
  /** Time at which the content last changed, as the last document says. */
  readonly generatedAt: Date;
  /** Digest of the last document before enhancement and overlay. */
  readonly plainDigest: string;
  /** Digest of the delivered text and base of its overlay, if an overlay or a model changed the document. */
  readonly delivered?: { readonly digest: string; readonly base?: BaseDocument };
}

/** Addresses that were left out for one reason: how many, and a few of them. */
export interface LeftOutGroup {
  readonly reason: LeftOutReason;
  readonly count: number;
  readonly examples: readonly string[];
}

/** Facts about the making of a document; small and plain, so that they can cross processes. */
export type GenerateProgress =
  | Exclude<CrawlEvent, { type: "end" }>
  | AnswersLost
  | { readonly type: "crawled"; readonly why: CrawlEnd; readonly pages: number }
  /** The document as it will be delivered, after enhancement and overlay. */
  | {
      readonly type: "rendered";
      readonly rendered: Rendered;
      readonly counts: DocumentCounts;
      /** All addresses that were found and are not listed. */
      readonly leftOut: readonly LeftOutGroup[];
    }
  /** The overlay was applied; `changes`: number of its changes. */
  | { readonly type: "overlaid"; readonly changes: number; readonly findings: readonly OverlayFinding[] }
  | ImproveProgress;

export interface Generated {
  /** The document to deliver. For an unchanged site it is the last one, byte for byte. */
  readonly text: string;
  readonly digest: string;
  /** SHA-256 of the text before enhancement and overlay; equal to `digest` where there was neither. */
  readonly plainDigest: string;
  /** True if the text differs from the last one delivered, or none was. */
  readonly changed: boolean;
  /** True if the site's content changed, not the overlay alone. */
  readonly contentChanged: boolean;
  /** Result of the owner's changes, if there are any. */
  readonly overlay?: { readonly changes: number; readonly findings: readonly OverlayFinding[] };
  /** Text that the overlay was applied to, if it differs from `text`. */
  readonly base?: BaseDocument;
  /** Time of the last change, as the document says. */
  readonly generatedAt: Date;
  readonly rendered: Rendered;
  /** Figures of `text`; all messages take them from here. */
  readonly counts: DocumentCounts;
  /** Findings of the format's rules for `text`. */
  readonly validation: Validation;
  readonly pages: readonly CrawledPage[];
  readonly relatives?: readonly Relative[];
  readonly full?: string;
  /** The site's own Markdown for a bundle; only with `publish`. */
  readonly own?: OwnMarkdown;
  readonly why: CrawlEnd;
}

export type Report<Progress> = (progress: Progress) => void;
