import type { Lease, WriteAlongside } from "../../sites/lease.ts";
import { type AlertFact, alertJobs, receiversOf } from "../alerts.ts";
import type { SiteWorld } from "../world.ts";

interface Told {
  readonly facts: readonly AlertFact[];
  readonly lease: Pick<Lease, "site" | "token">;
  readonly at: Date;
  /** Of the latest text; null where none was stored. */
  readonly fileUrl: string | null;
}

/** Queues what there is to tell of a site when the end of its recrawl is written. */
export function tellOf(
  { facts, lease: { site, token }, at, fileUrl }: Told,
  { alerts }: Pick<SiteWorld, "alerts">,
): { readonly alongside?: WriteAlongside } {
  const tell = (fact: AlertFact) => receiversOf(fact, site.alerts, alerts);
  const jobs = alertJobs(facts, { site: { ...site, latestUrl: fileUrl }, at, token, tell });
  return jobs.length === 0 ? {} : { alongside: (sql) => alerts.queue(jobs, sql) };
}
