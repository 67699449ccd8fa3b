import type { AlertRule } from "./alert-rule.ts";
import type { Delivery, TakenDelivery } from "./delivery.ts";
import type { JobStarter } from "./job.ts";
import type { Lease, RecrawlFailure, RecrawlResult, WriteAlongside } from "./lease.ts";
import type { LiveMark } from "./live.ts";
import type { QueueSites, Run, SiteRun } from "./run.ts";
import type { BaseText, Site, SiteChoices, SiteRequest, Version } from "./site.ts";
import type { ListedSite, SiteList, SitePick, SiteQuery } from "./site-query.ts";

/** The outcome of a crawl asked for with auto-update: everything a first row needs. */
export interface Enrolment {
  /** Its address as typed; the row is found by its normal form. */
  readonly request: SiteRequest;
  /** 1 to 525,600. */
  readonly recrawlIntervalMinutes: number;
  readonly sentinelUrl: string | null;
  /** Header fields for the site, sealed by the caller; null or undefined removes what was kept. */
  readonly sealedCredentials?: string | null;
  /** In normal form; undefined keeps what the site has. */
  readonly tags?: readonly string[] | undefined;
  /** undefined: enrolled without a crawl; the first one is due at once. */
  readonly delivery?: Delivery;
}

/** Changes that a site's owner makes to the crawl's result. */
export interface KeptOverlay {
  /** As it was written. */
  readonly yaml: string;
  /** The same, read; whoever uses it checks it. */
  readonly overlay: unknown;
  /** Tells this text from every other. */
  readonly digest: string;
}

export interface OverlayWriting extends Omit<KeptOverlay, "digest"> {
  /** Written only over a text with one of these digests; undefined: over any. */
  readonly expected?: readonly string[] | undefined;
  /** The latest text has these changes already; default false: the next crawl makes them. */
  readonly isDelivered?: boolean;
}

/** A missing or undefined field stays. */
export interface SiteChange extends SiteChoices {
  readonly recrawlIntervalMinutes?: number | undefined;
  readonly paused?: boolean | undefined;
  /** In normal form; they replace those the site has. */
  readonly tags?: readonly string[] | undefined;
  /** null: as the settings say. */
  readonly alerts?: AlertRule | null | undefined;
}

/** Result of a webhook call. */
export type MarkOutcome =
  | { readonly type: "marked"; readonly nextCrawlAt: Date }
  | { readonly type: "notEnrolled" }
  | { readonly type: "wrongSecret" };

/** Changes of many sites at once that can be undone. */
export type ManyChange =
  | { readonly action: "pause" | "resume" }
  | { readonly action: "setInterval"; readonly recrawlIntervalMinutes: number }
  | { readonly action: "addTags" | "removeTags"; readonly tags: readonly string[] };

/** A change that makes sites as they were. */
export interface Undo {
  readonly change: ManyChange;
  readonly ids: readonly string[];
}

/** An address that agents asked a site's bundle for and that is not there. */
export interface MissedAddress {
  readonly address: string;
  readonly times: number;
  readonly lastAt: Date;
}

/** Events of sites since a moment. Sites that were removed are not among them. */
export interface SiteChanges {
  /** Validators for the next request. */
  readonly at: Date;
  /** Changed since, or being crawled now. */
  readonly sites: readonly ListedSite[];
  /** false: there were more than asked for, and the list must be read anew. */
  readonly isAll: boolean;
}

/**
 * The enrolled sites and what was done for them. Times are the database's, so that machines need not agree on theirs.
 * Each call takes at most a few seconds and rejects with `database_unavailable` when there is no reaching the database;
 * a call that may have been heard can be made again: it does the same thing once.
 */
export interface Sites {
  /** Writes or overwrites the row of its base URL. A recrawl under way loses its lease. */
  enrol(enrolment: Enrolment): Promise<Site>;
  /** Writes those that are not there yet, in one step. @returns them */
  enrolNew(enrolments: readonly Enrolment[]): Promise<readonly ListedSite[]>;
  /** @returns those of the base URLs that are enrolled */
  enrolled(baseUrls: readonly string[]): Promise<ReadonlySet<string>>;
  find(url: string): Promise<ListedSite | undefined>;
  get(id: string): Promise<ListedSite | undefined>;
  /** @throws CrawlError `database_slow` */
  list(query: SiteQuery): Promise<SiteList>;
  /** The same without counts, for who reads all of it. @throws CrawlError `database_slow` */
  page(query: SiteQuery): Promise<Pick<SiteList, "items" | "next">>;
  /** Sites that changed since `at` of the answer before; none without it. Costs the same however many sites there are. */
  changes(since: Date | undefined, limit: number): Promise<SiteChanges>;
  /** @returns undefined where there is no such site */
  change(id: string, change: SiteChange): Promise<ListedSite | undefined>;
  /** @returns whether it was there */
  remove(id: string): Promise<boolean>;
  /** Sites of a list, in the order of their addresses, whatever is done to them meanwhile. */
  pick(query: Omit<SiteQuery, "sort" | "limit">, limit: number): Promise<SitePick>;
  /** @returns what undoes it */
  changeMany(ids: readonly string[], change: ManyChange): Promise<readonly Undo[]>;
  /** @returns how many were there */
  removeMany(ids: readonly string[]): Promise<number>;
  /** null removes the secret. @returns whether the site was there */
  setWebhookSecret(id: string, secret: string | null): Promise<boolean>;
  /** Writes a look at its own addresses, unless a later one is there. */
  setLive(id: string, live: LiveMark): Promise<void>;
  /**
   * Counts addresses that agents asked a bundle for and that are not there; nothing where its site is not enrolled.
   * @param place host and path of the base URL
   */
  addMisses(place: string, times: ReadonlyMap<string, number>): Promise<void>;
  /** The addresses missed most. */
  misses(siteId: string): Promise<readonly MissedAddress[]>;
  /** The webhook: makes a site due now. */
  mark(url: string, secret: string | undefined): Promise<MarkOutcome>;

