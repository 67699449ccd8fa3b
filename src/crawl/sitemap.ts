import { setImmediate } from "node:timers/promises";
import { promisify } from "node:util";
import { gunzip } from "node:zlib";
import sax from "sax";
import { parseLastModified } from "./last-modified.ts";

export interface SitemapEntry {
  /** As written; may be of any site, or no URL at all. */
  readonly url: string;
  /** Milliseconds since 1970. */
  readonly lastModified?: number;
  /** `xhtml:link` with `hreflang`. */
  readonly alternates: readonly { readonly lang: string; readonly url: string }[];
}

export interface Sitemap {
  /** What the entries are: pages, or further sitemaps. */
  readonly of: "pages" | "sitemaps";
  readonly entries: readonly SitemapEntry[];
}

/** A file holds at most 50,000 URLs and 50 MiB uncompressed (sitemaps.org protocol). */
const MOST_ENTRIES = 50_000;
export const SITEMAP_MAX_BYTES = 50 * 1024 * 1024;

/** Longer text between two tags is no URL and no date. */
const LONGEST_TEXT = 4096;

/** sax takes strings; decoding by the piece keeps a 50 MiB file from becoming one of them. */
const PIECE_BYTES = 64 * 1024;

const inflate = promisify(gunzip);

/**
 * Reads a urlset, a sitemap index, RSS, Atom or a text file with one URL a line, gzipped or not. Malformed ones give
 * what can be read of them; entities of a DTD are never expanded. Undefined for what is no sitemap at all.
 */
export async function readSitemap(bytes: Uint8Array): Promise<Sitemap | undefined> {
  const isZipped = bytes[0] === 0x1f && bytes[1] === 0x8b;
  const plain = isZipped ? await tryInflate(bytes) : bytes;
  if (plain === undefined) return undefined;
  return /^\s*</.test(textOf(plain.subarray(0, 1024))) ? readXml(plain) : readText(plain);
}

async function tryInflate(bytes: Uint8Array): Promise<Uint8Array | undefined> {
  try {
    return await inflate(bytes, { maxOutputLength: SITEMAP_MAX_BYTES });
  } catch {
    return undefined; // damaged, or a bomb: either way no sitemap
  }
}

