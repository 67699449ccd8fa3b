import { type AddressInfo, createServer } from "node:net";
import { brotliCompressSync, deflateRawSync, deflateSync, gzipSync, zstdCompressSync } from "node:zlib";
import type { CrawlFetch, Fetched, FetchRequest } from "@llmstxt-service/crawler/fetch";
import { type FetchingOptions, openFetching } from "@llmstxt-service/crawler/fetch/open";
import type { CrawlError } from "@llmstxt-service/page/errors";
import { afterEach, expect, test } from "vitest";
import { type Site, type SiteAnswer, serveSite } from "../servers/site.ts";

const closers: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close();
});

const never = new AbortController().signal;
const TEXT = "<title>A page</title><p>Enough text to be taken for a page.</p>";

async function site(answers: Record<string, SiteAnswer>): Promise<Site> {
  const served = await serveSite(answers);
  closers.push(served.close);
  return served;
}

/** A crawl that may reach only this server. */
function crawlOf(server: Site, options: Partial<FetchingOptions> = {}): CrawlFetch {
  const fetching = openFetching({ userAgent: "llmstxt-test/1", browser: { enabled: false }, ...options });
  closers.push(fetching.close);
  return fetching.forCrawl({
    typed: server.origin,
    useProxy: false,
    read: async (fetched) => (fetched.body.length === 0 ? { problem: "empty" } : {}),
  });
}

const text = (fetched: Fetched) => new TextDecoder().decode(fetched.body);

async function failure(run: Promise<unknown>): Promise<Pick<CrawlError, "code" | "message">> {
  const outcome = await run.then(
    () => ({ code: "none", message: "did not fail" }),
    (error: CrawlError) => error,
  );
  return { code: outcome.code, message: outcome.message } as Pick<CrawlError, "code" | "message">;
}

const page = (crawl: CrawlFetch, url: string, more: Partial<FetchRequest> = {}) => crawl.page({ url, ...more }, never);

test("an answer has its final URL, its headers and its transferred size", async () => {
  const server = await site({
    "/a": { status: 301, headers: { location: "/b#part" } },
    "/b": { headers: { etag: '"1"', "X-Two": ["one", "two"] }, body: TEXT },
  });
  const fetched = await page(crawlOf(server), `${server.origin}/a`);
  expect(fetched).toMatchObject({
    url: `${server.origin}/b`,
    status: 200,
    headers: { etag: '"1"', "x-two": "one,\ttwo", "content-type": "text/html; charset=utf-8" },
    wireBytes: TEXT.length,
    rung: "plain",
  });
  expect(text(fetched)).toBe(TEXT);
  expect(server.requests[0]?.headers["user-agent"]).toBe("llmstxt-test/1");
});

test.each([
  ["gzip", gzipSync(TEXT)],
  ["br", brotliCompressSync(TEXT)],
  ["zstd", zstdCompressSync(TEXT)],
  ["deflate", deflateSync(TEXT)],
  ["deflate", deflateRawSync(TEXT)],
])("a body with %s is decoded", async (coding, body) => {
  const server = await site({ "/": { headers: { "content-encoding": coding }, body } });
  const fetched = await page(crawlOf(server), `${server.origin}/`);
  expect([text(fetched), fetched.wireBytes]).toEqual([TEXT, body.length]);
});

/** gzip with a file name in its header, as `gzip -N` writes it. */
const named = (() => {
  const bytes = gzipSync(TEXT);
  bytes[3] = 8;
  return Buffer.concat([bytes.subarray(0, 10), Buffer.from("page.html\0"), bytes.subarray(10)]);
})();

