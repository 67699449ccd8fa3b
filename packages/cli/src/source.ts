// The argument of the main job: an address, or the folder that a site is built into.
import { statSync } from "node:fs";
import { readSitemap } from "@llmstxt-service/crawler/sitemap";
import { type PageUrl, pageUrl, tryPageUrl } from "@llmstxt-service/page/address/page-url";
import { Site } from "@llmstxt-service/page/address/site";
import { CrawlError } from "@llmstxt-service/page/errors";
import { wrongUsage } from "./exit.ts";
import { readBytes } from "./files.ts";
import type { GenerateFlags } from "./generate-command.ts";

export type Source =
  | { readonly type: "address"; readonly url: string }
  /** A built site on disk, with the address that it is served at. */
  | { readonly type: "folder"; readonly folder: string; readonly url: string };

/** An existing folder, or else an address. @throws CrawlError `invalid_url`, `wrong_usage` */
export function sourceOf(argument: string, { origin, header, useProxy }: GenerateFlags): Source {
  const found = foundAt(argument);
  if (found === "file")
    throw wrongUsage(`${argument} is a file: give an address, or the folder that the site is built into`);
  if (found === undefined) {
    if (origin !== undefined) throw wrongUsage(`--origin is for a folder, and there is no folder ${argument}`);
    return { type: "address", url: addressIn(argument, ", and there is no such folder or command") };
  }
  if (origin === undefined)
    throw wrongUsage(`${argument} is a folder: --origin <url> says at which address it is served`);
  if (header !== undefined || useProxy)
    throw wrongUsage(
      `${header === undefined ? "--use-proxy" : "--header"} needs a network, and ${argument} is a folder`,
    );
  const url = addressIn(origin);
  if (new URL(url).search !== "") throw wrongUsage(`--origin ${origin} has a query: no folder is served there`);
  return { type: "folder", folder: argument, url };
}

function foundAt(path: string): "folder" | "file" | undefined {
  try {
    return statSync(path).isDirectory() ? "folder" : "file";
  } catch {
    return undefined; // no such path, or no permission: it can still be an address
  }
}

/** Names of this machine, whose servers usually have no certificate. */
const OWN_MACHINE = /^(?:localhost|127\.[\d.]+|\[::1\]|0\.0\.0\.0)(?:[:/]|$)/i;
/** Start of a file path, which is no host: `C:\\site`, `\\\\server\\share`, `./site`, `~/site`. */
const PATH = /^(?:[a-z]:(?!\d)|\.{0,2}[\\/]|~[\\/])/i;

/** An address in one form, without its fragment; a missing scheme (`example.com`) is added. @throws CrawlError `invalid_url` */
export function addressIn(text: string, nor = ""): string {
  const invalid = (detail: string) => new CrawlError("invalid_url", { detail });
  const parsed = URL.parse(text);
  if (parsed !== null && (parsed.username !== "" || parsed.password !== ""))
    throw invalid("an address with a user name or password is not crawled");
  if (tryPageUrl(text) !== undefined) return new URL(text.split("#", 1)[0] ?? text).href;
  if (Number(/^(?:https?:\/\/)?[^/?#]*:(\d+)(?:[/?#]|$)/i.exec(text)?.[1]) > 65_535)
    throw invalid(`the port of ${text} is out of range: it is at most 65535`);
  if (/^https?:/i.test(text)) throw invalid(`${text} has no host, or one that cannot be`);
  if (/^file:/i.test(text)) throw invalid(`${text} is not an http:// or https:// address: name a folder by its path`);
  if (text.includes("://")) throw invalid(`${text} is not an http:// or https:// address`);
  // A word without a dot or a port is not taken for a host.
  const isHost = /[.:]/.test(text) && !PATH.test(text);
  const full = `${OWN_MACHINE.test(text) ? "http" : "https"}://${text}`;
  if (isHost && tryPageUrl(full) !== undefined) return addressIn(full);
  throw invalid(`${text} is no address${nor}`);
}

/**
 * Reads a list of pages: one address a line (empty lines and text behind `#` are skipped), or a sitemap. If the site is
 * given, addresses may be relative to it; else it is the origin of the first address.
 * @throws CrawlError `wrong_usage` for a file that cannot be read, or with the number of a line that is no page of the
 * site
 */
export async function readUrlList(file: string, site: string | undefined, signal: AbortSignal) {
  const urls = new Set<PageUrl>();
  let url = site;
  let own: Site | undefined;
  for (const { place, address } of await linesOf(file, await readBytes(file, signal))) {
    const refuse = (why: string) => wrongUsage(`--urls ${file}, ${place}: ${address.slice(0, 200)} ${why}`);
    const page = /\s/.test(address) ? undefined : tryPageUrl(address, site);
    if (page === undefined) throw refuse("is not an http:// or https:// address");
    url ??= new URL("/", page).href;
    own ??= new Site(pageUrl(url), pageUrl(url));
    if (own.own(page) === undefined) throw refuse(`is not of the site ${url}`);
    urls.add(page);
  }
  if (url === undefined || urls.size === 0) throw wrongUsage(`--urls ${file}: there is no address in it`);
  return { url, urls: [...urls] };
}

async function linesOf(file: string, bytes: Uint8Array) {
  const text = new TextDecoder().decode(bytes);
  const refuse = (why: string) => wrongUsage(`--urls ${file}: ${why}`);
  if (text.includes("\0")) throw refuse("it is no text");
  if (!text.trimStart().startsWith("<"))
    return text.split(/\r\n?|\n/).flatMap((line, index) => {
      const [address = ""] = line.split(/(?:^|\s)#/, 1).map((before) => before.trim());
      return address === "" ? [] : [{ place: `line ${index + 1}`, address }];
    });
  const sitemap = await readSitemap(bytes);
  if (sitemap === undefined) throw refuse("it is neither a list of addresses nor a sitemap");
  if (sitemap.of === "sitemaps") throw refuse("it is a list of sitemaps: name each of those with --sitemap");
  return sitemap.entries.map(({ url }, index) => ({ place: `entry ${index + 1}`, address: url }));
}
