import { request } from "node:http";
import { connect, createServer as createTcpServer } from "node:net";
import { openFetching } from "@llmstxt-service/crawler/fetch/open";
import { afterEach, expect, test } from "vitest";
import { Egress } from "../../packages/crawler/src/fetch/browser/egress.ts";
import { Guard, type GuardOptions, remembering } from "../../packages/crawler/src/fetch/guard.ts";
import { Wire } from "../../packages/crawler/src/fetch/http.ts";
import { type ProxyFor, proxiesOf } from "../../packages/crawler/src/fetch/proxies.ts";
import { BROWSER } from "../servers/chromium-processes.ts";
import { serveForwardProxy } from "../servers/forward-proxy.ts";
import { serveSite } from "../servers/site.ts";

const closers: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close();
});

async function egressOf({ typed, resolve }: Partial<GuardOptions>, proxyFor: ProxyFor = () => undefined) {
  const guard = new Guard({ allowPrivateNetworks: false, typed, resolve: remembering(resolve) });
  const wire = new Wire(guard, proxyFor, 4);
  const egress = await Egress.open(wire);
  closers.push(wire.close.bind(wire), async () => egress.close());
  return egress;
}

/** The status of a plain request that is sent through a proxy. */
function statusThrough(proxy: string, url: string, method = "GET", body = ""): Promise<number | undefined> {
  const { promise, resolve, reject } = Promise.withResolvers<number | undefined>();
  const asked = request(proxy, { path: url, method }, (answer) => {
    answer.resume();
    resolve(answer.statusCode);
  });
  asked.on("error", reject).end(body);
  return promise;
}

/** The first line that a proxy answers to CONNECT. */
function tunnelThrough(proxy: string, authority: string): Promise<string> {
  const { promise, resolve, reject } = Promise.withResolvers<string>();
  const socket = connect(Number(new URL(proxy).port), "127.0.0.1");
  socket.on("error", reject);
  socket.on("data", (bytes) => {
    resolve(bytes.toString().split("\r\n", 1)[0] ?? "");
    socket.destroy();
  });
  socket.write(`CONNECT ${authority} HTTP/1.1\r\nhost: ${authority}\r\n\r\n`);
  return promise;
}

test("a page's proxy forwards requests that the guard allows, until the page is closed", async () => {
  const bodies: string[] = [];
  const site = await serveSite({
    "/": "<h1>Text</h1>",
    "/form": async (asked, response) => {
      for await (const piece of asked) bodies.push(String(piece));
      response.writeHead(201, { "set-cookie": ["a=1", "b=2"] }).end();
    },
  });
  closers.push(site.close);
  const egress = await egressOf({ typed: site });
  const { url } = egress;
  const beside = `127.0.0.1:${site.port + 1}`;
  expect([
    await statusThrough(url, `${site.origin}/`),
    await statusThrough(url, `${site.origin}/form`, "POST", "q=1"),
    await statusThrough(url, `http://${beside}/`),
    await statusThrough(url, "/"),
  ]).toEqual([200, 201, 502, 502]);
  expect(bodies).toEqual(["q=1"]);
  expect(site.requests[0]?.headers).not.toHaveProperty("transfer-encoding");
  expect([await tunnelThrough(url, `127.0.0.1:${site.port}`), await tunnelThrough(url, beside)]).toEqual([
    "HTTP/1.1 200 Connection Established",
    "HTTP/1.1 502 Bad Gateway",
  ]);
  expect(egress.failureFor(`http://${beside}/`)?.code).toBe("address_not_allowed");
  egress.close();
  await expect(statusThrough(url, `${site.origin}/`)).rejects.toMatchObject({ code: expect.stringMatching(/^ECONN/) });
});

test("a page over https gets a tunnel with its first request", async () => {
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
  const crawl = fetching.forCrawl({ typed: `http://127.0.0.1:${port}` });
  const request = { url: `https://127.0.0.1:${port}/`, rung: "browser" } as const;
  await expect(crawl.page(request, new AbortController().signal)).rejects.toMatchObject({ code: "connection" });
  // A TLS handshake arrived here.
  expect(seen[0]).toBe("0x1603");
});

test("behind a proxy the browser's requests are checked and go through it, and its password goes to nobody", async () => {
  const site = await serveSite({ "*": "<h1>Text</h1>" });
  const proxy = await serveForwardProxy({
    credentials: "me:c4n4ry",
    hosts: { "site.test": site, "site.test:443": site },
  });
  const proxyFor = proxiesOf({ HTTP_PROXY: proxy.origin, HTTPS_PROXY: proxy.origin.replace("//", "//me:c4n4ry@") });
  const address = (hostname: string) => (hostname === "site.test" ? "93.184.215.14" : "10.0.0.1");
  const resolve = async (hostname: string) => [{ address: address(hostname), family: 4 }];
  const withUser = proxiesOf({ HTTP_PROXY: proxy.origin.replace("//", "//me:c4n4ry@") });
  closers.push(proxy.close, site.close);
  for (const [way, statuses] of [
    [proxyFor, [502, 502]],
    [withUser, [200, 502]],
  ] as const) {
    const egress = await egressOf({ resolve }, way);
    const plain = (url: string) => statusThrough(egress.url, url);
    expect([await plain("http://site.test/"), await plain("http://inside.test/")]).toEqual(statuses);
    expect(egress.failureFor("http://inside.test/")?.code).toBe("address_not_allowed");
    const refused = egress.failureFor("http://site.test/")?.message ?? "";
    expect(refused).toBe(
      statuses[0] === 200 ? "" : `the proxy ${proxy.origin} answered 407 Proxy Authentication Required`,
    );
  }
  const { url } = await egressOf({ resolve }, proxyFor);
  expect(await tunnelThrough(url, "site.test:443")).toBe("HTTP/1.1 200 Connection Established");
  expect(await tunnelThrough(url, "inside.test:443")).toBe("HTTP/1.1 502 Bad Gateway");
  expect(proxy.requests).toEqual(["GET http://site.test/", "GET http://site.test/", "CONNECT site.test:443"]);
  expect(JSON.stringify(site.requests)).not.toMatch(/c4n4ry|proxy-/);
});
