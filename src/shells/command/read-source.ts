import { readFile, stat } from "node:fs/promises";
import { text as readStream } from "node:stream/consumers";
import { CrawlError } from "../../errors.ts";
import type { Fetching } from "../../fetch/fetch.ts";
import { portOf } from "../../fetch/guard.ts";

/** A document nobody can read whole is not worth more memory than this. */
const MAX_BYTES = 10 * 1024 * 1024;

/**
 * The text of a file, of `-` (standard input) or of an http(s) address.
 * @throws CrawlError `invalid_request` for a file that cannot be read, a fetch code for an address
 */
export async function readSource(source: string, fetching: () => Fetching, signal: AbortSignal): Promise<string> {
  if (source === "-") return readStream(process.stdin);
  if (/^https?:\/\//i.test(source)) return readAddress(source, fetching(), signal);
  try {
    const { size } = await stat(source);
    if (size > MAX_BYTES) throw new Error(`it has ${size} bytes; at most ${MAX_BYTES} are read`);
    return await readFile(source, { encoding: "utf8", signal });
  } catch (thrown) {
    signal.throwIfAborted();
    const why = thrown instanceof Error ? thrown.message : String(thrown);
    throw new CrawlError("invalid_request", `Cannot read ${source}: ${why}`, { cause: thrown });
  }
}

async function readAddress(address: string, fetching: Fetching, signal: AbortSignal): Promise<string> {
  const { plain } = fetching.forCrawl({ useProxy: false, judge: () => undefined, allow: hostOf(address) });
  const request = { url: address, accept: "text/plain, text/markdown, */*;q=0.5", maxBytes: MAX_BYTES };
  const { status, body } = await plain(request, signal);
  if (status !== 200) throw new CrawlError("http_status", `${address} answered ${status}`);
  return new TextDecoder("utf-8", { ignoreBOM: true }).decode(body);
}

/** The host and port of an address, as the guard takes them. */
function hostOf(address: string): { readonly hostname: string; readonly port: number } {
  const url = new URL(address);
  return { hostname: url.hostname, port: portOf(url) };
}
