import type { ForwardProxies } from "./forward-proxies.ts";
import { proxyReader } from "./forward-proxy/forward-proxy.ts";
import { openGuard } from "./guard/guard.ts";
import { openWire } from "./http/http.ts";
import { openNames } from "./names/names.ts";

export interface PostRequest {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  readonly timeoutMs: number;
  /** Named by the settings: it may stand in a private network, as the store and the model may. */
  readonly isTrusted: boolean;
}

/** Sends bodies to addresses that people named, each connection looked at as those of a crawl are. */
export interface Posting {
  /** @returns the status; redirects are not followed. @throws CrawlError */
  post(request: PostRequest, signal: AbortSignal): Promise<number>;
  close(): Promise<void>;
}

/** Most connections to one receiver. */
const MAX_SOCKETS = 4;

/** Most bytes of a response that are read; only its status is used. */
const MAX_ANSWER_BYTES = 65_536;

interface PostingOptions {
  readonly allowPrivateNetworks: boolean;
  /** Proxies of the environment; default: none. */
  readonly forwardProxies?: ForwardProxies;
}

export function openPosting(options: PostingOptions): Posting {
  const strict = wayOut(options);
  const trusted = wayOut({ ...options, allowPrivateNetworks: true });
  return {
    async post({ url, headers, body, timeoutMs, isTrusted }, signal) {
      const { guard, wire } = isTrusted ? trusted : strict;
      const asked = { url: guard.checkUrl(url), method: "POST", headers, body, timeoutMs } as const;
      const { status } = await wire.exchange({ ...asked, maxBytes: MAX_ANSWER_BYTES, cut: true }, signal);
      return status;
    },
    async close() {
      for (const { names, wire } of [strict, trusted]) {
        names.plain.close();
        await wire.close();
      }
    },
  };
}

function wayOut({ allowPrivateNetworks, forwardProxies = {} }: PostingOptions) {
  const names = openNames({ allowPrivateNetworks });
  const guard = openGuard({ allowPrivateNetworks, names });
  const proxyFor = proxyReader(forwardProxies);
  return { guard, names, wire: openWire({ guard, proxyFor, maxSockets: MAX_SOCKETS }) };
}
