import { tryJson } from "@llmstxt-service/page/json";
import { hearVersion } from "../state/build.ts";
import { type Fields, fields, text } from "./reader.ts";

/** A REST call that was answered with an error, or not at all (`status` 0). The message is fit to be shown. */
export class ApiError extends Error {
  override readonly name = "ApiError";
  readonly status: number;
  /** The answer's body, for what a program can read of it. */
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
  /** Sent as it is, instead of `body`. */
  readonly yaml?: string;
  /** The version that the call is about; refused with 412 where there is another. */
  readonly ifMatch?: string;
  readonly accept?: string;
  /** Sent as `X-API-Key`, once, to sign in; never kept here. */
  readonly key?: string | undefined;
  /** Number of the last event that is known of a stream. */
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

async function answer(path: string, call: Call, signal: AbortSignal): Promise<Response> {
  const response = await send(path, call, signal);
  if (response.ok) return response;
  const body = fields(tryJson(await response.text()));
  throw new ApiError(response.status, text(body.detail) || foreign(path, response), { body });
}

/** `text/html`; empty where an answer says nothing of it. */
export const typeOf = ({ headers }: Response): string => headers.get("content-type")?.split(";", 1)[0] ?? "";

/** Of an answer that this server does not give: a proxy before it did, or it is another one. */
const foreign = (path: string, response: Response): string =>
  `The answer to ${path.split("?", 1)[0]} is not this service's: ${response.status}, ${typeOf(response) || "of no type"}. Something between this page and the server may have answered: reload the page, or ask who runs it.`;

/** A request as somebody wrote it, and its answer whatever the status. @throws ApiError, an AbortError when `signal` fired */
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

/** The server's answer, in its own type. @throws ApiError, also where the answer is no JSON; an AbortError when `signal` fired. */
export async function callJson<T>(path: string, call: Call, signal: AbortSignal): Promise<T> {
  const response = await answer(path, call, signal);
  const json = typeOf(response) === "application/json" ? tryJson(await response.text()) : undefined;
  if (typeof json !== "object" || json === null) throw new ApiError(response.status, foreign(path, response));
  // The page is built with its server; `x-llmstxt-version` tells of another one.
  return json as T;
}

/** @throws ApiError; an AbortError when `signal` fired. */
export async function callText(path: string, call: Call, signal: AbortSignal): Promise<string> {
  return (await answer(path, call, signal)).text();
}

/** @throws ApiError; an AbortError when `signal` fired. */
export async function callBlob(path: string, call: Call, signal: AbortSignal): Promise<Blob> {
  return (await answer(path, call, signal)).blob();
}

/** The text of an answer as it comes in. @throws ApiError, also when the connection breaks; an AbortError when `signal` fired. */
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
