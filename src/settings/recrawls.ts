// When and how enrolled sites are recrawled.
import { VERSIONS_KEPT } from "../sites/site.ts";
import { cronExpression, flag, share, wholeNumber } from "./kinds.ts";
import { notes } from "./notes.ts";

export const recrawls = {
  recrawlSchedule: cronExpression.default("*/10 * * * *").register(notes, {
    about: "Cron expression (UTC): the service starts due recrawls by itself; empty: only from outside",
  }),
  recrawlConcurrency: wholeNumber(1, 64).default(1).register(notes, { about: "Sites one worker recrawls at once" }),
  versionsKept: wholeNumber(1, 200).default(VERSIONS_KEPT).register(notes, {
    about: "Texts kept of each enrolled site in the database, the newest included",
  }),
  recrawlBatchLimit: wholeNumber(1, 10_000).default(100).register(notes, { about: "Sites one run selects" }),
  workerPort: wholeNumber(0, 65_535).optional().register(notes, {
    about: "Port on HOST where a worker answers /health, /ready and /metrics; 0 takes a free one, which is logged",
  }),
  adaptiveRecrawl: flag
    .default(false)
    .register(notes, { about: "Whether a site's interval follows how often it changes" }),
  recrawlLossLimit: share.optional().register(notes, {
    about:
      "Share of its pages, such as 0.5, that a site may lose in a recrawl and still get a new document; the third loss in a row is taken",
    unset: "no limit",
  }),
};
