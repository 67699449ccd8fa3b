import { hasStored, s3Adder } from "./s3-add.ts";
import { encodedName, publicBase, type S3Place } from "./s3-address.ts";
import { listedObjects } from "./s3-list.ts";
import { type S3Answer, type S3Patience, type S3Request, type S3Way, s3Sender } from "./s3-request.ts";
import { storageFailed } from "./storage-failed.ts";
import { type Files, MAX_READ_BYTES, MAX_SAME_NAME, numberedName, type StoredText } from "./store.ts";

export interface S3Options extends S3Place, S3Patience, S3Way {
  /** The canned ACL every object gets; empty sends none, for stores that know none (R2). Default `public-read`. */
  readonly acl?: string;
  /** Milliseconds a whole `save` or `replace` may take, repeats included. Default 12,000. */
  readonly timeoutMs?: number;
}

const CONTENT_TYPE = "text/plain; charset=utf-8";

/** A dated name is never written twice, so caches may keep it for ever. */
const DATED_CACHE_CONTROL = "public, max-age=31536000, immutable";

/** A stable name changes with each recrawl; five minutes limit both the load on the store and the age of a cached text. */
const STABLE_CACHE_CONTROL = "public, max-age=300";

/** S3 says 403, too, of what does not exist to those who may not list. */
function textIn(answer: S3Answer): StoredText | undefined {
  if (answer.status === 404 || answer.status === 403) return undefined;
  hasStored(answer);
  const { body, modifiedAt, version } = answer;
  return { text: body.toString(), modifiedAt, version };
}

/**
 * Texts as public objects of any S3-compatible store. Objects are only ever added, but for those `replace` and `remove` name.
 * All functions throw CrawlError `storage_failed`.
 */
export function s3Files(options: S3Options): Files {
  const { acl = "public-read", timeoutMs = 12_000 } = options;
  const send = s3Sender(options);
  const base = publicBase(options);
  const publicUrl = (name: string) => `${base}/${encodedName(name)}`;
  const put = (name: string, text: string, cacheControl: string): S3Request => ({
    method: "PUT",
    name,
    body: new TextEncoder().encode(text),
    headers: { "Content-Type": CONTENT_TYPE, "Cache-Control": cacheControl, ...(acl !== "" && { "x-amz-acl": acl }) },
    deadline: performance.now() + timeoutMs,
  });
  const add = s3Adder(send);
  const get = (name: string, headers: S3Request["headers"], signal: AbortSignal) => {
    const deadline = performance.now() + timeoutMs;
    return send({ method: "GET", name, headers, deadline, maxBytes: MAX_READ_BYTES }, signal);
  };
  return {
    async save(name, text, signal) {
      const request = put(name, text, DATED_CACHE_CONTROL);
      for (let count = 1; count <= MAX_SAME_NAME; count++) {
        const free = numberedName(name, count);
        if (await add({ ...request, name: free }, signal)) return publicUrl(free);
      }
      throw storageFailed(`${publicUrl(name)}: ${MAX_SAME_NAME} texts of that name exist`);
    },
    async replace(name, text, signal) {
      hasStored(await send(put(name, text, STABLE_CACHE_CONTROL), signal));
      return publicUrl(name);
    },
    urlOf: publicUrl,
    async read(name, signal) {
      return textIn(await get(name, {}, signal));
    },
    async readIfChanged(name, version, signal) {
      const answer = await get(name, { "If-None-Match": version }, signal);
      return answer.status === 304 ? "unchanged" : textIn(answer);
    },
    async has(name, signal) {
      const answer = await send({ method: "HEAD", name, deadline: performance.now() + timeoutMs }, signal);
      if (answer.status !== 404) hasStored(answer);
      return answer.status !== 404;
    },
    async *list(signal) {
      for await (const { name } of listedObjects(send, { timeoutMs }, signal)) yield name;
    },
    async remove(name, signal) {
      const answer = await send({ method: "DELETE", name, deadline: performance.now() + timeoutMs }, signal);
      if (answer.status !== 404) hasStored(answer);
    },
  };
}
