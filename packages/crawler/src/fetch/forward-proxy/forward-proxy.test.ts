import { createServer } from "node:https";
import { type AddressInfo, createServer as createTcpServer } from "node:net";
import { getCACertificates, setDefaultCACertificates } from "node:tls";
import { CrawlError } from "@llmstxt-service/page/errors";
import { afterEach, beforeAll, expect, test } from "vitest";
import { CERTIFICATE, CERTIFICATE_KEY } from "../../../../../test/servers/certificate.ts";
import { type ForwardProxyOptions, serveForwardProxy } from "../../../../../test/servers/forward-proxy.ts";
import { serveSite } from "../../../../../test/servers/site.ts";
import { lookupError } from "../names/names.ts";
import { type FetchingOptions, openFetching } from "../open.ts";
import { openProxiedFetch, proxyReader } from "./forward-proxy.ts";

const closers: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close();
});

beforeAll(() => setDefaultCACertificates([...getCACertificates(), CERTIFICATE]));

const never = new AbortController().signal;
const PASSWORD = "c4n4ry-p4ss";
const PAGE = "<title>A page</title><p>Enough text to be taken for a page.</p>";

/** Every name is public; what is under one the proxy alone knows. */
const PUBLIC = async () => [{ address: "93.184.215.14", family: 4 }];

async function setUp(options: Partial<ForwardProxyOptions> & { readonly fetching?: Partial<FetchingOptions> } = {}) {
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
  const address = withUser(proxy.origin, options.credentials);
  const given = { http: address, https: address };
  const fetching = openFetching({
    userAgent: "llmstxt-test/1",
    browser: { enabled: false },
    forwardProxies: given,
    resolve: PUBLIC,
    ...options.fetching,
  });
  closers.push(fetching.close);
  const { plain } = fetching.forCrawl({ useProxy: false, judge: () => undefined });
  const fetchAt = (url: string, signal = never) => plain({ url, once: true }, signal);
  return { site, seen, proxy, given, fetchAt, address };
}

function withUser(origin: string, credentials: string | undefined): string {
  return credentials === undefined ? origin : origin.replace("://", `://${credentials}@`);
}

const failureOf = (work: Promise<unknown>): Promise<CrawlError> =>
  work.then(
    () => expect.fail("it did not fail"),
    (thrown: unknown) => (thrown instanceof CrawlError ? thrown : expect.fail(String(thrown))),
  );

test("http is asked of the proxy by its whole address, https through a tunnel, and the site sees neither proxy nor password", async () => {
  const { site, seen, proxy, fetchAt } = await setUp({ credentials: `me:${PASSWORD}` });
  expect((await fetchAt("http://site.test/?q=1")).status).toBe(200);
  expect((await fetchAt("http://site.test:8080/there")).url).toBe("https://www.site.test/");
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
  for (const secret of [PASSWORD, btoa(`me:${PASSWORD}`), "proxy-"]) expect(told).not.toContain(secret);
});

test("a proxy may itself be asked over TLS", async () => {
  const { proxy, fetchAt } = await setUp({ credentials: `me:${PASSWORD}`, secure: true });
  expect((await fetchAt("http://site.test/")).status).toBe(200);
  expect((await fetchAt("https://www.site.test/")).status).toBe(200);
  expect(proxy.requests).toHaveLength(2);
});

test("a user name and password may hold any character, percent-encoded", async () => {
  const { fetchAt } = await setUp({ credentials: "m%40e:p%3Aä%" });
  const failure = await failureOf(fetchAt("http://site.test/"));
  expect(failure.code).toBe("proxy_refused"); // the server compares what it was sent with what is written
  const { fields } = proxyReader({ http: "http://m%40e:p%3A%2F@p.test:1" })(new URL("http://a.test/")) ?? {
    fields: {},
  };
  expect(fields).toEqual({ "proxy-authorization": `Basic ${btoa("m@e:p:/")}` });
});

test("a name that leads into the network is refused before the proxy hears of it", async () => {
  for (const address of ["10.0.0.1", "127.0.0.1", "169.254.169.254", "::1"]) {
    const resolve = async () => [{ address, family: address.includes(":") ? 6 : 4 }];
    const { proxy, fetchAt } = await setUp({ fetching: { resolve } });
    for (const url of ["http://site.test/", "https://www.site.test/"])
      expect((await failureOf(fetchAt(url))).code).toBe("address_not_allowed");
    expect(proxy.requests).toEqual([]);
  }
});

