import { randomUUID } from "node:crypto";
import type { SentAlert } from "../alerts/alerts.ts";
import { receiversOf } from "../jobs/alerts.ts";
import { alertsSchema, alertTestSchema } from "../protocol/protocol.ts";
import type { App, ServerWorld } from "../server-world.ts";
import { ALERT_TYPES } from "../sites/alert-rule.ts";
import type { Site } from "../sites/site.ts";
import { leaving } from "./request-rules.ts";
import { commonAnswers, noSite, siteId } from "./site-routes.ts";

const tags = ["Alerts"];

/** Routes for the settings' alerts, and for a test of a site's alerts. A site's own alert rule is part of the site. */
export function alertRoutes(app: App, { recrawling }: ServerWorld): void {
  const { sites, alerts } = recrawling;

  const all = {
    tags,
    summary: "Settings for alerts",
    response: { 200: alertsSchema, ...commonAnswers },
  };
  app.get("/api/alerts", { schema: all }, async () => {
    const { on, channels } = alerts.settings;
    return { on: [...on], channels };
  });

  // The test is sent at once and not queued: a person waits for it to arrive.
  const schema = {
    tags,
    summary: "Sends a test alert to all recipients of a site",
    params: siteId,
    response: { 200: alertTestSchema, ...commonAnswers },
  };
  app.post("/api/sites/:id/alerts/test", { schema }, async ({ params }, reply) => {
    const site = await sites.get(params.id);
    if (site === undefined) return reply.code(404).send(noSite);
    const told = ALERT_TYPES.flatMap((type) => receiversOf({ type }, site.alerts, alerts.settings));
    const each = [...new Map(told.map((to) => [JSON.stringify(to), to])).values()];
    const left = leaving(reply);
    const results = each.map(async (to) => {
      const detail = await alerts.send(testOf(site), to, left).then(
        () => "",
        (thrown: unknown) => (thrown instanceof Error ? thrown.message : String(thrown)),
      );
      return { to: alerts.nameOf(to), ok: detail === "", detail };
    });
    return { results: await Promise.all(results) };
  });
}

const testOf = ({ id, baseUrl, latestUrl }: Site): SentAlert => ({
  id: randomUUID(),
  type: "test",
  site: id,
  baseUrl,
  at: new Date().toISOString(),
  fileUrl: latestUrl || null,
});
