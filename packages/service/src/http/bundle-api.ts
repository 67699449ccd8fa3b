import { Readable } from "node:stream";
import { yieldToEventLoop } from "@llmstxt-service/crawler/waiting/event-loop";
import { attachment } from "@llmstxt-service/document/emit/http-field";
import type { FastifyReply } from "fastify";
import { Zip, ZipDeflate } from "fflate";
import * as z from "zod";
import { starterOf } from "../doors/doors.ts";
import { checkLive } from "../jobs/live-check.ts";
import { bundleAddresses, keptLook, publishedIndex } from "../jobs/live-look.ts";
import { bundleFiles, findStoredBundle, type StoredBundle } from "../jobs/storage/storage.ts";
import { describeLive, describeLiveCheck } from "../live-words.ts";
import { bundleSchema, liveSchema, missedPagesSchema, snippetsSchema } from "../protocol/protocol.ts";
import type { App, ServerWorld } from "../server-world.ts";
import { LIVE_PLATFORMS } from "../sites/live.ts";
import { fileDomain } from "../store/names.ts";
import { NOTES } from "../store/written.ts";
import { leaving } from "./request-rules.ts";
import { commonAnswers, noSite, siteId, siteTags as tags } from "./site-routes.ts";

/** Most versions that an answer lists. */
const MAX_VERSIONS = 12;

/** Milliseconds for reading a whole bundle. */
const READ_MS = 60_000;

const NO_BUNDLE = { detail: "Nothing is published for this site yet: set publish, then crawl it" };

/** Routes for the files that a site publishes for agents: the files, how to serve them, and whether the site does. */
export function bundleRoutes(app: App, world: ServerWorld): void {
  filesRoutes(app, world);
  servingRoutes(app, world);
  missesRoute(app, world);
}

/** Answers with the result of `work` on the site's bundle; 404 if site or bundle does not exist. */
const withBundleOf =
  (world: ServerWorld) =>
  async <T>(id: string, reply: FastifyReply, work: (bundle: StoredBundle, baseUrl: string) => Promise<T>) => {
    const site = await world.recrawling.sites.get(id);
    if (site === undefined) return reply.code(404).send(noSite);
    const bundle = await findStoredBundle(site.request.url, world.files, AbortSignal.timeout(READ_MS));
    return bundle === undefined ? reply.code(404).send(NO_BUNDLE) : work(bundle, site.request.url);
  };

/** Routes for the list of the bundle's files, and for all of them as a zip. */
function filesRoutes(app: App, world: ServerWorld): void {
  const { files } = world;
  const withBundle = withBundleOf(world);

  const list = {
    tags,
    summary: "Files of a site's bundle",
    params: siteId,
    response: { 200: bundleSchema, ...commonAnswers },
  };
  app.get("/api/sites/:id/bundle", { schema: list }, ({ params }, reply) =>
    withBundle(params.id, reply, async (bundle, baseUrl) => {
      const found: { path: string; bytes: number }[] = [];
      for await (const { path, text } of bundleFiles(bundle, files, AbortSignal.timeout(READ_MS)))
        found.push({ path, bytes: Buffer.byteLength(text) });
      const { index } = await bundleAddresses(bundle, baseUrl, world);
      return { files: found, at: bundle.at?.toISOString() ?? null, index };
    }),
  );

  const zip = { tags, summary: "A site's bundle as a zip", params: siteId, produces: ["application/zip"] };
  app.get("/api/sites/:id/bundle.zip", { schema: zip }, ({ params }, reply) =>
    withBundle(params.id, reply, async (bundle, baseUrl) => {
      const chunks = zipped(bundleFiles(bundle, files, AbortSignal.timeout(READ_MS)));
      const name = `${fileDomain(baseUrl)}-bundle.zip`;
      reply.type("application/zip").header("Content-Disposition", attachment(name));
      return reply.send(Readable.from(chunks));
    }),
  );
}

