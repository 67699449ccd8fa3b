import type { BaseDocument, Overlay } from "@llmstxt-service/document/overlay";
import { MAX_OVERLAY_BYTES, overlaySchema, type ParsedOverlay } from "@llmstxt-service/document/overlay-file";
import { CrawlError } from "@llmstxt-service/page/errors";
import type { FastifyReply } from "fastify";
import * as z from "zod";
import { type Handle, handleOf, sealOf } from "../crawls/crawls.ts";
import { openedDelivery } from "../jobs/sealed-texts.ts";
import { keptOverlay } from "../jobs/site-overlay.ts";
import { previewJson } from "../overlay-json.ts";
import { describeOverlayProblems } from "../overlay-words.ts";
import { detailSchema, type OverlayPreview, overlayDraftSchema, siteOverlaySchema } from "../protocol/protocol.ts";
import type { App, ServerWorld } from "../server-world.ts";
import type { Site } from "../sites/site.ts";
import type { KeptOverlay } from "../sites/sites.ts";
import { overlayDigest } from "../sites/texts/texts.ts";
import { type Asking, askingOf, clientLine } from "./client-line.ts";
import { commonAnswers, noSite, siteHandle, siteId } from "./site-routes.ts";

const tags = ["Overlays"];

/** Most bytes of a request with an overlay, as JSON or as YAML. */
export const MAX_OVERLAY_BODY = 2 * MAX_OVERLAY_BYTES;

const YAML = "application/yaml";
const YAML_TYPES = [YAML, "application/x-yaml", "text/yaml"];

export const overlayAnswers = { ...commonAnswers, 412: detailSchema, 422: detailSchema, 429: detailSchema };

/** Routes for owners' changes to documents: a site's overlay, and previews. The caller checks the key first. */
export function overlayRoutes(app: App, world: ServerWorld): void {
  app.register(async (scope: App) => {
    scope.addContentTypeParser(YAML_TYPES, { parseAs: "string", bodyLimit: MAX_OVERLAY_BODY }, (_request, body, done) =>
      done(null, String(body)),
    );
    readRoute(scope, world);
    writeRoutes(scope, world);
    draftRoute(scope, world);
  });
}

function readRoute(app: App, world: ServerWorld): void {
  const schema = {
    tags,
    summary:
      "A site's overlay, what of it has no effect, and the latest document with it; as YAML where Accept asks for it",
    params: siteHandle,
    produces: ["application/json", YAML],
    response: { 200: z.union([siteOverlaySchema, z.string()]), ...overlayAnswers },
  };
  app.get("/api/sites/:id/overlay", { schema, onRequest: clientLine(world) }, async (request, reply) => {
    const { params, headers } = request;
    const { id } = handleOf(params.id);
    const site = await world.recrawling.sites.get(id);
    if (site === undefined) return reply.code(404).send(noSite);
    reply.header("Vary", "Accept").header("Cache-Control", "no-cache");
    if (!wantsYaml(headers.accept)) return answerWith({ id: params.id, site, asking: askingOf(request) }, world, reply);
    const { digest, yaml } = await keptOf(id, world);
    return reply.header("ETag", `"${digest}.yaml"`).type(YAML).send(yaml);
  });
}

function writeRoutes(app: App, world: ServerWorld): void {
  const { sites } = world.recrawling;
  const put = {
    tags,
    summary: "Sets a site's overlay, as JSON or YAML; with If-Match only if nobody has changed it since",
    params: siteHandle,
    consumes: ["application/json", YAML],
    body: z.unknown().meta(z.toJSONSchema(overlaySchema, { io: "input" })),
    response: { 200: siteOverlaySchema, ...overlayAnswers },
  };
  app.put(
    "/api/sites/:id/overlay",
    { schema: put, bodyLimit: MAX_OVERLAY_BODY, onRequest: clientLine(world) },
    async (request, reply) => {
      const { params, body, headers } = request;
      const { id } = handleOf(params.id);
      const asking = askingOf(request);
      const overlay = await overlayIn(body, asking);
      const before = await keptOf(id, world);
      const yaml =
        typeof body === "string" ? body : await asking.client.writeOverlay(overlay, before.yaml, asking.left);
      const expected = etagsIn(headers["if-match"]);
      const outcome = await sites.setOverlay(id, { yaml, overlay, expected });
      if (outcome === "changed") return reply.code(412).send(OTHER);
      const site = outcome === "noSite" ? undefined : await sites.get(id);
      if (site === undefined) return reply.code(404).send(noSite);
      return answerWith({ id: params.id, site, asking }, world, reply);
    },
  );

  const remove = {
    tags,
    summary: "Removes a site's overlay",
    params: siteId,
    response: { 204: z.null(), ...overlayAnswers },
  };
  app.delete("/api/sites/:id/overlay", { schema: remove }, async ({ params, headers }, reply) => {
    const expected = etagsIn(headers["if-match"]);
    const outcome = await sites.setOverlay(params.id, { yaml: "", overlay: {}, expected });
    switch (outcome) {
      case "set":
        return reply.code(204).send(null);
      case "changed":
        return reply.code(412).send(OTHER);
      case "noSite":
        return reply.code(404).send(noSite);
    }
    outcome satisfies never;
  });
}

