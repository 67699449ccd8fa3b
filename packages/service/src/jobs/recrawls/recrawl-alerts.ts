import type { Lease, WriteAlongside } from "../../sites/lease.ts";
import { type AlertFact, alertJobs, receiversOf } from "../alerts.ts";
import type { SiteWorld } from "../world.ts";

interface Told {
  readonly facts: readonly AlertFact[];
  readonly lease: Pick<Lease, "site" | "token">;
  readonly at: Date;
  /** URL of the latest text; null if none was stored. */
  readonly fileUrl: string | null;
}

/** Alerts to queue in the transaction that writes the end of a recrawl. */
export function tellOf(
  { facts, lease: { site, token }, at, fileUrl }: Told,
  { alerts }: Pick<SiteWorld, "alerts">,
): { readonly alongside?: WriteAlongside } {
  const tell = (fact: AlertFact) => receiversOf(fact, site.alerts, alerts);
  const jobs = alertJobs(facts, { site: { ...site, latestUrl: fileUrl }, at, token, tell });
  return jobs.length === 0 ? {} : { alongside: (sql) => alerts.queue(jobs, sql) };
}
