import * as z from "zod";
import { type Handle, handleOf, sealOf } from "../crawls/crawls.ts";
import type { Sealing } from "../jobs/sealing.ts";
import { diffSchema, versionsSchema } from "../protocol/protocol.ts";
import type { App, ServerWorld } from "../server-world.ts";
import { siteDiff } from "../site-diff.ts";
import type { Sites } from "../sites/sites.ts";
import { commonAnswers, noSite, siteHandle, siteId, siteTags as tags } from "./site-routes.ts";

/** Routes for the texts that were delivered for a site, and for differences between two of them. */
export function versionRoutes(app: App, { recrawling: { sites, world } }: ServerWorld): void {
  versionList(app, sites);
  versionTexts(app, sites, world.sealing);
}

function versionList(app: App, sites: Sites): void {
  const versions = {
    tags,
    summary: "Stored texts of a site, newest first",
    params: siteId,
    querystring: z.object({ cursor: z.uuid().optional(), limit: z.coerce.number().int().min(1).max(100).default(20) }),
    response: {
      200: versionsSchema,
      ...commonAnswers,
    },
  };
  app.get("/api/sites/:id/versions", { schema: versions }, async ({ params, query }, reply) => {
    const site = await sites.get(params.id);
    if (site === undefined) return reply.code(404).send(noSite);
    const { items, next } = await sites.versions(params.id, query.cursor, query.limit);
    return { items: items.map((version) => ({ ...version, at: version.at.toISOString() })), next, crawls: site.crawls };
  });
}

/** Routes for one text and for a difference. For a private site the id must have its capability. */
function versionTexts(app: App, sites: Sites, sealing: Sealing | undefined): void {
  const textOf = async (handle: Handle, version: string) => {
    const kept = await sites.versionText(handle.id, version);
    return kept && sealOf(handle, sealing)?.tryOpenText(kept);
  };
  const text = {
    tags,
    summary: "The text of a version",
    params: siteHandle.extend({ version: z.uuid() }),
    produces: ["text/plain"],
  };
  app.get("/api/sites/:id/versions/:version/text", { schema: text }, async ({ params }, reply) => {
    const found = await textOf(handleOf(params.id), params.version);
    if (found === undefined) return reply.code(404).send({ detail: "No such version" });
    return reply.type("text/plain; charset=utf-8").send(found);
  });

  const diff = {
    tags,
    summary: "Compares two versions, page by page and line by line",
    params: siteHandle,
    querystring: z.object({ from: z.uuid(), to: z.uuid() }),
    response: { 200: diffSchema, ...commonAnswers },
  };
  app.get("/api/sites/:id/diff", { schema: diff }, async ({ params: { id }, query }, reply) => {
    const handle = handleOf(id);
    const [from, to] = await Promise.all([textOf(handle, query.from), textOf(handle, query.to)]);
    if (from === undefined || to === undefined) return reply.code(404).send({ detail: "No such version" });
    return siteDiff(from, to);
  });
}
