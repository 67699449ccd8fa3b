// The door of this folder: the proxies of this machine's network, where the owner wants them used.

export { openTunnel, refusedByProxy, requestTo, unreachableProxy } from "./dial.ts";
export { proxiedPool } from "./pools.ts";
export { type FetchOutside, openProxiedFetch } from "./proxied-fetch.ts";
export { type ProxyFor, proxyReader } from "./proxies.ts";
