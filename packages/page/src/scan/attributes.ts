import type { Source } from "./source.ts";
import { hashOf } from "./tags.ts";

const NAMES = [
  "href",
  "rel",
  "class",
  "id",
  "role",
  "name",
  "property",
  "content",
  "lang",
  "xml:lang",
  "hidden",
  "aria-hidden",
  "aria-label",
  "style",
  "type",
  "hreflang",
  "http-equiv",
  "itemtype",
  "itemprop",
  "shadowrootmode",
  "data-lang",
  "data-language",
  "src",
  "alttext",
  "alt",
  "start",
  "value",
  "rowspan",
  "colspan",
  "align",
  "checked",
  "display",
  "encoding",
  "data-src",
  "srcset",
  "width",
  "data-nosnippet",
  "spec-url",
  "apidescriptionurl",
  "data-url",
  "data-configuration",
  "data-latex",
  "data-tex",
  "data-formula",
  "data-value",
  "data-math",
  "data-expr",
] as const;

export type AttributeName = (typeof NAMES)[number];

const slotOfHash = new Map(NAMES.map((name, slot) => [hashOf(name), slot]));

const slot = (name: AttributeName): number => NAMES.indexOf(name);

/** Numbers of the attributes that the pass looks at. */
export const ATTRIBUTE = {
  href: slot("href"),
  rel: slot("rel"),
  class: slot("class"),
  id: slot("id"),
  role: slot("role"),
  name: slot("name"),
  property: slot("property"),
  content: slot("content"),
  lang: slot("lang"),
  xmlLang: slot("xml:lang"),
  hidden: slot("hidden"),
  ariaHidden: slot("aria-hidden"),
  ariaLabel: slot("aria-label"),
  style: slot("style"),
  type: slot("type"),
  hreflang: slot("hreflang"),
  httpEquiv: slot("http-equiv"),
  itemtype: slot("itemtype"),
  itemprop: slot("itemprop"),
  shadowRootMode: slot("shadowrootmode"),
  dataLang: slot("data-lang"),
  dataLanguage: slot("data-language"),
  src: slot("src"),
  alttext: slot("alttext"),
  alt: slot("alt"),
  start: slot("start"),
  value: slot("value"),
  rowspan: slot("rowspan"),
  colspan: slot("colspan"),
  align: slot("align"),
  checked: slot("checked"),
  display: slot("display"),
  encoding: slot("encoding"),
  dataSrc: slot("data-src"),
  srcset: slot("srcset"),
  width: slot("width"),
  dataNosnippet: slot("data-nosnippet"),
  specUrl: slot("spec-url"),
  apiDescriptionUrl: slot("apidescriptionurl"),
  dataUrl: slot("data-url"),
  dataConfiguration: slot("data-configuration"),
  dataLatex: slot("data-latex"),
  dataTex: slot("data-tex"),
  dataFormula: slot("data-formula"),
  dataValue: slot("data-value"),
  dataMath: slot("data-math"),
  dataExpr: slot("data-expr"),
} as const;

/**
 * The known attributes of the tag at hand, as offsets. One slot a name, so a tag of 100,000 attributes costs no more
 * memory than an empty one; the first of two with one name wins (HTML 13.2.5.33).
 */
export class TagAttributes {
  readonly #source: Source;
  readonly #from: number[] = NAMES.map(() => 0);
  readonly #to: number[] = NAMES.map(() => 0);
  readonly #tagNumber: number[] = NAMES.map(() => 0);
  #current = 0;

  constructor(source: Source) {
    this.#source = source;
  }

  /** Starts a new tag. */
  clear(): void {
    this.#current++;
  }

  record(nameHash: number, from: number, to: number): void {
    const known = slotOfHash.get(nameHash);
    if (known === undefined || this.#tagNumber[known] === this.#current) return;
    this.#tagNumber[known] = this.#current;
    this.#from[known] = from;
    this.#to[known] = to;
  }

  has(attribute: number): boolean {
    return this.#tagNumber[attribute] === this.#current;
  }

  /** Place of the value in the source; empty if absent. */
  range(attribute: number): { readonly from: number; readonly to: number } {
    if (this.#tagNumber[attribute] !== this.#current) return { from: 0, to: 0 };
    return { from: this.#from[attribute] ?? 0, to: this.#to[attribute] ?? 0 };
  }

  /** The value as it stands in the source, undecoded: for class names and other ASCII. Empty when absent. */
  plain(attribute: number): string {
    if (this.#tagNumber[attribute] !== this.#current) return "";
    return this.#source.html.slice(this.#from[attribute], this.#to[attribute]);
  }

  /** The decoded value; empty when absent. */
  value(attribute: number): string {
    if (this.#tagNumber[attribute] !== this.#current) return "";
    return this.#source.attribute(this.#from[attribute] ?? 0, this.#to[attribute] ?? 0);
  }
}
