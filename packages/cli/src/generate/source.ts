import { statSync } from "node:fs";
import type { RecordedSite } from "@llmstxt-service/crawler/fetch/record";
import { tryPageUrl } from "@llmstxt-service/page/address/page-url";
import { CrawlError } from "@llmstxt-service/page/errors";
import { isAddress } from "../read-source.ts";
import type { CredentialFlags } from "./credentials.ts";

export type CrawlSource =
  | { readonly type: "address"; readonly url: string }
  /** A built site on disk, with the address that it is served at. */
  | { readonly type: "folder"; readonly folder: string; readonly url: string }
  /** Answers of an earlier crawl. */
  | { readonly type: "record"; readonly file: string; readonly url: string; readonly site: RecordedSite };

/** Flags that need a network, or that need a source without one. */
export interface SourceFlags extends CredentialFlags {
  readonly origin?: string;
  readonly record?: string;
  readonly useProxy?: boolean;
  readonly fresh?: true;
  readonly subdomains?: boolean;
}

/** Flags that have no effect on a folder or record. */
const NETWORK_FLAGS = {
  useProxy: "--use-proxy",
  header: "--header",
  cookies: "--cookies",
  fresh: "--fresh",
  record: "--record",
} as const;

/** End of a record's name: `.warc`, `.warc.gz` or `.wacz`. */
const RECORD = /\.(?:warc|warc\.gz|wacz)$/i;

/**
 * Source for an argument: an existing folder, a file with a record's name, or else an address.
 * @throws CrawlError `invalid_url`, `wrong_usage`
 */
export async function sourceOf(argument: string, flags: SourceFlags, signal: AbortSignal): Promise<CrawlSource> {
  const found = foundAt(argument);
  if (found !== "folder" && RECORD.test(argument) && !isAddress(argument)) return recordAt(argument, flags, signal);
  if (found === "folder") return { type: "folder", folder: argument, url: originOf(argument, flags) };
  if (found === "file")
    throw wrongUsage(
      `${argument} is a file: give the folder of the built site, a record (.warc, .warc.gz, .wacz), or an address`,
    );
  if (flags.origin !== undefined) throw wrongUsage(`--origin is for a folder, and there is no folder ${argument}`);
  checkUrl(argument);
  return { type: "address", url: argument };
}

async function recordAt(file: string, flags: SourceFlags, signal: AbortSignal): Promise<CrawlSource> {
  checkOffline(file, "a record", flags);
  const { readRecord } = await import("./records.ts");
  const site = await readRecord(file, signal);
  const url = flags.origin ?? site.url;
  if (url === undefined) throw wrongUsage(`${file} does not say of which site it is: --origin <url> does`);
  checkUrl(url);
  return { type: "record", file, url, site };
}

function checkOffline(source: string, kind: string, flags: SourceFlags): void {
  const given = Object.entries(NETWORK_FLAGS).find(([field]) => field in flags);
  if (given !== undefined) throw wrongUsage(`${given[1]} needs a network, and ${source} is ${kind}`);
}

function originOf(folder: string, flags: SourceFlags): string {
  const { origin } = flags;
  if (origin === undefined)
    throw wrongUsage(`${folder} is a folder: --origin <url> says at which address it is served`);
  checkUrl(origin);
  if (new URL(origin).search !== "") throw wrongUsage(`--origin ${origin} has a query: no folder is served there`);
  checkOffline(folder, "a folder", flags);
  if (flags.subdomains) throw wrongUsage(`--subdomains needs other hosts, and ${folder} is what one host serves`);
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

/** Beginning of a path, which no host has: `C:\\site`, `\\\\server\\share`, `./site`, `~/site`. */
const PATH = /^(?:[a-z]:(?!\d)|\.{0,2}[\\/]|~[\\/])/i;

/** Names of this machine, whose servers have no certificate. */
const OWN_MACHINE = /^(?:localhost|127\.[\d.]+|\[::1\]|0\.0\.0\.0)(?:[:/]|$)/i;

function whyNoAddress(text: string): string {
  if (/^https?:/i.test(text)) return `${text} has no host, or one that cannot be`;
  if (/^file:/i.test(text)) return `${text} is not an http:// or https:// address: a folder is given by its path`;
  // A word without a dot or port is no host.
  const isHost = /[.:]/.test(text) && !text.includes("://") && !PATH.test(text);
  const scheme = OWN_MACHINE.test(text) ? "http" : "https";
  const likely = isHost ? tryPageUrl(`${scheme}://${text}`) : undefined;
  if (likely !== undefined) return `${text} needs http:// or https:// in front. Did you mean ${likely}?`;
  if (text.includes("://")) return `${text} is not an http:// or https:// address`;
  return `${text} is no address, and there is no such folder or command`;
}
