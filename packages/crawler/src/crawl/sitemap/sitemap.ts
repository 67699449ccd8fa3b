import { setImmediate } from "node:timers/promises";
import { promisify } from "node:util";
import { gunzip } from "node:zlib";
import { decodeXML } from "entities";
import { newestOf, parseLastModified } from "./last-modified.ts";
import { XmlReader } from "./xml-reader.ts";

export interface SitemapEntry {
  /** Address as written; may be of any site, or no URL at all. */
  readonly url: string;
  /** `xhtml:link` with `hreflang`. */
  readonly alternates: readonly { readonly lang: string; readonly url: string }[];
}

export interface Sitemap {
  /** Kind of the entries: pages, or further sitemaps. */
  readonly of: "pages" | "sitemaps";
  readonly entries: readonly SitemapEntry[];
  /**
   * The newest date of an entry, of one without an address too: date and time as written, whatever zone they were
   * meant in, as milliseconds since 1970.
   */
  readonly newest?: number;
  /** Size of the sitemap in bytes, decoded. */
  readonly bytes: number;
}

/** A file holds at most 50,000 URLs and 50 MiB uncompressed (sitemaps.org protocol). */
const MAX_ENTRIES = 50_000;
export const SITEMAP_MAX_BYTES = 50 * 1024 * 1024;

/** Most characters between two tags; a longer text is no URL and no date. */
const MAX_TEXT = 4096;

/**
 * Most versions in other languages kept of one page, and of all pages of a file; the pages themselves name the others.
 */
const MAX_ALTERNATES = 200;
const MAX_ALTERNATES_A_FILE = 100_000;

/** Bytes that are decoded at a time, so that a file of 50 MiB does not become one string. */
const PIECE_BYTES = 64 * 1024;

/** Bytes that are inflated at once, on zlib's threads. */
const INFLATED_BYTES = 1024 * 1024;

const inflate = promisify(gunzip);

/**
 * Reads a urlset, a sitemap index, RSS, Atom or a text file with one URL a line, gzipped or not. Malformed ones give
 * what can be read of them; entities of a DTD are never expanded. Undefined for what is no sitemap at all. Once `signal` fired
 * it gives what it has read.
 */
export async function readSitemap(bytes: Uint8Array, signal?: AbortSignal): Promise<Sitemap | undefined> {
  const plain = await tryUnzip(bytes);
  if (plain === undefined) return undefined;
  return /^\s*</.test(textOf(plain.subarray(0, 1024))) ? readXml(plain, signal) : readText(plain, signal);
}

/** A whole file as text, gzipped or not, in its own encoding; undefined for what cannot be unzipped. */
export async function textOfSitemap(bytes: Uint8Array): Promise<string | undefined> {
  const plain = await tryUnzip(bytes);
  return plain && textOf(plain);
}

async function tryUnzip(bytes: Uint8Array): Promise<Uint8Array | undefined> {
  if (bytes[0] !== 0x1f || bytes[1] !== 0x8b) return bytes;
  try {
    return await inflate(bytes, { maxOutputLength: SITEMAP_MAX_BYTES, chunkSize: INFLATED_BYTES });
  } catch {
    return undefined; // damaged, or a bomb: either way no sitemap
  }
}

async function readText(bytes: Uint8Array, signal?: AbortSignal): Promise<Sitemap | undefined> {
  const entries: SitemapEntry[] = [];
  let line = "";
  for await (const piece of piecesOf(bytes, signal)) {
    const lines = (line + piece.replaceAll("\r", "\n")).split("\n");
    line = lines.pop()?.slice(0, MAX_TEXT + 1) ?? "";
    for (const one of lines) if (one !== "") addLine(one, entries);
    if (entries.length >= MAX_ENTRIES) break;
  }
  addLine(line, entries);
  return entries.length > 0 ? { of: "pages", entries: entries.slice(0, MAX_ENTRIES), bytes: bytes.length } : undefined;
}

