import { setTimeout as sleep } from "node:timers/promises";
import { reasonOf, unlessAborted } from "@llmstxt-service/crawler/waiting/abort";
import { retryAfterMs } from "@llmstxt-service/page/retry-after";
import { sha256 } from "@llmstxt-service/page/sha256";
import { AwsClient } from "aws4fetch";
import { bucketUrl, encodedName, type S3Place } from "./s3-address.ts";
import type { S3Credentials, S3Keys } from "./s3-keys.ts";
import { storageFailed } from "./store.ts";

export interface S3Patience {
  /** Milliseconds for one try. Default 6,000. */
  readonly tryTimeoutMs?: number;
  /** Milliseconds before the second try, doubled each time, unless the store sends `Retry-After`. Default 250. */
  readonly firstRetryMs?: number;
}

/** Keys for the requests, and the fetch to send them with, if that is not this process's own. */
export interface S3Way {
  readonly keys: S3Keys;
  readonly fetch?: (url: string, request: SentRequest) => Promise<Response>;
}

interface SentRequest {
  readonly method: string;
  readonly headers: Headers;
  readonly body?: Uint8Array<ArrayBuffer> | undefined;
  readonly signal: AbortSignal;
}

const sendDirectly = (url: string, request: SentRequest): Promise<Response> => {
  const { body, ...rest } = request;
  return fetch(url, { ...rest, ...(body && { body }), redirect: "manual" });
};

export interface S3Request {
  readonly method: "PUT" | "HEAD" | "GET" | "DELETE";
  /** Name of the object; empty: the bucket itself. */
  readonly name: string;
  readonly query?: Readonly<Record<string, string>>;
  readonly headers?: Readonly<Record<string, string>> | undefined;
  readonly body?: Uint8Array<ArrayBuffer>;
  /** Most bytes read of the answer. Default 8,192: an error's XML has less than a kilobyte. */
  readonly maxBytes?: number;
  /** Time to give up at, on the clock of `performance.now()`. */
  readonly deadline: number;
}

export interface S3Answer {
  readonly status: number;
  /** Error code of the store, such as `NoSuchKey`; empty if it sent none. */
  readonly code: string;
  /** Request, object and result in words, for a message. */
  readonly words: string;
  readonly body: Buffer;
  /** Last-Modified of the object; undefined if the store does not send it. */
  readonly modifiedAt: Date | undefined;
  /** ETag of the object; undefined if the store does not send it. */
  readonly version: string | undefined;
  /** True if an earlier try of the request got no clear answer, and may have been carried out. */
  readonly isRepeated: boolean;
}

/**
 * Sends a signed request, and repeats it while the failure may pass.
 * @throws CrawlError `storage_failed` if it does not; the signal's reason when it fires
 */
export type S3Send = (request: S3Request, signal: AbortSignal) => Promise<S3Answer>;

/** One try: an answer, or the reason in words why there was none. */
interface Try extends Omit<S3Answer, "isRepeated"> {
  readonly mayPass: boolean;
  readonly retryAfterMs: number | undefined;
  /** True if the temporary keys that signed it have expired. */
  readonly hasEnded: boolean;
}

const MAX_TRIES = 4;

/**
 * Statuses that may pass. 409: another conditional request for the name is under way (S3's ConditionalRequestConflict,
 * OperationAborted).
 */
const PASSING_STATUS: ReadonlySet<number> = new Set([408, 409, 429, 500, 502, 503, 504]);

export function s3Sender(options: S3Place & S3Patience & S3Way): S3Send {
  const { keys, tryTimeoutMs = 6_000, firstRetryMs = 250 } = options;
  const tryOnce = s3Try(options);
  return async (request, signal) => {
    let signingKeys = keys.current;
    for (let tries = 1; ; tries++) {
      const leftMs = Math.max(0, Math.ceil(request.deadline - performance.now()));
      const means = { keys: signingKeys, timeoutMs: Math.min(tryTimeoutMs, leftMs) };
      const { mayPass, retryAfterMs, hasEnded, ...answer } = await tryOnce(request, means, signal);
      const hasBeenRenewed = signingKeys !== keys.current;
      signingKeys = keys.current;
      if (hasEnded && keys.renewed !== undefined && !hasBeenRenewed) {
        signingKeys = keys.renewed;
        continue;
      }
      if (!mayPass) return { ...answer, isRepeated: tries > 1 };
      const waitMs = retryAfterMs ?? firstRetryMs * 2 ** (tries - 1);
      if (tries === MAX_TRIES) throw storageFailed(`${answer.words} (after ${tries} tries)`);
      if (performance.now() + waitMs >= request.deadline)
        throw storageFailed(`${answer.words} (no time left to wait ${waitMs / 1_000} s and try again)`);
      await sleep(waitMs, undefined, { signal });
    }
  };
}

interface Means {
  readonly keys: S3Keys["current"];
  readonly timeoutMs: number;
}

