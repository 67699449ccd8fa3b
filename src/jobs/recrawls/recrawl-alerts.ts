import type { Lease, WriteAlongside } from "../../sites/lease.ts";
import { type AlertFact, alertJobs, receiversOf } from "../alerts.ts";
import { retryUntilDatabaseIsBack } from "../retry-until-database-is-back.ts";
import type { SiteWorld } from "../world.ts";

interface Told {
  readonly facts: readonly AlertFact[];
  readonly lease: Lease;
  readonly at: Date;
  /** Of the latest text; null where none was stored. */
  readonly fileUrl: string | null;
}

/** Queues what there is to tell of a recrawl when its end is written. */
export async function tellOf(
  { facts, lease, at, fileUrl }: Told,
  { sites, alerts }: Pick<SiteWorld, "sites" | "alerts">,
  signal: AbortSignal,
): Promise<{ readonly alongside?: WriteAlongside }> {
  if (facts.length === 0) return {};
  const site = { ...lease.site, latestUrl: fileUrl };
  const rules = site.alerts ? [site.alerts] : await retryUntilDatabaseIsBack(() => sites.tagRules(site.tags), signal);
  const jobs = alertJobs(facts, { site, at, token: lease.token, tell: (fact) => receiversOf(fact, rules, alerts) });
  return jobs.length === 0 ? {} : { alongside: (sql) => alerts.queue(jobs, sql) };
}
