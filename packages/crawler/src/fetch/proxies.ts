// The proxies of this machine's network, as the environment names them.
import { CrawlError, statusLine } from "@llmstxt-service/page/errors";
import { fetchError } from "./failure.ts";
import { targetOf } from "./guard.ts";

/** The proxy that a request goes through; undefined: none. */
export type ProxyFor = (url: URL) => URL | undefined;

/** Requests to this machine never use a proxy, whose `localhost` would be the proxy itself. */
const THIS_MACHINE = /^(?:localhost|.*\.localhost|127\.\d{1,3}\.\d{1,3}\.\d{1,3}|::1)$/;

/**
 * Reads `HTTP_PROXY`, `HTTPS_PROXY` and `NO_PROXY` (`example.com`, `.example.com` and `*.example.com` cover the name and
 * all below it, `*` everything, `:8080` keeps an entry to one port). @throws TypeError for an address that is no URL
 */
export function proxiesOf(env: Readonly<Record<string, string | undefined>>): ProxyFor {
  const read = (name: string) => env[name.toLowerCase()] || env[name] || undefined;
  const http = read("HTTP_PROXY");
  const https = read("HTTPS_PROXY") ?? http;
  if (https === undefined) return () => undefined;
  // `proxy.test:3128` is common, too.
  const urlOf = (address: string) => new URL(address.includes("://") ? address : `http://${address}`);
  const [plain, secure] = [http, https].map((address) => (address === undefined ? undefined : urlOf(address)));
  const bypassed = (read("NO_PROXY") ?? "").toLowerCase().split(/[\s,]+/);
  return (url) => {
    const { hostname, port } = targetOf(url);
    const isDirect = THIS_MACHINE.test(hostname) || bypassed.some((entry) => covers(entry, hostname, port));
    return isDirect ? undefined : url.protocol === "https:" ? secure : plain;
  };
}

function covers(entry: string, hostname: string, port: number): boolean {
  const [host = "", only] = hostname.includes(":") ? [entry.replace(/^\[|\]$/g, "")] : entry.split(":");
  const name = host.replace(/^\*?\./, "");
  if (name === "" || (only !== undefined && Number(only) !== port)) return false;
  return name === "*" || hostname === name || hostname.endsWith(`.${name}`);
}

/** The header field with our credentials for the proxy; the site never sees it. */
export function proxyFields({ username, password }: URL): Readonly<Record<string, string>> {
  const secret = Buffer.from(`${decodeURIComponent(username)}:${decodeURIComponent(password)}`).toString("base64");
  return username === "" ? {} : { "proxy-authorization": `Basic ${secret}` };
}

/** The error for a proxy that did not connect. It contains no user name or password. */
export function refusedByProxy({ origin }: URL, status: number): CrawlError {
  // 502, 503, 504: the proxy itself got no answer.
  const code = status >= 502 && status <= 504 ? "unreachable" : "proxy_refused";
  return new CrawlError(code, { detail: `the proxy ${origin} answered ${statusLine(status)}` });
}

/** The error of a request through a proxy: the proxy's failure if it is one. */
export function byProxy(proxy: URL, thrown: unknown): CrawlError {
  const error = fetchError(thrown);
  const cause = error.cause ?? thrown;
  // undici's messages for a proxy's own answers.
  const status = /^Proxy (?:response|Authentication Required) \((\d{3})\)/.exec(
    cause instanceof Error ? cause.message : "",
  )?.[1];
  if (status !== undefined) return refusedByProxy(proxy, Number(status));
  const isDialling = cause instanceof Error && "syscall" in cause && cause.syscall === "connect";
  if (!isDialling) return error;
  return new CrawlError("unreachable", { detail: `the proxy ${proxy.origin} cannot be reached: ${error.message}` });
}
