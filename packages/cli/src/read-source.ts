import { createReadStream } from "node:fs";
import { addAbortSignal, type Readable } from "node:stream";
import type { Fetching } from "@llmstxt-service/crawler/fetch";
import { targetOf } from "@llmstxt-service/crawler/fetch/guard";
import { CrawlError, toCrawlError } from "@llmstxt-service/page/errors";
import { textAt } from "@llmstxt-service/service/text-at";
import { fileProblem } from "./file-problem.ts";
import { UnreadAddress } from "./unread-address.ts";

/** Most bytes of a document; no reader takes a longer one. */
const MAX_BYTES = 10 * 1024 * 1024;

/**
 * The text of a file, of `-` (standard input) or of an http(s) address, at most 10 MB of it.
 * @throws CrawlError `wrong_usage` for a file that cannot be read or is larger; UnreadAddress; the signal's reason
 */
export async function readSource(source: string, fetching: () => Fetching, signal: AbortSignal): Promise<string> {
  return isAddress(source) ? readAddress(source, fetching(), signal) : decoded(await readLocalBytes(source, signal));
}

/**
 * Bytes of a file or of `-`.
 * @throws as `readSource` does
 */
export async function readLocalBytes(source: string, signal: AbortSignal): Promise<Uint8Array> {
  const isInput = source === "-";
  try {
    return await bytesOf(addAbortSignal(signal, isInput ? process.stdin : createReadStream(source)));
  } catch (thrown) {
    signal.throwIfAborted();
    const why = fileProblem(thrown, "there is no such file");
    const what = isInput ? "standard input" : source;
    throw new CrawlError("wrong_usage", { detail: `Cannot read ${what}: ${why}` }, { cause: thrown });
  }
}

export const isAddress = (source: string): boolean => /^https?:\/\//i.test(source);

/**
 * Reads a stream and counts its bytes, since a pipe or device has no size.
 * @throws Error when it is too large
 */
export async function readStream(stream: Readable, maxBytes = MAX_BYTES): Promise<string> {
  return decoded(await bytesOf(stream, maxBytes));
}

async function bytesOf(stream: Readable, maxBytes = MAX_BYTES): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of stream) {
    const bytes: Uint8Array = chunk;
    size += bytes.length;
    if (size > maxBytes) throw new Error(`it has more than ${maxBytes} bytes, the most that is read`);
    chunks.push(bytes);
  }
  return Buffer.concat(chunks);
}

/** Decodes UTF-8. A byte order mark is kept, since it is a finding. */
function decoded(bytes: Uint8Array): string {
  return new TextDecoder("utf-8", { ignoreBOM: true }).decode(bytes);
}

async function readAddress(address: string, fetching: Fetching, signal: AbortSignal): Promise<string> {
  const { plain } = fetching.forCrawl({ useProxy: false, judge: () => undefined, allow: targetOf(new URL(address)) });
  try {
    return await textAt({ url: address, maxBytes: MAX_BYTES }, plain, signal);
  } catch (thrown) {
    signal.throwIfAborted();
    throw new UnreadAddress(address, toCrawlError(thrown));
  }
}
