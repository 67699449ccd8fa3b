import { percentDecoded } from "@llmstxt-service/page/address/percent";
import { hasStored, s3Adder } from "./s3-add.ts";
import { encodedName, publicBase, type S3Place } from "./s3-address.ts";
import { type S3Answer, type S3Patience, type S3Request, type S3Send, type S3Way, s3Sender } from "./s3-request.ts";
import {
  type Access,
  MAX_READ_BYTES,
  type PublicStore,
  type Store,
  type StoreContent,
  type StoredBytes,
  type StoredEntry,
  storageFailed,
} from "./store.ts";

export interface S3Options extends S3Place, S3Patience, S3Way {
  /** Canned ACL of public objects; empty sends none, for stores without ACLs (R2). Default `public-read`. */
  readonly acl?: string;
  /** Milliseconds for a request, with its repeats. Default 12,000. */
  readonly timeoutMs?: number;
}

/** Cache-Control of names that are written once: caches may keep them for ever. */
const ONCE_CACHE_CONTROL = "public, max-age=31536000, immutable";

/**
 * Cache-Control of names that recrawls replace: five minutes limit both the load on the store and the age of a cached
 * text.
 */
const REPLACED_CACHE_CONTROL = "public, max-age=300";

/** Public objects of a bucket of any S3-compatible store. Only `put` and `remove` change existing objects. */
export function publicBucket(options: S3Options): PublicStore {
  const base = publicBase(options);
  return { ...bucketStore(options, { access: "public", prefix: "" }), urlOf: (name) => `${base}/${encodedName(name)}` };
}

/**
 * Objects of a bucket as a store. The bucket may be open to everybody, so a caller seals private content. `prefix`: that
 * of every name, with a slash at its end; empty: none.
 */
export function bucketStore(
  options: S3Options,
  { access, prefix }: { readonly access: Access; readonly prefix: string },
): Store {
  const { acl = "public-read", timeoutMs = 12_000 } = options;
  const send = s3Sender(options);
  const add = s3Adder(send);
  const request = (method: S3Request["method"], name: string): S3Request => {
    encodedName(name); // throws: an empty name would stand for the bucket itself
    return { method, name: `${prefix}${name}`, deadline: performance.now() + timeoutMs };
  };
  const put = (name: string, content: StoreContent, cacheControl: string): S3Request => ({
    ...request("PUT", name),
    body: typeof content === "string" ? new TextEncoder().encode(content) : content,
    headers: access === "public" ? publicHeaders(cacheControl, acl) : PRIVATE_HEADERS,
  });
  const get = (name: string, headers: S3Request["headers"], signal: AbortSignal) =>
    send({ ...request("GET", name), headers, maxBytes: MAX_READ_BYTES + 1 }, signal);
  return {
    async put(name, content, signal) {
      hasStored(await send(put(name, content, REPLACED_CACHE_CONTROL), signal));
    },
    putNew: async (name, content, signal) => add(put(name, content, ONCE_CACHE_CONTROL), signal),
    async get(name, signal) {
      return storedIn(await get(name, {}, signal));
    },
    async getIfChanged(name, version, signal) {
      const answer = await get(name, { "If-None-Match": version }, signal);
      return answer.status === 304 ? "unchanged" : storedIn(answer);
    },
    has: async (name, signal) => isThere(await send(request("HEAD", name), signal)),
    async *list(folder, depth, signal) {
      const listing = { prefix: `${prefix}${folder}`, depth, timeoutMs };
      for await (const { name, modifiedAt } of listedObjects(send, listing, signal))
        yield { name: name.slice(prefix.length), modifiedAt };
    },
    async remove(name, signal) {
      isThere(await send(request("DELETE", name), signal));
    },
  };
}

/**
 * True if the object exists.
 * @throws CrawlError `storage_failed` for any answer but yes or no
 */
const isThere = (answer: S3Answer): boolean => answer.status !== 404 && hasStored(answer);

/**
 * The object's bytes; undefined if it does not exist. S3 sends 403 for a missing object, too, to keys that may not
 * list.
 */
function storedIn(answer: S3Answer): StoredBytes | undefined {
  if (answer.status === 403 || !isThere(answer)) return undefined;
  const { body: bytes, modifiedAt, version } = answer;
  if (bytes.length > MAX_READ_BYTES) throw storageFailed(`${answer.words}: larger than what is read back`);
  return { bytes, modifiedAt, version };
}

const publicHeaders = (cacheControl: string, acl: string): Readonly<Record<string, string>> => ({
  "Content-Type": "text/plain; charset=utf-8",
  "Cache-Control": cacheControl,
  ...(acl !== "" && { "x-amz-acl": acl }),
});

const PRIVATE_HEADERS = { "Content-Type": "application/octet-stream", "Cache-Control": "private, no-store" } as const;

/** Most bytes of a page of the list: a thousand names of a kilobyte, each three times as long when encoded. */
const MAX_BYTES = 4 * 2 ** 20;

/**
 * Objects of the bucket, a page of a thousand at a time, each in `timeoutMs`. `own`: only names without a further slash.
 * @throws CrawlError `storage_failed`
 */
async function* listedObjects(
  send: S3Send,
  { prefix, depth, timeoutMs }: { readonly prefix: string; readonly depth: "own" | "all"; readonly timeoutMs: number },
  signal: AbortSignal,
): AsyncGenerator<StoredEntry> {
  const which = { ...(prefix !== "" && { prefix }), ...(depth === "own" && { delimiter: "/" }) };
  let next: Readonly<Record<string, string>> = {};
  for (;;) {
    // Names are asked for in percent-encoding: XML cannot contain all characters.
    const query = { "list-type": "2", ...which, "encoding-type": "url", ...next };
    const deadline = performance.now() + timeoutMs;
    const answer = await send({ method: "GET", name: "", query, deadline, maxBytes: MAX_BYTES }, signal);
    hasStored(answer);
    const xml = answer.body.toString();
    if (!xml.includes("</ListBucketResult>")) throw storageFailed(`${answer.words}: no whole list of objects`);
    // Text before the first `<Contents>`, or after the last, is about no object.
    for (const part of xml.split("<Contents>").slice(1)) yield entryOf(part.split("</Contents>", 1)[0] ?? "");
    const [, token] = /<NextContinuationToken>([^<]+)</.exec(xml) ?? [];
    if (token === undefined) return;
    next = { "continuation-token": token.replaceAll("&amp;", "&") };
  }
}

function entryOf(object: string): StoredEntry {
  const [, key = ""] = /<Key>([^<]*)<\/Key>/.exec(object) ?? [];
  const [, date = ""] = /<LastModified>([^<]*)<\/LastModified>/.exec(object) ?? [];
  const modifiedAt = new Date(date);
  return {
    name: percentDecoded(key.replaceAll("+", " ")),
    modifiedAt: Number.isNaN(modifiedAt.getTime()) ? undefined : modifiedAt,
  };
}
