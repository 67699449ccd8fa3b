import { randomUUID } from "node:crypto";
import type { FastifyInstance } from "fastify";
import * as z from "zod";
import { receiversOf } from "../../jobs/alerts.ts";
import { ALERT_TYPES } from "../../sites/alert-rule.ts";
import type { Site } from "../../sites/site.ts";
import { alertRule } from "../alert-choices.ts";
import { placeOf, type SentAlert } from "../alerts/alerts.ts";
import { alertsSchema, alertTestSchema, ruleJson } from "../protocol/protocol.ts";
import { type ServerWorld, withSchemas } from "../server-world.ts";
import { tag } from "../site-choices.ts";
import { inDatabase } from "./recrawl-api.ts";
import { commonAnswers, noSite, siteId } from "./site-routes.ts";

const tags = ["Alerts"];

/** Who is told when a site fails, changes or shrinks: for tags, and a test for a site. A site's own rule is part of the site. */
export function alertRoutes(app: FastifyInstance, { recrawling }: ServerWorld): void {
  const typed = withSchemas(app);
  const { sites, alerts } = recrawling;

  const all = {
    tags,
    summary: "Settings for alerts, and the tags with their own rule",
    response: { 200: alertsSchema, ...commonAnswers },
  };
  typed.get("/api/alerts", { schema: all }, async () => {
    const { on, webhook, mail, email = null } = alerts.settings;
    const rules = await inDatabase(sites.tagRules());
    return { on: [...on], webhook, mail, email, tags: rules.map(({ tag, ...rule }) => ({ tag, ...ruleJson(rule) })) };
  });

  const params = z.object({ tag });
  const set = {
    tags,
    summary: "Sets the alerts of the sites with a tag, except for sites with their own rule",
    params,
    body: alertRule,
    response: { 204: z.null(), ...commonAnswers },
  };
  typed.put("/api/alerts/tags/:tag", { schema: set }, async ({ params, body }, reply) => {
    await inDatabase(sites.setTagRule(params.tag, body));
    return reply.code(204).send(null);
  });

  const remove = { tags, summary: "Removes a tag's alerts", params, response: { 204: z.null(), ...commonAnswers } };
  typed.delete("/api/alerts/tags/:tag", { schema: remove }, async ({ params }, reply) => {
    await inDatabase(sites.setTagRule(params.tag, null));
    return reply.code(204).send(null);
  });

  testRoute(app, { recrawling });
}

/** Sent at once and once, beside the queue: somebody is waiting to see it arrive. */
function testRoute(app: FastifyInstance, { recrawling: { sites, alerts } }: Pick<ServerWorld, "recrawling">): void {
  const schema = {
    tags,
    summary: "Sends a test alert to all recipients of a site",
    params: siteId,
    response: { 200: alertTestSchema, ...commonAnswers },
  };
  withSchemas(app).post("/api/sites/:id/alerts/test", { schema }, async ({ params }, reply) => {
    const site = await inDatabase(sites.get(params.id));
    if (site === undefined) return reply.code(404).send(noSite);
    const rules = site.alerts ? [site.alerts] : await inDatabase(sites.tagRules(site.tags));
    const told = ALERT_TYPES.flatMap((type) => receiversOf({ type }, rules, alerts.settings));
    const each = [...new Map(told.map((to) => [JSON.stringify(to), to])).values()];
    const left = new AbortController();
    reply.raw.once("close", () => left.abort(new Error("The client went away")));
    const results = each.map(async (to) => {
      const detail = await alerts.send(testOf(site), to, left.signal).then(
        () => "",
        (thrown: unknown) => (thrown instanceof Error ? thrown.message : String(thrown)),
      );
      return { to: placeOf(to), ok: detail === "", detail };
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
