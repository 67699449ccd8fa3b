// Changes of a site's owner as the scripted service answers them: by the real rules, of one document.
import { renderOverlaid } from "@llmstxt-service/document";
import { countsOf } from "@llmstxt-service/document/document-counts";
import { overlaySchema } from "@llmstxt-service/document/overlay-file";
import * as z from "zod";
import { previewJson } from "../../packages/service/src/overlay-json.ts";
import type { ChangesPreview, OverlayDraft, SiteOverlay } from "../../packages/service/src/protocol/overlay.ts";
import { siteDiff } from "../../packages/service/src/site-diff.ts";
import type { Answer } from "./scripted-service.ts";

const bodySchema = z.object({ overlay: overlaySchema }).catch({ overlay: {} });

/** Answers of the overlay's endpoints, for a site whose document is `text`. */
export const overlayAnswer =
  (text: string): Answer =>
  (path, method, sent) => {
    const { overlay } = bodySchema.parse(sent);
    const made = renderOverlaid({ text }, overlay, { descLength: 500 });
    if (made === undefined) throw new Error("The text is no document");
    const preview = previewJson(made);
    if (path === "/api/overlay/preview") return { body: { overlay, preview } satisfies OverlayDraft };
    if (path.endsWith("/overlay") && method === "GET")
      return { body: { overlay: {}, yaml: "", etag: '"none"', findings: [], preview } satisfies SiteOverlay };
    if (!path.endsWith("/preview")) return undefined;
    const [was, is] = [countsOf(text), countsOf(made.text)];
    const pages: [number, number] = [was.pages, is.pages];
    const characters: [number, number] = [was.characters, is.characters];
    const diff = siteDiff(text, made.text);
    return { body: { pages, characters, valid: [true, true], score: [78, 84], diff } satisfies ChangesPreview };
  };
