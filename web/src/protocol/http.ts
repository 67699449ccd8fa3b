import { fields, text, tryJson } from "./reader.ts";

/** A REST call that was answered with an error, or not at all (`status` 0). The message is fit to be shown. */
export class ApiError extends Error {
  override readonly name = "ApiError";
  readonly status: number;

  constructor(status: number, message: string, options?: ErrorOptions) {
    super(message, options);
    this.status = status;
  }
}

export interface Call {
  readonly method?: "GET" | "POST" | "PUT" | "PATCH" | "DELETE";
  readonly body?: unknown;
  /** Sent as `X-API-Key`, once, to sign in; never kept here. */
  readonly key?: string | undefined;
}

function send(path: string, call: Call, signal: AbortSignal): Promise<Response> {
  return reach(path, {
    method: call.method ?? "GET",
    headers: {
      ...(call.key === undefined ? {} : { "x-api-key": call.key }),
      ...(call.body === undefined ? {} : { "content-type": "application/json" }),
    },
    ...(call.body === undefined ? {} : { body: JSON.stringify(call.body) }),
    signal,
  });
}

async function reach(path: string, init: RequestInit): Promise<Response> {
  try {
    return await fetch(path, { credentials: "same-origin", referrerPolicy: "no-referrer", ...init });
  } catch (thrown) {
    if (init.signal?.aborted) throw thrown;
    throw new ApiError(0, "The server did not answer. Is it running?", { cause: thrown });
  }
}

async function answer(path: string, call: Call, signal: AbortSignal): Promise<Response> {
  const response = await send(path, call, signal);
  if (response.ok) return response;
  const { detail } = fields(tryJson(await response.text()));
  throw new ApiError(response.status, text(detail) || `The server answered ${response.status}.`);
}

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

/** @throws ApiError; an AbortError when `signal` fired. */
export async function callJson(path: string, call: Call, signal: AbortSignal): Promise<unknown> {
  return tryJson(await (await answer(path, call, signal)).text());
}

/** @throws ApiError; an AbortError when `signal` fired. */
export async function callText(path: string, call: Call, signal: AbortSignal): Promise<string> {
  return (await answer(path, call, signal)).text();
}

/** @throws ApiError; an AbortError when `signal` fired. */
export async function callBlob(path: string, call: Call, signal: AbortSignal): Promise<Blob> {
  return (await answer(path, call, signal)).blob();
}
