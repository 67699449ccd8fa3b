// Crawls sites whose sitemaps name more than a crawl can use, by the built command, and prints time and memory:
// npm run build && node bench/sitemaps.ts
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { createServer, type RequestListener } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { isMainThread, parentPort, Worker, workerData } from "node:worker_threads";
import { gzipSync } from "node:zlib";

interface Case {
  readonly name: string;
  readonly files: number;
  /** Addresses of one file; 0: a file of 49 MB of the shape that costs most memory. */
  readonly addresses: number;
  readonly maxPages: number;
  readonly mostMs?: number;
  readonly mostMb: number;
}

const CASES: readonly Case[] = [
  { name: "20 files of 50,000 addresses", files: 20, addresses: 50_000, maxPages: 50, mostMs: 10_000, mostMb: 250 },
  { name: "100 files of 50,000 addresses", files: 100, addresses: 50_000, maxPages: 1000, mostMb: 350 },
  { name: "60 files of 49 MB", files: 60, addresses: 0, maxPages: 5, mostMb: 350 },
  { name: "60 files of 49 MB", files: 60, addresses: 0, maxPages: 1000, mostMb: 350 },
];

const LARGE_BYTES = 49 * 1024 * 1024;

function urlset(origin: string, file: number, addresses: number): string {
  const entry = (at: number) => `<url><loc>${origin}/part${file}/folder${at % 500}/page-${at}</loc></url>\n`;
  if (addresses > 0) return `<urlset>${Array.from({ length: addresses }, (_, at) => entry(at)).join("")}</urlset>`;
  const links = Array.from({ length: 15 }, (_, at) => `<xhtml:link hreflang="l${at}" href="${origin}/l${at}/p"/>`);
  const large = (at: number) => entry(at).replace("</url>", `${links.join("")}</url>`);
  const size = large(0).length + 8;
  return `<urlset>${Array.from({ length: Math.floor(LARGE_BYTES / size) }, (_, at) => large(at)).join("")}</urlset>`;
}

function answers({ files, addresses }: Case): RequestListener {
  let packed: { readonly file: number; readonly bytes: Uint8Array } | undefined;
  return ({ url = "/", headers: { host = "" } }, response) => {
    const origin = `http://${host}`;
    const file = Number(/^\/map-(\d+)\.xml$/.exec(url)?.[1] ?? -1);
    if (file >= 0) {
      // One file of the large site is as good as another.
      if (packed === undefined || addresses > 0)
        packed = { file, bytes: gzipSync(urlset(origin, file, addresses), { level: 1 }) };
      response.writeHead(200, { "content-type": "application/xml", "content-encoding": "gzip" }).end(packed.bytes);
    } else if (url === "/sitemap.xml") {
      const locs = Array.from({ length: files }, (_, at) => `<sitemap><loc>${origin}/map-${at}.xml</loc></sitemap>`);
      response
        .writeHead(200, { "content-type": "application/xml" })
        .end(`<sitemapindex>${locs.join("")}</sitemapindex>`);
    } else if (url === "/robots.txt" || /\.\w+$/.test(url)) response.writeHead(404).end();
    else {
      const page = `<html lang="en"><title>${url}</title><main><h1>${url}</h1><p>This is the page at ${url}, and it says this.</p></main>`;
      response.writeHead(200, { "content-type": "text/html" }).end(page);
    }
  };
}

async function measure(one: Case): Promise<void> {
  const serving = new Worker(new URL(import.meta.url), { workerData: one });
  const [port]: unknown[] = await once(serving, "message");
  const folder = mkdtempSync(join(tmpdir(), "bench-sitemaps-"));
  const usage = join(folder, "usage.json");
  const preload = ["--require", join(import.meta.dirname, "usage-report.cjs")];
  const command = [join(import.meta.dirname, "../dist/cli.js"), `http://127.0.0.1:${port}/`];
  const startedAt = performance.now();
  const child = spawn(
    process.execPath,
    [...preload, ...command, "--max-pages", String(one.maxPages), "-o", join(folder, "llms.txt")],
    {
      stdio: ["ignore", "ignore", "pipe"],
      env: { ...process.env, BENCH_USAGE: usage, BROWSER_ENABLED: "false" },
    },
  );
  let said = "";
  child.stderr.on("data", (chunk) => {
    said += chunk;
  });
  const [code]: unknown[] = await once(child, "exit");
  const ms = Math.round(performance.now() - startedAt);
  const { rssMb, cpuMs }: { rssMb: number; cpuMs: number } = JSON.parse(readFileSync(usage, "utf8"));
  const cuts = said.match(/Sitemaps: .*/g) ?? [];
  rmSync(folder, { recursive: true });
  await serving.terminate();
  const isMissed = code !== 0 || ms > (one.mostMs ?? Number.POSITIVE_INFINITY) || rssMb > one.mostMb;
  if (isMissed) process.exitCode = 1;
  console.log(
    one.name.padEnd(32),
    String(one.maxPages).padStart(5),
    `${ms} ms`.padStart(10),
    `${Math.round(cpuMs)} ms`.padStart(10),
    `${Math.round(rssMb)} MB`.padStart(8),
    isMissed ? " MISSED" : "",
  );
  for (const cut of cuts) console.log(`  ${cut}`);
}

if (isMainThread) {
  console.log("sitemaps".padEnd(32), "pages", "time".padStart(10), "CPU".padStart(10), "most".padStart(8));
  for (const one of CASES.slice(Number(process.argv[2] ?? 0))) await measure(one);
} else {
  const server = createServer(answers(workerData)).listen(0, "127.0.0.1");
  await once(server, "listening");
  const address: AddressInfo | string | null = server.address();
  if (typeof address === "object") parentPort?.postMessage(address?.port);
}
