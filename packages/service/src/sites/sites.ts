import type { AlertRule } from "./alert-rule.ts";
import type { Delivery, TakenDelivery } from "./delivery.ts";
import type { JobStarter } from "./job.ts";
import type { Lease, RecrawlFailure, RecrawlResult, RunRecord, WriteAlongside } from "./lease.ts";
import type { LiveMark } from "./live.ts";
import type { QueueSites, Run, SiteRun } from "./run.ts";
import type { BaseText, Site, SiteChoices, Version } from "./site.ts";
import type { ListedSite, SiteHealth, SiteList, SitePick, SiteQuery } from "./site-query.ts";

/** A site to enrol: all that its first row needs, which is found by the normal form of its URL. */
export interface Enrolment extends Pick<Site, "request" | "recrawlIntervalMinutes" | "sentinelUrl"> {
  /** Credentials, sealed by the caller; null or undefined removes the stored ones. */
  readonly sealedCredentials?: string | null;
  /** Tags in normal form; undefined keeps the site's tags. */
  readonly tags?: readonly string[] | undefined;
  /** Document of a first crawl; undefined: the first crawl is due at once. */
  readonly delivery?: Delivery;
  /** Figures of that first crawl, which is the site's first run. */
  readonly record?: RunRecord;
}

/** An owner's changes to the document, as they are stored. */
export interface KeptOverlay {
  readonly yaml: string;
  /** The changes as JSON; the reader must validate them. */
  readonly overlay: unknown;
  readonly digest: string;
}

export interface OverlayWriting extends Omit<KeptOverlay, "digest"> {
  /** Digests of which the stored text must have one to be replaced; undefined: any text is replaced. */
  readonly expected?: readonly string[] | undefined;
  /** True if the latest text has these changes already; default false: the next crawl makes them. */
  readonly isDelivered?: boolean;
}

/** Changes of a site; a missing or undefined field stays. */
export interface SiteChange extends SiteChoices {
  readonly recrawlIntervalMinutes?: number | undefined;
  readonly paused?: boolean | undefined;
  /** Tags in normal form; they replace the site's tags. */
  readonly tags?: readonly string[] | undefined;
  /** Alert rule; null: the settings' alerts. */
  readonly alerts?: AlertRule | null | undefined;
}

export type MarkOutcome =
  | { readonly type: "marked"; readonly nextCrawlAt: Date }
  | { readonly type: "notEnrolled" }
  | { readonly type: "wrongSecret" };

/** A change of many sites at once, which can be undone. */
export type ManyChange =
  | { readonly action: "pause" | "resume" }
  | { readonly action: "setInterval"; readonly recrawlIntervalMinutes: number }
  | { readonly action: "addTags" | "removeTags"; readonly tags: readonly string[] };

/** A change that restores sites. */
export interface Undo {
  readonly change: ManyChange;
  readonly ids: readonly string[];
}

/** A named filter of the list of sites. */
export interface SiteView {
  readonly name: string;
  /** Filter and order, as in the address of the list. */
  readonly query: string;
}

/** Sites changed since some time. Removed sites are not included. */
export interface SiteChanges {
  /** `since` of the next request. */
  readonly at: Date;
  /** Sites that have changed, or are being crawled now. */
  readonly sites: readonly ListedSite[];
  /** False if there were more than `limit`: the list must be read again. */
  readonly isAll: boolean;
}

/**
 * The enrolled sites and their work. All times are of the database's clock, so that machines need not agree on theirs.
 * Each call takes at most some seconds, and rejects with `database_unavailable` if the database cannot be reached.
 * Every call can be repeated when its answer was lost.
 */
export interface Sites {
  /** Writes or overwrites the row of a base URL. A recrawl under way loses its lease. */
  enrol(enrolment: Enrolment): Promise<Site>;
  /** Enrols the sites that are not enrolled yet, in one statement, and returns them. */
  enrolNew(enrolments: readonly Enrolment[]): Promise<readonly ListedSite[]>;
  /** @returns the base URLs that are enrolled */
  enrolled(baseUrls: readonly string[]): Promise<ReadonlySet<string>>;
  find(url: string): Promise<ListedSite | undefined>;
  get(id: string): Promise<ListedSite | undefined>;
  /** @throws CrawlError `database_slow` */
  list(query: SiteQuery): Promise<SiteList>;
  /** Sites by age and state, counted some seconds ago at most. @throws CrawlError `database_slow` */
  health(): Promise<SiteHealth>;
  /** Named filters of the list, the oldest first. */
  views(): Promise<readonly SiteView[]>;
  /** @returns false if there are too many */
  keepView(view: SiteView): Promise<boolean>;
  /** @returns true if it was there */
  removeView(name: string): Promise<boolean>;
  /**
   * The list without counts, for reading all of it.
   * @throws CrawlError `database_slow`
   */
  page(query: SiteQuery): Promise<Pick<SiteList, "items" | "next">>;
  /** Sites changed since `at` of the last answer; none without it. Its cost does not depend on the number of sites. */
  changes(since: Date | undefined, limit: number): Promise<SiteChanges>;
  /** @returns undefined if there is no such site */
  change(id: string, change: SiteChange): Promise<ListedSite | undefined>;
  /** @returns true if it was there */
  remove(id: string): Promise<boolean>;
  /** Ids of a list's sites, in the order of their addresses, whatever changes meanwhile. */
  pick(query: Omit<SiteQuery, "sort" | "limit">, limit: number): Promise<SitePick>;
  /** @returns changes that undo it */
  changeMany(ids: readonly string[], change: ManyChange): Promise<readonly Undo[]>;
  /** @returns number of sites removed */
  removeMany(ids: readonly string[]): Promise<number>;
  /**
   * Stores the secret; null removes it.
   * @returns true if the site exists
   */
  setWebhookSecret(id: string, secret: string | null): Promise<boolean>;
  /** Stores a check of the site's own addresses, unless a later one is stored. */
  setLive(id: string, live: LiveMark): Promise<void>;
  /**
   * Counts missing addresses that agents asked a bundle for; does nothing if its site is not enrolled.
   * @param place host and path of the base URL
   */
  addMisses(place: string, times: ReadonlyMap<string, number>): Promise<void>;
  /** The addresses that agents asked the site's bundle for most often, and that do not exist. */
  misses(
    siteId: string,
  ): Promise<readonly { readonly address: string; readonly times: number; readonly lastAt: Date }[]>;
  /** Makes a site due now, for the webhook. */
  mark(url: string, secret: string | undefined): Promise<MarkOutcome>;

