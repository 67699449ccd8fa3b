// Decodes content codings, and bodies whose coding is declared wrongly.
import { promisify } from "node:util";
import * as zlib from "node:zlib";
import { CrawlError } from "@llmstxt-service/page/errors";

type Options = { readonly maxOutputLength: number; readonly chunkSize: number };

interface Decoder {
  readonly now: (body: Uint8Array, options: Options) => Buffer;
  readonly later: (body: Uint8Array, options: Options) => Promise<Buffer>;
}

const gunzip: Decoder = { now: zlib.gunzipSync, later: promisify(zlib.gunzip) };
const inflateRaw: Decoder = { now: zlib.inflateRawSync, later: promisify(zlib.inflateRaw) };
const DECODERS: Readonly<Record<string, Decoder>> = {
  gzip: gunzip,
  "x-gzip": gunzip,
  deflate: { now: zlib.inflateSync, later: promisify(zlib.inflate) },
  br: { now: zlib.brotliDecompressSync, later: promisify(zlib.brotliDecompress) },
  zstd: { now: zlib.zstdDecompressSync, later: promisify(zlib.zstdDecompress) },
};

/** Accepted codings, the cheapest to decode first. */
export const ACCEPT_ENCODING = "gzip, br, zstd, deflate";

/** Smaller bodies are decoded synchronously, at half the cost; larger ones on zlib's threads. */
const MAX_SYNC_BYTES = 64 * 1024;
/** A server and the application behind it may both encode a page; more layers would multiply the size of a bomb. */
const MAX_LAYERS = 2;

export const tooLarge = (maxBytes: number) => new CrawlError("too_large", { maxBytes });

/**
 * Decodes a body. A wrong declaration is corrected by the bytes: plain text, gzip or zstd.
 * @throws CrawlError `unsupported_coding`, `too_large`, `bad_response`
 */
export async function decode(coded: Buffer, headers: Readonly<Record<string, string>>, maxBytes: number) {
  const said = (headers["content-encoding"] ?? "").toLowerCase().split(/[\s,]+/);
  const codings = said.filter((one) => one !== "" && one !== "identity");
  if (codings.length > MAX_LAYERS) throw unsupported(`${codings.length} content codings`);
  // A file has its declared type; a page or a text is never gzip.
  const isText = /^(?:text\/|application\/xhtml)/i.test(headers["content-type"] ?? "");
  let body = coded;
  for (let layer = 0; layer < MAX_LAYERS && body.length > 0; layer++) {
    const named = codings.pop();
    const coding = (named !== undefined || isText ? signatureOf(body) : undefined) ?? named;
    if (coding === undefined) break;
    try {
      body = await undone(body, coding, maxBytes);
    } catch (thrown) {
      if (thrown instanceof RangeError) throw tooLarge(maxBytes);
      if (looksPlain(body)) break;
      if (thrown instanceof CrawlError) throw thrown;
      throw new CrawlError("bad_response", { detail: `body is not ${coding}, or cut short` }, { cause: thrown });
    }
  }
  return body;
}

async function undone(body: Buffer, coding: string, maxBytes: number): Promise<Buffer> {
  // RFC 9110, 8.4.1.2: `deflate` is a zlib stream, but some servers send it without the wrapper.
  const decoder = coding === "deflate" && signatureOf(body) !== "deflate" ? inflateRaw : DECODERS[coding];
  if (decoder === undefined) throw unsupported(`unknown content coding ${coding.slice(0, 40)}`);
  // Pages shrink to about a sixth; a larger body gets more pieces.
  const chunkSize = Math.min(Math.max(8 * body.length, 16 * 1024), 128 * 1024, maxBytes);
  const options = { maxOutputLength: maxBytes, chunkSize };
  try {
    return body.length <= MAX_SYNC_BYTES ? decoder.now(body, options) : await decoder.later(body, options);
  } catch (thrown) {
    if (decoder !== gunzip || thrown instanceof RangeError) throw thrown;
    // As in browsers, a missing checksum and trailing bytes are ignored. A file name may end the header.
    return inflateRaw.later(body.subarray(((body[3] ?? 0) & 8) === 0 ? 10 : body.indexOf(0, 10) + 1), options);
  }
}

const unsupported = (detail: string) => new CrawlError("unsupported_coding", { detail });

/** gzip, zstd and zlib's form of deflate have signatures; Brotli has none. */
function signatureOf(body: Buffer): "gzip" | "zstd" | "deflate" | undefined {
  if (body.length < 4) return undefined;
  const start = body.readUInt16BE(0);
  if (start === 0x1f8b) return "gzip";
  if (body.readUInt32LE(0) === 0xfd2fb528) return "zstd";
  return (start & 0x0f00) === 0x0800 && start % 31 === 0 ? "deflate" : undefined;
}

/** True for bytes without the control characters that compressed data begin with. */
const looksPlain = (body: Buffer): boolean =>
  body.subarray(0, 512).every((byte) => byte > 31 || (byte > 8 && byte < 14) || byte === 27);