test.each<[string, string | undefined, Buffer | string]>([
  ["plain text that is called gzip", "gzip", TEXT],
  ["plain text that is called brotli", "br", TEXT],
  ["plain text in a coding that nobody knows", "UTF-8", TEXT],
  ["gzip that is called brotli", "br", gzipSync(TEXT)],
  ["zstd that is called gzip", "gzip", zstdCompressSync(TEXT)],
  ["zlib that is called gzip", "x-gzip", deflateSync(TEXT)],
  ["gzip that is called deflate", "deflate", gzipSync(TEXT)],
  ["gzip that is called nothing", undefined, gzipSync(TEXT)],
  ["gzip that is called gzip twice", "gzip, gzip", gzipSync(TEXT)],
  ["gzip in gzip", "gzip, gzip", gzipSync(gzipSync(TEXT))],
  ["gzip in gzip that is called gzip once", "gzip", gzipSync(gzipSync(TEXT))],
  ["gzip in brotli", "gzip, br", brotliCompressSync(gzipSync(TEXT))],
  ["gzip without its check sum", "gzip", gzipSync(TEXT).subarray(0, -8)],
  ["gzip with a file's name and half a check sum", "gzip", named.subarray(0, -3)],
  [
    "gzip with a comment of the server behind it",
    "gzip",
    Buffer.concat([gzipSync(TEXT), Buffer.from("<!-- 3 ms -->")]),
  ],
])("%s is handled by its real type", async (_, coding, body) => {
  const server = await site({
    "/": { headers: { ...(coding !== undefined && { "content-encoding": coding }) }, body },
  });
  expect(text(await page(crawlOf(server), `${server.origin}/`))).toBe(TEXT);
});

test("a page with a doubled Content-Type is read, in the charset of either value", async () => {
  const twice = { "content-type": ["text/html; charset=iso-8859-2", "text/html"] };
  const joined = { "content-type": "application/octet-stream, text/html" };
  const server = await site({ "/twice": { headers: twice, body: TEXT }, "/joined": { headers: joined, body: TEXT } });
  const crawl = crawlOf(server);
  const types = ["/twice", "/joined"].map(async (path) => (await page(crawl, server.origin + path)).headers);
  expect((await Promise.all(types)).map((headers) => headers["content-type"])).toEqual([
    "text/html; charset=iso-8859-2",
    "text/html",
  ]);
});

test("a page with 40 kB of header fields is read", async () => {
  const fields = Array.from({ length: 10 }, (_, n) => [`x-trace-${n}`, "t".repeat(4000)]);
  const server = await site({ "/": { headers: Object.fromEntries(fields), body: TEXT } });
  expect(text(await page(crawlOf(server), `${server.origin}/`))).toBe(TEXT);
});

test("a gzip file sent as gzip is not decompressed", async () => {
  const body = gzipSync("<urlset/>");
  const server = await site({ "/sitemap.xml.gz": { headers: { "content-type": "application/gzip" }, body } });
  const answer = await crawlOf(server).plain({ url: `${server.origin}/sitemap.xml.gz` }, never);
  expect(Buffer.from(answer.body)).toEqual(body);
});

test.each<[string, Buffer, string]>([
  ["UTF-8", Buffer.from("/\u65e5\u672c/\u00fc?q=\u00df"), "/%E6%97%A5%E6%9C%AC/%C3%BC?q=%C3%9F"],
  ["Latin-1", Buffer.from("/Stra\u00dfe/\u00e5", "latin1"), "/Stra%C3%9Fe/%C3%A5"],
  ["Latin-1 beside escapes", Buffer.from("/ma%C3%B1ana/\u00f1", "latin1"), "/ma%C3%B1ana/%C3%B1"],
  ["UTF-8 that breaks off", Buffer.from("/\u00c3\u00a9/\u00e9", "latin1"), "/%C3%83%C2%A9/%C3%A9"],
])("a Location header in raw %s is decoded", async (_, location, path) => {
  const raw = createServer((socket) => {
    socket.on("error", () => socket.destroy());
    socket.once("data", (asked) => {
      const isFirst = asked.toString().startsWith("GET / ");
      const head = isFirst ? "HTTP/1.1 302 Found\r\nLocation: " : "HTTP/1.1 200 OK\r\nX: ";
      socket.end(Buffer.concat([Buffer.from(head), location, Buffer.from(" \r\nContent-Length: 0\r\n\r\n")]));
    });
  });
  await new Promise<void>((resolve) => raw.listen(0, "127.0.0.1", resolve));
  closers.push(() => new Promise((resolve) => raw.close(() => resolve())));
  const { port } = raw.address() as AddressInfo;
  const fetching = openFetching({ userAgent: "llmstxt-test/1" });
  closers.push(fetching.close);
  const crawl = fetching.forCrawl({ typed: `http://127.0.0.1:${port}` });
  const { url } = await crawl.plain({ url: `http://127.0.0.1:${port}/` }, never);
  expect(url).toBe(`http://127.0.0.1:${port}${path}`);
});