  /**
   * Starts a run over due sites without a job, oldest first, at most `limit`; while other hosts have due sites, at most
   * a tenth of one host.
   */
  startRun(limit: number, queue: QueueSites, by?: JobStarter): Promise<Run>;
  /** Starts another run if the last one left due sites; undefined otherwise. */
  continueRun(limit: number, queue: QueueSites): Promise<Run | undefined>;
  /**
   * Makes sites due and starts a run over them, whatever their sitemaps say. Returns undefined if none of them exists.
   */
  startRunOver(ids: readonly string[], queue: QueueSites, by?: JobStarter): Promise<Run | undefined>;
  /**
   * Takes a site for recrawling; undefined if it is not due any more. Without `runId` it counts for the run that waits
   * for the site.
   */
  take(siteId: string, runId: string | undefined, token: string): Promise<Lease | undefined>;
  /** @returns false if another worker has taken the site since */
  finish(lease: Lease, result: RecrawlResult): Promise<boolean>;
  fail(lease: Lease, failure: RecrawlFailure): Promise<boolean>;
  /** Gives a site back unfinished: it stays due. */
  release(lease: Lease): Promise<void>;
  progress(lease: Lease, pagesDone: number): Promise<void>;
  /**
   * Says how many answers of earlier starts were found in the journal: with so many more than before, the starts so far
   * do not count.
   * @returns the lease, with its attempts
   */
  found(lease: Lease, answers: number): Promise<Lease>;
  /**
   * Closes a run whose sites are all done.
   * @returns the run; undefined if it does not exist
   */
  settleRun(runId: string): Promise<Run | undefined>;
  /** Counts a site as skipped in its run. */
  skip(siteId: string, runId: string | undefined): Promise<void>;

  /** Takes waiting texts that are due, the longest due first, for this process alone. */
  takeDeliveries(limit: number): Promise<readonly TakenDelivery[]>;
  /**
   * Ends the waiting of a text; `fileUrl` undefined: it need not be stored any more.
   * @returns false if a newer text has come since
   */
  delivered(taken: TakenDelivery, fileUrl: string | undefined, alongside?: WriteAlongside): Promise<boolean>;
  /**
   * Records a failed try; `alongside` queues an alert.
   * @returns false if a newer text has come since
   */
  notDelivered(taken: TakenDelivery, why: string, alongside?: WriteAlongside): Promise<boolean>;
  straysRemoved(taken: TakenDelivery): Promise<void>;
  /** Gives a text back: another process may try at once. */
  giveBack(taken: TakenDelivery): Promise<void>;
  /**
   * Makes a site's waiting text due at once.
   * @returns true if one waits
   */
  hurryDelivery(siteId: string): Promise<boolean>;
  /** Number of sites whose latest text is not stored. */
  undelivered(): Promise<number>;

  versions(siteId: string, cursor: string | undefined, limit: number): Promise<VersionList>;
  /** The stored recrawls of a site, newest first. */
  siteRuns(siteId: string): Promise<readonly SiteRun[]>;
  /** Log of a run as the worker packed it; undefined if there is no such run. */
  siteRunLog(siteId: string, runId: string): Promise<string | undefined>;
  versionText(siteId: string, versionId: string): Promise<string | undefined>;
  /** The latest text, whether stored as a file or not. */
  latestText(siteId: string): Promise<string | undefined>;
  /** The site's overlay; undefined if none was ever set. */
  overlay(siteId: string): Promise<KeptOverlay | undefined>;
  /** Stores an overlay; an empty text removes it. The next recrawl crawls the site whatever its sitemap says. */
  setOverlay(siteId: string, writing: OverlayWriting): Promise<"set" | "noSite" | "changed">;
  /** The latest text, and the base of its overlay. */
  latestDelivered(siteId: string): Promise<{ readonly text: string; readonly base: BaseText } | undefined>;
  /**
   * Makes a text of the same pages the latest one, without a crawl.
   * @returns false where a crawl is at the site, or another text has come since `site` was read
   */
  publishText(site: Site, delivery: Delivery): Promise<boolean>;
  /** Time at which the next site is due; null if none ever is. */
  nextRunAt(): Promise<Date | null>;
  /** Number of sites due now, and seconds that the oldest has been due. */
  due(): Promise<{ readonly sites: number; readonly oldestSeconds: number }>;
  recentRuns(limit: number): Promise<readonly Run[]>;
}

export interface VersionList {
  readonly items: readonly Version[];
  readonly next: string | null;
}
