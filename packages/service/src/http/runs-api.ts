import * as z from "zod";
import { runLogSchema, siteRunsSchema } from "../protocol/protocol.ts";
import type { App } from "../server-world.ts";
import type { Sites } from "../sites/sites.ts";
import { commonAnswers, noSite, siteId, siteTags as tags } from "./site-routes.ts";

/** Runs of a site, and the log of each. The right to see the site includes them. */
export function runRoutes(app: App, sites: Sites): void {
  const runs = {
    tags,
    summary: "The newest crawls of a site and how each ended, newest first",
    params: siteId,
    response: { 200: siteRunsSchema, ...commonAnswers },
  };
  app.get("/api/sites/:id/runs", { schema: runs }, async ({ params }, reply) => {
    const site = await sites.get(params.id);
    if (site === undefined) return reply.code(404).send(noSite);
    const items = await sites.siteRuns(params.id);
    return { items: items.map(({ at, why, ...run }) => ({ ...run, at: at.toISOString(), reason: why })) };
  });
  const log = {
    tags,
    summary: "The log of one crawl of a site",
    params: siteId.extend({ run: z.uuid() }),
    response: { 200: runLogSchema, ...commonAnswers },
  };
  app.get("/api/sites/:id/runs/:run/log", { schema: log }, async ({ params }, reply) => {
    const found = await sites.siteRunLog(params.id, params.run);
    if (found === undefined) return reply.code(404).send({ detail: "No such run" });
    // A run whose worker was lost has no log.
    return found === "" ? { dropped: 0, lines: [] } : runLogSchema.parse(JSON.parse(found));
  });
}