function s3Try(options: S3Place & S3Way) {
  const { fetch: send = sendDirectly } = options;
  const bucket = bucketUrl(options);
  const clientOf = clientOfKeys(options.region);
  // Milliseconds that the store's clock is ahead of ours, once it has refused a request for that.
  let skewMs = 0;

  return async (request: S3Request, { keys, timeoutMs }: Means, signal: AbortSignal): Promise<Try> => {
    const query = request.query ? `?${new URLSearchParams(request.query)}` : "";
    const url = `${bucket}/${request.name === "" ? "" : encodedName(request.name)}${query}`;
    let words = (what: readonly string[]) => what.filter(Boolean).join(" ");
    try {
      const within = AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)]);
      const credentials = await keysWithin(keys, within);
      words = (what) => withoutSecrets(what.filter(Boolean).join(" "), credentials);
      const { body: content, headers: given } = request;
      const { method, headers } = await clientOf(credentials).sign(url, {
        method: request.method,
        // The body's digest is signed too, so a damaged body is refused, over plain HTTP as well.
        headers: { ...given, "X-Amz-Content-Sha256": sha256(content ?? "") },
        ...(content && { body: content }),
        aws: { datetime: new Date(Date.now() + skewMs).toISOString().replace(/[-:]|\.\d{3}/g, "") },
      });
      const response = await send(url, { method, headers, body: content, signal: within });
      const body = await readAtMost(response, request.maxBytes ?? 8_192);
      const storeSkewMs = response.status === 403 ? skewIn(response) : undefined;
      const isSkewed = storeSkewMs !== undefined && Math.abs(storeSkewMs - skewMs) > MAX_SKEW_MS;
      if (isSkewed) skewMs = storeSkewMs;
      const { code, message } = response.ok ? { code: "", message: "" } : errorIn(body.toString());
      return {
        status: response.status,
        code,
        words: words([request.method, `${url}:`, String(response.status), code, message]),
        body,
        modifiedAt: dateOf(response.headers.get("last-modified")),
        version: response.headers.get("etag") ?? undefined,
        mayPass: PASSING_STATUS.has(response.status) || code === "RequestTimeout" || isSkewed,
        retryAfterMs: isSkewed ? 0 : retryAfterMs(response.headers.get("retry-after"), new Date()),
        // A refusal of HEAD has no code, so any 400 counts as expired keys.
        hasEnded: ENDED.has(code) || (request.method === "HEAD" && response.status === 400),
      };
    } catch (error) {
      signal.throwIfAborted();
      const why = error instanceof NoKeys ? error.message : whyNoAnswer(error, timeoutMs);
      return { ...NO_ANSWER, words: words([request.method, `${url}:`, why]) };
    }
  };
}

const NO_ANSWER = {
  status: 0,
  code: "",
  body: Buffer.alloc(0),
  modifiedAt: undefined,
  version: undefined,
  mayPass: true,
  retryAfterMs: undefined,
  hasEnded: false,
} as const;

/** Error codes for temporary keys that have expired or were withdrawn. */
const ENDED: ReadonlySet<string> = new Set(["ExpiredToken", "ExpiredTokenException", "InvalidToken"]);

/**
 * Client that signs with these keys: it derives a signing key a day, so one client serves as long as the keys are the
 * same.
 */
function clientOfKeys(region: string | undefined): (credentials: S3Credentials) => AwsClient {
  let last: { readonly credentials: S3Credentials; readonly client: AwsClient } | undefined;
  return (credentials) => {
    if (last?.credentials === credentials) return last.client;
    const { accessKeyId, secretAccessKey, sessionToken } = credentials;
    const keys = { accessKeyId, secretAccessKey, ...(sessionToken && { sessionToken }) };
    const client = new AwsClient({ ...keys, ...(region && { region }), service: "s3", retries: 0 });
    last = { credentials, client };
    return client;
  };
}

class NoKeys extends Error {}

async function keysWithin(keys: Means["keys"], signal: AbortSignal): Promise<S3Credentials> {
  try {
    return await unlessAborted(signal, keys(), reasonOf);
  } catch (thrown) {
    throw new NoKeys(`not sent, for want of keys: ${thrown instanceof Error ? thrown.message : String(thrown)}`);
  }
}

function withoutSecrets(text: string, { accessKeyId, secretAccessKey, sessionToken = "" }: S3Credentials): string {
  const secrets = [accessKeyId, secretAccessKey, sessionToken].filter(Boolean);
  return secrets.reduce((rest, secret) => rest.replaceAll(secret, "***"), text);
}

/** Milliseconds of new skew beyond which a 403 is repeated with the store's time: stores refuse a quarter of an hour. */
const MAX_SKEW_MS = 5 * 60_000;

/**
 * Lead of the store's clock over ours, by the date of a refusal. A refusal of HEAD has no code, so only the date
 * decides.
 */
function skewIn(response: Response): number | undefined {
  const at = dateOf(response.headers.get("date"));
  return at && at.getTime() - Date.now();
}

async function readAtMost(response: Response, maxBytes: number): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of response.body ?? []) {
    chunks.push(chunk);
    bytes += chunk.length;
    if (bytes >= maxBytes) break; // ends the stream
  }
  return Buffer.concat(chunks).subarray(0, maxBytes);
}

function dateOf(field: string | null): Date | undefined {
  const at = new Date(field ?? "");
  return Number.isNaN(at.getTime()) ? undefined : at;
}

/** Code and message in the XML of an S3 error, which is flat and small. */
function errorIn(xml: string): { readonly code: string; readonly message: string } {
  const code = /<Code>\s*([\w.-]{1,100})/.exec(xml)?.[1] ?? "";
  const message = /<Message>([^<]{1,300})/.exec(xml)?.[1] ?? "";
  return { code, message: message.replace(/\s+/g, " ").trim() };
}

function whyNoAnswer(error: unknown, timeoutMs: number): string {
  if (!(error instanceof Error)) return String(error);
  if (error.name === "TimeoutError") return `no answer within ${timeoutMs / 1_000} s`;
  const { cause } = error;
  if (!(cause instanceof Error)) return error.message;
  return cause.message || ("code" in cause ? String(cause.code) : error.message);
}