test("an address or an inner name is refused before the proxy hears of it", async () => {
  const { proxy, fetchAt } = await setUp();
  for (const url of [
    "http://10.0.0.1/",
    "https://[fd00::1]/",
    "http://127.0.0.1/",
    "http://wiki.internal/",
    "http://localhost/",
  ])
    expect((await failureOf(fetchAt(url))).code).toBe("address_not_allowed");
  expect(proxy.requests).toEqual([]);
});

test("a redirect into the network is refused before the proxy hears of it", async () => {
  const { site, proxy, fetchAt } = await setUp();
  const answers = await serveSite({ "*": { status: 302, headers: { location: "http://169.254.169.254/latest" } } });
  closers.push(answers.close);
  Object.assign(site, { port: answers.port });
  expect((await failureOf(fetchAt("http://site.test/"))).code).toBe("address_not_allowed");
  expect(proxy.requests).toEqual(["GET http://site.test/"]);
});

test("every request is checked, not every connection: a name that turns private is refused on the connection it had", async () => {
  let address = "93.184.215.14";
  const { proxy, fetchAt } = await setUp({ fetching: { resolve: async () => [{ address, family: 4 }] } });
  for (const url of ["http://site.test/", "https://www.site.test/"]) {
    address = "93.184.215.14";
    expect((await fetchAt(url)).status).toBe(200);
    address = "192.168.0.1";
    expect((await failureOf(fetchAt(url))).code).toBe("address_not_allowed");
  }
  expect(proxy.requests).toHaveLength(2);
});

test("a name that only the proxy knows is not asked for, unless every address is allowed or it was typed", async () => {
  const resolve = async (hostname: string) => {
    throw lookupError("ENOTFOUND", hostname);
  };
  const strict = await setUp({ fetching: { resolve } });
  const { code, message } = await failureOf(strict.fetchAt("http://site.test/"));
  expect([code, message]).toEqual([
    "dns",
    "host not found: site.test; names are looked up and checked here before the proxy is asked",
  ]);
  expect(strict.proxy.requests).toEqual([]);
  const open = await setUp({ fetching: { resolve, allowPrivateNetworks: true } });
  expect((await open.fetchAt("http://site.test/")).status).toBe(200);
  const typed = openFetching({ userAgent: "t/1", browser: { enabled: false }, forwardProxies: open.given, resolve });
  closers.push(typed.close);
  const crawl = typed.forCrawl({ useProxy: false, judge: () => undefined, allow: { hostname: "site.test", port: 80 } });
  expect((await crawl.plain({ url: "http://site.test/" }, never)).status).toBe(200);
  expect((await failureOf(crawl.plain({ url: "http://site.test:8080/" }, never))).code).toBe("dns");
});

test.each([
  [{ credentials: "me:other" }, "http://site.test/", "proxy_refused", "asks for a user name and password: 407 Proxy"],
  [
    { credentials: "me:other" },
    "https://www.site.test/",
    "proxy_refused",
    "asks for a user name and password: 407 Proxy",
  ],
  [
    { refuses: 403 },
    "https://www.site.test/",
    "proxy_refused",
    "refuses to connect to www.site.test:443: 403 Forbidden",
  ],
  [{}, "https://else.test/", "unreachable", "could not reach else.test:443: 502 Bad Gateway"],
])("a proxy that will not is named, case %#", async (options, url, code, says) => {
  const { proxy } = await setUp(options);
  const plain = { http: proxy.origin, https: proxy.origin };
  const fetching = openFetching({
    userAgent: "t/1",
    browser: { enabled: false },
    forwardProxies: plain,
    resolve: PUBLIC,
  });
  closers.push(fetching.close);
  const crawl = fetching.forCrawl({ useProxy: false, judge: () => undefined });
  const failure = await failureOf(crawl.plain({ url, once: true }, never));
  expect([failure.code, failure.message]).toEqual([code, expect.stringContaining(`the proxy ${proxy.origin} ${says}`)]);
});

