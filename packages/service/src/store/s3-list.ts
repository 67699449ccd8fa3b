import { percentDecoded } from "@llmstxt-service/page/address/percent";
import { hasStored } from "./s3-add.ts";
import type { S3Send } from "./s3-request.ts";
import { type StoredEntry, storageFailed } from "./store.ts";

/** A page of a thousand keys of a kilobyte, each three times as long when it is encoded. */
const MAX_BYTES = 4 * 2 ** 20;

export interface S3Listing {
  /** What the names begin with. */
  readonly prefix: string;
  /** `own`: only names without a slash behind that. */
  readonly depth: "own" | "all";
  /** Milliseconds a page of the list may take. */
  readonly timeoutMs: number;
}

/** Objects of the bucket, a page of a thousand at a time. @throws CrawlError `storage_failed` */
export async function* listedObjects(
  send: S3Send,
  { prefix, depth, timeoutMs }: S3Listing,
  signal: AbortSignal,
): AsyncGenerator<StoredEntry> {
  const which = { ...(prefix !== "" && { prefix }), ...(depth === "own" && { delimiter: "/" }) };
  let next: Readonly<Record<string, string>> = {};
  for (;;) {
    // Keys come percent-encoded: XML could not hold all of them.
    const query = { "list-type": "2", ...which, "encoding-type": "url", ...next };
    const deadline = performance.now() + timeoutMs;
    const answer = await send({ method: "GET", name: "", query, deadline, maxBytes: MAX_BYTES }, signal);
    hasStored(answer);
    const xml = answer.body.toString();
    if (!xml.includes("</ListBucketResult>")) throw storageFailed(`${answer.words}: no whole list of objects`);
    // Text before the first, or behind the last, is of no object.
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
