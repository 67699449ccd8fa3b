import { promisify } from "node:util";
import type { Fetched } from "./fetch.ts";

/** Loaded by the first of them: a process that is alone packs none. */
const compress = (bytes: Uint8Array) => promisify(process.getBuiltinModule("node:zlib").zstdCompress)(bytes);
const decompress = (packed: Uint8Array, options: { readonly maxOutputLength: number }) =>
  promisify(process.getBuiltinModule("node:zlib").zstdDecompress)(packed, options);

/** Bytes of what comes before the body, and of it all. */
const MAX_HEAD_BYTES = 16 * 1024;
const MAX_PACKED_BYTES = 256 * 1024;

type Head = Pick<Fetched, "url" | "chain" | "status" | "headers" | "wireBytes" | "elapsedMs">;

/** The length of the head in four bytes, the head as JSON, the body. @returns undefined where it would be too large */
export async function packAnswer(answer: Fetched): Promise<Uint8Array | undefined> {
  const { url, chain, status, wireBytes, elapsedMs } = answer;
  const { "set-cookie": _, ...headers } = answer.headers;
  const head = Buffer.from(JSON.stringify({ url, chain, status, headers, wireBytes, elapsedMs } satisfies Head));
  if (head.length > MAX_HEAD_BYTES) return undefined;
  const length = Buffer.alloc(4);
  length.writeUInt32BE(head.length);
  const packed = await compress(Buffer.concat([length, head, answer.body]));
  return packed.length > MAX_PACKED_BYTES ? undefined : packed;
}

/** @throws Error when it is not what was packed, or more than `maxBytes` */
export async function unpackAnswer(packed: Uint8Array, maxBytes: number): Promise<Fetched> {
  const bytes = await decompress(packed, { maxOutputLength: 4 + MAX_HEAD_BYTES + maxBytes });
  const bodyAt = 4 + bytes.readUInt32BE(0);
  const head: Head = JSON.parse(bytes.toString("utf8", 4, bodyAt));
  return { ...head, body: Uint8Array.from(bytes.subarray(bodyAt)), rung: "plain", attempts: [] };
}
