// Recognises addresses of files that are no pages.
import { partsOf } from "./page-url.ts";

const ENDINGS = new Set(
  `pdf ps doc docx xls xlsx ppt pptx odt ods odp rtf epub mobi azw3 png jpg jpeg gif svg webp avif ico bmp tif tiff heic
   psd eps mp3 mp4 m4a m4v webm ogg ogv oga wav flac mov avi vtt srt zip gz tgz bz2 xz 7z rar tar dmg pkg deb rpm exe msi
   iso apk jar whl rss atom ics txt mdx rst tex asc sig bib json jsonl jsonld geojson ndjson xml xsl csv tsv yaml yml toml
   sql kml kmz gpx parquet vcf css js mjs map wasm woff woff2 ttf otf eot py ipynb r rs go c h cpp sh bat`.split(/\s+/),
);
/** Digests of files. Bound: a URL. */
const DIGEST = /\.(?:sha|md)\d+$/i;
const FILE_TYPE =
  /^(?:image|audio|video|font)\/|pdf|officedocument|opendocument|msword|ms-(?:excel|powerpoint)|epub|mobipocket|zip|x-tar|x-xz|x-7z|octet-stream|calendar|json|yaml|(?<!xhtml\+)xml|csv|parquet|vcard|earth\.kmz|javascript|css/;

/** True if an address ends like a file that is no page. */
export function isFile(address: string): boolean {
  const { pathname } = partsOf(address);
  const dot = pathname.lastIndexOf(".");
  if (dot < pathname.lastIndexOf("/")) return false;
  return ENDINGS.has(pathname.slice(dot + 1).toLowerCase()) || DIGEST.test(pathname);
}

/** True if a media type is one of a file that is no page. */
export const isFileType = (type: string): boolean => FILE_TYPE.test(type.toLowerCase());
