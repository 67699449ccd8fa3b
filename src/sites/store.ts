import type { Database } from "./database.ts";
import { enrolments } from "./enrolment.ts";
import { listing } from "./listing.ts";
import { recrawls } from "./recrawls.ts";
import { runs } from "./runs.ts";
import type { Run, Sites } from "./sites.ts";
import { versions } from "./versions.ts";

/** The sites of a database. `onRunClosed` hears of each run whose last site ended here. */
export const sitesIn = (database: Database, onRunClosed: (run: Run) => void = () => {}): Sites => ({
  ...enrolments(database),
  ...listing(database),
  ...recrawls(database, onRunClosed),
  ...runs(database),
  ...versions(database),
});
