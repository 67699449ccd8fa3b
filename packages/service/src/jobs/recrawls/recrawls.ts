import { randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { CrawlError, isFailure } from "@llmstxt-service/page/errors";
import type { Lease } from "../../sites/lease.ts";
import type { Run } from "../../sites/run.ts";
import type { Site } from "../../sites/site.ts";
import type { Sites } from "../../sites/sites.ts";
import type { KeptJournal } from "../kept-journal.ts";
import type { UnreadableJob } from "../queue.ts";
import { retryUntilDatabaseIsBack } from "../retry-until-database-is-back.ts";
import type { SiteWorld } from "../world.ts";
import { secretsOf } from "./recrawl.ts";
import { type RecrawlListener, recrawlSite } from "./recrawl-site.ts";

export { type DeliveryProgress, deliverDue } from "./deliver.ts";
export type { RecrawlEnded, RecrawlProgress } from "./recrawl.ts";
export type { RecrawlListener } from "./recrawl-site.ts";

interface Doing {
  readonly world: SiteWorld;
  readonly listenTo: (site: Site) => RecrawlListener;
}

/**
 * Fails the recrawl of a site whose job cannot be read: its page shows why, and it is due again later, with a new job.
 */
export async function failRecrawl({ baseUrl, why }: UnreadableJob, doing: Doing, signal: AbortSignal): Promise<void> {
  const { sites } = doing.world;
  const site = await retryUntilDatabaseIsBack(() => sites.find(baseUrl), signal);
  const refused = new CrawlError("unexpected", { detail: `The job of this recrawl cannot be read: ${why}` });
  if (site !== undefined) await doRecrawl({ siteId: site.id, runId: undefined, refused }, doing, signal);
}

interface LeasedJob {
  readonly siteId: string;
  readonly runId: string | undefined;
  /** Key of the journal that an earlier worker left. */
  readonly key?: string | undefined;
  readonly refused?: CrawlError;
}

/** Runs one queued job; nothing if the site is not due any more, as after a worker that died once it had crawled it. */
export async function doRecrawl(
  { siteId, runId, refused, key }: LeasedJob,
  { world, listenTo }: Doing,
  signal: AbortSignal,
): Promise<void> {
  const token = randomUUID();
  const taken = await retryUntilDatabaseIsBack(() => world.sites.take(siteId, runId, token), signal);
  if (taken === undefined) {
    await retryUntilDatabaseIsBack(() => world.sites.skip(siteId, runId), signal);
    return;
  }
  const kept = key === undefined ? undefined : await openRecrawlJournal(taken, key, world);
  const found = kept?.had ?? 0;
  const lease = found === 0 ? taken : await retryUntilDatabaseIsBack(() => world.sites.found(taken, found), signal);
  const listener = listenTo(lease.site);
  for (const one of kept?.lost ?? []) listener.report(one);
  try {
    await recrawlSite(lease, { world, refused, journal: kept?.journal, ...listener }, signal);
    await kept?.remove();
  } catch (error) {
    await kept?.close();
    // The process stops: the site stays due. If the database cannot be told, the lease ends by itself.
    if (signal.aborted) await world.sites.release(lease).catch(() => {});
    throw error;
  }
}

/** Opens the journal; undefined if the site's secrets cannot be opened, for which the recrawl then fails. */
async function openRecrawlJournal(lease: Lease, key: string, world: SiteWorld): Promise<KeptJournal | undefined> {
  const { site, began, at } = lease;
  try {
    const { seal } = secretsOf(lease, world);
    const request = { ...site.request, full: world.extras.full, llmEnhance: world.enhance !== undefined };
    return await world.journals?.open({ id: site.id, request, key, seal, began, isResumed: began < at });
  } catch (thrown) {
    if (isFailure(thrown, "credentials_sealed")) return undefined;
    throw thrown;
  }
}

const FIRST_LOOK_MS = 250;
const LONGEST_LOOK_MS = 2_000;

/**
 * Resolves with the run when its last site is done, by any worker. Waits while the database is away.
 * @throws the signal's reason
 */
export async function runFinished(runId: string, sites: Sites, signal: AbortSignal): Promise<Run | undefined> {
  for (let waitMs = FIRST_LOOK_MS; ; waitMs = Math.min(waitMs * 2, LONGEST_LOOK_MS)) {
    const run = await retryUntilDatabaseIsBack(() => sites.settleRun(runId), signal);
    if (run === undefined || run.finishedAt !== null) return run;
    await sleep(waitMs, undefined, { signal });
  }
}
