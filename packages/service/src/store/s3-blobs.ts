import { type Blobs, checkBlobName, isBlobName } from "./blobs.ts";
import type { S3Options } from "./s3.ts";
import { hasStored } from "./s3-add.ts";
import { listedObjects } from "./s3-list.ts";
import { type S3Request, s3Sender } from "./s3-request.ts";
import { MAX_READ_BYTES } from "./store.ts";

/** Nobody waits for them as for a text: what takes longer is done without. */
const TIMEOUT_MS = 8_000;

/** Blobs as objects under a prefix; the bucket may be open to everybody, so a caller seals what is not for everybody. */
export function s3Blobs(options: S3Options, prefix: string): Blobs {
  const { timeoutMs = TIMEOUT_MS } = options;
  const send = s3Sender(options);
  const request = (method: S3Request["method"], name: string): S3Request => {
    checkBlobName(name);
    return { method, name: `${prefix}${name}`, deadline: performance.now() + timeoutMs };
  };
  return {
    async put(name, body, signal) {
      const headers = { "Content-Type": "application/octet-stream", "Cache-Control": "private, no-store" };
      hasStored(await send({ ...request("PUT", name), body, headers }, signal));
    },
    async get(name, signal) {
      const answer = await send({ ...request("GET", name), maxBytes: MAX_READ_BYTES }, signal);
      // S3 says 403, too, of what does not exist to those who may not list.
      if (answer.status === 404 || answer.status === 403) return undefined;
      hasStored(answer);
      return answer.body;
    },
    async *list(signal) {
      for await (const { name, modifiedAt } of listedObjects(send, { prefix, timeoutMs }, signal)) {
        const own = name.slice(prefix.length);
        if (isBlobName(own)) yield { name: own, modifiedAt };
      }
    },
    async remove(name, signal) {
      const answer = await send(request("DELETE", name), signal);
      if (answer.status !== 404) hasStored(answer);
    },
  };
}
