import { hasStored } from "./s3-add.ts";
import type { S3Send } from "./s3-request.ts";
import { storageFailed } from "./storage-failed.ts";

/** A page of a thousand keys of a kilobyte, each three times as long when it is encoded. */
const MAX_BYTES = 4 * 2 ** 20;

/** Names of the objects that lie in no folder, a page of a thousand at a time. @throws CrawlError `storage_failed` */
export async function* listedNames(send: S3Send, timeoutMs: number, signal: AbortSignal): AsyncGenerator<string> {
  let next: Readonly<Record<string, string>> = {};
  for (;;) {
    // Keys come percent-encoded: XML could not hold all of them.
    const query = { "list-type": "2", delimiter: "/", "encoding-type": "url", ...next };
    const deadline = performance.now() + timeoutMs;
    const answer = await send({ method: "GET", name: "", query, deadline, maxBytes: MAX_BYTES }, signal);
    hasStored(answer);
    const xml = answer.body.toString();
    if (!xml.includes("</ListBucketResult>")) throw storageFailed(`${answer.words}: no whole list of objects`);
    for (const [, key = ""] of xml.matchAll(/<Key>([^<]*)<\/Key>/g)) yield decodeURIComponent(key.replaceAll("+", " "));
    const [, token] = /<NextContinuationToken>([^<]+)</.exec(xml) ?? [];
    if (token === undefined) return;
    next = { "continuation-token": token.replaceAll("&amp;", "&") };
  }
}