const OTHER = { detail: "The overlay was changed since it was read. Read it again, and make your change there" };

/** Route with the preview for an editor: the overlay is applied as it is after a crawl. */
function draftRoute(app: App, world: ServerWorld): void {
  const schema = {
    tags,
    summary:
      "Shows a document with an overlay before that is kept: of a site or of a crawl; as YAML where Accept asks for it",
    body: z.object({
      site: siteHandle.shape.id.optional().describe("Of its latest document"),
      crawl: z.string().max(100).optional().describe("Or of this crawl's"),
      overlay: z
        .unknown()
        .optional()
        .meta(z.toJSONSchema(overlaySchema, { io: "input" })),
      yaml: z
        .string()
        .max(MAX_OVERLAY_BYTES)
        .optional()
        .describe("Instead of `overlay`; beside it, the file that it is written into"),
    }),
    response: { 200: z.union([overlayDraftSchema, z.string()]), ...overlayAnswers },
  };
  const options = { schema, bodyLimit: MAX_OVERLAY_BODY, onRequest: clientLine(world) };
  app.post("/api/overlay/preview", options, async (request, reply) => {
    const { site, crawl, yaml, overlay: given } = request.body;
    const asking = askingOf(request);
    const overlay = await overlayIn(given ?? yaml ?? {}, asking);
    if (wantsYaml(request.headers.accept)) {
      const before = site === undefined ? "" : (await keptOf(handleOf(site).id, world)).yaml;
      return reply.type(YAML).send(await asking.client.writeOverlay(overlay, yaml ?? before, asking.left));
    }
    const found = site === undefined ? await baseOfCrawl(crawl ?? "", world) : await baseOfSite(handleOf(site), world);
    if (found === undefined) return reply.code(404).send({ detail: "No such document" });
    const preview = await previewOf(found, { overlay, world }, asking);
    if (preview === undefined) return reply.code(404).send({ detail: "The document is none that can be changed" });
    return { overlay, preview };
  });
}

interface Shown {
  readonly base: BaseDocument;
  readonly descLength: number;
}

/** The site's latest document; undefined for a private site without its capability. */
export async function latestOf(handle: Handle, { recrawling: { sites, world } }: ServerWorld) {
  const kept = await sites.latestDelivered(handle.id);
  return kept && openedDelivery(kept, sealOf(handle, world.sealing));
}

async function baseOfSite(handle: Handle, world: ServerWorld): Promise<Shown | undefined> {
  const { sites } = world.recrawling;
  const [site, latest] = await Promise.all([sites.get(handle.id), latestOf(handle, world)]);
  return site && latest && { base: latest.base, descLength: site.request.descLength };
}

async function baseOfCrawl(id: string, { crawls }: ServerWorld): Promise<Shown | undefined> {
  const crawl = await crawls.find(handleOf(id));
  if (!crawl?.result) return undefined;
  const { base, text } = crawl.result;
  return { base: base ?? { text }, descLength: crawl.request.descLength };
}

async function previewOf(
  { base, descLength }: Shown,
  { overlay, world }: { readonly overlay: Overlay; readonly world: ServerWorld },
  { client, left }: Asking,
): Promise<OverlayPreview | undefined> {
  const { budget } = world.recrawling.world.settings;
  const document = await client.overlaid({ base, overlay, descLength, ...budget }, left);
  return document && previewJson(document);
}

/** Answers with the overlay of the site that was found, and its latest document with it. */
async function answerWith(
  { id, site, asking }: { readonly id: string; readonly site: Site; readonly asking: Asking },
  world: ServerWorld,
  reply: FastifyReply,
) {
  const handle = handleOf(id);
  const kept = await keptOf(handle.id, world);
  const overlay = keptOverlay(kept);
  const latest = await latestOf(handle, world);
  const shown = latest && { base: latest.base, descLength: site.request.descLength };
  const preview = (shown && (await previewOf(shown, { overlay, world }, asking))) ?? null;
  reply.header("ETag", `"${kept.digest}"`);
  const { yaml } = kept;
  return { overlay, yaml, etag: `"${kept.digest}"`, findings: preview?.findings ?? [], preview };
}

/** The site's overlay; an empty one if none was set. */
export async function keptOf(id: string, { recrawling: { sites } }: ServerWorld): Promise<KeptOverlay> {
  return (await sites.overlay(id)) ?? { yaml: "", overlay: {}, digest: overlayDigest("") };
}

/** @throws CrawlError `invalid_request` with the fault, and its line if it is YAML */
export async function overlayIn(given: unknown, { client, left }: Asking): Promise<ParsedOverlay> {
  const read = await client.readOverlay(given, left);
  if (Array.isArray(read)) throw refused(describeOverlayProblems(read));
  return read;
}

const refused = (detail: string) => new CrawlError("invalid_request", { field: "overlay", detail });

/** Digests in If-Match; undefined if it is missing or `*`. */
function etagsIn(field: string | undefined): readonly string[] | undefined {
  if (field === undefined || field.trim() === "*") return undefined;
  // Bound: a header field.
  return field.split(",").map((tag) => tag.trim().replace(/^(?:W\/)?"([^"]*?)(?:\.yaml)?"$/, "$1"));
}

const wantsYaml = (accept: string | undefined): boolean => /\byaml\b/i.test(accept ?? "");