/** Route for addresses that agents asked for and that the bundle does not have. */
function missesRoute(app: App, world: ServerWorld): void {
  const missed = {
    tags,
    summary: "Addresses that agents asked a site's bundle for and that are not there, the most missed first",
    params: siteId,
    response: { 200: missedPagesSchema, ...commonAnswers },
  };
  app.get("/api/sites/:id/misses", { schema: missed }, async ({ params: { id } }, reply) => {
    const { sites } = world.recrawling;
    if ((await sites.get(id)) === undefined) return reply.code(404).send(noSite);
    const items = await sites.misses(id);
    return { items: items.map(({ lastAt, ...miss }) => ({ ...miss, lastAt: lastAt.toISOString() })) };
  });
}

/** Routes for the settings of servers, and for whether the site serves the bundle. */
function servingRoutes(app: App, world: ServerWorld): void {
  const { files } = world;
  const withBundle = withBundleOf(world);

  const how = {
    tags,
    summary: "How to serve a site's bundle",
    params: siteId,
    response: { 200: snippetsSchema, ...commonAnswers },
  };
  app.get("/api/sites/:id/bundle/snippets", { schema: how }, ({ params }, reply) =>
    withBundle(params.id, reply, async (bundle) => {
      const names = bundle.names.filter(
        (name) => name.startsWith(bundle.root + bundle.notes) && !name.endsWith(".json"),
      );
      const items: { name: string; text: string }[] = [];
      for await (const { path, text } of bundleFiles({ ...bundle, names }, files, AbortSignal.timeout(READ_MS)))
        items.push({ name: path.slice(path.indexOf(NOTES) + NOTES.length), text });
      return { items };
    }),
  );

  const live = {
    tags,
    summary: "Checks whether the site itself serves its bundle",
    params: siteId,
    querystring: z.object({
      platform: z
        .enum(LIVE_PLATFORMS)
        .optional()
        .describe("Server or host of the site; default: what its answers show"),
    }),
    response: { 200: liveSchema, ...commonAnswers },
  };
  app.post("/api/sites/:id/live", { schema: live }, async ({ params: { id }, query, headers }, reply) => {
    const { sites, world: recrawls } = world.recrawling;
    const site = await sites.get(id);
    if (site === undefined) return reply.code(404).send(noSite);
    const left = leaving(reply);
    const published = await publishedIndex({ id, url: site.request.url }, recrawls, left);
    if (published === undefined) return reply.code(404).send(NO_BUNDLE);
    const host = site.isPrivate ? null : new URL(site.request.url).host;
    const { result: seen } = await world.crawls.doAsJob(
      { kind: "live", by: starterOf(headers), host },
      () => checkLive(published, recrawls, left),
      ({ verdict }) => ({ done: 1, total: 1, result: { verdict } }),
    );
    const report = { ...seen, platform: query.platform ?? seen.platform };
    const at = world.now();
    if (!site.isPrivate) await sites.setLive(id, keptLook(report, { before: site.live, at, began: undefined }));
    return {
      ...report,
      at: at.toISOString(),
      ...(report.since && { since: report.since.toISOString() }),
      detail: describeLive(report),
      newest: published.versions[0]?.digest ?? "",
      versions: published.versions
        .slice(0, MAX_VERSIONS)
        .map(({ digest, at: made }) => ({ at: made.toISOString(), digest })),
      checks: report.checks.map((check) => ({ ...check, detail: describeLiveCheck(check) })),
    };
  });
}

/** Date of every entry, the earliest of the format: the same files make the same bytes. */
const DATE = new Date(1980, 0, 1);

/** A zip of the files, written with one file in memory at a time. */
async function* zipped(
  files: AsyncIterable<{ readonly path: string; readonly text: string }>,
): AsyncGenerator<Uint8Array, void> {
  const chunks: Uint8Array[] = [];
  const failures: Error[] = [];
  const zip = new Zip((error, chunk) => void (error ? failures.push(error) : chunks.push(chunk)));
  for await (const { path, text } of files) {
    const entry = new ZipDeflate(path, { level: 6 });
    entry.mtime = DATE;
    zip.add(entry);
    entry.push(new TextEncoder().encode(text), true);
    yield* chunks.splice(0);
    if (failures[0]) throw failures[0];
    await yieldToEventLoop();
  }
  zip.end();
  yield* chunks;
}
