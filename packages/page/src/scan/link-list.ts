import { ATTRIBUTE, type TagAttributes } from "./attributes.ts";
import type { PageOutline } from "./containers.ts";
import { MARK } from "./marks.ts";

/** A link as it stands in the source. */
export interface ScannedLink {
  readonly href: string;
  readonly rel: string;
  /** Index of the container it stands in. */
  readonly container: number;
  /** Text of the link: from this index of the page's `stretches` … */
  readonly first: number;
  /** … up to this one. */
  last: number;
}

/** Most links of a page that are kept; a page with more is a trap or a sitemap. */
const LINKS = 5_000;
/** Links beside a heading that only point at it. */
const HEADING_LINK = /headerlink|hash-link|header-anchor|anchorjs|anchor-link/;
const isHeadingLink = (attributes: TagAttributes): boolean =>
  attributes.has(ATTRIBUTE.class) && HEADING_LINK.test(attributes.plain(ATTRIBUTE.class));

/** The links of a page while it is being read: one is open at a time. */
export class LinkList {
  readonly links: ScannedLink[] = [];
  readonly #outline: PageOutline;
  #open: ScannedLink | undefined;

  constructor(outline: PageOutline) {
    this.#outline = outline;
  }

  /** An element that may be a link begins. */
  start(attributes: TagAttributes, { hasText }: { readonly hasText: boolean }): void {
    this.end();
    if ((this.#outline.current.marks & MARK.inert) !== 0) return;
    this.#outline.inLink = hasText;
    this.#outline.isMuted = isHeadingLink(attributes);
    if (attributes.has(ATTRIBUTE.href)) this.#add(attributes.value(ATTRIBUTE.href).trim(), attributes);
  }

  /** A frame's page is part of this one: the way to it is a link. */
  frame(attributes: TagAttributes): void {
    this.#add(attributes.value(ATTRIBUTE.src).trim(), attributes);
    this.end();
  }

  end(): void {
    this.#outline.inLink = false;
    this.#outline.isMuted = false;
    if (this.#open !== undefined) this.#open.last = this.#outline.stretches.length;
    this.#open = undefined;
  }

  #add(href: string, attributes: TagAttributes): void {
    if (this.links.length >= LINKS) return;
    const { current, stretches } = this.#outline;
    this.#open = {
      href,
      rel: attributes.value(ATTRIBUTE.rel),
      container: current.index,
      first: stretches.length,
      last: stretches.length,
    };
    this.links.push(this.#open);
  }
}