  /** Starts a run over due sites without a job, oldest first, at most `limit`, a tenth of one host while others wait. */
  startRun(limit: number, queue: QueueSites, by?: JobStarter): Promise<Run>;
  /** Starts another run where the last one left due sites behind; undefined where none did. */
  continueRun(limit: number, queue: QueueSites): Promise<Run | undefined>;
  /** Makes sites due and starts a run over them, whatever their sitemaps say. undefined where there is none of them. */
  startRunOver(ids: readonly string[], queue: QueueSites, by?: JobStarter): Promise<Run | undefined>;
  /** Takes a site for recrawling; undefined where it is not due any more. Without a run it is for the one that waits for it. */
  take(siteId: string, runId: string | undefined, token: string): Promise<Lease | undefined>;
  /** @returns false where another has taken the site since */
  finish(lease: Lease, result: RecrawlResult): Promise<boolean>;
  fail(lease: Lease, failure: RecrawlFailure): Promise<boolean>;
  /** Gives a site back unfinished: it stays due. */
  release(lease: Lease): Promise<void>;
  progress(lease: Lease, pagesDone: number): Promise<void>;
  /** Closes a run whose sites are all done. @returns it as it stands; undefined where there is no such run */
  settleRun(runId: string): Promise<Run | undefined>;
  /** Sites that the present run does not wait for any longer. */
  skip(siteId: string, runId: string | undefined): Promise<void>;

  /** Takes texts whose next try at storing is due, the longest due first, for this process alone. */
  takeDeliveries(limit: number): Promise<readonly TakenDelivery[]>;
  /** undefined: it is not to be stored any more. @returns false where a newer text has come since */
  delivered(taken: TakenDelivery, fileUrl: string | undefined, alongside?: WriteAlongside): Promise<boolean>;
  /** `alongside` tells somebody of it. @returns false where a newer text has come since */
  notDelivered(taken: TakenDelivery, why: string, alongside?: WriteAlongside): Promise<boolean>;
  straysRemoved(taken: TakenDelivery): Promise<void>;
  /** Another may try at once. */
  giveBack(taken: TakenDelivery): Promise<void>;
  /** Sites whose latest text is not stored. */
  undelivered(): Promise<number>;

  versions(siteId: string, cursor: string | undefined, limit: number): Promise<VersionList>;
  /** The newest crawls of a site, newest first. */
  siteRuns(siteId: string): Promise<readonly SiteRun[]>;
  /** As the worker packed it; undefined where there is no such run. */
  siteRunLog(siteId: string, runId: string): Promise<string | undefined>;
  versionText(siteId: string, versionId: string): Promise<string | undefined>;
  /** The latest text, stored or not. */
  latestText(siteId: string): Promise<string | undefined>;
  /** undefined where none was ever set. */
  overlay(siteId: string): Promise<KeptOverlay | undefined>;
  /** An empty text removes it. The next recrawl looks at the site whatever its sitemap says. */
  setOverlay(siteId: string, writing: OverlayWriting): Promise<"set" | "noSite" | "changed">;
  /** The latest text, and what an overlay is applied to. */
  latestDelivered(siteId: string): Promise<{ readonly text: string; readonly base: BaseText } | undefined>;
  /**
   * Makes a text of the same pages the latest one, without a crawl.
   * @returns false where a crawl is at the site, or another text has come since `site` was read
   */
  publishText(site: Site, delivery: Delivery): Promise<boolean>;
  /** When the next site is due; null where none ever is. */
  nextRunAt(): Promise<Date | null>;
  /** Sites due now, and for how long the oldest has been. */
  due(): Promise<{ readonly sites: number; readonly oldestSeconds: number }>;
  recentRuns(limit: number): Promise<readonly Run[]>;
}

export interface VersionList {
  readonly items: readonly Version[];
  readonly next: string | null;
}

export interface SitesOptions {
  /** Hears of each run whose last site ended here. */
  readonly onRunClosed: (run: Run) => void;
  /** Texts kept of each site, the newest included. */
  readonly versionsKept: number;
}
