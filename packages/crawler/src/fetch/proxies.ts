// The proxies of this machine's network, as the environment names them.
import { isIPv4 } from "node:net";
import { targetOf } from "./guard.ts";

/** The proxy that a request goes through; undefined: none. */
export type ProxyFor = (url: URL) => URL | undefined;

export const noProxy: ProxyFor = () => undefined;

type Environment = Readonly<Record<string, string | undefined>>;

/**
 * Reads `HTTP_PROXY`, `HTTPS_PROXY` and `NO_PROXY` (`example.com`, `.example.com` and `*.example.com` cover the name and
 * all below it, `*` everything, `:8080` keeps an entry to one port). This machine is always asked without: a proxy's
 * `localhost` is the proxy. @throws TypeError for an address that is no URL
 */
export function proxiesOf(env: Environment): ProxyFor {
  const read = (name: string) => env[name.toLowerCase()] || env[name] || undefined;
  const http = read("HTTP_PROXY");
  const https = read("HTTPS_PROXY") ?? http;
  const byProtocol = new Map([
    ["http:", http === undefined ? undefined : new URL(http)],
    ["https:", https === undefined ? undefined : new URL(https)],
  ]);
  const bypassed = (read("NO_PROXY") ?? "").toLowerCase().split(/[\s,]+/);
  return (url) => {
    const { hostname, port } = targetOf(url);
    const isDirect = isThisMachine(hostname) || bypassed.some((entry) => covers(entry, hostname, port));
    return isDirect ? undefined : byProtocol.get(url.protocol);
  };
}

function covers(entry: string, hostname: string, port: number): boolean {
  const [host = "", only] = hostname.includes(":") ? [entry.replace(/^\[|\]$/g, "")] : entry.split(":");
  const name = host.replace(/^\*?\./, "");
  if (name === "" || (only !== undefined && Number(only) !== port)) return false;
  return name === "*" || hostname === name || hostname.endsWith(`.${name}`);
}

const isThisMachine = (hostname: string): boolean =>
  /^(?:.*\.)?localhost$/.test(hostname) || hostname === "::1" || (isIPv4(hostname) && hostname.startsWith("127."));

/** The field that names us to a proxy; the site never sees it. */
export function proxyFields({ username, password }: URL): Readonly<Record<string, string>> {
  if (username === "" && password === "") return {};
  const secret = Buffer.from(`${decodeURIComponent(username)}:${decodeURIComponent(password)}`).toString("base64");
  return { "proxy-authorization": `Basic ${secret}` };
}

/** `fetch` for the services of the settings (store, language model) through the environment's proxies, to any address. */
export async function proxiedFetch(env: Environment): Promise<typeof fetch> {
  const { ProxyAgent } = (await import("undici/index.js")).default;
  const proxyFor = proxiesOf(env);
  const agents = new Map<string, object>();
  return (input, init) => {
    const url = new URL(input instanceof Request ? input.url : input);
    const proxy = proxyFor(url)?.href;
    if (proxy === undefined) return fetch(input, init);
    const agent = agents.get(proxy) ?? new ProxyAgent({ uri: proxy, proxyTunnel: false });
    agents.set(proxy, agent);
    // Node's own fetch takes this field, whose type comes from another version of undici.
    const way: object = { dispatcher: agent };
    return fetch(input, { ...init, ...way });
  };
}
