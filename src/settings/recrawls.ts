// When and how enrolled sites are recrawled.
import { VERSIONS_KEPT } from "../sites/site.ts";
import { cronExpression, flag, share, wholeNumber } from "./kinds.ts";
import { setting } from "./setting.ts";

export const recrawls = {
  recrawlSchedule: setting(cronExpression, {
    fallback: "*/10 * * * *",
    about: "Cron expression (UTC): the service starts due recrawls by itself; empty: only from outside",
  }),
  recrawlConcurrency: setting(wholeNumber(1, 64), { fallback: 1, about: "Sites one worker recrawls at once" }),
  versionsKept: setting(wholeNumber(1, 200), {
    fallback: VERSIONS_KEPT,
    about: "Texts kept of each enrolled site in the database, the newest included",
  }),
  recrawlBatchLimit: setting(wholeNumber(1, 10_000), { fallback: 100, about: "Sites one run selects" }),
  workerPort: setting(wholeNumber(0, 65_535), {
    about: "Port on HOST where a worker answers /health, /ready and /metrics; 0 takes a free one, which is logged",
  }),
  adaptiveRecrawl: setting(flag, { fallback: false, about: "Whether a site's interval follows how often it changes" }),
  recrawlLossLimit: setting(share, {
    about:
      "Share of its pages, such as 0.5, that a site may lose in a recrawl and still get a new document; the third loss in a row is taken",
    unset: "no limit",
  }),
};