test("a cookie of a redirect is not sent to another origin, and returns to its own through two redirects", async () => {
  const away = await site({ "*": TEXT });
  const server = await site({
    "/gate": ({ headers }, response) => {
      const isKnown = headers.cookie === "pass=a%20b; tour=2";
      if (isKnown) response.writeHead(200, { "content-type": "text/html" }).end(TEXT);
      else response.writeHead(307, { location: "/step", "set-cookie": "pass=a%20b; Path=/; SameSite=Lax" }).end();
    },
    "/step": { status: 303, headers: { location: "/gate", "set-cookie": ["tour=2", "gone=1; Max-Age=0"] } },
    "/away": { status: 302, headers: { location: `${away.origin}/there`, "set-cookie": "third=3" } },
  });
  const crawl = crawlOf(server, { allowPrivateNetworks: true });
  expect(text(await page(crawl, `${server.origin}/gate`))).toBe(TEXT);
  await page(crawl, `${server.origin}/away`);
  expect(server.requests.map(({ path, headers }) => `${path} ${headers.cookie}`)).toEqual([
    "/gate undefined",
    "/step pass=a%20b",
    "/gate pass=a%20b; tour=2",
    "/away pass=a%20b; tour=2",
  ]);
  expect(away.requests.map(({ headers }) => headers.cookie)).toEqual([undefined]);
});

test("a page that sets another cookie each time fails with a reason that names cookies", async () => {
  let visits = 0;
  const server = await site({
    "/": (_, response) => response.writeHead(302, { location: "/", "set-cookie": `visit=${++visits}` }).end(),
  });
  expect(await failure(page(crawlOf(server), `${server.origin}/`))).toEqual({
    code: "too_many_redirects",
    message: "redirects in a circle: it wants cookies",
  });
  expect(visits).toBe(2);
});

test("a cookie set by a redirect to the same address is sent back in this crawl only", async () => {
  const server = await site({
    "*": ({ headers, url = "/" }, response) =>
      headers.cookie === "seen=1"
        ? response.writeHead(200, { "content-type": "text/html" }).end(TEXT)
        : response.writeHead(302, { location: url, "set-cookie": ["seen=1; Path=/; HttpOnly", "x=; Max-Age=0"] }).end(),
  });
  const crawl = crawlOf(server);
  const fetched = await page(crawl, `${server.origin}/a`);
  expect([text(fetched), fetched.url]).toEqual([TEXT, `${server.origin}/a`]);
  await page(crawl, `${server.origin}/b`);
  expect(server.requests.map(({ path, headers }) => `${path} ${headers.cookie}`)).toEqual([
    "/a undefined",
    "/a seen=1",
    "/b seen=1",
  ]);
  await page(crawlOf(server), `${server.origin}/c`);
  expect(server.requests[3]?.headers.cookie).toBeUndefined();
});

test("pages are requested in the wanted language, else in any", async () => {
  const server = await site({ "*": TEXT });
  const fetching = openFetching({ userAgent: "llmstxt-test/1", browser: { enabled: false } });
  closers.push(fetching.close);
  for (const language of ["de", undefined])
    await fetching.forCrawl({ typed: server.origin, language }).page({ url: `${server.origin}/` }, never);
  expect(server.requests.map(({ headers }) => headers["accept-language"])).toEqual(["de,*;q=0.5", "*"]);
});

test("validators make a request conditional, and a 304 is an answer without a body", async () => {
  const server = await site({
    "/": (request, response) => response.writeHead(request.headers["if-none-match"] === '"7"' ? 304 : 200).end(),
  });
  const crawl = crawlOf(server);
  const fetched = await page(crawl, `${server.origin}/`, { validators: { etag: '"7"', lastModified: "yesterday" } });
  expect([fetched.status, fetched.body.length]).toEqual([304, 0]);
  expect(server.requests[0]?.headers["if-modified-since"]).toBe("yesterday");
});

