// Settings of recrawls: their times, and how many.
import { VERSIONS_KEPT } from "../sites/site.ts";
import { cronExpression, flag, share, wholeNumber } from "./kinds.ts";
import { setting } from "./setting.ts";

export const recrawls = {
  recrawlSchedule: setting(cronExpression, {
    fallback: "*/10 * * * *",
    about:
      "When the service starts recrawls of due sites: a cron expression in UTC. Empty: only outside calls start them",
  }),
  recrawlConcurrency: setting(wholeNumber(1, 64), { fallback: 1, about: "Sites that a process recrawls at once" }),
  versionsKept: setting(wholeNumber(1, 200), {
    fallback: VERSIONS_KEPT,
    about: "Texts of each enrolled site that the database keeps, the newest included",
  }),
  recrawlBatchLimit: setting(wholeNumber(1, 10_000), { fallback: 100, about: "Most sites that one run recrawls" }),
  workerPort: setting(wholeNumber(0, 65_535), {
    about: "Port on HOST at which a worker serves /health, /ready and /metrics. 0: any free port; the log names it",
  }),
  adaptiveRecrawl: setting(flag, { fallback: false, about: "Adapt the interval of each site to how often it changes" }),
  recrawlLossLimit: setting(share, {
    about:
      "Share of its pages, such as 0.5, that a site may lose in one recrawl. If it loses more, the old document is kept; the third such recrawl in a row replaces it",
    unset: "no limit",
  }),
};
