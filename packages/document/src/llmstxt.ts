import { type LlmsTxt, writeLlmsTxt } from "./document.ts";
import { countsOf, type RenderedSection } from "./document-counts.ts";
import { DOCUMENT_OPTIONS } from "./document-options.ts";
import { familyOf, memberFile, relativesLine } from "./family.ts";
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
  /** The documents of other languages and versions, where there are any. */
  readonly relatives?: readonly Relative[];
}

/** A document of another language or version than the main one. */
export interface Relative {
  /** Name of its file, beside the main one. */
  readonly file: string;
  /** `German`, `version 1.0` */
  readonly name: string;
  readonly language?: string;
  readonly version?: string;
  readonly text: string;
}

/** A document with an owner's changes. */
export interface OverlaidDocument extends Omit<Rendered, "leftOut" | "undescribed" | "base" | "relatives"> {
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
  const family = familyOf(pages, options);
  const { main, others } = family;
  const lineOf = (member: typeof main) =>
    relativesLine(member, family, (one) => URL.parse(memberFile(one), options.source)?.href ?? "");
  const { overlay: _, ...plain } = options;
  const rendered = renderOne(main.pages, { ...options, relatives: lineOf(main) });
  const leftOut = [...rendered.leftOut, ...family.leftOut];
  const relatives = others.map((member) => {
    const source = member.pages[0]?.url ?? options.source;
    const own = renderOne(member.pages, { ...plain, source, relatives: lineOf(member) });
    leftOut.push(...own.leftOut);
    const { name, language, version } = member;
    return {
      file: memberFile(member),
      name,
      ...(language && { language }),
      ...(version && { version }),
      text: own.text,
    };
  });
  return { ...rendered, leftOut, ...(relatives.length > 0 && { relatives }) };
}

function renderOne(pages: readonly ListedPage[], options: RenderOptions): Rendered {
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

/** The document with an owner's changes; undefined if this program did not write the base. Never throws. */
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
