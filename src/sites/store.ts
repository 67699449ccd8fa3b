import type { Database } from "./database.ts";
import { enrolments } from "./enrolment.ts";
import { listing } from "./listing.ts";
import { many } from "./many.ts";
import { overlays } from "./overlays.ts";
import { recrawls } from "./recrawls.ts";
import { runs } from "./runs.ts";
import { VERSIONS_KEPT } from "./site.ts";
import { siteRuns } from "./site-runs.ts";
import type { Sites, SitesOptions } from "./sites.ts";
import { tagRules } from "./tag-rules.ts";
import { versions } from "./versions.ts";

/** The sites of a database. */
export const sitesIn = (
  database: Database,
  { onRunClosed = () => {}, versionsKept = VERSIONS_KEPT }: Partial<SitesOptions> = {},
): Sites => ({
  ...enrolments(database, versionsKept),
  ...listing(database),
  ...overlays(database),
  ...many(database),
  ...recrawls(database, { onRunClosed, versionsKept }),
  ...runs(database),
  ...siteRuns(database),
  ...tagRules(database),
  ...versions(database),
});
