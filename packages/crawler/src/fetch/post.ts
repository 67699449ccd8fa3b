// A body sent to an address of the settings, such as the receiver of alerts.
import { Guard } from "./guard.ts";
import { Wire } from "./http.ts";
import { Names } from "./names.ts";
import { proxiesIf } from "./proxies.ts";

export interface PostRequest {
  /** It may stand in a private network: whom to tell is the operator's choice. */
  readonly url: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body: unknown;
  /** Default 10,000. */
  readonly timeoutMs?: number;
  /** True if the environment's proxies count. Default false. */
  readonly useEnvProxy?: boolean;
}

/** Most bytes of a response that are read; only its status is used. */
const MAX_ANSWER_BYTES = 65_536;

/**
 * Posts `body` as JSON; a string is sent as it is, so that a signature of it can be among the headers.
 * @returns the status; redirects are not followed. @throws CrawlError
 */
export async function postJson(request: PostRequest, signal: AbortSignal): Promise<number> {
  const { body, headers, timeoutMs = 10_000, useEnvProxy } = request;
  const guard = new Guard({ names: new Names(), allowPrivateNetworks: true });
  const wire = new Wire({ guard, connections: 1, proxyFor: proxiesIf(useEnvProxy) });
  const asked = {
    url: guard.checkUrl(request.url),
    method: "POST",
    headers: { "content-type": "application/json", ...headers },
    body: typeof body === "string" ? body : JSON.stringify(body),
    maxBytes: MAX_ANSWER_BYTES,
    cut: true,
    timeoutMs,
  } as const;
  try {
    return (await wire.exchange(asked, signal)).status;
  } finally {
    await wire.close();
  }
}
