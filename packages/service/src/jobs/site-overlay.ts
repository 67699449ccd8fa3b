import { hasChanges, type Overlay } from "@llmstxt-service/document/overlay";
import { overlaySchema, overlayYaml, type ParsedOverlay } from "@llmstxt-service/document/overlay-file";
import { CrawlError, toCrawlError } from "@llmstxt-service/page/errors";
import type { KeptOverlay, OverlayWriting } from "../sites/sites.ts";
import type { CrawlRequest } from "./request.ts";
import type { SiteWorld } from "./world.ts";

/**
 * A site's stored overlay.
 * @throws CrawlError `unexpected` if it was written by another version of this program
 */
export function keptOverlay(kept: Pick<KeptOverlay, "overlay">): ParsedOverlay {
  const parsed = overlaySchema.safeParse(kept.overlay);
  if (parsed.success) return parsed.data;
  throw new CrawlError("unexpected", { detail: `The site's overlay cannot be read: ${parsed.error.message}` });
}

/** YAML for an overlay that came as JSON. */
export const writtenOverlay = (overlay: Overlay): OverlayWriting => ({ yaml: overlayYaml(overlay), overlay });

/** The request with the site's stored overlay, if it enrols the site and brings no overlay of its own. */
export async function withSiteOverlay(request: CrawlRequest, { sites }: SiteWorld): Promise<CrawlRequest> {
  if (request.enrol === undefined || request.overlay !== undefined) return request;
  try {
    const site = await sites.find(request.url);
    const kept = site && (await sites.overlay(site.id));
    const overlay = kept && keptOverlay(kept);
    return overlay !== undefined && hasChanges(overlay) ? { ...request, overlay } : request;
  } catch (thrown) {
    // Without a database the crawl goes on, and reports it at the enrolment.
    if (toCrawlError(thrown).code !== "database_unavailable") throw thrown;
    return request;
  }
}
