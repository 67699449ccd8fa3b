// One sitemap: urlset, index, RSS, Atom, text, gzipped or not; bounded, linear, no entities of a DTD.
import { setImmediate } from "node:timers/promises";
import { promisify } from "node:util";
import { gunzip } from "node:zlib";
import { decodeXML } from "entities";

export interface SitemapEntry {
  /** Address as written; may be of any site, or no URL at all. */
  readonly url: string;
  /** The page in other languages, and in its own (`xhtml:link` with `hreflang`). */
  readonly languages?: readonly { readonly lang: string; readonly url: string }[];
}

export interface Sitemap {
  readonly of: "pages" | "sitemaps";
  readonly entries: readonly SitemapEntry[];
  /** The newest date of an entry, in milliseconds since 1970. */
  readonly newest?: number;
}

/** A file holds at most 50,000 URLs and 50 MiB (sitemaps.org); a longer text between two tags is no URL. */
const MAX_ENTRIES = 50_000;
export const SITEMAP_BYTES = 50 * 2 ** 20;
const MAX_TEXT = 4096;
/** Most versions in other languages kept of one page. */
const MAX_LANGUAGES = 200;
/** Characters between two turns of the event loop. */
const PIECE = 2 ** 20;

const inflate = promisify(gunzip);

/**
 * What a file names; undefined for what is no sitemap at all. A malformed one gives what can be read of it, as does one
 * that the signal ends.
 */
export async function readSitemap(bytes: Uint8Array, signal?: AbortSignal): Promise<Sitemap | undefined> {
  let plain = bytes;
  if (bytes[0] === 0x1f && bytes[1] === 0x8b)
    try {
      plain = await inflate(bytes, { maxOutputLength: SITEMAP_BYTES, chunkSize: PIECE });
    } catch {
      return undefined; // damaged, or a bomb: either way no sitemap
    }
  const text = decoded(plain);
  return /^\s*</.test(text.slice(0, 1024)) ? new XmlSitemap(text).read(signal) : readLines(text);
}