test("a wrong password and a proxy that is away are told, and no password is", async () => {
  const { proxy, address, fetchAt } = await setUp({ credentials: `me:${PASSWORD}` });
  const wrong = address.replace(PASSWORD, `${PASSWORD}-wrong`);
  const failures: CrawlError[] = [];
  for (const http of [wrong, wrong.replace(/:\d+$/, ":1")]) {
    const options = { userAgent: "t/1", browser: { enabled: false }, resolve: PUBLIC };
    const fetching = openFetching({ ...options, forwardProxies: { http, https: http } });
    closers.push(fetching.close);
    const { plain } = fetching.forCrawl({ useProxy: false, judge: () => undefined });
    for (const url of ["http://site.test/", "https://www.site.test/"])
      failures.push(await failureOf(plain({ url, once: true }, never)));
  }
  expect(failures.map(({ code, message }) => `${code}: ${message}`)).toEqual([
    ...Array.from({ length: 2 }, () =>
      expect.stringMatching(/^proxy_refused: the proxy http:\S+ refuses the user name and password it was given: 407/),
    ),
    ...Array.from(
      { length: 2 },
      () => "unreachable: the proxy http://127.0.0.1:1 cannot be reached: connection refused",
    ),
  ]);
  expect(JSON.stringify(failures.map((failure) => [failure.message, failure.facts, failure.stack]))).not.toContain(
    "c4n4ry",
  );
  expect((await fetchAt("http://site.test/")).status).toBe(200);
  expect(proxy.requests.length).toBeGreaterThan(0);
});

test("a proxy that never answers is given up when the request's time is over, and its connection ends with it", async () => {
  const { site, fetchAt } = await setUp({ fetching: {} });
  const silent = createTcpServer((socket) => socket.on("error", () => socket.destroy()).resume());
  await new Promise<void>((resolve) => silent.listen(0, "127.0.0.1", resolve));
  closers.push(() => new Promise((resolve) => silent.close(resolve)));
  const origin = `http://127.0.0.1:${(silent.address() as AddressInfo).port}`;
  const fetching = openFetching({ userAgent: "t/1", forwardProxies: { http: origin, https: origin }, resolve: PUBLIC });
  const { plain } = fetching.forCrawl({ useProxy: false, judge: () => undefined });
  for (const url of ["http://site.test/", "https://www.site.test/"])
    expect((await failureOf(plain({ url, once: true, timeoutMs: 100 }, never))).code).toBe("timeout");
  await fetching.close();
  await expect.poll(() => new Promise((resolve) => silent.getConnections((_, count) => resolve(count)))).toBe(0);
  expect((await fetchAt("http://site.test/")).status).toBe(200);
  expect(site.requests).toHaveLength(1);
});

test("hosts of the bypass list and this machine are asked directly", async () => {
  const { site, proxy, given } = await setUp();
  const fetching = openFetching({
    userAgent: "t/1",
    browser: { enabled: false },
    allowPrivateNetworks: true,
    resolve: async () => [{ address: "127.0.0.1", family: 4 }],
    forwardProxies: { ...given, bypass: `direct.test:${site.port}` },
  });
  closers.push(fetching.close);
  const { plain } = fetching.forCrawl({ useProxy: false, judge: () => undefined });
  for (const host of ["direct.test", "localhost", "127.0.0.1"])
    expect((await plain({ url: `http://${host}:${site.port}/` }, never)).status).toBe(200);
  expect(proxy.requests).toEqual([]);
});

test("the services of the settings are asked through the proxy too, whatever their address", async () => {
  const { site, seen, given, proxy } = await setUp({ credentials: `me:${PASSWORD}` });
  const ask = openProxiedFetch(proxyReader(given));
  const put = { method: "PUT", headers: new Headers({ "x-a": "1" }), body: "text" };
  expect(await (await ask("http://site.test/", { method: "GET", headers: new Headers() })).text()).toBe(PAGE);
  expect((await ask("https://www.site.test/x", put)).status).toBe(200);
  expect((await ask(`${site.origin}/there`, put)).status).toBe(302);
  expect(proxy.requests).toEqual(["GET http://site.test/", "CONNECT www.site.test:443"]);
  expect(JSON.stringify([site.requests, seen])).not.toContain("proxy-authorization");
  expect(seen.join()).toContain('"x-a":"1"');
});
