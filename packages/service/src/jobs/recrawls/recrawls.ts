import { randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import type { Run } from "../../sites/run.ts";
import type { Site } from "../../sites/site.ts";
import type { Sites } from "../../sites/sites.ts";
import type { RecrawlJob } from "../queue.ts";
import { retryUntilDatabaseIsBack } from "../retry-until-database-is-back.ts";
import type { SiteWorld } from "../world.ts";
import { type RecrawlListener, recrawlSite } from "./recrawl-site.ts";

export { type DeliveryProgress, deliverDue } from "./deliver.ts";
export type { RecrawlEnded, RecrawlProgress } from "./recrawl.ts";
export type { RecrawlListener } from "./recrawl-site.ts";

/** Does one queued job: nothing where the site is not due any more, as after a worker that died having done it. */
export async function doRecrawl(
  { siteId, runId }: Pick<RecrawlJob, "siteId" | "runId">,
  { world, listenTo }: { readonly world: SiteWorld; readonly listenTo: (site: Site) => RecrawlListener },
  signal: AbortSignal,
): Promise<void> {
  const token = randomUUID();
  const lease = await retryUntilDatabaseIsBack(() => world.sites.take(siteId, runId, token), signal);
  if (lease === undefined) {
    await retryUntilDatabaseIsBack(() => world.sites.skip(siteId, runId), signal);
    return;
  }
  try {
    await recrawlSite(lease, { world, ...listenTo(lease.site) }, signal);
  } catch (error) {
    // Stopping: the site stays due. If the database cannot be told, the heartbeat's end will tell it.
    if (signal.aborted) await world.sites.release(lease).catch(() => {});
    throw error;
  }
}

const FIRST_LOOK_MS = 250;
const LONGEST_LOOK_MS = 2_000;

/** Resolves with the run when its last site is done, by any worker. Waits while the database is away. @throws the signal's reason */
export async function runFinished(runId: string, sites: Sites, signal: AbortSignal): Promise<Run | undefined> {
  for (let waitMs = FIRST_LOOK_MS; ; waitMs = Math.min(waitMs * 2, LONGEST_LOOK_MS)) {
    const run = await retryUntilDatabaseIsBack(() => sites.settleRun(runId), signal);
    if (run === undefined || run.finishedAt !== null) return run;
    await sleep(waitMs, undefined, { signal });
  }
}
