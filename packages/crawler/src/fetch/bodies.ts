// Content codings, and bodies that are not what their coding says.
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

/** Codings that are asked for; cheapest to undo first. */
export const ACCEPT_ENCODING = "gzip, br, zstd, deflate";

/** Bodies that are decoded at once, at half the cost; larger ones on zlib's threads. */
const MAX_SYNC_BYTES = 64 * 1024;

export const tooLarge = (maxBytes: number) => new CrawlError("too_large", { maxBytes });

/**
 * Takes the coding off a body. What is coded otherwise than it says is read as what it is: plain text, gzip or zstd.
 * @throws CrawlError `unsupported_coding`, `too_large`, `bad_response`
 */
export async function decode(body: Buffer, headers: Readonly<Record<string, string>>, maxBytes: number) {
  const named = (headers["content-encoding"] ?? "").toLowerCase().split(",");
  const [said, ...more] = named.map((one) => one.trim()).filter((one) => one !== "" && one !== "identity");
  // Each further layer multiplies the size of a bomb, and real servers code a page once.
  if (more.length > 0) throw new CrawlError("unsupported_coding", { detail: `${more.length + 1} content codings` });
  const actual = signatureOf(body);
  const isHtml = /^(?:text\/html|application\/xhtml)/i.test(headers["content-type"] ?? "");
  // A 304, a HEAD and some empty pages name a coding and send nothing.
  if (body.length === 0 || (said === undefined && (actual === undefined || !isHtml))) return body;
  const coding = actual ?? said ?? "";
  // RFC 9110, 8.4.1.2: `deflate` is a zlib stream, but some servers send it without the wrapper.
  const decoder = coding === "deflate" && ((body[0] ?? 0) & 0x0f) !== 8 ? inflateRaw : DECODERS[coding];
  try {
    if (decoder === undefined)
      throw new CrawlError("unsupported_coding", { detail: `unknown content coding ${coding.slice(0, 40)}` });
    const options = { maxOutputLength: maxBytes, chunkSize: Math.min(chunkSize(body, coding), maxBytes) };
    return body.length <= MAX_SYNC_BYTES ? decoder.now(body, options) : await decoder.later(body, options);
  } catch (thrown) {
    if (thrown instanceof RangeError) throw tooLarge(maxBytes);
    if (actual === undefined && isText(body)) return body;
    if (thrown instanceof CrawlError) throw thrown;
    throw new CrawlError("bad_response", { detail: `body is not ${said}, or cut short` }, { cause: thrown });
  }
}

function signatureOf(body: Buffer): "gzip" | "zstd" | undefined {
  if (body[0] === 0x1f && body[1] === 0x8b) return "gzip";
  return body.length > 4 && body.readUInt32LE(0) === 0xfd2fb528 ? "zstd" : undefined;
}

/** True for bytes without the control characters that compressed data begin with. */
const isText = (body: Buffer): boolean =>
  body.subarray(0, 512).every((byte) => byte > 31 || (byte > 8 && byte < 14) || byte === 27);

/** gzip ends with the size of what it holds; whoever lies gets more pieces. Pages shrink to a sixth or so. */
function chunkSize(body: Buffer, coding: string): number {
  const isGzip = coding.endsWith("gzip") && body.length > 18;
  const size = isGzip ? body.readUInt32LE(body.length - 4) + 1 : 8 * body.length;
  return Math.min(Math.max(size, 16 * 1024), isGzip ? 10 * 2 ** 20 : 128 * 1024);
}
