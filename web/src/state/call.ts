import { ended, session } from "./session.ts";

/** A failed request: the status of the answer, 0 without one, and the reason in the server's words. */
export class CallError extends Error {
  readonly status: number;

  constructor(status: number, message: string, options?: ErrorOptions) {
    super(message, options);
    this.status = status;
  }
}

/** A failure in words. */
export const troubleOf = (thrown: unknown): string =>
  thrown instanceof CallError ? thrown.message : "The server did not answer in time. Try again.";

interface Call {
  readonly method?: "GET" | "POST" | "PUT" | "PATCH" | "DELETE";
  readonly body?: unknown;
  /** API key to try instead of the session's. */
  readonly key?: string;
  readonly signal?: AbortSignal;
}

const PATIENCE_MS = 30_000;

const isDetail = (value: unknown): value is { detail: string } =>
  typeof value === "object" && value !== null && "detail" in value && typeof value.detail === "string";

/**
 * Sends a request to the server. Answers are trusted to have its types: page and server come from one build.
 * @throws CallError; a refused key also ends the session
 */
export async function call<T>(path: string, { method = "GET", body, key, signal }: Call = {}): Promise<T> {
  const sent = key ?? session.value.key;
  const patience = AbortSignal.timeout(PATIENCE_MS);
  const response = await fetch(path, {
    method,
    referrerPolicy: "no-referrer",
    headers: {
      ...(sent === undefined ? {} : { "x-api-key": sent }),
      ...(body === undefined ? {} : { "content-type": "application/json" }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    signal: signal ? AbortSignal.any([signal, patience]) : patience,
  }).catch((thrown: unknown) => {
    if (signal?.aborted || patience.aborted) throw thrown;
    throw new CallError(0, "The server did not answer. Is it running?", { cause: thrown });
  });
  const text = await response.text();
  const json = readJson(text);
  if (response.status === 401 && key === undefined) ended();
  if (!response.ok && isDetail(json)) throw new CallError(response.status, json.detail);
  if (!response.ok || (text !== "" && json === undefined))
    throw new CallError(
      response.status,
      `The answer to ${path.split("?", 1)[0]} is not this service's (${response.status}). Something between this page and the server may have answered: reload the page.`,
    );
  return json as T;
}

function readJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    // JSON.parse throws only SyntaxError: the caller reports a foreign answer.
    return undefined;
  }
}

/** Address with a query; undefined and empty values are left out. */
export function withQuery(path: string, query: Readonly<Record<string, string | number | undefined>>): string {
  const given = Object.entries(query).filter(([, value]) => value !== undefined && value !== "");
  if (given.length === 0) return path;
  return `${path}?${new URLSearchParams(given.map(([name, value]) => [name, String(value)]))}`;
}
