import { percentDecoded } from "@llmstxt-service/page/address/percent";
import type { ForwardProxies } from "../forward-proxies.ts";
import { bypassOf } from "./bypass.ts";

/** A proxy that dials for us. */
export interface ForwardProxy {
  /** `http://host:port`: all that is ever shown of it. */
  readonly origin: string;
  /** Credentials for the proxy; the site never sees them. */
  readonly fields: Readonly<Record<string, string>>;
}

/** The proxy that a request goes through; undefined: none. */
export type ProxyFor = (url: URL) => ForwardProxy | undefined;

/** @throws TypeError for an address that is no URL */
export function proxyReader({ http, https, bypass = "" }: ForwardProxies): ProxyFor {
  const proxies = new Map([
    ["http:", proxyAt(http)],
    ["https:", proxyAt(https)],
  ]);
  if (http === undefined && https === undefined) return () => undefined;
  const isBypassed = bypassOf(bypass);
  return (url) => {
    const proxy = proxies.get(url.protocol);
    return proxy === undefined || isBypassed(url) ? undefined : proxy;
  };
}

function proxyAt(address: string | undefined): ForwardProxy | undefined {
  if (address === undefined) return undefined;
  const { origin, username, password } = new URL(address);
  const known = username !== "" || password !== "";
  const secret = Buffer.from(`${percentDecoded(username)}:${percentDecoded(password)}`).toString("base64");
  return { origin, fields: known ? { "proxy-authorization": `Basic ${secret}` } : {} };
}