function readText(bytes: Uint8Array): Sitemap | undefined {
  const lines = textOf(bytes).split(/\r\n|\r|\n/);
  const entries = lines
    .slice(0, MOST_ENTRIES)
    .map((line) => line.trim())
    .filter((line) => /^https?:\/\//i.test(line) && line.length <= LONGEST_TEXT)
    .map((url) => ({ url, alternates: [] }));
  return entries.length > 0 ? { of: "pages", entries } : undefined;
}

/** Byte order mark, else the XML declaration, else UTF-8. */
function decoderOf(bytes: Uint8Array): InstanceType<typeof TextDecoder> {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return new TextDecoder("utf-16le");
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return new TextDecoder("utf-16be");
  const declared = /^[^<]{0,16}<\?xml[^>]{0,200}encoding=["']([\w-]+)/i.exec(latin1(bytes.subarray(0, 300)))?.[1];
  try {
    return new TextDecoder(declared);
  } catch {
    return new TextDecoder(); // the label is unknown
  }
}

const latin1 = (bytes: Uint8Array): string => Buffer.from(bytes).toString("latin1");

const textOf = (bytes: Uint8Array): string => decoderOf(bytes).decode(bytes);

const ROOTS: Readonly<Record<string, { of: Sitemap["of"]; entry: string; url: string }>> = {
  urlset: { of: "pages", entry: "url", url: "loc" },
  sitemapindex: { of: "sitemaps", entry: "sitemap", url: "loc" },
  rss: { of: "pages", entry: "item", url: "link" },
  rdf: { of: "pages", entry: "item", url: "link" },
  feed: { of: "pages", entry: "entry", url: "link" },
};

const DATES = new Set(["lastmod", "pubdate", "updated"]);

async function readXml(bytes: Uint8Array): Promise<Sitemap | undefined> {
  const reader = new EntryReader();
  const decoder = decoderOf(bytes);
  for (let at = 0; at < bytes.length && !reader.isFull; at += PIECE_BYTES) {
    // Other crawls of this process have deadlines, and a large file takes a second.
    if (at > 0) await setImmediate();
    reader.write(decoder.decode(bytes.subarray(at, at + PIECE_BYTES), { stream: true }));
  }
  return reader.end();
}

/** Collects entries from sax's events. It goes by names alone, so that a tag nobody closed costs one entry at most. */
class EntryReader {
  readonly #parser = sax.parser(false, { lowercase: true });
  readonly #entries: SitemapEntry[] = [];
  #root: (typeof ROOTS)[string] | undefined;
  #rootSeen = false;
  /** The root's own namespace prefix: `image:loc` is not `loc`, but `sm:loc` in `sm:urlset` is. */
  #prefix = "";
  #text: string | undefined;
  #inEntry = false;
  #url = "";
  #lastModified: number | undefined;
  #alternates: { lang: string; url: string }[] = [];

  constructor() {
    this.#parser.onopentag = (tag) => this.#open(tag.name, tag.attributes);
    this.#parser.onclosetag = (name) => this.#close(name);
    this.#parser.ontext = (text) => this.#collect(text);
    this.#parser.oncdata = (text) => this.#collect(text);
    // What is malformed is read on behind; sax stops unless told that its error was seen.
    this.#parser.onerror = () => this.#parser.resume();
  }

  get isFull(): boolean {
    return this.#entries.length >= MOST_ENTRIES || (this.#rootSeen && this.#root === undefined);
  }

  write(text: string): void {
    this.#parser.write(text);
  }

  end(): Sitemap | undefined {
    this.#finishEntry();
    return this.#root && { of: this.#root.of, entries: this.#entries.slice(0, MOST_ENTRIES) };
  }

  #open(qualified: string, attributes: Record<string, unknown>): void {
    if (!this.#rootSeen) {
      this.#openRoot(qualified);
      return;
    }
    const name = this.#localName(qualified);
    if (name === this.#root?.entry) {
      this.#finishEntry();
      this.#inEntry = true;
    } else if (qualified.endsWith(":link") && this.#root?.entry === "url") this.#addAlternate(attributes);
    else if (name === "link" && typeof attributes.href === "string") this.#addLink(attributes);
    else if (name === this.#root?.url || DATES.has(name)) this.#text = "";
  }

  #openRoot(qualified: string): void {
    const colon = qualified.indexOf(":");
    this.#rootSeen = true;
    this.#root = ROOTS[qualified.slice(colon + 1)] ?? ROOTS[qualified.slice(0, Math.max(0, colon))];
    this.#prefix = this.#root?.url === "loc" && colon > 0 ? qualified.slice(0, colon + 1) : "";
  }

  #localName(qualified: string): string {
    return qualified.startsWith(this.#prefix) ? qualified.slice(this.#prefix.length) : qualified;
  }

  #collect(text: string): void {
    if (this.#text !== undefined && this.#text.length < LONGEST_TEXT) this.#text += text;
  }

  #close(qualified: string): void {
    const name = this.#localName(qualified);
    const text = this.#text?.trim();
    if (name === this.#root?.entry) this.#finishEntry();
    else if (text === undefined) return;
    else if (name === this.#root?.url) this.#setUrl(text);
    else if (DATES.has(name)) this.#lastModified ??= parseLastModified(text);
    else return;
    this.#text = undefined;
  }

  /** A second URL where the first one's entry was never closed begins a new entry. */
  #setUrl(url: string): void {
    if (this.#root?.url === "link" && (!this.#inEntry || this.#url !== "")) return; // a feed's own link
    if (this.#url !== "") this.#finishEntry();
    this.#url = url;
  }

  #addLink({ rel, href }: Record<string, unknown>): void {
    if ((rel === undefined || rel === "alternate") && typeof href === "string") this.#setUrl(href.trim());
  }

  #addAlternate({ hreflang, href }: Record<string, unknown>): void {
    if (typeof hreflang === "string" && typeof href === "string") this.#alternates.push({ lang: hreflang, url: href });
  }

  #finishEntry(): void {
    if (this.#url !== "") {
      const dated = this.#lastModified === undefined ? {} : { lastModified: this.#lastModified };
      this.#entries.push({ url: this.#url, alternates: this.#alternates, ...dated });
    }
    this.#inEntry = false;
    this.#url = "";
    this.#lastModified = undefined;
    this.#alternates = [];
  }
}
