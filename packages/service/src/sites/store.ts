import type { Database } from "./database/database.ts";
import { enrolments } from "./enrolment.ts";
import { health, listing, many, views } from "./list/list.ts";
import { misses } from "./misses.ts";
import { deliveries, publishing, recrawls, runs, siteRuns } from "./recrawls/recrawls.ts";
import { VERSIONS_KEPT } from "./site.ts";
import type { Sites, SitesOptions } from "./sites.ts";
import { overlays, versions } from "./texts/texts.ts";

/** The sites of a database. */
export const sitesIn = (
  database: Database,
  { onRunClosed = () => {}, versionsKept = VERSIONS_KEPT }: Partial<SitesOptions> = {},
): Sites => ({
  ...deliveries(database),
  ...enrolments(database, versionsKept),
  ...health(database),
  ...listing(database),
  ...misses(database),
  ...overlays(database),
  ...many(database),
  ...publishing(database, versionsKept),
  ...recrawls(database, { onRunClosed, versionsKept }),
  ...runs(database),
  ...siteRuns(database),
  ...versions(database),
  ...views(database),
});
