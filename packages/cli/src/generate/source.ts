import { statSync } from "node:fs";
import { tryPageUrl } from "@llmstxt-service/page/address/page-url";
import { CrawlError } from "@llmstxt-service/page/errors";
import type { CredentialFlags } from "./credentials.ts";

/** Source of the pages. */
export type CrawlSource =
  | { readonly type: "address"; readonly url: string }
  /** A built site on disk, and the address at which it is served. */
  | { readonly type: "folder"; readonly folder: string; readonly url: string };

/** Flags that only make sense with a network, or only with a folder. */
export interface SourceFlags extends CredentialFlags {
  readonly origin?: string;
  readonly useProxy?: boolean;
  readonly fresh?: true;
}

/** A folder is reached without any of them. */
const NETWORK_FLAGS = { useProxy: "--use-proxy", header: "--header", cookies: "--cookies", fresh: "--fresh" } as const;

/**
 * An argument that is an existing folder is a folder, everything else an address.
 * @throws CrawlError `invalid_url`, `wrong_usage`
 */
export function sourceOf(argument: string, flags: SourceFlags): CrawlSource {
  const found = foundAt(argument);
  if (found === "folder") return { type: "folder", folder: argument, url: originOf(argument, flags) };
  if (found === "file") throw wrongUsage(`${argument} is a file: give the folder of the built site, or an address`);
  if (flags.origin !== undefined) throw wrongUsage(`--origin is for a folder, and there is no folder ${argument}`);
  checkUrl(argument);
  return { type: "address", url: argument };
}

function originOf(folder: string, flags: SourceFlags): string {
  const { origin } = flags;
  if (origin === undefined)
    throw wrongUsage(`${folder} is a folder: --origin <url> says at which address it is served`);
  checkUrl(origin);
  if (new URL(origin).search !== "") throw wrongUsage(`--origin ${origin} has a query: no folder is served there`);
  const given = Object.entries(NETWORK_FLAGS).find(([field]) => field in flags);
  if (given !== undefined) throw wrongUsage(`${given[1]} needs a network, and ${folder} is a folder`);
  return origin;
}

const wrongUsage = (detail: string) => new CrawlError("wrong_usage", { detail });

function foundAt(path: string): "folder" | "file" | undefined {
  try {
    return statSync(path).isDirectory() ? "folder" : "file";
  } catch {
    return undefined; // nothing there, or nothing that may be looked at: it can still be an address
  }
}

function checkUrl(url: string): void {
  const parsed = URL.parse(url);
  if (parsed && (parsed.username !== "" || parsed.password !== ""))
    throw new CrawlError("invalid_url", { detail: "an address with a user name or password is not crawled" });
  if (tryPageUrl(url) !== undefined) return;
  throw new CrawlError("invalid_url", { detail: whyNoAddress(url) });
}

/** Begins as paths do, and as no host does: `C:\\site`, `\\\\server\\share`, `./site`, `~/site`. */
const PATH = /^(?:[a-z]:(?!\d)|\.{0,2}[\\/]|~[\\/])/i;

/** Servers under these names have no certificate. */
const OWN_MACHINE = /^(?:localhost|127\.[\d.]+|\[::1\]|0\.0\.0\.0)(?:[:/]|$)/i;

function whyNoAddress(text: string): string {
  if (/^https?:/i.test(text)) return `${text} has no host, or one that cannot be`;
  if (/^file:/i.test(text)) return `${text} is not an http:// or https:// address: a folder is given by its path`;
  // A word without a dot or a port is no host that anybody means.
  const isHost = /[.:]/.test(text) && !text.includes("://") && !PATH.test(text);
  const scheme = OWN_MACHINE.test(text) ? "http" : "https";
  const likely = isHost ? tryPageUrl(`${scheme}://${text}`) : undefined;
  if (likely !== undefined) return `${text} needs http:// or https:// in front. Did you mean ${likely}?`;
  if (text.includes("://")) return `${text} is not an http:// or https:// address`;
  return `${text} is no address, and there is no such folder or command`;
}
