// Footnotes: which links of the page refer to one, and which elements are one.
import { attributeAt } from "../scan/html.ts";
import type { Scan } from "../scan/scan.ts";
import { textOf } from "../scan/text-of.ts";

/** Places of footnotes, and of what refers to them, as generators name them. */
const PLACE =
  /^(?:user-content-)?(?:fn(?=[-:_.\d])|footnotes?(?=[-:_.\d])|cite_note|_?ftn|_?edn|endnote)[\w:.-]{0,80}$/i;
const REFERENCE = /^#(?:user-content-)?(?:fn-?ref|footnote-?ref|cite_ref|_?ftnref|_?ednref)/i;
const LABEL = /^[\w.-]{1,20}$/;

/** True for the address of a link that leads back from a footnote to what refers to it. */
export const leadsBack = (href: string): boolean => REFERENCE.test(href);

export interface Notes {
  /** Labels of footnotes by the links' addresses, … */
  readonly references: ReadonlyMap<string, string>;
  /** … and by their containers. */
  readonly places: ReadonlyMap<number, string>;
}
const NONE: Notes = { references: new Map(), places: new Map() };

/** Only those count that are referred to and that are there. */
export function notesOf(scan: Scan): Notes {
  const named = new Map<string, string>();
  for (const { href, first, last } of scan.links) {
    const place = href.slice(1);
    if (!href.startsWith("#") || !PLACE.test(place) || leadsBack(href) || named.has(place)) continue;
    const label = textOf(scan, first, last).replace(/[[\]()]/g, "");
    if (LABEL.test(label)) named.set(place, label);
  }
  if (named.size === 0) return NONE;
  const references = new Map<string, string>();
  const places = new Map<number, string>();
  for (const { index, from } of scan.containers) {
    const id = attributeAt(scan.html, from, "id");
    const label = named.get(id);
    if (label === undefined) continue;
    references.set(`#${id}`, label);
    places.set(index, label);
    named.delete(id);
  }
  return { references, places };
}
