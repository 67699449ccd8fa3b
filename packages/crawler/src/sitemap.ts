// One sitemap: urlset, index, RSS, Atom, text, gzipped or not; bounded, linear, no entities of a DTD.
import { setImmediate } from "node:timers/promises";
import { promisify } from "node:util";
import { gunzip } from "node:zlib";
import { own } from "@llmstxt-service/page/text";
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
  /** Size of the decompressed file in bytes. */
  readonly bytes: number;
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

/** The readable part of a file that may be malformed, until `signal` stops it; undefined if it is no sitemap. */
export async function readSitemap(bytes: Uint8Array, signal?: AbortSignal): Promise<Sitemap | undefined> {
  let plain = bytes;
  if (bytes[0] === 0x1f && bytes[1] === 0x8b)
    try {
      plain = await inflate(bytes, { maxOutputLength: SITEMAP_BYTES, chunkSize: PIECE });
    } catch {
      return undefined; // damaged, or a bomb: either way no sitemap
    }
  const text = decoded(plain);
  const found = /^\s*</.test(text.slice(0, 1024)) ? await readXml(text, signal) : readLines(text);
  return found && { ...found, bytes: plain.length };
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

function readLines(text: string): Omit<Sitemap, "bytes"> | undefined {
  const lines = text.split(/[\r\n]+/, 4 * MAX_ENTRIES).map((line) => line.slice(0, MAX_TEXT + 1).trim());
  const urls = lines.filter((line) => /^https?:\/\//i.test(line) && line.length <= MAX_TEXT).slice(0, MAX_ENTRIES);
  return urls.length > 0 ? { of: "pages", entries: urls.map((url) => ({ url: own(url) })) } : undefined;
}

/** Root elements: the kind of their list, the element of an entry, and the element of its address. */
const ROOTS: Readonly<Record<string, readonly [of: Sitemap["of"], entry: string, address: "loc" | "link"]>> = {
  urlset: ["pages", "url", "loc"],
  sitemapindex: ["sitemaps", "sitemap", "loc"],
  rss: ["pages", "item", "link"],
  rdf: ["pages", "item", "link"],
  feed: ["pages", "entry", "link"],
};

type Entry = { url: string; languages?: { lang: string; url: string }[] };

/** Recognises elements by name only, so that an unclosed tag costs one entry at most. */
async function readXml(text: string, signal?: AbortSignal): Promise<Omit<Sitemap, "bytes"> | undefined> {
  const { name, end } = nextTag(text, 0);
  const colon = name.indexOf(":");
  const root = ROOTS[name.slice(colon + 1)];
  if (root === undefined) return undefined;
  const [of, entry, address] = root;
  const prefix = address === "loc" ? name.slice(0, colon + 1) : "";
  const entries: Entry[] = [];
  let newest: number | undefined;
  // `open`: the element whose text comes next. A feed's own link is outside of entries, and an entry has one address.
  let [open, isInEntry, hasUrl] = ["", false, false];
  const add = (found: string) => {
    const url = found.trim();
    if (url === "" || url.length > MAX_TEXT || (address === "link" && (!isInEntry || hasUrl))) return;
    entries.push({ url: own(url) });
    hasUrl = true;
  };
  for (let at = end, nextTurn = PIECE; at < text.length && entries.length < MAX_ENTRIES; ) {
    if (at > nextTurn) {
      await setImmediate();
      if (signal?.aborted) break;
      nextTurn = at + PIECE;
    }
    const next = nextTag(text, at);
    if (open === address) add(next.said);
    const date = /^(?:lastmod|pubdate|updated)$/.test(open) ? Date.parse(next.said.trim()) : Number.NaN;
    if (!Number.isNaN(date)) newest = Math.max(newest ?? 0, date);
    const own = next.name.startsWith(prefix) ? next.name.slice(prefix.length) : next.name;
    open = next.isClose ? "" : own;
    if (own === entry) [isInEntry, hasUrl] = [!next.isClose, false];
    const href = open.endsWith("link") ? attribute(next.tag, "href") : undefined;
    if (open === address && href !== undefined) {
      open = "";
      if (/^(?:alternate)?$/.test(attribute(next.tag, "rel") ?? "")) add(href);
    } else if (href !== undefined && hasUrl && open.endsWith(":link")) addLanguage(entries.at(-1), next.tag, href);
    at = next.end;
  }
  return { of, entries, ...(newest !== undefined && { newest }) };
}

function addLanguage(entry: Entry | undefined, tag: string, href: string): void {
  const lang = attribute(tag, "hreflang")?.trim();
  if (lang === undefined || entry === undefined) return;
  entry.languages ??= [];
  if (entry.languages.length < MAX_LANGUAGES) entry.languages.push({ lang: own(lang), url: own(href.trim()) });
}

/** The next tag and the text before it; comments, declarations and the document type are skipped. */
function nextTag(text: string, from: number) {
  let said = "";
  for (let at = from; ; ) {
    const begin = text.indexOf("<", at);
    const words = text.slice(at, begin < 0 ? text.length : begin).trimStart();
    if (said.length < MAX_TEXT)
      said += words.includes("&") ? decodeXML(words.slice(0, MAX_TEXT)) : words.slice(0, MAX_TEXT);
    if (begin < 0) return { said, tag: "", name: "", isClose: false, end: text.length };
    if (text.startsWith("<![CDATA[", begin)) {
      at = behind(text, "]]>", begin);
      if (said.length < MAX_TEXT) said += text.slice(begin + 9, Math.min(at - 3, begin + 9 + MAX_TEXT));
    } else if (text.startsWith("<!--", begin)) at = behind(text, "-->", begin + 4);
    else if (text.startsWith("<!DOCTYPE", begin)) at = afterDoctype(text, begin);
    else if (text[begin + 1] === "!" || text[begin + 1] === "?") at = behind(text, ">", begin);
    else {
      const end = endOfTag(text, begin);
      const tag = text.slice(begin + 1, Math.min(end, begin + MAX_TEXT));
      const name = (/^\/?([^\s/>]+)/.exec(tag)?.[1] ?? "").toLowerCase();
      return { said, tag, name, isClose: tag[0] === "/", end: end + 1 };
    }
  }
}

function behind(text: string, end: string, from: number): number {
  const at = text.indexOf(end, from);
  return at < 0 ? text.length : at + end.length;
}

/** Offset of the `>` that ends a tag, ignoring those in quotes. */
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

/** Offset behind a document type; its inner declarations are skipped. */
function afterDoctype(text: string, from: number): number {
  const close = behind(text, ">", from);
  const inner = text.slice(from, close).indexOf("[");
  return inner < 0 ? close : behind(text, ">", behind(text, "]", from + inner));
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
