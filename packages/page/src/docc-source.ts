import type { PageBytes } from "./markdown-source.ts";

/** Type under which the data of a DocC page stands for the page: no server sends it. */
export const DOCC_TYPE = "application/x-docc+json";

/** Bytes that a shell has at most: those of Swift-DocC-Render have some 6,000. */
const SHELL_BYTES = 64 * 1024;
/** Stands in every shell and in hardly any other page, which is not decoded then. */
const MARK = "var baseUrl";
const BASE = /<script>\s{0,9}var baseUrl\s{0,9}=\s{0,9}"(\/[^"\s]{0,500})"/;

/**
 * Address of the data that a DocC application would load for the page at `url`; undefined for every other page. Apple's
 * Swift-DocC-Render has one shell for all pages, which names the folder in which it is installed.
 */
export function doccData(html: Uint8Array, url: string): string | undefined {
  const bytes = Buffer.from(html.buffer, html.byteOffset, html.byteLength);
  if (html.length > SHELL_BYTES || !bytes.includes(MARK)) return undefined;
  const base = BASE.exec(bytes.toString("latin1"))?.[1];
  const page = URL.parse(url);
  if (base === undefined || page === null || !base.endsWith("/") || baseOf(page.pathname) !== base) return undefined;
  const path = page.pathname.slice(base.length).replace(/\/$/, "");
  return new URL(path === "" ? `${base}index/index.json` : `${base}data/${path}.json`, page).href;
}

/** Folder in which the application with the page at `path` is installed. */
export const baseOf = (path: string): string =>
  /^(.*?\/)(?:documentation|tutorials)(?:\/|$)/.exec(path)?.[1] ?? path.slice(0, path.lastIndexOf("/") + 1);

/** True for the data of a DocC page. */
export const isDoccPage = ({ source: { contentType, headers = {} } }: PageBytes): boolean =>
  (contentType ?? headers["content-type"]) === DOCC_TYPE;

/** The data of a DocC page as the HTML it stands for. What turns it is loaded when the first one comes. */
export async function fromDocc({ bytes, source }: PageBytes): Promise<PageBytes> {
  const { doccAsHtml } = await import("./docc/docc-as-html.ts");
  const html = doccAsHtml(new TextDecoder().decode(bytes), baseOf(URL.parse(source.url)?.pathname ?? "/"));
  return {
    bytes: new TextEncoder().encode(html),
    source: { ...source, contentType: "text/html; charset=utf-8", isWhole: true },
  };
}
