import { tryJson } from "@llmstxt-service/page/json";
import { hearVersion } from "../state/build.ts";
import { type Fields, fields, text } from "./reader.ts";

/** A request that was answered with an error, or not at all (`status` 0). The message can be shown to a person. */
export class ApiError extends Error {
  override readonly name = "ApiError";
  readonly status: number;
  /** Body of the answer, with code and facts. */
  readonly body: Fields;

  constructor(status: number, message: string, { body = {}, ...options }: ErrorOptions & { body?: Fields } = {}) {
    super(message, options);
    this.status = status;
    this.body = body;
  }
}

export interface Call {
  readonly method?: "GET" | "POST" | "PUT" | "PATCH" | "DELETE";
  readonly body?: unknown;
  /** Body as YAML, instead of `body`. */
  readonly yaml?: string;
  /** ETag that the resource must have; the server answers 412 if it has another. */
  readonly ifMatch?: string;
  readonly accept?: string;
  /** API key for signing in, sent once as `X-API-Key`; never kept here. */
  readonly key?: string | undefined;
  /** Number of the last known event of a stream. */
  readonly after?: number;
}

function send(path: string, call: Call, signal: AbortSignal): Promise<Response> {
  const sent = call.yaml ?? (call.body === undefined ? undefined : JSON.stringify(call.body));
  return reach(path, {
    method: call.method ?? "GET",
    headers: {
      ...(call.key === undefined ? {} : { "x-api-key": call.key }),
      ...(sent === undefined
        ? {}
        : { "content-type": call.yaml === undefined ? "application/json" : "application/yaml" }),
      ...(call.after === undefined ? {} : { "last-event-id": String(call.after) }),
      ...(call.ifMatch === undefined ? {} : { "if-match": call.ifMatch }),
      ...(call.accept === undefined ? {} : { accept: call.accept }),
    },
    ...(sent === undefined ? {} : { body: sent }),
    signal,
  });
}

async function reach(path: string, init: RequestInit): Promise<Response> {
  try {
    const response = await fetch(path, { credentials: "same-origin", referrerPolicy: "no-referrer", ...init });
    hearVersion(response.headers.get("x-llmstxt-version"));
    return response;
  } catch (thrown) {
    if (init.signal?.aborted) throw thrown;
    throw new ApiError(0, "The server did not answer. Is it running?", { cause: thrown });
  }
}

/** Milliseconds for an answer, if the caller has no signal of its own. */
const PATIENCE_MS = 30_000;

async function answer(
  path: string,
  call: Call = {},
  signal: AbortSignal = AbortSignal.timeout(PATIENCE_MS),
): Promise<Response> {
  const response = await send(path, call, signal);
  if (response.ok) return response;
  const body = fields(tryJson(await response.text()));
  throw new ApiError(response.status, text(body.detail) || foreign(path, response), { body });
}

/** Content type of an answer without parameters; empty if it has none. */
export const typeOf = ({ headers }: Response): string => headers.get("content-type")?.split(";", 1)[0] ?? "";

/** Message about an answer that is not this server's: a proxy, or another server, sent it. */
const foreign = (path: string, response: Response): string =>
  `The answer to ${path.split("?", 1)[0]} is not this service's: ${response.status}, ${typeOf(response) || "of no type"}. Something between this page and the server may have answered: reload the page, or ask who runs it.`;

/**
 * Sends a request as a person typed it, and returns its answer whatever the status.
 * @throws ApiError, an AbortError when `signal` fired
 */
export function sendRaw(
  { method, address, body }: { readonly method: string; readonly address: string; readonly body: string | undefined },
  signal: AbortSignal,
): Promise<Response> {
  return reach(address, {
    method,
    ...(body === undefined ? {} : { headers: { "content-type": "application/json" }, body }),
    signal,
  });
}

/**
 * The answer's JSON, with the server's own type.
 * @throws ApiError, also if it is no JSON; an AbortError when `signal` fired
 */
export async function callJson<T>(path: string, call?: Call, signal?: AbortSignal): Promise<T> {
  const response = await answer(path, call, signal);
  const json = typeOf(response) === "application/json" ? tryJson(await response.text()) : undefined;
  if (typeof json !== "object" || json === null) throw new ApiError(response.status, foreign(path, response));
  // Page and server are of one build; `x-llmstxt-version` tells of another one.
  return json as T;
}

/** @throws ApiError; an AbortError when `signal` fired. */
export async function callText(path: string, call?: Call, signal?: AbortSignal): Promise<string> {
  return (await answer(path, call, signal)).text();
}

/** The answer; undefined if the server has no such thing (404). */
export async function ifThere<T>(answer: Promise<T>): Promise<T | undefined> {
  try {
    return await answer;
  } catch (thrown) {
    if (thrown instanceof ApiError && thrown.status === 404) return undefined;
    throw thrown;
  }
}

/** @throws ApiError; an AbortError when `signal` fired. */
export async function callBlob(path: string, call?: Call, signal?: AbortSignal): Promise<Blob> {
  return (await answer(path, call, signal)).blob();
}

/**
 * Text of an answer as it arrives.
 * @throws ApiError, also when the connection breaks; an AbortError when `signal` fired
 */
export async function* callStream(path: string, call: Call, signal: AbortSignal): AsyncGenerator<string> {
  const reader = (await answer(path, call, signal)).body?.pipeThrough(new TextDecoderStream()).getReader();
  try {
    for (;;) {
      const next = await reader?.read();
      if (next?.value === undefined) return;
      yield next.value;
    }
  } catch (thrown) {
    if (signal.aborted) throw thrown;
    throw new ApiError(0, "The connection broke off.", { cause: thrown });
  } finally {
    await reader?.cancel().catch(() => {});
  }
}
