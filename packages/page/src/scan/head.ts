import { clip } from "../clip.ts";
import { ApiViewer } from "./api-viewer.ts";
import { ATTRIBUTE, type TagAttributes } from "./attributes.ts";
import { MARK } from "./marks.ts";

interface AlternateLink {
  readonly href: string;
  readonly type: string;
  readonly hreflang: string;
}

/** Bounds on what a stranger can make us keep. */
const META_CHARACTERS = 4_000;
const ALTERNATES = 500;
const SITEMAPS = 20;
const JSON_LD_SCRIPTS = 16;
const JSON_LD_CHARACTERS = 200_000;

const METAS = new Set([
  "description",
  "og:description",
  "og:site_name",
  "og:type",
  "application-name",
  "generator",
  "article:published_time",
  "article:section",
  "docfx:navrel",
  "docfx:tocrel",
]);

/** The words of a space-separated attribute, lower case. */
export const tokensOf = (value: string): string[] =>
  value
    .toLowerCase()
    .split(/[\t\n\f\r ]+/)
    .filter((token) => token !== "");

/** Facts about a page outside its text, from any place in it; hrefs are as written. */
export class Head {
  title = "";
  base = "";
  lang = "";
  canonical = "";
  next = "";
  refresh = "";
  /** Content of a meta refresh in `<noscript>`. */
  refreshWithoutScripts = "";
  /** Contents of the `<meta>` named in `METAS`, by lower-case name, the first that is not empty. */
  readonly meta = new Map<string, string>();
  /** Contents of all `<meta name=robots>`. */
  readonly robots: string[] = [];
  readonly alternates: AlternateLink[] = [];
  readonly sitemaps: string[] = [];
  readonly describedBy: string[] = [];
  /** Texts of `<script type="application/ld+json">`. */
  readonly jsonLd: string[] = [];
  readonly viewer = new ApiViewer();

  /** @param marks of the container it stands in */
  readMeta(attributes: TagAttributes, marks: number): void {
    if (!attributes.has(ATTRIBUTE.content)) return;
    const content = clip(attributes.value(ATTRIBUTE.content).trim(), META_CHARACTERS);
    if (content === "") return;
    for (const attribute of [ATTRIBUTE.name, ATTRIBUTE.property]) {
      const name = attributes.plain(attribute).trim().toLowerCase();
      if (name === "robots") this.robots.push(content);
      else if (METAS.has(name) && !this.meta.has(name)) this.meta.set(name, content);
    }
    if (attributes.plain(ATTRIBUTE.httpEquiv).trim().toLowerCase() !== "refresh") return;
    if ((marks & MARK.noscript) === 0) this.refresh ||= content;
    else this.refreshWithoutScripts ||= content;
  }

  readLink(attributes: TagAttributes): void {
    const href = attributes.value(ATTRIBUTE.href).trim();
    if (href === "") return;
    const rel = tokensOf(attributes.value(ATTRIBUTE.rel));
    if (rel.includes("canonical")) this.canonical ||= href;
    if (rel.includes("next")) this.next ||= href;
    if (rel.includes("sitemap") && this.sitemaps.length < SITEMAPS) this.sitemaps.push(href);
    if (rel.includes("describedby") && this.describedBy.length < SITEMAPS) this.describedBy.push(href);
    if (!rel.includes("alternate") || rel.includes("stylesheet") || this.alternates.length >= ALTERNATES) return;
    const type = attributes.plain(ATTRIBUTE.type).trim().toLowerCase();
    this.alternates.push({ href, type, hreflang: attributes.value(ATTRIBUTE.hreflang).trim() });
  }

  readBase(attributes: TagAttributes): void {
    this.base ||= attributes.value(ATTRIBUTE.href).trim();
  }

  readHtml(attributes: TagAttributes): void {
    this.lang ||= attributes.value(ATTRIBUTE.lang).trim() || attributes.value(ATTRIBUTE.xmlLang).trim();
  }

  readJsonLd(text: string): void {
    if (this.jsonLd.length < JSON_LD_SCRIPTS && text.length <= JSON_LD_CHARACTERS) this.jsonLd.push(text);
  }
}
