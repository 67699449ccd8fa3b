import type { SiteCredentials } from "@llmstxt-service/crawler/fetch/credentials";
import { hasChanges, type Overlay } from "@llmstxt-service/document/overlay";
import { CrawlError } from "@llmstxt-service/page/errors";
import type { Lease, RecrawlOutcome } from "../../sites/lease.ts";
import type { Job } from "../generate/generate.ts";
import type { CrawlJournal } from "../journal/journal.ts";
import type { LiveProgress } from "../live-look.ts";
import type { CrawlRequest } from "../request.ts";
import { type DocumentSeal, UNSEALED } from "../sealing.ts";
import type { SentinelSite } from "../sentinel.ts";
import type { StepProgress } from "../site-crawl.ts";
import type { SiteWorld } from "../world.ts";

export type RecrawlProgress =
  | StepProgress
  | LiveProgress
  | { readonly type: "sentinelUnchanged"; readonly url: string }
  | { readonly type: "sentinelFailed"; readonly url: string; readonly error: CrawlError }
  | { readonly type: "documentKept"; readonly pages: number; readonly found: number; readonly times: number }
  | ({ readonly type: "recrawled"; readonly outcome: RecrawlOutcome } & RecrawlEnded)
  | ({ readonly type: "recrawlFailed"; readonly error: CrawlError; readonly retryMinutes: number } & RecrawlEnded);

/** Figures that the end of every recrawl has. */
export interface RecrawlEnded {
  readonly runId: string;
  readonly ms: number;
  /** Pages of the document; null if nothing was crawled. */
  readonly pages: number | null;
}

/** One running recrawl: the site, its secrets, and its listener. */
export interface Recrawl extends Job<SiteWorld, RecrawlProgress> {
  readonly lease: Lease;
  readonly credentials?: SiteCredentials;
  readonly seal: DocumentSeal;
  /** Answers of an earlier worker that was interrupted. */
  readonly journal?: CrawlJournal | undefined;
  readonly overlay?: Overlay;
  /** Time by the database's clock, carried on by this machine's monotonic one. */
  clock(): Date;
}

/**
 * The recrawl with its credentials and the seal of its texts.
 * @throws CrawlError `credentials_sealed` if this process cannot open them
 */
export const unlocked = (recrawl: Omit<Recrawl, "seal" | "credentials">): Recrawl => ({
  ...recrawl,
  ...secretsOf(recrawl.lease, recrawl.world),
});

/** @throws CrawlError `credentials_sealed` */
export function secretsOf(
  { sealedCredentials, site }: Pick<Lease, "sealedCredentials" | "site">,
  { sealing }: Pick<SiteWorld, "sealing">,
): Pick<Recrawl, "seal" | "credentials"> {
  if (sealedCredentials === null) return { seal: UNSEALED };
  if (sealing === undefined) throw new CrawlError("credentials_sealed", { detail: "SECRETS_KEY is not set" });
  const { credentials, capability } = sealing.open(sealedCredentials, site.baseUrl);
  return { credentials, seal: sealing.sealFor(capability) };
}

/** Request of the site's crawl. A language model is asked if there is one. */
export const requestOf = ({ lease, world: { extras, enhance }, credentials, overlay }: Recrawl): CrawlRequest => ({
  ...lease.site.request,
  ...(credentials && { credentials }),
  ...(overlay && hasChanges(overlay) && { overlay }),
  full: extras.full,
  llmEnhance: enhance !== undefined,
});

export const siteOf = ({ lease, credentials }: Recrawl): SentinelSite => ({
  url: lease.site.request.url,
  ...(credentials && { credentials }),
});
