// A deterministic site of documentation pages, in a process of its own: its work is not the crawler's.
//   node bench/crawl-site.ts PAGES KILOBYTES LATENCY_MS [tls]     prints its origin; GET /stats says what was asked of it,
//   GET /touch changes every 20th page
import { readFileSync } from "node:fs";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { createServer as createTlsServer } from "node:https";
import type { Socket } from "node:net";
import { gzipSync } from "node:zlib";
import { Rounds } from "./rounds.ts";

const [pages = 1000, kilobytes = 14, latencyMs = 0] = process.argv.slice(2, 5).map(Number);
const isTls = process.argv[5] === "tls";

const SECTIONS = ["guide", "reference", "recipes", "integrations", "blog", "releases", "concepts", "operations"];
const WORDS =
  "a reader finds what the page is about in its first sentence and everything around it says where else to look for more of the same kind when that was not it".split(
    " ",
  );

/** The same numbers for the same seed (a linear congruential generator). */
function randomOf(seed: number): (below: number) => number {
  let state = seed * 2_654_435_761 + 12_345;
  return (below) => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) & 0x7fffffff;
    return (state >> 8) % below;
  };
}

const indexes = SECTIONS.map((section) => `/${section}/`);
const topics = Array.from({ length: pages }, (_, index) => `/${SECTIONS[index % SECTIONS.length]}/topic-${index + 1}`);
const paths = ["/", ...indexes, ...topics].slice(0, pages);
const numberOf = new Map(paths.map((path, index) => [path, index]));

/** Number of changes of each page. */
const versions = new Map<number, number>();

function touch(): void {
  for (let number = 20; number < pages; number += 20) {
    versions.set(number, (versions.get(number) ?? 0) + 1);
    bodies.delete(number);
  }
}

/**
 * A page like those of documentation generators: navigation, a breadcrumb, paragraphs with links, a table, code, a
 * footer.
 */
function pageHtml(number: number): string {
  const random = randomOf(number + 1 + (versions.get(number) ?? 0) * 1_000_003);
  const sentence = () => {
    const words = Array.from({ length: 8 + random(14) }, () => WORDS[random(WORDS.length)]).join(" ");
    return `${words[0]?.toUpperCase()}${words.slice(1)}, topic ${number}.`;
  };
  const link = () => {
    const to = random(paths.length);
    return `<a href="${paths[to]}">Topic ${to}</a>`;
  };
  const parts = [
    () => `<p>${sentence()} ${sentence()} See ${link()}. ${sentence()}</p>`,
    () => `<h2 id="s${random(1000)}">${sentence()}</h2><p>${sentence()} ${sentence()}</p>`,
    () => `<ul>${Array.from({ length: 4 }, () => `<li>${sentence()}</li>`).join("")}</ul>`,
    () => `<pre><code class="language-ts">const topic = open(${random(1000)});\nawait topic.read();</code></pre>`,
    () => `<table><tr><th>Name</th><th>Meaning</th></tr><tr><td>n${random(99)}</td><td>${sentence()}</td></tr></table>`,
  ];
  const nav = Array.from({ length: 40 }, (_, index) => {
    const to = (Math.floor(number / 40) * 40 + index) % paths.length;
    return `<li class="nav-item"><a class="nav-link" href="${paths[to]}">Topic ${to}</a></li>`;
  }).join("");
  const section = paths[number]?.split("/")[1] ?? "";
  const head = `<title>Topic ${number} | Bench</title><meta name="description" content="${sentence()}"><link rel="canonical" href="${paths[number]}"><link rel="stylesheet" href="/site.css"><script>window.page = ${number};</script>`;
  const body: string[] = [];
  for (let size = 6000; size < kilobytes * 1024; size += body.at(-1)?.length ?? 0)
    body.push(parts[random(parts.length)]?.() ?? "");
  return `<!doctype html><html lang="en"><head><meta charset="utf-8">${head}</head><body><header><a href="/">Bench</a></header><aside class="sidebar"><nav><ul>${nav}</ul></nav></aside><main><nav aria-label="breadcrumb"><ol><li><a href="/">Home</a></li><li><a href="/${section}/">${section}</a></li></ol></nav><article><h1>Topic ${number}</h1>${body.join("\n")}</article></main><footer><p>Made for measuring. <a href="/">Home</a></p></footer></body></html>`;
}

