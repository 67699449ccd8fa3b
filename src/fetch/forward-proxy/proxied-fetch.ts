import { proxiedPool } from "./pools.ts";
import type { ProxyFor } from "./proxies.ts";

/** What is asked of a service that the owner named in the settings, such as a store. */
export interface OutsideRequest {
  readonly method: string;
  readonly headers: Headers;
  readonly body?: string | Uint8Array<ArrayBuffer> | undefined;
  readonly signal?: AbortSignal | undefined;
}

/** `fetch` without redirects. */
export type FetchOutside = (url: string, request: OutsideRequest) => Promise<Response>;

/** Through the proxies, and to any address: whom to ask is the owner's choice. undici is loaded by the first request. */
export function openProxiedFetch(proxyFor: ProxyFor): FetchOutside {
  let opening: ReturnType<typeof load> | undefined;
  return async (url, { method, headers, body, signal }) => {
    opening ??= load(proxyFor);
    const { fetch, dispatcher } = await opening;
    const answer = await fetch(url, {
      method,
      headers: Object.fromEntries(headers),
      redirect: "manual",
      dispatcher,
      ...(body !== undefined && { body }),
      ...(signal && { signal }),
    });
    return new Response(answer.body, { status: answer.status, headers: [...answer.headers] });
  };
}

async function load(proxyFor: ProxyFor) {
  // By its default export: in the bundled command a CommonJS package has no other.
  const undici = (await import("undici")).default;
  const { signal } = new AbortController();
  const dispatcher = new undici.Agent({
    factory: (address, options) => {
      const origin = new URL(address);
      const proxy = proxyFor(origin);
      if (proxy === undefined) return new undici.Pool(origin, options);
      return proxiedPool(undici, { origin, proxy, options, signal });
    },
  });
  return { fetch: undici.fetch, dispatcher };
}
