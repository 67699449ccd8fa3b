// The argument of the main job: an address, or the folder that a site is built into.
import { statSync } from "node:fs";
import { tryPageUrl } from "@llmstxt-service/page/address/page-url";
import { CrawlError } from "@llmstxt-service/page/errors";

export type Source =
  | { readonly type: "address"; readonly url: string }
  /** A built site on disk, with the address that it is served at. */
  | { readonly type: "folder"; readonly folder: string; readonly url: string };

interface SourceFlags {
  readonly origin?: string;
  readonly header?: readonly string[];
  readonly useProxy?: true;
}

const wrongUsage = (detail: string) => new CrawlError("wrong_usage", { detail });

/** An existing folder, or else an address. @throws CrawlError `invalid_url`, `wrong_usage` */
export function sourceOf(argument: string, { origin, header, useProxy }: SourceFlags): Source {
  const found = foundAt(argument);
  if (found === "file")
    throw wrongUsage(`${argument} is a file: give an address, or the folder that the site is built into`);
  if (found === undefined) {
    if (origin !== undefined) throw wrongUsage(`--origin is for a folder, and there is no folder ${argument}`);
    return { type: "address", url: addressIn(argument) };
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
    return undefined; // nothing there, or nothing that may be looked at: it can still be an address
  }
}

/** Names of this machine, whose servers have no certificate. */
const OWN_MACHINE = /^(?:localhost|127\.[\d.]+|\[::1\]|0\.0\.0\.0)(?:[:/]|$)/i;
/** Beginning of a path, which no host has: `C:\\site`, `\\\\server\\share`, `./site`, `~/site`. */
const PATH = /^(?:[a-z]:(?!\d)|\.{0,2}[\\/]|~[\\/])/i;

/** An address in one form, without its fragment; a missing scheme (`example.com`) is added. @throws CrawlError `invalid_url` */
function addressIn(text: string): string {
  const invalid = (detail: string) => new CrawlError("invalid_url", { detail });
  const parsed = URL.parse(text);
  if (parsed !== null && (parsed.username !== "" || parsed.password !== ""))
    throw invalid("an address with a user name or password is not crawled");
  if (tryPageUrl(text) !== undefined) return new URL(text.split("#", 1)[0] ?? text).href;
  if (/^https?:/i.test(text)) throw invalid(`${text} has no host, or one that cannot be`);
  if (/^file:/i.test(text)) throw invalid(`${text} is not an http:// or https:// address: name a folder by its path`);
  if (text.includes("://")) throw invalid(`${text} is not an http:// or https:// address`);
  // A word without a dot or port is no host.
  const isHost = /[.:]/.test(text) && !PATH.test(text);
  const full = `${OWN_MACHINE.test(text) ? "http" : "https"}://${text}`;
  if (isHost && tryPageUrl(full) !== undefined) return new URL(full).href;
  throw invalid(`${text} is no address, and there is no such folder or command`);
}