test("a plain request returns any status and type, and HEAD reads no body", async () => {
  const server = await site({
    "/robots.txt": { status: 404 },
    "/x.xml": { headers: { "content-type": "application/xml" }, body: "<x/>" },
  });
  const crawl = crawlOf(server);
  const missing = await crawl.plain({ url: `${server.origin}/robots.txt` }, never);
  const xml = await crawl.plain({ url: `${server.origin}/x.xml`, accept: "application/xml" }, never);
  const head = await crawl.plain({ url: `${server.origin}/x.xml`, method: "HEAD" }, never);
  expect([missing.status, text(xml), head.status, head.body.length]).toEqual([404, "<x/>", 200, 0]);
  expect(server.requests.map(({ method, headers }) => `${method} ${headers.accept}`)[1]).toBe("GET application/xml");
});

test.each<[string, SiteAnswer, string, string]>([
  ["a missing page", { status: 404 }, "http_status", "404 Not Found"],
  ["half a page nobody asked for", { status: 206, body: TEXT }, "http_status", "206 Partial Content"],
  ["an image", { headers: { "content-type": "image/png" }, body: "x" }, "unsupported_type", "not a page: image/png"],
  ["a file sent as a page", { body: "%PDF-1.7 …" }, "unsupported_type", "not a page: application/pdf"],
  [
    "a download",
    { headers: { "content-disposition": "attachment; filename=a" }, body: TEXT },
    "unsupported_type",
    "not a page: sent as a download",
  ],
  ["a body over the limit", { body: "x".repeat(2000) }, "too_large", "more than 1,000 bytes"],
  [
    "a bomb",
    { headers: { "content-encoding": "gzip" }, body: gzipSync("x".repeat(1e5)) },
    "too_large",
    "more than 1,000 bytes",
  ],
  [
    "gzip that breaks off",
    { headers: { "content-encoding": "gzip" }, body: gzipSync(TEXT).subarray(0, 40) },
    "bad_response",
    "body is not gzip, or cut short",
  ],
  [
    "three codings",
    { headers: { "content-encoding": "gzip, br, gzip" }, body: TEXT },
    "unsupported_coding",
    "3 content codings",
  ],
  [
    "an unknown coding",
    { headers: { "content-encoding": "rot13" }, body: "\u0000\u0001\u0002" },
    "unsupported_coding",
    "unknown content coding rot13",
  ],
  ["a redirect to nowhere", { status: 302 }, "bad_redirect", "302 without an address"],
  [
    "a redirect to a file",
    { status: 302, headers: { location: "file:///etc/passwd" } },
    "bad_redirect",
    "redirects to an address that is no plain http(s) URL",
  ],
  ["a redirect to itself", { status: 302, headers: { location: "/" } }, "too_many_redirects", "redirects in a circle"],
  [
    "a redirect to our own network",
    { status: 302, headers: { location: "http://127.0.0.1:9999/" } },
    "address_not_allowed",
    "address not allowed",
  ],
  ["an empty page", "", "empty_page", "it has no text"],
])("%s is not read as a page, with a reason", async (_, answer, code, message) => {
  const server = await site({ "/": answer });
  const crawl = crawlOf(server);
  expect(await failure(page(crawl, `${server.origin}/`, { maxBytes: 1000 }))).toEqual({ code, message });
  expect(server.requests).toHaveLength(1);
});

test("an error page is an error whatever its size, and its body is not read", async () => {
  const server = await site({ "/": { status: 404, body: "x".repeat(8 * 2 ** 20) } });
  const answer = await crawlOf(server).plain({ url: `${server.origin}/` }, never);
  expect([answer.status, answer.body.length]).toEqual([404, 0]);
  expect(answer.wireBytes).toBeLessThan(1e6);
});

