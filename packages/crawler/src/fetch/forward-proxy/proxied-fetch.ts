import type { Dispatcher } from "undici";
import { lazily } from "../../waiting/lazily.ts";
import { proxiedPool } from "./pools.ts";
import type { ProxyFor } from "./proxies.ts";

/** Fetches from a service that the owner named in the settings, such as a store. */
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
  const opening = lazily(() => openDispatcher(proxyFor));
  return async (url, { body, signal, ...request }) => {
    const dispatcher = await opening.get();
    // Node's own fetch: what is shipped of undici has none. It takes this field, whose type comes from another version.
    const way: object = { dispatcher };
    const given = { ...(body !== undefined && { body }), ...(signal && { signal }) };
    return fetch(url, { ...request, ...given, ...way, redirect: "manual" });
  };
}

async function openDispatcher(proxyFor: ProxyFor): Promise<Dispatcher> {
  // By its default export: in the bundled command a CommonJS package has no other.
  const undici = (await import("undici")).default;
  const { signal } = new AbortController();
  return new undici.Agent({
    factory: (address, options) => {
      const origin = new URL(address);
      const proxy = proxyFor(origin);
      if (proxy === undefined) return new undici.Pool(origin, options);
      return proxiedPool(undici, { origin, proxy, options, signal });
    },
  });
}
