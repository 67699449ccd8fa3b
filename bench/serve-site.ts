// A site for bench/serve.ts, in a process of its own: its work is not the service's. Prints its port.
import { createServer } from "node:http";
import { setTimeout as sleep } from "node:timers/promises";

const PAGES = Number(process.argv[2] ?? 200);
const LATENCY_MS = Number(process.argv[3] ?? 20);

const TOPICS = ["guides", "reference", "examples", "integrations", "recipes"];
const paths = Array.from({ length: PAGES - 1 }, (_, n) => `/${TOPICS[n % TOPICS.length]}/topic-${n}`);
const words = (seed: number) => Array.from({ length: 60 }, (_, n) => `word${(seed * 31 + n * 7) % 997}`).join(" ");

/** About 14 KB, with paragraphs of its own and the site's navigation. */
function page(path: string): string {
  const seed = paths.indexOf(path) + 1;
  const links = paths.slice(seed % 100, (seed % 100) + 40).map((to) => `<li><a href="${to}">About ${to}</a></li>`);
  const paragraphs = Array.from({ length: 20 }, (_, n) => `<p>Of ${path}: ${words(seed * 20 + n)}.</p>`);
  return (
    `<!doctype html><html lang=en><title>Topic ${seed}: ${words(seed).slice(0, 30)}</title>` +
    `<nav><ul>${links.join("")}</ul></nav><main><h1>Topic ${seed}</h1>${paragraphs.join("")}</main>`
  );
}

const sitemap = (origin: string) =>
  `<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">${paths.map((path) => `<url><loc>${origin}${path}</loc></url>`).join("")}</urlset>`;

const server = createServer(async ({ url = "/", headers }, response) => {
  await sleep(LATENCY_MS);
  if (url === "/sitemap.xml")
    response.setHeader("Content-Type", "application/xml").end(sitemap(`http://${headers.host}`));
  else if (url === "/" || paths.includes(url)) response.setHeader("Content-Type", "text/html").end(page(url));
  else response.writeHead(404).end();
});
server.listen(0, "127.0.0.1", () => {
  const address = server.address();
  if (address !== null && typeof address !== "string") console.log(address.port);
});
