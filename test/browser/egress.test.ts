import { request } from "node:http";
import { connect, createServer as createTcpServer } from "node:net";
import { openFetching } from "@llmstxt-service/crawler/fetch/open";
import { afterEach, expect, test } from "vitest";
import { Egress } from "../../packages/crawler/src/fetch/browser/egress.ts";
import { Guard } from "../../packages/crawler/src/fetch/guard.ts";
import { Names } from "../../packages/crawler/src/fetch/names.ts";
import { proxiesOf } from "../../packages/crawler/src/fetch/proxies.ts";
import { BROWSER } from "../servers/chromium-processes.ts";
import { serveForwardProxy } from "../servers/forward-proxy.ts";
import { serveSite } from "../servers/site.ts";

const closers: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close();
});

async function setUp() {
  const site = await serveSite({ "*": "<h1>Text</h1>" });
  const guard = new Guard({ allowPrivateNetworks: false, typed: site, names: new Names() });
  const egress = await Egress.open({ guard, proxyFor: () => undefined });
  closers.push(site.close, () => egress.close());
  return { site, egress };
}

const authorization = (username: string, password: string) => `Basic ${btoa(`${username}:${password}`)}`;

/** The status of a plain request that is sent through a proxy. */
function statusThrough(proxy: string, url: string, credentials: string | undefined): Promise<number | undefined> {
  const { promise, resolve, reject } = Promise.withResolvers<number | undefined>();
  const headers = credentials === undefined ? {} : { "proxy-authorization": credentials };
  const asked = request(proxy, { path: url, headers }, (answer) => {
    answer.resume();
    resolve(answer.statusCode);
  });
  asked.on("error", reject).end();
  return promise;
}

/** The first line that a proxy answers to CONNECT. */
function tunnelThrough(proxy: string, authority: string, credentials: string): Promise<string> {
  const { promise, resolve, reject } = Promise.withResolvers<string>();
  const socket = connect(Number(new URL(proxy).port), "127.0.0.1");
  socket.on("error", reject);
  socket.on("data", (bytes) => {
    resolve(bytes.toString().split("\r\n", 1)[0] ?? "");
    socket.destroy();
  });
  socket.write(`CONNECT ${authority} HTTP/1.1\r\nhost: ${authority}\r\nproxy-authorization: ${credentials}\r\n\r\n`);
  return promise;
}

test("the browser's way out serves nobody but the page it was opened for, and that one only until it is closed", async () => {
  const { site, egress } = await setUp();
  const passage = egress.admit();
  const right = authorization(passage.credentials.username, passage.credentials.password);
  const wrong = authorization(passage.credentials.username, "x".repeat(passage.credentials.password.length));
  const plain = (credentials?: string) => statusThrough(egress.url, `${site.origin}/`, credentials);
  const tunnel = (credentials: string) => tunnelThrough(egress.url, `127.0.0.1:${site.port}`, credentials);
  expect([await plain(), await plain(wrong), await plain(right)]).toEqual([407, 407, 200]);
  expect([await tunnel(wrong), await tunnel(right)]).toEqual([
    "HTTP/1.1 407 Proxy Authentication Required",
    "HTTP/1.1 200 Connection Established",
  ]);
  expect(site.requests).toHaveLength(1);
  expect(site.requests[0]?.headers).not.toHaveProperty("proxy-authorization");
  passage.close();
  expect([await plain(right), await tunnel(right)]).toEqual([407, "HTTP/1.1 407 Proxy Authentication Required"]);
});

test("a page over https gets its tunnel with the first request", async () => {
  const seen: string[] = [];
  const server = createTcpServer((socket) => {
    socket.on("error", () => socket.destroy());
    socket.once("data", (bytes) => {
      seen.push(`0x${bytes.toString("hex", 0, 2)}`);
      socket.destroy();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  closers.push(() => new Promise((resolve) => server.close(resolve)));
  const address = server.address();
  const port = typeof address === "object" && address !== null ? address.port : 0;
  const fetching = openFetching({ userAgent: "llmstxt-test/1", browser: BROWSER });
  closers.push(fetching.close);
  const crawl = fetching.forCrawl({ allow: { hostname: "127.0.0.1", port }, judge: () => undefined });
  const request = { url: `https://127.0.0.1:${port}/`, rung: "browser" } as const;
  await expect(crawl.page(request, new AbortController().signal)).rejects.toMatchObject({ code: "connection" });
  // A TLS handshake, and no question about the proxy's credentials, is what ended here.
  expect(seen[0]).toBe("0x1603");
});

test("behind a proxy, what a browser asks for goes through it once it is checked, and its password to nobody", async () => {
  const site = await serveSite({ "*": "<h1>Text</h1>" });
  const proxy = await serveForwardProxy({
    credentials: "me:c4n4ry",
    hosts: { "site.test": site, "site.test:443": site },
  });
  const proxyFor = proxiesOf({ HTTP_PROXY: proxy.origin, HTTPS_PROXY: proxy.origin.replace("//", "//me:c4n4ry@") });
  const address = (hostname: string) => (hostname === "site.test" ? "93.184.215.14" : "10.0.0.1");
  const resolve = async (hostname: string) => [{ address: address(hostname), family: 4 }];
  const guard = new Guard({ allowPrivateNetworks: false, names: new Names(resolve) });
  const withUser = proxiesOf({ HTTP_PROXY: proxy.origin.replace("//", "//me:c4n4ry@") });
  for (const [way, statuses] of [
    [proxyFor, [502, 502]],
    [withUser, [200, 502]],
  ] as const) {
    const egress = await Egress.open({ guard, proxyFor: way });
    closers.push(() => egress.close());
    const passage = egress.admit();
    const credentials = authorization(passage.credentials.username, passage.credentials.password);
    const plain = (url: string) => statusThrough(egress.url, url, credentials);
    expect([await plain("http://site.test/"), await plain("http://inside.test/")]).toEqual(statuses);
    expect(passage.failureFor("http://inside.test/")?.code).toBe("address_not_allowed");
    const refused = passage.failureFor("http://site.test/")?.message ?? "";
    expect(refused).toBe(
      statuses[0] === 200 ? "" : `the proxy ${proxy.origin} answered 407 Proxy Authentication Required`,
    );
  }
  const egress = await Egress.open({ guard, proxyFor });
  closers.push(() => egress.close(), proxy.close, site.close);
  const passage = egress.admit();
  const credentials = authorization(passage.credentials.username, passage.credentials.password);
  expect(await tunnelThrough(egress.url, "site.test:443", credentials)).toBe("HTTP/1.1 200 Connection Established");
  expect(await tunnelThrough(egress.url, "inside.test:443", credentials)).toBe("HTTP/1.1 502 Bad Gateway");
  expect(proxy.requests).toEqual(["GET http://site.test/", "GET http://site.test/", "CONNECT site.test:443"]);
  expect(JSON.stringify(site.requests)).not.toMatch(/c4n4ry|proxy-/);
});
