// Routes of enrolled sites: a list, one, its changes and its versions.
import * as z from "zod";
import {
  detailShape,
  enrolledShape,
  enrolShape,
  patchSiteShape,
  siteShape,
  sitesQueryShape,
  sitesShape,
  versionNumber,
  versionQueryShape,
  versionShape,
  versionsQueryShape,
  versionsShape,
} from "../shapes.ts";
import { enrolCrawl, enrolSites, patchSite } from "../sites-edit.ts";
import { findSite, listSites, sitesWith } from "../sites-list.ts";
import { findVersion, listVersions } from "../versions.ts";
import { type App, BIG_BODY_BYTES, missing, notFound, params, type ServerWorld } from "./app.ts";

export function siteRoutes(app: App, world: ServerWorld): void {
  const { database, recrawls } = world;
  const tags = ["Sites"];
  const list = { tags, summary: "Enrolled sites", querystring: sitesQueryShape, response: { 200: sitesShape } };
  app.get("/api/sites", { schema: list }, ({ query }) => listSites(database, query));

  enrolRoute(app, world);

  const get = { tags, summary: "A site and its document", params, response: { 200: siteShape, ...notFound } };
  app.get("/api/sites/:id", { schema: get }, async ({ params: { id } }, reply) => {
    return (await findSite(database, id)) ?? missing(reply, "site");
  });

  const patch = {
    ...{ tags, summary: "Changes a site; another overlay makes another text, without a crawl", params },
    ...{ body: patchSiteShape, response: { 200: siteShape, ...notFound } },
  };
  app.patch("/api/sites/:id", { schema: patch, bodyLimit: BIG_BODY_BYTES }, async ({ params: { id }, body }, reply) => {
    if (!(await patchSite(id, body, world))) return missing(reply, "site");
    return (await findSite(database, id)) ?? missing(reply, "site");
  });

  const remove = { tags, summary: "Removes a site; its files stay", params, response: { 204: z.null(), ...notFound } };
  app.delete("/api/sites/:id", { schema: remove }, async ({ params: { id } }, reply) => {
    const gone = await database.use((db) => db.deleteFrom("crawl_sites").where("id", "=", id).executeTakeFirst());
    return gone.numDeletedRows > 0n ? reply.code(204).send(null) : missing(reply, "site");
  });

  const recrawl = { tags, summary: "Crawls a site now", params, response: { 202: siteShape, ...notFound } };
  app.post("/api/sites/:id/recrawl", { schema: recrawl }, async ({ params: { id } }, reply) => {
    await recrawls.recrawlNow([id]);
    const site = await findSite(database, id);
    return site === undefined ? missing(reply, "site") : reply.code(202).send(site);
  });

  versionRoutes(app, world);
}

function enrolRoute(app: App, world: ServerWorld): void {
  const enrol = {
    ...{ tags: ["Sites"], summary: "Enrols a site, many, or that of a finished crawl", body: enrolShape },
    response: { 201: enrolledShape, 404: detailShape, 409: detailShape, 422: detailShape },
  };
  app.post("/api/sites", { schema: enrol, bodyLimit: BIG_BODY_BYTES }, async ({ body }, reply) => {
    const { base_url, base_urls, crawlId } = body;
    if (crawlId !== undefined) {
      const crawl = await world.crawls.find(crawlId);
      if (crawl === undefined) return missing(reply, "crawl");
      if (crawl.document === null) return reply.code(409).send({ detail: "The crawl has no document" });
      const id = await enrolCrawl(crawl, world);
      await world.crawls.setSite(crawlId, id);
      await patchSite(id, body, world);
      return reply.code(201).send({ sites: await sitesWith(world.database, [id]), refused: [] });
    }
    const { ids, refused } = await enrolSites(base_urls ?? [base_url ?? ""], body, world);
    const [only] = refused;
    if (base_url !== undefined && only !== undefined)
      return reply.code(only.detail === "Invalid URL format" ? 422 : 409).send({ detail: only.detail });
    return reply.code(201).send({ sites: await sitesWith(world.database, ids), refused });
  });
}

function versionRoutes(app: App, { database }: ServerWorld): void {
  const tags = ["Sites"];
  const list = {
    ...{ tags, summary: "Versions of a site's text, newest first", params, querystring: versionsQueryShape },
    response: { 200: versionsShape, ...notFound },
  };
  app.get("/api/sites/:id/versions", { schema: list }, async ({ params: { id }, query: { cursor, limit } }, reply) => {
    const items = await listVersions(database, id, { below: cursor, limit: limit + 1 });
    if (items.length === 0 && (await sitesWith(database, [id])).length === 0) return missing(reply, "site");
    const last = items.length > limit ? items[limit - 1] : undefined;
    return { items: items.slice(0, limit), next: last ? String(last.version) : null };
  });

  const get = {
    ...{ tags, summary: "A version's text, and the difference to another", querystring: versionQueryShape },
    params: params.extend({ version: versionNumber }),
    response: { 200: versionShape, ...notFound },
  };
  app.get("/api/sites/:id/versions/:version", { schema: get }, async ({ params: at, query: { against } }, reply) => {
    return (await findVersion(database, at.id, { version: at.version, against })) ?? missing(reply, "version");
  });
}
