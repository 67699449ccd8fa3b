import { createServer } from "node:https";
import type { AddressInfo } from "node:net";
import { getCACertificates, setDefaultCACertificates } from "node:tls";
import { openFetching } from "@llmstxt-service/crawler/fetch/open";
import type { CrawlError } from "@llmstxt-service/page/errors";
import { afterEach, beforeAll, expect, test, vi } from "vitest";
import { proxiesOf } from "../../packages/crawler/src/fetch/proxies.ts";
import { configuredFetch } from "../../packages/service/src/configured-fetch.ts";
import { CERTIFICATE, CERTIFICATE_KEY } from "../servers/certificate.ts";
import { type ForwardProxyOptions, serveForwardProxy } from "../servers/forward-proxy.ts";
import { serveSite } from "../servers/site.ts";

const closers: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  vi.unstubAllEnvs();
  for (const close of closers.splice(0).reverse()) await close();
});

beforeAll(() => setDefaultCACertificates([...getCACertificates(), CERTIFICATE]));

const never = new AbortController().signal;
const PASSWORD = "c4n4ry-p4ss";
const PAGE = "<title>A page</title>";

/** A site on http and https that only the proxy finds, and a crawl that uses the environment's proxy. */
async function setUp({
  inside = false,
  ...options
}: Partial<ForwardProxyOptions> & { readonly inside?: boolean } = {}) {
  const site = await serveSite({
    "/": PAGE,
    "/there": { status: 302, headers: { location: "https://www.site.test/" } },
  });
  const seen: string[] = [];
  const secure = createServer({ cert: CERTIFICATE, key: CERTIFICATE_KEY }, (request, response) => {
    seen.push(JSON.stringify([request.url, request.headers]));
    response.writeHead(200, { "content-type": "text/html" }).end(PAGE);
  });
  await new Promise<void>((resolve) => secure.listen(0, "127.0.0.1", resolve));
  closers.push(site.close, () => new Promise((resolve) => secure.close(resolve)));
  const { port } = secure.address() as AddressInfo;
  const hosts = { "site.test": site, "site.test:8080": site, "www.site.test:443": { port } };
  const proxy = await serveForwardProxy({ hosts, ...options });
  closers.push(proxy.close);
  const { credentials } = options;
  const address = credentials === undefined ? proxy.origin : proxy.origin.replace("://", `://${credentials}@`);
  vi.stubEnv("HTTP_PROXY", address);
  vi.stubEnv("HTTPS_PROXY", address);
  vi.stubEnv("NO_PROXY", "");
  const resolve = async () => [{ address: inside ? "10.0.0.5" : "93.184.215.14", family: 4 }];
  const fetching = openFetching({ userAgent: "t/1", browser: { enabled: false }, useEnvProxy: true, resolve });
  closers.push(fetching.close);
  const { plain } = fetching.forCrawl({ typed: site.origin });
  return { site, seen, proxy, address, ask: (url: string) => plain({ url, once: true }, never) };
}

const failureOf = (work: Promise<unknown>): Promise<string> =>
  work.then(
    () => "did not fail",
    ({ code, message }: CrawlError) => `${code}: ${message}`,
  );

test("http goes through the proxy, https through a tunnel, and the site sees neither proxy nor password", async () => {
  const { site, seen, proxy, ask } = await setUp({ credentials: `me:${PASSWORD}` });
  expect((await ask("http://site.test/?q=1")).status).toBe(200);
  expect((await ask("http://site.test:8080/there")).url).toBe("https://www.site.test/");
  expect(proxy.requests).toEqual([
    "GET http://site.test/?q=1",
    "GET http://site.test:8080/there",
    "CONNECT www.site.test:443",
  ]);
  expect(site.requests.map(({ path, headers }) => [path, headers.host])).toEqual([
    ["/?q=1", "site.test"],
    ["/there", "site.test:8080"],
  ]);
  const told = JSON.stringify([site.requests, seen]);
  for (const secret of [PASSWORD, btoa(`me:${PASSWORD}`), "proxy-authorization"]) expect(told).not.toContain(secret);
});

test.each(["http://site.test/", "https://www.site.test/", "http://10.0.0.1/", "http://localhost:1/"])(
  "%s is not sent to the proxy if its address is private",
  async (url) => {
    const { proxy, ask } = await setUp({ inside: true });
    expect(await failureOf(ask(url))).toBe("address_not_allowed: address not allowed");
    expect(proxy.requests).toEqual([]);
  },
);