test("a request for the beginning of a body reads only that", async () => {
  const server = await site({ "/": "x".repeat(2 ** 20) });
  const answer = await crawlOf(server).plain({ url: `${server.origin}/`, maxBytes: 1000, cut: true }, never);
  expect(text(answer)).toBe("x".repeat(1000));
});

test("a redirect that the caller refuses is not followed", async () => {
  const server = await site({ "/": { status: 302, headers: { location: "/elsewhere" } }, "/elsewhere": TEXT });
  const outcome = await failure(
    page(crawlOf(server), `${server.origin}/`, { mayFollow: (url) => !url.includes("else") }),
  );
  expect(outcome).toEqual({ code: "off_site", message: `redirects to another site: ${server.origin}` });
  expect(server.requests).toHaveLength(1);
});

test("the eleventh redirect is refused", async () => {
  const server = await site({
    "*": ({ url = "" }, response) => response.writeHead(302, { location: `/${Number(url.slice(1)) + 1}` }).end(),
  });
  expect(await failure(page(crawlOf(server), `${server.origin}/1`))).toEqual({
    code: "too_many_redirects",
    message: "more than 10 redirects",
  });
  expect(server.requests).toHaveLength(11);
});

test("one deadline covers headers, body and redirects", async () => {
  const server = await site({
    "/": (_, response) => setTimeout(() => response.writeHead(302, { location: "/slow" }).end(), 600),
    "/slow": (_, response) => response.writeHead(200, { "content-type": "text/html" }).write("<p>only the beginning"),
    "/never": () => {},
  });
  const [crawl, ended] = [crawlOf(server), [] as string[]];
  const late = async (path: string, timeoutMs: number) => {
    expect((await failure(page(crawl, server.origin + path, { timeoutMs }))).code).toBe("timeout");
    ended.push(path);
  };
  // A new deadline after the redirect would end later than the other request.
  await Promise.all([late("/", 1_000), late("/never", 1_400)]);
  expect(ended).toEqual(["/", "/never"]);
});

test("a temporary failure is retried twice, then the page is read", async () => {
  let asked = 0;
  const server = await site({
    "/": (_, response) => (++asked < 3 ? response.writeHead(503).end() : response.writeHead(200).end(TEXT)),
  });
  expect((await page(crawlOf(server), `${server.origin}/`)).status).toBe(200);
});

test("an unknown host and a closed port are reported differently", async () => {
  const server = await site({});
  await server.close();
  const unknown = (hostname: string) => Object.assign(new Error("no"), { code: "ENOTFOUND", hostname });
  const crawl = crawlOf(server, { resolve: (hostname) => Promise.reject(unknown(hostname)) });
  expect(await failure(page(crawl, "http://no.such.example/"))).toEqual({
    code: "dns",
    message: "host not found: no.such.example",
  });
  expect(await failure(page(crawl, `${server.origin}/`))).toEqual({
    code: "unreachable",
    message: "connection refused",
  });
});

test("an unknown name of the system's resolver is an ordinary failure", async () => {
  const crawl = crawlOf(await site({}));
  // Offline the name server does not answer, which is another failure.
  expect(["dns", "unreachable"]).toContain((await failure(page(crawl, "http://no-such-host.invalid/"))).code);
});

test("an abort ends a fetch at once, on the wire and in the queue", async () => {
  const stop = new AbortController();
  const server = await site({ "/": () => stop.abort() });
  const crawl = crawlOf(server, { maxConcurrency: 1 });
  const both = [0, 1].map(() => failure(crawl.page({ url: `${server.origin}/` }, stop.signal)));
  expect((await Promise.all(both)).map(({ code }) => code)).toEqual(["aborted", "aborted"]);
  expect(server.requests).toHaveLength(1);
});

test("closing leaves no socket open", async () => {
  const server = await site({ "*": TEXT });
  const fetching = openFetching({ userAgent: "x" });
  const crawl = fetching.forCrawl({ typed: server.origin });
  await Promise.all([1, 2, 3].map((n) => page(crawl, `${server.origin}/${n}`)));
  expect(server.sockets()).toBeGreaterThan(0);
  await fetching.close();
  await expect.poll(() => server.sockets()).toBe(0);
});
