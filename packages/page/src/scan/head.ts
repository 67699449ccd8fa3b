// Collects facts that a page states outside of its text, as written.
import { clip, onOneLine } from "../text.ts";
import { ATTRIBUTES as A, type Attributes } from "./html.ts";

const METAS = new Set(
  `description og:description og:site_name og:type application-name article:published_time
   article:section`.split(/\s+/),
);
const META_CHARACTERS = 4_000;
/** Most links of one kind, and most bytes of one text of data. */
const FEW = 20;
const MANY = 500;
const DATA_BYTES = 200_000;

export class Head {
  title = "";
  base = "";
  lang = "";
  canonical = "";
  next = "";
  refresh = "";
  refreshWithoutScripts = "";
  /** Addresses of the last `<iframe>` that is shown, and of the last one in the navigation. */
  frame = "";
  /** The page above this one in a manual of several files. */
  up = "";
  menu = "";
  readonly meta = new Map<string, string>();
  readonly robots: string[] = [];
  readonly alternates: { href: string; type: string; hreflang: string }[] = [];
  readonly sitemaps: string[] = [];
  readonly jsonLd: string[] = [];

  /** Keeps the first title with any words. */
  addTitle(text: string): void {
    if (this.title === "") this.title = clip(onOneLine(text), 1_000);
  }

  addData(text: string): void {
    if (this.jsonLd.length < FEW && text.length < DATA_BYTES) this.jsonLd.push(text);
  }

  /** @param isForAll false in `<noscript>` */
  addMeta(has: Attributes, isForAll: boolean): void {
    const content = clip(has.value(A.content), META_CHARACTERS);
    if (content === "") return;
    for (const name of [has.lower(A.name), has.lower(A.property)]) {
      if (name === "robots") this.robots.push(content);
      else if (METAS.has(name) && !this.meta.has(name)) this.meta.set(name, onOneLine(content));
    }
    if (has.lower(A["http-equiv"]) !== "refresh") return;
    if (isForAll) this.refresh ||= content;
    else this.refreshWithoutScripts ||= content;
  }

  addLink(has: Attributes): void {
    const href = has.value(A.href);
    if (href === "") return;
    const rel = has.lower(A.rel).split(/\s+/);
    if (rel.includes("canonical")) this.canonical ||= href;
    if (rel.includes("next")) this.next ||= href;
    if (rel.includes("up")) this.up ||= href;
    if (rel.includes("sitemap") && this.sitemaps.length < FEW) this.sitemaps.push(href);
    if (rel.includes("alternate") && !rel.includes("stylesheet") && this.alternates.length < MANY)
      this.alternates.push({ href, type: has.lower(A.type), hreflang: has.value(A.hreflang) });
  }
}
