import { countsOf } from "@llmstxt-service/document/document-counts";
import type { Overlay } from "@llmstxt-service/document/overlay";
import { overlaySchema } from "@llmstxt-service/document/overlay-file";
import * as z from "zod";
import { handleOf, sealOf } from "../crawls/crawls.ts";
import { starterOf } from "../doors/doors.ts";
import { hasBundle, publishChanges } from "../jobs/publish-changes.ts";
import { keptOverlay } from "../jobs/site-overlay.ts";
import { changesPreviewSchema, changesPublishedSchema } from "../protocol/protocol.ts";
import type { App, ServerWorld } from "../server-world.ts";
import { siteDiff } from "../site-diff.ts";
import { type Asking, askingOf, clientLine } from "./client-line.ts";
import { keptOf, latestOf, MAX_OVERLAY_BODY, overlayAnswers, overlayIn } from "./overlay-api.ts";
import { siteHandle } from "./site-routes.ts";

const tags = ["Overlays"];
const noText = { detail: "No such site, or it has no document yet" };

/** Routes to publish an owner's changes without a crawl, and to preview that. The caller checks the key first. */
export function changesRoutes(app: App, world: ServerWorld): void {
  previewRoute(app, world);
  publishRoute(app, world);
}

function previewRoute(app: App, world: ServerWorld): void {
  const schema = {
    tags,
    summary: "What an overlay would change of a site's published document",
    params: siteHandle,
    body: z.object({ overlay: z.unknown().meta(z.toJSONSchema(overlaySchema, { io: "input" })) }),
    response: { 200: changesPreviewSchema, ...overlayAnswers },
  };
  const options = { schema, bodyLimit: MAX_OVERLAY_BODY, onRequest: clientLine(world) };
  app.post("/api/sites/:id/preview", options, async (request, reply) => {
    const asking = askingOf(request);
    const overlay = await overlayIn(request.body.overlay, asking);
    const made = await changedText(request.params.id, overlay, { world, asking });
    if (made === undefined) return reply.code(404).send(noText);
    const { before, text, validation } = made;
    const valid = await asking.client.validate(before, made.checking, asking.left);
    const [was, is] = [countsOf(before), countsOf(text)];
    return {
      pages: [was.pages, is.pages] as [number, number],
      characters: [was.characters, is.characters] as [number, number],
      valid: [valid.valid, validation.valid] as [boolean, boolean],
      score: [valid.score, validation.score] as [number, number],
      diff: siteDiff(before, text),
    };
  });
}

function publishRoute(app: App, world: ServerWorld): void {
  const { recrawling } = world;
  const schema = {
    tags,
    summary: "Publishes a site's latest document with its overlay, without a crawl",
    params: siteHandle,
    response: { 200: changesPublishedSchema, ...overlayAnswers },
  };
  const options = { schema, onRequest: clientLine(world) };
  app.post("/api/sites/:id/publish", options, async (request, reply) => {
    const asking = askingOf(request);
    const { id } = handleOf(request.params.id);
    const overlay = keptOverlay(await keptOf(id, world));
    const made = await changedText(request.params.id, overlay, { world, asking });
    if (made === undefined) return reply.code(404).send(noText);
    const host = made.site.isPrivate ? null : new URL(made.site.request.url).host;
    const { result: outcome } = await world.crawls.doAsJob(
      { kind: "edits", by: starterOf(request.headers), host },
      () => publishChanges(made, recrawling.world, asking.left),
      (result) => ({ done: 1, total: 1, result: { outcome: result } }),
    );
    const takesCrawl = outcome === "afterCrawl" || (outcome !== "same" && hasBundle(made.site));
    if (takesCrawl) await recrawling.recrawlNow([id], starterOf(request.headers));
    return { outcome, crawl: takesCrawl };
  });
}

/** The latest text of a site, and the text with an overlay; undefined if either cannot be read or made. */
async function changedText(
  handle: string,
  overlay: Overlay,
  { world, asking }: { readonly world: ServerWorld; readonly asking: Asking },
) {
  const { sites, world: siteWorld } = world.recrawling;
  const named = handleOf(handle);
  const seal = sealOf(named, siteWorld.sealing);
  const [site, latest] = await Promise.all([sites.get(named.id), latestOf(named, world)]);
  if (site === undefined || latest === undefined || seal === undefined) return undefined;
  const { base, text: before } = latest;
  const { descLength } = site.request;
  const { client, left } = asking;
  const made = await client.overlaid({ base, overlay, descLength, ...siteWorld.settings.budget }, left);
  if (made === undefined) return undefined;
  const checking = { profile: "strict", descLength } as const;
  const validation = await client.validate(made.text, checking, left);
  return { site, before, base, text: made.text, validation, seal, checking };
}
