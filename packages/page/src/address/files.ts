// Addresses of files that a page links to and that are no pages: the one table of them.
import { partsOf } from "./page-url.ts";

const KINDS = {
  "office file": {
    endings: "pdf ps doc docx xls xlsx ppt pptx odt ods odp rtf",
    types: /pdf|officedocument|opendocument|msword|ms-(excel|powerpoint)/,
  },
  "e-book": { endings: "epub mobi azw3", types: /epub|mobipocket/ },
  image: { endings: "png jpg jpeg gif svg webp avif ico bmp tif tiff heic psd eps", types: /^image\// },
  media: { endings: "mp3 mp4 m4a m4v webm ogg ogv oga wav flac mov avi vtt srt", types: /^(audio|video)\// },
  archive: {
    endings: "zip gz tgz bz2 xz 7z rar tar dmg pkg deb rpm exe msi iso apk jar whl",
    types: /zip|x-tar|x-xz|x-7z|octet-stream/,
  },
  feed: { endings: "rss atom ics", types: /^(application\/(rss|atom)|text\/calendar)/ },
  "text file": { endings: "txt mdx rst tex asc sig bib", types: undefined },
  "data file": {
    endings: "json jsonl jsonld geojson ndjson xml xsl csv tsv yaml yml toml sql kml kmz gpx parquet vcf",
    types: /json|yaml|(?<!xhtml\+)xml|csv|parquet|vcard|earth\.kmz/,
  },
  "code file": {
    endings: "css js mjs map wasm woff woff2 ttf otf eot py ipynb r rs go c h cpp sh bat",
    types: /javascript|css|font/,
  },
} as const;

/** Why such a file is left out. */
export type FileKind = keyof typeof KINDS;

const ROWS = (Object.keys(KINDS) as FileKind[]).map((kind) => ({ kind, ...KINDS[kind] }));
const BY_ENDING = new Map(ROWS.flatMap(({ kind, endings }) => endings.split(" ").map((ending) => [ending, kind])));

/** Feeds by their usual names, whatever they end with. */
const FEED = /^(?:feed|rss|atom|index\.rss)(?:[-_.]\w+)?\.(?:xml|json)$/i;
/** Files that the crawl itself reads where it wants them, and digests of others. Bound: a URL. */
const OWN = /^(?:llms(?:-full)?\.txt|robots\.txt|.*sitemap.*\.xml|.*\.sha\d+)$/i;

/** The kind of a file that an address names; "" for files that are no content; undefined where it may be a page. */
export function fileKind(address: string): FileKind | "" | undefined {
  const { pathname } = partsOf(address);
  const name = pathname.slice(pathname.lastIndexOf("/") + 1);
  const dot = name.lastIndexOf(".");
  if (dot < 0) return undefined;
  if (OWN.test(name)) return "";
  return FEED.test(name) ? "feed" : BY_ENDING.get(name.slice(dot + 1).toLowerCase());
}

/** The kind of a file by its media type; undefined where that is no file known here. */
export const fileKindOfType = (type: string): FileKind | undefined =>
  ROWS.find(({ types }) => types?.test(type.toLowerCase()))?.kind;

/** True if an address is that of a file and no page, by its ending. */
export const isFile = (address: string): boolean => fileKind(address) !== undefined;
