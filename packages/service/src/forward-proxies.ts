import type { ForwardProxies } from "@llmstxt-service/crawler/fetch/forward-proxies";
import { type FetchOutside, openProxiedFetch, proxyReader } from "@llmstxt-service/crawler/fetch/forward-proxy";
import type { Config } from "./settings/config.ts";

/** The settings' proxies: none unless USE_ENV_PROXY is set. */
export const forwardProxiesOf = ({ httpProxy, httpsProxy, noProxy }: Config): ForwardProxies => ({
  http: httpProxy,
  https: httpsProxy,
  bypass: noProxy,
});

/** Fetches for the services of the settings, the object store and the language model, if that is not plain `fetch`. */
export function outsideFetch(config: Config): { readonly fetch?: FetchOutside } {
  if (config.httpProxy === undefined && config.httpsProxy === undefined) return {};
  return { fetch: openProxiedFetch(proxyReader(forwardProxiesOf(config))) };
}

/** Line for the log: the proxies in use, without their passwords, and their effect; undefined without USE_ENV_PROXY. */
export function proxyNotice({ useEnvProxy, httpProxy, httpsProxy }: Config): string | undefined {
  if (!useEnvProxy) return undefined;
  const shown = [
    ["http", httpProxy],
    ["https", httpsProxy],
  ].flatMap(([scheme, proxy]) =>
    proxy === undefined ? [] : [`${scheme}:// addresses through ${new URL(proxy).origin}`],
  );
  if (shown.length === 0) return "USE_ENV_PROXY is set, but neither HTTP_PROXY nor HTTPS_PROXY is";
  return `Requests go out by proxy: ${shown.join(", ")}. Addresses are checked here first; the proxy may find others`;
}
