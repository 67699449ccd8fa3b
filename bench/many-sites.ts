// Many sites of as many pages, each at an address of its own: 127.0.5.1 and on. Prints its port; no request is logged.
//   node bench/many-sites.ts PAGES LATENCY_MS
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";

const [pages = 4, latencyMs = 0] = process.argv.slice(2).map(Number);

const paragraph = (host: string, n: number) =>
  `<p>Paragraph ${n} says what page ${n} of ${host} is about, in words that nobody would call a list or a menu.</p>`;
const linked = Array.from({ length: pages - 1 }, (_, n) => `<a href="/page-${n + 1}">Page ${n + 1} of it</a>`).join(
  "\n",
);

/** Some 14 kB. */
const pageOf = (host: string, path: string) => {
  const title = path === "/" ? `Site ${host}` : `Page ${path.slice(6)} of ${host}`;
  const text = Array.from({ length: 100 }, (_, n) => paragraph(host, n)).join("\n");
  const menu = path === "/" ? linked : `<a href="/">Home</a>`;
  return `<html lang="en"><head><title>${title}</title><meta name="description" content="What there is on ${title}."></head>
    <body><nav>${menu}</nav><main><h1>${title}</h1>${text}</main></body></html>`;
};

const server = createServer(({ url = "", headers }, response) => {
  const isPage = url === "/" || (/^\/page-\d+$/.test(url) && Number(url.slice(6)) < pages);
  const etag = `"${url}"`;
  const isKnown = headers["if-none-match"] === etag;
  setTimeout(() => {
    if (!isPage) return response.writeHead(404).end();
    response.writeHead(isKnown ? 304 : 200, { etag, "content-type": "text/html; charset=utf-8" });
    return response.end(isKnown ? "" : pageOf(headers.host ?? "", url));
  }, latencyMs);
}).listen(0, "0.0.0.0", () => console.log((server.address() as AddressInfo).port));
