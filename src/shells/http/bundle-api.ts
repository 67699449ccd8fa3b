import { Readable } from "node:stream";
import type { FastifyInstance, FastifyReply } from "fastify";
import { toCrawlError } from "../../errors.ts";
import { fileDomain } from "../../files/files.ts";
import { NOTES } from "../../files/written.ts";
import { checkLive, type LiveCheck } from "../../jobs/live-check.ts";
import { bundleFiles, findStoredBundle, type StoredBundle } from "../../jobs/storage/storage.ts";
import { bundleSchema, detailSchema, liveSchema, snippetsSchema } from "../protocol/protocol.ts";
import { type ServerWorld, withSchemas } from "../server-world.ts";
import { tryAbout } from "./mirrored-page.ts";
import { inDatabase } from "./recrawl-api.ts";
import { commonAnswers, noSite, siteId, siteTags as tags } from "./site-routes.ts";
import { zipped } from "./zipped.ts";

/** Milliseconds for reading a whole bundle, and for asking a site. */
const READ_MS = 60_000;
const LIVE_MS = 30_000;

const NO_BUNDLE = { detail: "Nothing is published for this site yet: set publish, then crawl it" };

/** What a site publishes for agents: its files, how to serve them, and whether the site does. */
export function bundleRoutes(app: FastifyInstance, world: ServerWorld): void {
  filesRoutes(app, world);
  servingRoutes(app, world);
}

type BundleWork<T> = (bundle: StoredBundle, baseUrl: string) => Promise<T>;

/** Answers with what `work` makes of the site's bundle; 404 where site or bundle is not there. */
const withBundleOf =
  (world: ServerWorld) =>
  async <T>(id: string, reply: FastifyReply, work: BundleWork<T>) => {
    const site = await inDatabase(world.recrawling.sites.get(id));
    if (site === undefined) return reply.code(404).send(noSite);
    const bundle = await findStoredBundle(site.request.url, world.files, AbortSignal.timeout(READ_MS));
    return bundle === undefined ? reply.code(404).send(NO_BUNDLE) : work(bundle, site.request.url);
  };

/** Its files: their list, and all of them. */
function filesRoutes(app: FastifyInstance, world: ServerWorld): void {
  const typed = withSchemas(app);
  const { files } = world;
  const withBundle = withBundleOf(world);

  const list = {
    tags,
    summary: "Files of a site's bundle",
    params: siteId,
    response: { 200: bundleSchema, ...commonAnswers },
  };
  typed.get("/api/sites/:id/bundle", { schema: list }, ({ params }, reply) =>
    withBundle(params.id, reply, async (bundle, baseUrl) => {
      const found: { path: string; bytes: number }[] = [];
      for await (const { path, text } of bundleFiles(bundle, files, AbortSignal.timeout(READ_MS)))
        found.push({ path, bytes: Buffer.byteLength(text) });
      const { index } = await addressesOf(bundle, baseUrl, world);
      return { files: found, at: bundle.at?.toISOString() ?? null, index };
    }),
  );

  const zip = { tags, summary: "A site's bundle as a zip", params: siteId, produces: ["application/zip"] };
  typed.get("/api/sites/:id/bundle.zip", { schema: zip }, ({ params }, reply) =>
    withBundle(params.id, reply, async (bundle, baseUrl) => {
      const chunks = zipped(bundleFiles(bundle, files, AbortSignal.timeout(READ_MS)));
      const name = `${fileDomain(baseUrl)}-bundle.zip`;
      reply.type("application/zip").header("Content-Disposition", `attachment; filename="${name}"`);
      return reply.send(Readable.from(chunks));
    }),
  );
}

/** How to serve them, and whether the site does. */
function servingRoutes(app: FastifyInstance, world: ServerWorld): void {
  const typed = withSchemas(app);
  const { files } = world;
  const withBundle = withBundleOf(world);

  const how = {
    tags,
    summary: "How to serve a site's bundle",
    params: siteId,
    response: { 200: snippetsSchema, ...commonAnswers },
  };
  typed.get("/api/sites/:id/bundle/snippets", { schema: how }, ({ params }, reply) =>
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
    response: { 200: liveSchema, ...commonAnswers, 502: detailSchema },
  };
  typed.post("/api/sites/:id/live", { schema: live }, ({ params }, reply) =>
    withBundle(params.id, reply, async (bundle, baseUrl) => {
      const addresses = await addressesOf(bundle, baseUrl, world);
      const signal = AbortSignal.timeout(LIVE_MS);
      const checks = await checkLive(addresses, world.recrawling.world, signal).catch((thrown: unknown) =>
        toCrawlError(thrown),
      );
      if (!Array.isArray(checks)) return reply.code(502).send({ detail: "The site did not answer in time" });
      return {
        at: world.now().toISOString(),
        checks: checks.map((check: LiveCheck) => ({ ...check, detail: detailOf(check) })),
      };
    }),
  );
}

/** The index, and a page with Markdown of the bundle's own. */
async function addressesOf({ root, notes }: StoredBundle, baseUrl: string, { files }: ServerWorld) {
  const about = tryAbout(await files.read(`${root}${notes}pages.json`, AbortSignal.timeout(READ_MS)));
  const site = about?.site ?? new URL(baseUrl).origin;
  const [page = "/", markdown = "/index.md"] =
    Object.entries(about?.pages ?? {}).findLast(([, of]) => of.startsWith("/")) ?? [];
  return { index: `${site}/${notes.slice(0, -NOTES.length)}llms.txt`, page: site + page, markdown: site + markdown };
}

const DETAILS: Readonly<Record<LiveCheck["missing"], string>> = {
  "": "",
  answer: "It does not answer 200",
  index: "What it answers is no llms.txt",
  markdown: "It answers HTML",
  type: "It answers Markdown under another content type than text/markdown",
  vary: "Vary: Accept is missing: caches mix up Markdown and HTML",
  link: "Neither a Link field nor a line of the page leads to the index",
};

const detailOf = ({ missing, error }: LiveCheck): string => (error === "" ? DETAILS[missing] : error);