test("a proxy that refuses says so without its password", async () => {
  const { proxy, ask } = await setUp({ credentials: "me:other", refuses: 403 });
  const refused = `proxy_refused: the proxy ${proxy.origin} answered 403 Forbidden`;
  expect(await failureOf(ask("https://www.site.test/"))).toBe(refused);
  const unknown = await setUp();
  vi.stubEnv("HTTP_PROXY", unknown.proxy.origin);
  const notReached = `unreachable: the proxy ${unknown.proxy.origin} answered 502 Bad Gateway`;
  expect(await failureOf(unknown.ask("https://other.test/"))).toBe(notReached);
});

test("a proxy that wants a password and an unreachable one are reported differently", async () => {
  const { proxy, address } = await setUp({ credentials: `me:${PASSWORD}` });
  vi.stubEnv("HTTP_PROXY", proxy.origin);
  vi.stubEnv("HTTPS_PROXY", proxy.origin);
  const resolve = async () => [{ address: "93.184.215.14", family: 4 }];
  const open = () => {
    const fetching = openFetching({ userAgent: "t/1", browser: { enabled: false }, useEnvProxy: true, resolve });
    closers.push(fetching.close);
    const { plain } = fetching.forCrawl({});
    return (url: string) => failureOf(plain({ url, once: true }, never));
  };
  const refused = `proxy_refused: the proxy ${proxy.origin} answered 407 Proxy Authentication Required`;
  const ask = open();
  expect([await ask("http://site.test/"), await ask("https://www.site.test/")]).toEqual([refused, refused]);
  await proxy.close();
  const gone = `unreachable: the proxy ${proxy.origin} cannot be reached: connection refused`;
  const askAgain = open();
  expect([await askAgain("http://site.test/"), await askAgain("https://www.site.test/")]).toEqual([gone, gone]);
  expect(address).toContain(PASSWORD);
});

test("this machine and hosts of NO_PROXY are requested directly, and every host without USE_ENV_PROXY", async () => {
  const { site, proxy, ask } = await setUp();
  expect((await ask(`${site.origin}/`)).status).toBe(200);
  const resolve = async () => [{ address: "127.0.0.1", family: 4 }];
  for (const [useEnvProxy, noProxy] of [
    [true, `direct.test:${site.port}`],
    [false, ""],
  ] as const) {
    vi.stubEnv("NO_PROXY", noProxy);
    const fetching = openFetching({ userAgent: "t/1", allowPrivateNetworks: true, resolve, useEnvProxy });
    closers.push(fetching.close);
    const { plain } = fetching.forCrawl({});
    expect((await plain({ url: `http://direct.test:${site.port}/` }, never)).status).toBe(200);
  }
  expect(proxy.requests).toEqual([]);
});

test.each([
  ["example.com", "http://example.com/", true],
  [".example.com", "http://a.example.com/", true],
  ["*.example.com", "http://EXAMPLE.com./", true],
  ["example.com", "http://badexample.com/", false],
  ["other.test, example.com", "http://a.b.example.com/", true],
  ["*", "http://any.test/", true],
  ["example.com:8080", "http://example.com:8080/", true],
  ["example.com:8080", "http://example.com/", false],
  ["[2001:db8::1]", "http://[2001:db8::1]/", true],
  ["", "http://127.0.0.1:3000/", true],
  ["", "http://a.localhost/", true],
  ["", "http://[::1]/", true],
  ["", "http://example.com/", false],
])("with NO_PROXY=%s a request to %s goes without the proxy: %s", (list, url, isDirect) => {
  const proxyFor = proxiesOf({ HTTP_PROXY: "proxy.test:3128", no_proxy: list });
  expect(proxyFor(new URL(url))?.href).toBe(isDirect ? undefined : "http://proxy.test:3128/");
});

test("services named in the settings are reached through the proxy, whatever their address", async () => {
  const { site, seen, proxy, address } = await setUp({ credentials: `me:${PASSWORD}` });
  const ask = await configuredFetch({ USE_ENV_PROXY: true }, { HTTP_PROXY: address, HTTPS_PROXY: address });
  const put = { method: "PUT", headers: { "x-a": "1" }, body: "text" };
  expect(await (await ask("http://site.test/")).text()).toBe(PAGE);
  expect((await ask("https://www.site.test/x", put)).status).toBe(200);
  expect((await ask(`${site.origin}/`)).status).toBe(200);
  expect(proxy.requests).toEqual(["GET http://site.test/", "CONNECT www.site.test:443"]);
  expect(JSON.stringify([site.requests, seen])).not.toContain("proxy-authorization");
});
