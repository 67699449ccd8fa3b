// A body sent to an address of the settings, such as the receiver of alerts.
import { Guard, remembering } from "./guard.ts";
import { Wire } from "./http.ts";
import { proxiesOf } from "./proxies.ts";

export interface PostRequest {
  /** It may be in a private network: the operator chooses the receiver. */
  readonly url: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** JSON. */
  readonly body: string;
  /** True if the environment's proxies count. Default false. */
  readonly useEnvProxy?: boolean;
}

const TIMEOUT_MS = 10_000;

/** @returns the status; the rest of the answer is not read, and redirects are not followed @throws CrawlError */
export async function postJson(request: PostRequest, signal: AbortSignal): Promise<number> {
  const guard = new Guard({ resolve: remembering(), allowPrivateNetworks: true });
  const wire = new Wire({ guard, connections: 1, proxyFor: proxiesOf(request.useEnvProxy ? process.env : {}) });
  const headers = { "content-type": "application/json", ...request.headers };
  const asked = { ...request, url: guard.checkUrl(request.url), headers, method: "POST" } as const;
  try {
    return (await wire.exchange({ ...asked, maxBytes: 0, cut: true, timeoutMs: TIMEOUT_MS }, signal)).status;
  } finally {
    await wire.close();
  }
}
