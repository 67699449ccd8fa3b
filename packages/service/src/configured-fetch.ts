// `fetch` for the addresses that the settings name: store, language model, webhook.
import { proxiesOf } from "@llmstxt-service/crawler/fetch/proxies";
import type { Settings } from "./settings.ts";

/** Goes through the environment's proxies if the settings say so; to any address. */
export async function configuredFetch(
  { USE_ENV_PROXY }: Pick<Settings, "USE_ENV_PROXY">,
  env: Readonly<Record<string, string | undefined>> = process.env,
): Promise<typeof fetch> {
  if (!USE_ENV_PROXY) return fetch;
  const { ProxyAgent } = (await import("undici/index.js")).default;
  const proxyFor = proxiesOf(env);
  const agents = new Map<string, object>();
  return (input, init) => {
    const proxy = proxyFor(new URL(input instanceof Request ? input.url : input))?.href;
    if (proxy === undefined) return fetch(input, init);
    const dispatcher = agents.get(proxy) ?? new ProxyAgent({ uri: proxy, proxyTunnel: false });
    agents.set(proxy, dispatcher);
    // Node's own fetch accepts this field, but its type comes from another version of undici.
    const way: object = { dispatcher };
    return fetch(input, { ...init, ...way });
  };
}
