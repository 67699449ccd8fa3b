import type { LeftOutReason } from "./left-out.ts";
import { partsOf } from "./page-url.ts";

/** A kind of file that is linked and not read. */
interface FileKind {
  readonly reason: LeftOutReason;
  /** Endings of names, without the dot. */
  readonly endings: string;
  /** Media types of such files, for addresses whose ending says nothing. */
  readonly types?: RegExp;
}

/** Every kind of file that a page may link to and that is no page: the one table of them. */
const FILE_KINDS: readonly FileKind[] = [
  {
    reason: "office file",
    endings: "doc docx xls xlsx ppt pptx odt ods odp rtf",
    types: /officedocument|opendocument|msword|ms-(excel|powerpoint)/,
  },
  { reason: "e-book", endings: "epub mobi azw3", types: /epub|mobipocket/ },
  { reason: "image", endings: "png jpg jpeg gif svg webp avif ico bmp tif tiff heic psd eps", types: /^image\// },
  { reason: "media", endings: "mp3 mp4 m4a m4v webm ogg ogv oga wav flac mov avi vtt srt", types: /^(audio|video)\// },
  {
    reason: "archive",
    endings: "zip gz tgz bz2 xz 7z rar tar dmg pkg deb rpm exe msi iso apk jar whl",
    types: /zip|x-tar|x-xz|x-7z|octet-stream/,
  },
  { reason: "feed", endings: "rss atom ics", types: /^(application\/(rss|atom)|text\/calendar)/ },
  { reason: "text file", endings: "txt mdx rst tex asc sig bib" },
  {
    reason: "data file",
    endings: "json jsonl jsonld geojson ndjson xml xsl csv tsv yaml yml toml sql kml kmz gpx parquet vcf",
    types: /json|yaml|xml|csv|parquet|vcard|earth\.kmz/,
  },
  {
    reason: "code file",
    endings: "css js mjs map wasm woff woff2 ttf otf eot py ipynb r rs go c h cpp sh bat",
    types: /javascript|css|font/,
  },
];

const BY_ENDING = new Map(
  FILE_KINDS.flatMap(({ reason, endings }) => endings.split(" ").map((ending) => [ending, reason] as const)),
);

/** Names of API descriptions, and of events, which are not read. Bound: a URL, 2,048 characters. */
const API_FILE = /(?:^|[-_.])(?:open-?api|swagger|api-?docs?)(?:[-_.]?v?\d[\d.]*)?(?:[-_.][a-z]+)*\.(?:json|ya?ml)$/i;
const EVENTS_FILE = /(?:^|[-_.])asyncapi(?:[-_.][\w.]+)?\.(?:json|ya?ml)$/i;
/** Names that frameworks give theirs, without an ending. */
const API_NAME = /^(?:open-?api|swagger|api-?docs|api-json|api-yaml|schema)$/i;

/** Feeds by their usual names, whatever they end with. */
const FEED = /^(?:feed|rss|atom|index\.rss)(?:[-_.]\w+)?\.(?:xml|json)$/i;

/** Files that the crawl itself reads where it wants them, and digests of others. Bound: a URL. */
const OWN = /^(?:llms(?:-full)?\.txt|robots\.txt|.*sitemap.*\.xml|.*\.sha\d+)$/i;

function nameOf(address: string): string {
  const { pathname } = partsOf(address);
  return pathname.slice(pathname.lastIndexOf("/") + 1);
}

/** The kind of a file that an address names; "" for files that are no content; undefined where it may be a page. */
export function fileKind(address: string): LeftOutReason | "" | undefined {
  const name = nameOf(address);
  const dot = name.lastIndexOf(".");
  if (dot < 0) return undefined;
  if (OWN.test(name)) return "";
  if (API_FILE.test(name)) return undefined;
  if (EVENTS_FILE.test(name)) return "api description";
  if (FEED.test(name)) return "feed";
  return BY_ENDING.get(name.slice(dot + 1).toLowerCase());
}

/** The kind of a file by its media type; undefined where that is no file known here. */
export const fileKindOfType = (type: string): LeftOutReason | undefined =>
  FILE_KINDS.find(({ types }) => types?.test(type.toLowerCase()))?.reason;

/** True if an address is that of a Markdown text: a page, or the version of one. */
export const isMarkdownFile = (address: string): boolean => /\.md$/i.test(partsOf(address).pathname);

/** True if an address is that of a PDF, by its ending. */
export const isPdfFile = (address: string): boolean => /\.pdf$/i.test(partsOf(address).pathname);

/** True if an address is that of a file and no page, by its ending. */
export const isFile = (address: string): boolean => fileKind(address) !== undefined;

/** True if an address is that of an API description, by its name. */
export const isApiFile = (address: string): boolean => API_FILE.test(nameOf(address));

/** True if what an address answers may be an API description where it is data: asked for are those that a page calls so. */
export const isApiName = (address: string): boolean => {
  const name = partsOf(address).folders.at(-1) ?? "";
  return API_NAME.test(name) || /\.(?:json|ya?ml)$/i.test(name);
};
