import type { Addresses } from "../addresses.ts";
import { ATTRIBUTE, TAG, type TagAttributes, tagName } from "../scan/scan.ts";

/** Form of an inline element in Markdown. `plain` is only remembered, so that its closing tag finds it. */
export type InlineKind =
  | { readonly type: "plain" }
  | { readonly type: "marked"; readonly marker: "**" | "*" | "~~" }
  | { readonly type: "html"; readonly name: "sub" | "sup" }
  | { readonly type: "code" }
  | { readonly type: "link"; readonly href: string }
  /** Leads to where it stands: a heading's words, or a sign beside them. */
  | { readonly type: "permalink" }
  /** Refers to the footnote at this place of the page. */
  | { readonly type: "note"; readonly place: string };

export interface InlineContext {
  readonly addresses: Addresses;
  /** The text is bold as a whole. */
  readonly isInBold: boolean;
  readonly isInHeading: boolean;
  readonly isInSup: boolean;
}

export const PLAIN: InlineKind = { type: "plain" };
/** Places of footnotes, and of what refers to them, as generators name them. */
const NOTE_PLACE = /^(?:user-content-)?(?:fn|footnote|cite_note|_?ftn|_?edn|endnote)[\w:.-]{0,80}$/i;
const NOTE_REFERENCE = /^(?:user-content-)?(?:fnref|footnote-?ref|cite_ref|_?ftnref|_?ednref)[\w:.-]{0,80}$/i;
/** A heading's link to itself. */
const PERMALINK =
  /(?:^|[\s_-])(?:anchor|permalink|headerlink|hash-link|header-anchor|heading-anchor|anchor-link|anchorjs-link|direct-link)(?=$|[\s_-])/i;

/** Kind of an inline element in Markdown; `unread` if its text is not written. */
export function inlineKind(id: number, attributes: TagAttributes, context: InlineContext): InlineKind | "unread" {
  switch (tagName(id)) {
    case "b":
    case "strong":
      return context.isInBold ? PLAIN : { type: "marked", marker: "**" };
    case "i":
    case "em":
      return { type: "marked", marker: "*" };
    case "del":
    case "s":
    case "strike":
      return { type: "marked", marker: "~~" };
    case "code":
    case "kbd":
    case "samp":
    case "tt":
      return { type: "code" };
    case "sub":
      return { type: "html", name: "sub" };
    case "sup":
      return { type: "html", name: "sup" };
    case "a":
      return id === TAG.a ? linkKind(attributes, context) : PLAIN;
  }
  return PLAIN;
}

function linkKind(attributes: TagAttributes, context: InlineContext): InlineKind | "unread" {
  const href = attributes.value(ATTRIBUTE.href).trim();
  const classes = attributes.plain(ATTRIBUTE.class);
  if (href.startsWith("#")) {
    if (context.isInHeading) return PERMALINK.test(classes) ? "unread" : { type: "permalink" };
    const place = href.slice(1);
    if (NOTE_REFERENCE.test(place) || /footnote-back/.test(classes)) return "unread";
    if (NOTE_PLACE.test(place) && (context.isInSup || /footnote/.test(classes))) return { type: "note", place };
  }
  const url = context.addresses.resolveIfAny(href);
  return url === undefined ? PLAIN : { type: "link", href: url };
}

export function isSameKind(open: InlineKind, kind: InlineKind): boolean {
  if (kind.type === "plain" || open.type !== kind.type) return false;
  return open.type !== "marked" || kind.type !== "marked" || open.marker === kind.marker;
}