/** `firstAt`: milliseconds since 1970 at which the first of the requests came. */
const NOTHING = { requests: 0, pages: 0, connections: 0, mostOpen: 0, bytes: 0, firstAt: 0 };
const stats = { ...NOTHING };
let rounds = new Rounds();
let open = 0;
/** Connections that were counted already since the start: one used again after a reset is not counted again. */
const met = new WeakSet<Socket>();
const scheme = isTls ? "https" : "http";
const bodies = new Map<number, Buffer>();

function gzipped(number: number): Buffer {
  const body = bodies.get(number) ?? gzipSync(pageHtml(number), { level: 6 });
  bodies.set(number, body);
  return body;
}
// Pages are made before the first request, so that making them is not measured.
for (const number of paths.keys()) gzipped(number);

function answerPage(number: number, { method, headers }: IncomingMessage, response: ServerResponse): void {
  const etag = `"${number}-${versions.get(number) ?? 0}"`;
  if (headers["if-none-match"] === etag) return void response.writeHead(304, { etag }).end();
  response.writeHead(200, { "content-type": "text/html; charset=utf-8", "content-encoding": "gzip", etag });
  if (method === "HEAD") return void response.end();
  const body = gzipped(number);
  stats.bytes += body.length;
  response.end(body);
}

function whatIs(method: string | undefined, path: string): string {
  if (numberOf.has(path)) return path === "/" ? path : "pages";
  return method === "HEAD" || path.endsWith(".md") ? "probes" : path;
}

function respond(request: IncomingMessage, response: ServerResponse): void {
  const path = request.url ?? "/";
  if (path === "/stats") return void response.end(JSON.stringify({ ...stats, rounds: rounds.list }));
  if (path === "/reset") {
    Object.assign(stats, NOTHING);
    rounds = new Rounds();
    return void response.end();
  }
  if (path === "/touch") {
    touch();
    return void response.end();
  }
  if (stats.requests++ === 0) stats.firstAt = performance.timeOrigin + performance.now();
  if (request.method === "GET" && numberOf.has(path)) stats.pages++;
  if (!met.has(request.socket)) stats.connections++;
  met.add(request.socket);
  const round = rounds.ask(whatIs(request.method, path));
  stats.mostOpen = Math.max(stats.mostOpen, ++open);
  response.on("close", () => open--);
  response.on("finish", () => rounds.answered(round));
  const answer = () => {
    const number = numberOf.get(path);
    if (path === "/sitemap.xml") {
      const urls = paths.map((to) => `<url><loc>${scheme}://${request.headers.host}${to}</loc></url>`).join("");
      response.writeHead(200, { "content-type": "application/xml" });
      response.end(`<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">${urls}</urlset>`);
    } else if (number === undefined) response.writeHead(404, { "content-type": "text/plain" }).end("not here");
    else answerPage(number, request, response);
  };
  if (latencyMs > 0) setTimeout(answer, latencyMs);
  else answer();
}

/** A certificate of the tests, which clients must trust explicitly (NODE_EXTRA_CA_CERTS). */
const pem = (name: string) => readFileSync(new URL(`../test/fixtures/loopback-${name}.pem`, import.meta.url));
const server = isTls ? createTlsServer({ key: pem("key"), cert: pem("certificate") }, respond) : createServer(respond);
server.listen(0, "127.0.0.1", () => {
  const address = server.address();
  if (address !== null && typeof address !== "string") console.log(`${scheme}://127.0.0.1:${address.port}`);
});
