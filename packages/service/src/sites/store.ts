import type { Database } from "./database/database.ts";
import { enrolments } from "./enrolment.ts";
import { health, listing, many, views } from "./list/list.ts";
import { misses } from "./misses.ts";
import { deliveries, publishing, recrawls, runs, siteRuns } from "./recrawls/recrawls.ts";
import { VERSIONS_KEPT } from "./site.ts";
import type { Sites } from "./sites.ts";
import { overlays, versions } from "./texts/texts.ts";

/** The sites of a database. @param versionsKept texts kept of each site, the newest included */
export const sitesIn = (database: Database, versionsKept = VERSIONS_KEPT): Sites => ({
  ...deliveries(database),
  ...enrolments(database, versionsKept),
  ...health(database),
  ...listing(database),
  ...misses(database),
  ...overlays(database),
  ...many(database),
  ...publishing(database, versionsKept),
  ...recrawls(database, versionsKept),
  ...runs(database),
  ...siteRuns(database),
  ...versions(database),
  ...views(database),
});
