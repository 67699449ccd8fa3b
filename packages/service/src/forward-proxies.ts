import type { ForwardProxies } from "@llmstxt-service/crawler/fetch/forward-proxies";
import { type FetchOutside, openProxiedFetch, proxyReader } from "@llmstxt-service/crawler/fetch/forward-proxy";
import type { Config } from "./settings/config.ts";
import { tracedFetch } from "./tracing/tracing.ts";

type Proxies = Pick<Config, "httpProxy" | "httpsProxy" | "noProxy">;

/** What the settings say of proxies: nothing unless USE_ENV_PROXY is set. */
export const forwardProxiesOf = ({ httpProxy, httpsProxy, noProxy }: Proxies): ForwardProxies => ({
  http: httpProxy,
  https: httpsProxy,
  bypass: noProxy,
});

const fetchDirectly: FetchOutside = (url, { body = null, signal = null, ...request }) =>
  fetch(url, { ...request, body, signal, redirect: "manual" });

/** How the services of the settings are asked, the object store and the language model, where that is not plain `fetch`. */
export function outsideFetch(config: Config): { readonly fetch?: FetchOutside } {
  const isProxied = config.httpProxy !== undefined || config.httpsProxy !== undefined;
  const isTraced = config.otelExporterOtlpEndpoint !== undefined;
  if (!isProxied && !isTraced) return {};
  const fetch = isProxied ? openProxiedFetch(proxyReader(forwardProxiesOf(config))) : fetchDirectly;
  return { fetch: isTraced ? tracedFetch(fetch) : fetch };
}

/** For the log: which proxies are used, without their passwords, and what that means. */
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
