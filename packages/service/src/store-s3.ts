// Files in a bucket of an S3-compatible store, by signed requests with retries of temporary failures.
import { hash } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { CrawlError } from "@llmstxt-service/page/errors";
import { AwsClient } from "aws4fetch";
import { configuredFetch } from "./configured-fetch.ts";
import type { Settings } from "./settings.ts";

const TYPE = "text/plain; charset=utf-8";
const MAX_TRIES = 4;
const TRY_MS = 6_000;
const FIRST_RETRY_MS = 250;
/** Stores refuse a request whose signature is a quarter of an hour off by their clock. */
const MAX_SKEW_MS = 300_000;

/** Statuses of temporary failures; 409: another conditional request for the name is running. */
const PASSING = [408, 409, 429, 500, 502, 503, 504];
/** Statuses of a store without `If-None-Match`. */
const NO_CONDITION = [400, 501];

interface Request {
  readonly method: "GET" | "HEAD" | "PUT";
  readonly name: string;
  readonly text?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

/** Storage of texts. A file exists completely or not at all. */
export interface Files {
  /** Writes a new file. @returns false if the name is taken: nothing is ever overwritten */
  put(name: string, text: string, signal: AbortSignal): Promise<boolean>;
  /** Writes a file that may exist already. */
  replace(name: string, text: string, signal: AbortSignal): Promise<void>;
  /** The public address before `/<name>`. */
  readonly publicBase: () => string;
}

export const storageFailed = (detail: string, cause?: unknown) =>
  new CrawlError("storage_failed", { detail }, { cause });

/** Files in a bucket of an S3-compatible store. */
export function s3Files(settings: Settings): Files {
  const { S3_ACL: acl, PUBLIC_DOMAIN: domain } = settings;
  const base = bucketUrl(settings);
  const ask = asker(base, settings);
  const sent = (name: string, text: string, headers = {}): Request => ({
    ...{ method: "PUT", name, text },
    headers: { "Content-Type": TYPE, ...(acl !== "" && { "x-amz-acl": acl }), ...headers },
  });
  return {
    publicBase: () => domain ?? base,
    async put(name, text, signal) {
      // HEAD covers stores that ignore the condition; the condition covers the time after HEAD.
      if ((await ask({ method: "HEAD", name }, signal)).isDone) return false;
      let answer = await ask(sent(name, text, { "If-None-Match": "*" }), signal);
      if (NO_CONDITION.includes(answer.status)) answer = await ask(sent(name, text), signal);
      // A name taken by our own unanswered try is ours.
      if (answer.status === 412) return answer.isRepeated && (await ask({ method: "GET", name }, signal)).body === text;
      if (!answer.isDone) throw storageFailed(answer.words);
      return true;
    },
    async replace(name, text, signal) {
      const answer = await ask(sent(name, text), signal);
      if (!answer.isDone) throw storageFailed(answer.words);
    },
  };
}

function bucketUrl({ S3_BUCKET: bucket = "", S3_REGION: region, S3_ENDPOINT, S3_FORCE_PATH_STYLE }: Settings): string {
  const endpoint = new URL(S3_ENDPOINT ?? `https://s3.${region}.amazonaws.com`);
  if (S3_FORCE_PATH_STYLE) endpoint.pathname = `${endpoint.pathname.replace(/\/$/, "")}/${bucket}`;
  else endpoint.host = `${bucket}.${endpoint.host}`;
  return endpoint.href.replace(/\/$/, "");
}

/** Sends a signed request, with retries of temporary failures while there is time. @throws `storage_failed` */
function asker(base: string, settings: Settings) {
  const client = openClient(settings);
  // Milliseconds that the store's clock is ahead of ours, known after it refused a request for that.
  let aheadMs = 0;
  const sending = configuredFetch(settings);
  return async ({ method, name, text, headers = {} }: Request, signal: AbortSignal) => {
    const url = `${base}/${name.split("/").map(encodeURIComponent).join("/")}`;
    const digest = hash("sha256", text ?? "");
    let words = "";
    for (let tries = 1; tries <= MAX_TRIES; tries++) {
      let waitMs = FIRST_RETRY_MS * 2 ** (tries - 1);
      try {
        // The body's digest is signed, too, which the library would not do; nor would it retry network errors.
        const request = await (await client()).sign(url, {
          ...{ method, headers: { ...headers, "X-Amz-Content-Sha256": digest } },
          ...(text !== undefined && { body: text }),
          aws: { datetime: new Date(Date.now() + aheadMs).toISOString().replace(/[-:]|\.\d{3}/g, "") },
        });
        const within = AbortSignal.any([signal, AbortSignal.timeout(TRY_MS)]);
        // In the default mode fetch adds `Cache-Control: no-cache` to a condition, and stores keep it with the file.
        const asked = { signal: within, redirect: "manual", cache: "force-cache" } as const;
        const response = await (await sending)(request, asked);
        const body = await response.text();
        words = `${method} ${url}: ${response.status} ${/<Code>(\w{1,100})/.exec(body)?.[1] ?? ""}`.trim();
        const newlyAheadMs = Date.parse(response.headers.get("date") ?? "") - Date.now();
        const isSkewed = response.status === 403 && Math.abs(newlyAheadMs - aheadMs) > MAX_SKEW_MS;
        if (isSkewed) aheadMs = newlyAheadMs;
        else if (!PASSING.includes(response.status))
          // An earlier try got no clear answer, and may have succeeded.
          return { status: response.status, isDone: response.ok, body, words, isRepeated: tries > 1 };
        waitMs = Math.max(waitMs, Number(response.headers.get("retry-after") ?? 0) * 1_000 || 0);
      } catch (error) {
        if (signal.aborted) throw storageFailed(words || `${method} ${url}: no answer in time`, error);
        words = `${method} ${url}: ${reasonOf(error)}`;
      }
      if (tries < MAX_TRIES)
        await sleep(waitMs, undefined, { signal }).catch((cause) => {
          throw storageFailed(words, cause);
        });
    }
    throw storageFailed(`${words} (after ${MAX_TRIES} tries)`);
  };
}

function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  if (error.name === "TimeoutError") return `no answer within ${TRY_MS / 1_000} s`;
  return error.cause instanceof Error ? error.cause.message || String(error.cause) : error.message;
}

/** A signing client, with the settings' keys or those of AWS's chain, which renews them. */
function openClient(settings: Settings): () => Promise<AwsClient> {
  const { S3_ACCESS_KEY_ID: accessKeyId, S3_SECRET_ACCESS_KEY: secretAccessKey, S3_REGION: region } = settings;
  const clientOf = (keys: { accessKeyId: string; secretAccessKey: string; sessionToken?: string }) =>
    new AwsClient({ ...keys, region, service: "s3", retries: 0 });
  if (accessKeyId !== undefined && secretAccessKey !== undefined) {
    const client = clientOf({ accessKeyId, secretAccessKey });
    return async () => client;
  }
  let chain: ReturnType<typeof openChain> | undefined;
  return async () => {
    chain ??= openChain();
    const { accessKeyId, secretAccessKey, sessionToken } = await (await chain)();
    return clientOf({ accessKeyId, secretAccessKey, ...(sessionToken && { sessionToken }) });
  };
}

const openChain = async () => (await import("@aws-sdk/credential-provider-node")).defaultProvider();
