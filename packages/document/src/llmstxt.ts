import { type LlmsTxt, writeLlmsTxt } from "./document.ts";
import { countsOf, type RenderedSection } from "./document-counts.ts";
import { DOCUMENT_OPTIONS } from "./document-options.ts";
import type { LeftOutPage, ListedPage, RenderOptions } from "./listed-page.ts";
import { fitted } from "./notes/notes.ts";
import { outlineOf } from "./outline.ts";
import {
  addressesOf,
  type BaseDocument,
  hasChanges,
  type Overlaid,
  type Overlay,
  type OverlayOptions,
  overlaid,
} from "./overlay/overlay.ts";

export type { RenderedSection } from "./document-counts.ts";
export type { LeftOutPage, ListedPage, RenderOptions } from "./listed-page.ts";

export interface Rendered {
  /** The document: what is stored, served and hashed. */
  readonly text: string;
  readonly sections: readonly RenderedSection[];
  /** Pages that were crawled and are not listed, and why. */
  readonly leftOut: readonly LeftOutPage[];
  /** Lines of which more of the excerpt would stand there if the budget were larger. */
  readonly shortened: number;
  /** Code points over the budget that no shortening could save; 0 where the text fits. */
  readonly over: number;
  /** Addresses of the links behind which nothing is said but topics. */
  readonly undescribed: readonly string[];
  /** Estimated tokens of the text. */
  readonly tokens: number;
  /** The base of an overlay, if that is not the text itself. */
  readonly base?: BaseDocument;
}

/** A document with an owner's changes. */
export interface OverlaidDocument extends Omit<Rendered, "leftOut" | "undescribed" | "base"> {
  /** Outcome for each page and for each change. */
  readonly overlaid: Omit<Overlaid, "document"> & {
    readonly head: Omit<LlmsTxt, "sections">;
    readonly was: Pick<LlmsTxt, "name" | "summary">;
  };
}

/**
 * An llms.txt of the pages, valid whatever they say. The first page is the homepage; the same pages give the same bytes.
 * Never throws.
 */
export function renderLlmsTxt(pages: readonly ListedPage[], options: RenderOptions): Rendered {
  const { topics = DOCUMENT_OPTIONS.topics.default, overlay = {} } = options;
  const outline = outlineOf(pages, options);
  const { entries, leftOut } = outline;
  const { document, ...fit } = fitted(outline.document, { ...options, ...(topics && { entries }) });
  const text = writeLlmsTxt(document);
  const addresses = addressesOf(entries);
  const base = { text, ...(Object.keys(addresses).length > 0 && { addresses }) };
  const changed = hasChanges(overlay) ? renderOverlaid(base, overlay, options) : undefined;
  if (changed !== undefined) return { ...withoutRows(changed), leftOut, undescribed: fit.undescribed, base };
  return { ...measured(text), ...fit, leftOut, ...(base.addresses && { base }) };
}

/** The document with an owner's changes; undefined where the base is none that this program wrote. Never throws. */
export function renderOverlaid(
  base: BaseDocument,
  overlay: Overlay,
  options: OverlayOptions,
): OverlaidDocument | undefined {
  const applied = overlaid(base, overlay, options);
  if (applied === undefined) return undefined;
  const { text, shortened, over, sections, hidden, findings, document: head, was } = applied;
  return { ...measured(text), shortened, over, overlaid: { head, was, sections, hidden, findings } };
}

const withoutRows = ({ overlaid: _, ...document }: OverlaidDocument): Omit<OverlaidDocument, "overlaid"> => document;

function measured(text: string): Pick<Rendered, "text" | "sections" | "tokens"> {
  const { sections, tokens } = countsOf(text);
  return { text, sections, tokens };
}