function addLine(line: string, entries: SitemapEntry[]): void {
  const url = line.trim();
  if (/^https?:\/\//i.test(url) && url.length <= MAX_TEXT)
    entries.push({ url: copyOf(url), alternates: NO_ALTERNATES });
}

/** V8 keeps the whole of a text for as long as a part of it is kept, but a joined text is written anew. */
const copyOf = (text: string): string => ` ${text}`.slice(1);

/** The text, a piece at a time; other crawls of this process have their turn between two. */
async function* piecesOf(bytes: Uint8Array, signal?: AbortSignal): AsyncGenerator<string, void> {
  const decoder = decoderOf(bytes);
  for (let at = 0; at < bytes.length; at += PIECE_BYTES) {
    if (at > 0) await setImmediate();
    if (signal?.aborted) return;
    yield decoder.decode(bytes.subarray(at, at + PIECE_BYTES), { stream: true });
  }
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

async function readXml(bytes: Uint8Array, signal?: AbortSignal): Promise<Sitemap | undefined> {
  const reader = new EntryReader();
  for await (const piece of piecesOf(bytes, signal)) {
    reader.write(piece);
    if (reader.isFull) break;
  }
  return reader.end(bytes.length);
}

/** Collects entries from a document's tags. It goes by names alone, so that an unclosed tag costs one entry at most. */
class EntryReader {
  readonly #reader = new XmlReader({
    open: (name, attributes) => this.#open(name, attributes),
    close: (name) => this.#close(name),
    wantsText: () => this.#field !== undefined,
    text: (text) => this.#collect(text.includes("&") ? decodeXML(text.slice(0, MAX_TEXT)) : text),
    cdata: (text) => this.#collect(text),
  });
  readonly #entries: SitemapEntry[] = [];
  #root: (typeof ROOTS)[string] | undefined;
  #rootSeen = false;
  /** The root's own namespace prefix: `image:loc` is not `loc`, but `sm:loc` in `sm:urlset` is. */
  #prefix = "";
  /** The file that is being read, and the part of it that is read. */
  #field: "url" | "date" | undefined;
  #text = "";
  #inEntry = false;
  #url = "";
  #lastModified: number | undefined;
  #newest: number | undefined;
  #alternates: { lang: string; url: string }[] = [];
  #allAlternates = 0;

  get isFull(): boolean {
    return this.#entries.length >= MAX_ENTRIES || (this.#rootSeen && this.#root === undefined);
  }

  write(text: string): void {
    this.#reader.write(text);
  }

  end(bytes: number): Sitemap | undefined {
    this.#finishField();
    this.#finishEntry();
    if (this.#root === undefined) return undefined;
    const dated = this.#newest === undefined ? {} : { newest: this.#newest };
    return { of: this.#root.of, entries: this.#entries.slice(0, MAX_ENTRIES), ...dated, bytes };
  }

  #open(qualified: string, attributes: string): void {
    if (!this.#rootSeen) {
      this.#openRoot(qualified);
      return;
    }
    if (this.#field !== undefined) this.#finishField();
    const name = this.#localName(qualified);
    if (name === this.#root?.entry) {
      this.#finishEntry();
      this.#inEntry = true;
    } else if (qualified.endsWith(":link") && this.#root?.entry === "url") this.#addAlternate(attributes);
    else if (name === "link" && this.#addLink(attributes)) return;
    else if (name === this.#root?.url) this.#field = "url";
    else if (DATES.has(name)) this.#field = "date";
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
    if (this.#text.length >= MAX_TEXT) return;
    // White space around a value may be longer than all that is kept.
    this.#text = (this.#text === "" ? text.trimStart() : this.#text + text).slice(0, MAX_TEXT);
  }

  #close(qualified: string): void {
    if (this.#field !== undefined) this.#finishField();
    if (this.#localName(qualified) === this.#root?.entry) this.#finishEntry();
  }

  /** Ends the field at any tag, since one that is not closed still has its value. */
  #finishField(): void {
    const text = this.#text.trim();
    if (this.#field === "url" && text !== "") this.#setUrl(text);
    if (this.#field === "date") this.#lastModified ??= parseLastModified(text);
    this.#field = undefined;
    this.#text = "";
  }

  /** A second URL where the first one's entry was never closed begins a new entry. */
  #setUrl(url: string): void {
    if (this.#root?.url === "link" && (!this.#inEntry || this.#url !== "")) return; // a feed's own link
    if (this.#url !== "") this.#finishEntry();
    this.#url = url;
  }

  /** Atom's links; false where it is none, as in RSS, whose address is the element's text. */
  #addLink(attributes: string): boolean {
    const href = attributeOf(attributes, HREF);
    const rel = attributeOf(attributes, REL);
    if (href !== undefined && (rel === undefined || rel === "alternate")) this.#setUrl(href.trim());
    return href !== undefined;
  }

  #addAlternate(attributes: string): void {
    if (this.#alternates.length >= MAX_ALTERNATES || this.#allAlternates >= MAX_ALTERNATES_A_FILE) return;
    const lang = attributeOf(attributes, HREFLANG);
    const url = attributeOf(attributes, HREF);
    if (lang === undefined || url === undefined) return;
    this.#alternates.push({ lang: copyOf(lang), url: copyOf(url) });
    this.#allAlternates += 1;
  }

  #finishEntry(): void {
    const alternates = this.#alternates.length === 0 ? NO_ALTERNATES : this.#alternates;
    if (this.#url !== "") this.#entries.push({ url: copyOf(this.#url), alternates });
    if (this.#url !== "" || this.#inEntry) this.#newest = newestOf([this.#newest, this.#lastModified]);
    this.#inEntry = false;
    this.#url = "";
    this.#lastModified = undefined;
    if (this.#alternates.length > 0) this.#alternates = [];
  }
}

/** Most entries have none, and a site may have a million. */
const NO_ALTERNATES: SitemapEntry["alternates"] = [];

const HREF = /\shref\s*=\s*(?:"([^"]*)"|'([^']*)')/i;
const HREFLANG = /\shreflang\s*=\s*(?:"([^"]*)"|'([^']*)')/i;
const REL = /\srel\s*=\s*(?:"([^"]*)"|'([^']*)')/i;

function attributeOf(attributes: string, pattern: RegExp): string | undefined {
  const found = pattern.exec(attributes);
  const value = found?.[1] ?? found?.[2];
  return value === undefined || value.length > MAX_TEXT ? undefined : decodeXML(value);
}
