import { readFileSync } from "node:fs";
import { createServer, type RequestListener } from "node:http";
import { createSecureServer } from "node:http2";
import { createServer as createTlsServer } from "node:https";
import type { AddressInfo } from "node:net";
import { setDefaultCACertificates } from "node:tls";
import { openFetching } from "@llmstxt-service/crawler/fetch/open";
import { afterEach, expect, test } from "vitest";

const closers: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close();
});

const never = new AbortController().signal;

/** Valid for 127.0.0.1 and a hundred years; made for this test, and trusted by nothing else. */
const pem = (name: string) => readFileSync(new URL(`../fixtures/loopback-${name}.pem`, import.meta.url), "utf8");
const [key, cert] = [pem("key"), pem("certificate")];
setDefaultCACertificates([cert]);

const PAGES = 120;
const SLOTS = 6;

async function serve(scheme: "http" | "https") {
  let connections = 0;
  const respond: RequestListener = (_, response) => void setTimeout(() => response.end("<h1>A page</h1>"), 5);
  const server = scheme === "http" ? createServer(respond) : createTlsServer({ key, cert }, respond);
  server.on("connection", () => connections++);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  closers.push(() => {
    server.closeAllConnections();
    return new Promise((resolve) => server.close(resolve));
  });
  const { port } = server.address() as AddressInfo;
  return { origin: `${scheme}://127.0.0.1:${port}`, port, connections: () => connections };
}

test.each(["http", "https"] as const)(
  "GET and HEAD over %s share at most as many connections as a host has slots",
  async (scheme) => {
    const server = await serve(scheme);
    const fetching = openFetching({ userAgent: "llmstxt-test/1", maxConcurrency: SLOTS, browser: { enabled: false } });
    closers.push(fetching.close);
    const crawl = fetching.forCrawl({ typed: `http://127.0.0.1:${server.port}` });
    const ask = async (n: number) => {
      const url = `${server.origin}/${n}`;
      const { status } =
        n % 3 === 0 ? await crawl.plain({ url, method: "HEAD" }, never) : await crawl.page({ url }, never);
      return status;
    };
    const statuses = await Promise.all(Array.from({ length: PAGES }, (_, n) => ask(n)));
    expect(new Set(statuses)).toEqual(new Set([200]));
    expect(server.connections()).toBeLessThanOrEqual(SLOTS);
  },
);

test("sequential requests reuse one connection", async () => {
  const server = await serve("http");
  const fetching = openFetching({ userAgent: "llmstxt-test/1", browser: { enabled: false } });
  closers.push(fetching.close);
  const crawl = fetching.forCrawl({ typed: `http://127.0.0.1:${server.port}` });
  for (const method of ["GET", "HEAD", "HEAD", "GET", "HEAD", "GET"] as const)
    await crawl.plain({ url: `${server.origin}/`, method }, never);
  expect(server.connections()).toBe(1);
});

test("a server that speaks only HTTP/2 is requested by HTTP/2", async () => {
  const asked: string[] = [];
  const server = createSecureServer({ key, cert, allowHTTP1: false }, (request, response) => {
    asked.push(`${request.httpVersion} ${request.url}`);
    if (request.url === "/old") response.writeHead(301, { location: "/new" }).end();
    else response.writeHead(200, { "content-type": "text/html" }).end("<h1>A page</h1>");
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  closers.push(() => new Promise((resolve) => server.close(resolve)));
  const { port } = server.address() as AddressInfo;
  const fetching = openFetching({ userAgent: "llmstxt-test/1", browser: { enabled: false } });
  closers.push(fetching.close);
  const crawl = fetching.forCrawl({ typed: `http://127.0.0.1:${port}` });
  const origin = `https://127.0.0.1:${port}`;
  const { status, url, body } = await crawl.page({ url: `${origin}/old` }, never);
  expect([status, url, Buffer.from(body).toString()]).toEqual([200, `${origin}/new`, "<h1>A page</h1>"]);
  expect(asked).toEqual(["2.0 /old", "2.0 /new"]);
});
