import { isUtf8 } from "node:buffer";

/** By ending, as static hosts say it; images, fonts and archives are all one to a crawl. */
const TYPES: Readonly<Record<string, string>> = {
  html: "text/html",
  htm: "text/html",
  xhtml: "application/xhtml+xml",
  md: "text/markdown",
  markdown: "text/markdown",
  txt: "text/plain",
  xml: "application/xml",
  rss: "application/rss+xml",
  atom: "application/atom+xml",
  json: "application/json",
  js: "text/javascript",
  mjs: "text/javascript",
  css: "text/css",
  svg: "image/svg+xml",
  pdf: "application/pdf",
  gz: "application/gzip",
};

/** The type of a file by its name alone; a name without an ending is served as a download. */
export function typeOf(name: string): string {
  const dot = name.lastIndexOf(".");
  return (dot < 0 ? undefined : TYPES[name.slice(dot + 1).toLowerCase()]) ?? "application/octet-stream";
}

/** The `Content-Type` field. Text that is no UTF-8 is left to say by itself what it is. */
export function contentType(type: string, body: Uint8Array): string {
  const isText = type.startsWith("text/") || type === "application/xhtml+xml";
  return isText && isUtf8(body) ? `${type}; charset=utf-8` : type;
}
