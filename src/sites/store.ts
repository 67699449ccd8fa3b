import type { Database } from "./database.ts";
import { enrolments } from "./enrolment.ts";
import { listing } from "./listing.ts";
import { recrawls } from "./recrawls.ts";
import { runs } from "./runs.ts";
import type { Sites } from "./sites.ts";
import { versions } from "./versions.ts";

/** The sites of a database. */
export const sitesIn = (database: Database): Sites => ({
  ...enrolments(database),
  ...listing(database),
  ...recrawls(database),
  ...runs(database),
  ...versions(database),
});