/** Byte order mark, else the XML declaration, else UTF-8. */
function decoded(bytes: Uint8Array): string {
  const head = Buffer.from(bytes.subarray(0, 300)).toString("latin1");
  const declared = /^[^<]{0,16}<\?xml[^>]{0,200}encoding=["']([\w-]+)/i.exec(head)?.[1];
  const marked = head.startsWith("\xff\xfe") ? "utf-16le" : head.startsWith("\xfe\xff") ? "utf-16be" : undefined;
  try {
    return new TextDecoder(marked ?? declared).decode(bytes);
  } catch {
    return new TextDecoder().decode(bytes); // the label is unknown
  }
}

function readLines(text: string): Sitemap | undefined {
  const lines = text.split(/[\r\n]+/, 4 * MAX_ENTRIES).map((line) => line.slice(0, MAX_TEXT + 1).trim());
  const urls = lines.filter((line) => /^https?:\/\//i.test(line) && line.length <= MAX_TEXT).slice(0, MAX_ENTRIES);
  return urls.length > 0 ? { of: "pages", entries: urls.map((url) => ({ url: copyOf(url) })) } : undefined;
}

/** V8 keeps the whole of a text for as long as a part of it is kept; a joined text is written anew. */
const copyOf = (text: string): string => ` ${text}`.slice(1);

/** Roots, the element of an entry, and the element of its address. */
type Root = readonly [of: Sitemap["of"], entry: string, address: string];
const ROOTS: Readonly<Record<string, Root>> = {
  urlset: ["pages", "url", "loc"],
  sitemapindex: ["sitemaps", "sitemap", "loc"],
  rss: ["pages", "item", "link"],
  rdf: ["pages", "item", "link"],
  feed: ["pages", "entry", "link"],
};
const DATES = new Set(["lastmod", "pubdate", "updated"]);

/** Goes by names alone, so that an unclosed tag costs one entry at most. */
class XmlSitemap {
  readonly #text: string;
  #root: Root | undefined;
  #prefix = "";
  #entries: { url: string; languages?: { lang: string; url: string }[] }[] = [];
  #newest: number | undefined;
  #isInEntry = false;
  #hasUrl = false;
  /** The element whose text is collected. */
  #field: "address" | "date" | undefined;
  #value = "";
  #isOther = false;

  constructor(text: string) {
    this.#text = text;
  }

  async read(signal: AbortSignal | undefined): Promise<Sitemap | undefined> {
    const text = this.#text;
    let nextTurn = PIECE;
    for (let at = text.indexOf("<"); at >= 0 && this.#entries.length < MAX_ENTRIES && !this.#isOther; ) {
      if (at > nextTurn) {
        await setImmediate();
        if (signal?.aborted) break;
        nextTurn = at + PIECE;
      }
      at = this.#markup(at);
      const next = text.indexOf("<", at);
      if (this.#field !== undefined) this.#collect(at, next < 0 ? text.length : next);
      at = next;
    }
    this.#finish();
    if (this.#root === undefined) return undefined;
    const newest = this.#newest === undefined ? {} : { newest: this.#newest };
    return { of: this.#root[0], entries: this.#entries, ...newest };
  }

  /** Reads what begins with the `<` at a place. @returns the place behind it */
  #markup(at: number): number {
    const text = this.#text;
    if (text.startsWith("<![CDATA[", at)) {
      const end = behind(text, "]]>", at);
      if (this.#field !== undefined) this.#value += text.slice(at + 9, Math.min(end - 3, at + 9 + MAX_TEXT));
      return end;
    }
    if (text.startsWith("<!--", at)) return behind(text, "-->", at + 4);
    if (text.startsWith("<!DOCTYPE", at)) return afterDoctype(text, at);
    if (text[at + 1] === "!" || text[at + 1] === "?") return behind(text, ">", at);
    const end = endOfTag(text, at);
    this.#finish();
    this.#tag(text.slice(at + 1, Math.min(end, at + MAX_TEXT)));
    return end + 1;
  }

  #tag(tag: string): void {
    const isClose = tag[0] === "/";
    const full = (/^\/?([^\s/>]+)/.exec(tag)?.[1] ?? "").toLowerCase();
    if (this.#root === undefined) this.#open(full);
    else this.#element({ tag, full, isClose, root: this.#root });
  }

  #element({ tag, full, isClose, root }: { tag: string; full: string; isClose: boolean; root: Root }): void {
    const [, entry, address] = root;
    const name = full.startsWith(this.#prefix) ? full.slice(this.#prefix.length) : full;
    if (name === entry) {
      this.#isInEntry = !isClose;
      this.#hasUrl = false;
    } else if (isClose) return;
    else if (DATES.has(name)) this.#field = "date";
    else if (name === address) {
      const href = address === "link" ? attribute(tag, "href") : undefined;
      if (href === undefined) this.#field = "address";
      else if (/^(?:alternate)?$/.test(attribute(tag, "rel") ?? "")) this.#add(href);
    } else if (full.endsWith(":link") && this.#hasUrl) this.#addLanguage(tag);
  }

  #open(full: string): void {
    const colon = full.indexOf(":");
    this.#root = ROOTS[full.slice(colon + 1)] ?? ROOTS[full.slice(0, Math.max(colon, 0))];
    this.#isOther = this.#root === undefined;
    this.#prefix = this.#root?.[2] === "loc" && colon > 0 ? full.slice(0, colon + 1) : "";
  }

  #collect(from: number, to: number): void {
    if (this.#value.length >= MAX_TEXT) return;
    const said = this.#text.slice(from, to).trimStart().slice(0, MAX_TEXT);
    this.#value += said.includes("&") ? decodeXML(said) : said;
  }

  #finish(): void {
    if (this.#field === "address") this.#add(this.#value);
    if (this.#field === "date") {
      const date = Date.parse(this.#value.trim());
      if (!Number.isNaN(date)) this.#newest = Math.max(this.#newest ?? 0, date);
    }
    this.#field = undefined;
    this.#value = "";
  }

  #add(found: string): void {
    const url = found.trim();
    const isFeed = this.#root?.[2] === "link";
    if (url === "" || url.length > MAX_TEXT || (isFeed && (!this.#isInEntry || this.#hasUrl))) return;
    this.#entries.push({ url: copyOf(url) });
    this.#hasUrl = true;
  }

  #addLanguage(tag: string): void {
    const lang = attribute(tag, "hreflang")?.trim();
    const url = attribute(tag, "href")?.trim();
    const entry = this.#entries.at(-1);
    if (lang === undefined || url === undefined || entry === undefined) return;
    entry.languages ??= [];
    if (entry.languages.length < MAX_LANGUAGES) entry.languages.push({ lang: copyOf(lang), url: copyOf(url) });
  }
}

function behind(text: string, end: string, from: number): number {
  const at = text.indexOf(end, from);
  return at < 0 ? text.length : at + end.length;
}

/** The `>` that ends a tag, those in quotes passed over. */
function endOfTag(text: string, from: number): number {
  let quote = "";
  for (let at = from; at < text.length; at++) {
    const sign = text[at] ?? "";
    if (quote !== "") quote = sign === quote ? "" : quote;
    else if (sign === ">") return at;
    else if ((sign === '"' || sign === "'") && text[at - 1] === "=") quote = sign;
  }
  return text.length;
}

/** The place behind a document type, its inner declarations passed over and never read. */
function afterDoctype(text: string, from: number): number {
  const close = text.indexOf(">", from);
  const inner = text.indexOf("[", from);
  if (inner < 0 || (close >= 0 && close < inner)) return close < 0 ? text.length : close + 1;
  const end = text.indexOf("]", inner);
  return end < 0 ? text.length : behind(text, ">", end);
}

/** Bound: a tag, 4,096 characters. */
const ATTRIBUTES = {
  href: /\shref\s*=\s*(?:"([^"]*)"|'([^']*)')/i,
  hreflang: /\shreflang\s*=\s*(?:"([^"]*)"|'([^']*)')/i,
  rel: /\srel\s*=\s*(?:"([^"]*)"|'([^']*)')/i,
} as const;

function attribute(tag: string, name: keyof typeof ATTRIBUTES): string | undefined {
  const found = ATTRIBUTES[name].exec(tag);
  const value = found?.[1] ?? found?.[2];
  return value === undefined ? undefined : decodeXML(value);
}
