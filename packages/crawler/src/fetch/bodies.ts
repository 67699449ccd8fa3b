// Content codings, and bodies that are not what their coding says.
import { promisify } from "node:util";
import * as zlib from "node:zlib";
import { CrawlError } from "@llmstxt-service/page/errors";

interface DecoderOptions {
  readonly maxOutputLength: number;
  readonly chunkSize: number;
}

interface Decoder {
  readonly now: (body: Uint8Array, options: DecoderOptions) => Buffer;
  readonly later: (body: Uint8Array, options: DecoderOptions) => Promise<Buffer>;
}

const gunzip: Decoder = { now: zlib.gunzipSync, later: promisify(zlib.gunzip) };
const inflate: Decoder = { now: zlib.inflateSync, later: promisify(zlib.inflate) };
const inflateRaw: Decoder = { now: zlib.inflateRawSync, later: promisify(zlib.inflateRaw) };
const DECODERS: Readonly<Record<string, Decoder>> = {
  gzip: gunzip,
  "x-gzip": gunzip,
  deflate: inflate,
  br: { now: zlib.brotliDecompressSync, later: promisify(zlib.brotliDecompress) },
  zstd: { now: zlib.zstdDecompressSync, later: promisify(zlib.zstdDecompress) },
};

/** Codings that are asked for; cheapest to undo first. */
export const ACCEPT_ENCODING = "gzip, br, zstd, deflate";

/** Bodies that are decoded at once, at half the cost; larger ones on zlib's threads. */
const MAX_SYNC_BYTES = 64 * 1024;
const MAX_CHUNK_BYTES = 10 * 2 ** 20;

export const tooLarge = (maxBytes: number) => new CrawlError("too_large", { maxBytes });

/**
 * Takes the coding off a body. What is coded otherwise than it says is read as what it is: plain text, gzip or zstd.
 * @throws CrawlError `unsupported_coding`, `too_large`, `bad_response`
 */
export async function decode(
  body: Buffer,
  headers: Readonly<Record<string, string>>,
  maxBytes: number,
): Promise<Uint8Array> {
  const coding = codingOf(headers["content-encoding"]);
  // A 304, a HEAD and some empty pages name a coding and send nothing.
  if (body.length === 0) return body;
  const actual = codingBySignature(body);
  if (coding === undefined) {
    const isHtml = /^(?:text\/html|application\/xhtml)/i.test(headers["content-type"] ?? "");
    if (actual === undefined || !isHtml) return body;
  }
  const decoder = decoderOf(actual ?? coding ?? "", body);
  if (decoder === undefined) {
    if (isText(body)) return body;
    throw new CrawlError("unsupported_coding", { detail: `unknown content coding ${coding?.slice(0, 40)}` });
  }
  try {
    const options = { maxOutputLength: maxBytes, chunkSize: Math.min(chunkSize(body, actual), maxBytes) };
    return body.length <= MAX_SYNC_BYTES ? decoder.now(body, options) : await decoder.later(body, options);
  } catch (thrown) {
    if (thrown instanceof RangeError) throw tooLarge(maxBytes);
    if (actual === undefined && isText(body)) return body;
    throw new CrawlError("bad_response", { detail: `body is not ${coding}, or cut short` }, { cause: thrown });
  }
}

/** The one coding of a body, undefined for none. @throws CrawlError: each further layer multiplies the size of a bomb */
function codingOf(field: string | undefined): string | undefined {
  if (field === undefined) return undefined;
  const named = field.split(",").map((one) => one.trim().toLowerCase());
  const codings = named.filter((one) => one !== "" && one !== "identity");
  if (codings.length > 1) throw new CrawlError("unsupported_coding", { detail: `${codings.length} content codings` });
  return codings[0];
}

const ZSTD = 0xfd2fb528;

function codingBySignature(body: Buffer): "gzip" | "zstd" | undefined {
  if (body[0] === 0x1f && body[1] === 0x8b) return "gzip";
  return body.length > 4 && body.readUInt32LE(0) === ZSTD ? "zstd" : undefined;
}

/** RFC 9110, 8.4.1.2: `deflate` is a zlib stream, but some servers send it without the wrapper. */
const decoderOf = (coding: string, body: Buffer): Decoder | undefined =>
  coding === "deflate" && ((body[0] ?? 0) & 0x0f) !== 8 ? inflateRaw : DECODERS[coding];

/** True for bytes without the control characters that compressed data begin with. */
function isText(body: Buffer): boolean {
  return body.subarray(0, 512).every((byte) => byte > 31 || (byte > 8 && byte < 14) || byte === 27);
}

/** gzip ends with the size of what it holds; whoever lies gets more pieces. Pages shrink to a sixth or so. */
function chunkSize(body: Buffer, actual: string | undefined): number {
  const isGzip = actual === "gzip" && body.length > 18;
  const said = isGzip ? body.readUInt32LE(body.length - 4) + 1 : 8 * body.length;
  return Math.min(Math.max(said, 16 * 1024), isGzip ? MAX_CHUNK_BYTES : 128 * 1024);
}
