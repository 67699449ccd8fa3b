import { ApiError, callJson, callText } from "../protocol/http.ts";
import { fields, text } from "../protocol/reader.ts";
import type { ChangesPreview, ChangesPublished, Overlay, OverlayDraft, SiteOverlay } from "../protocol/types.ts";
import { keep, readKept } from "./kept.ts";
import { changed, type Query } from "./query.ts";
import { SITES } from "./sites.ts";

const siteAt = (id: string) => `/api/sites/${encodeURIComponent(id)}`;
const at = (id: string) => `${siteAt(id)}/overlay`;
const PREVIEW = "/api/overlay/preview";
const YAML = "application/yaml";

/** Changes, and the YAML file that they came from, whose comments are kept. */
export interface Draft {
  readonly overlay: Overlay;
  readonly file?: string;
}

/** Unpublished changes, and the version of the stored ones that they began from. */
interface Edits extends Draft {
  readonly etag: string;
}

const editsOf = (site: string) => `edits ${site}`;

/** Keeps unpublished changes in this browser; undefined removes them. */
export const keepEdits = (site: string, edits: Edits | undefined): void => keep(editsOf(site), edits);

/** The unpublished changes that this browser keeps, and their document; undefined if the server does not take them. */
export async function keptEdits(site: string, signal: AbortSignal): Promise<(Edits & OverlayDraft) | undefined> {
  const { overlay, etag, file } = fields(readKept(editsOf(site)));
  if (overlay === undefined) return undefined;
  try {
    const draft = await callJson<OverlayDraft>(PREVIEW, { method: "POST", body: { site, overlay } }, signal);
    return { ...draft, etag: text(etag), ...(typeof file === "string" && { file }) };
  } catch (thrown) {
    if (thrown instanceof ApiError && thrown.status === 422) return undefined;
    throw thrown;
  }
}

export const getOverlay = (id: string, signal?: AbortSignal): Promise<SiteOverlay> => callJson(at(id), {}, signal);

/**
 * The document with the changes.
 * @throws ApiError with their faults
 */
export async function previewOverlay(site: string, overlay: Overlay, signal: AbortSignal) {
  const call = { method: "POST", body: { site, overlay } } as const;
  return (await callJson<OverlayDraft>(PREVIEW, call, signal)).preview;
}

/**
 * Changes in a YAML file, and the document with them.
 * @throws ApiError that names the faulty lines
 */
export async function readOverlayFile(site: string, yaml: string): Promise<OverlayDraft> {
  return callJson(PREVIEW, { method: "POST", body: { site, yaml } });
}

/** The changes as a YAML file, with the comments of the file that they came from, or of the stored one. */
export async function overlayFile(site: string, { overlay, file }: Draft): Promise<string> {
  const body = { site, overlay, ...(file === undefined ? {} : { yaml: file }) };
  return callText(PREVIEW, { method: "POST", body, accept: YAML });
}

/** @param draft with the version, `ifMatch`, that is written over. @throws ApiError 412 where there is another */
export async function saveOverlay(
  site: string,
  { ifMatch, ...draft }: Draft & { readonly ifMatch: string },
): Promise<SiteOverlay> {
  const { overlay, file } = draft;
  const sent = file === undefined ? { body: overlay } : { yaml: await overlayFile(site, draft) };
  return changed(SITES, callJson(at(site), { method: "PUT", ifMatch, ...sent }));
}

/** The published document beside the one that changes would make of it. */
export const changesQuery = (site: string, overlay: Overlay): Query<ChangesPreview> => ({
  key: `${siteAt(site)}/preview ${JSON.stringify(overlay)}`,
  ask: (signal) => callJson(`${siteAt(site)}/preview`, { method: "POST", body: { overlay } }, signal),
});

/** The latest document with the changes that are saved, without a crawl. */
export async function publishChanges(site: string): Promise<ChangesPublished> {
  return changed(SITES, callJson(`${siteAt(site)}/publish`, { method: "POST" }));
}
