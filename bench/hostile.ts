// The service under hostile pages, patterns, sitemaps and documents, beside ordinary crawls: how long is /health silent?
//   npm run bench -- hostile [MINUTES] [--smoke]     fails when it is silent for more than a second
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { openClient } from "../test/servers/client.ts";
import { HOSTILE_SHAPES, HOSTILE_SITEMAP } from "../test/servers/hostile-shapes.ts";
import { startProcess } from "../test/servers/process.ts";
import { serveSite } from "../test/servers/site.ts";
import { topicSite } from "../test/servers/topic-site.ts";
import { isSmoke, judge, keepResult, numbers, table } from "./results.ts";

const [minutes = isSmoke ? 0.2 : 10] = numbers;
const MAX_SILENCE_MS = 1_000;
/** How often /health is asked. */
const PULSE_MS = 100;

const folder = await mkdtemp(join(tmpdir(), "bench-hostile-"));
const server = await startProcess({ DATA_DIR: folder, ALLOW_PRIVATE_NETWORKS: "true" }, "dist/cli.js");
process.once("exit", () => server.kill("SIGKILL"));

const page = (body: string): string => `<!doctype html><title>T</title><main><h1>T</h1>${body}</main>`;
const words = "<p>Words that are here to be read, and enough of them.</p>".repeat(5);
const paths = Object.keys(HOSTILE_SHAPES);
const hostile = await serveSite({
  "/": page(words + paths.map((path) => `<a href="${path}">${path}</a>`).join("")),
  "/robots.txt": `User-agent: *\n${Array.from({ length: 20_000 }, (_, rule) => `Disallow: /*${rule}*x$\n`).join("")}`,
  "/sitemap.xml": HOSTILE_SITEMAP,
  ...Object.fromEntries(paths.map((path) => [path, page(words + HOSTILE_SHAPES[path])])),
});
const plain = await topicSite({ pages: 60, latencyMs: 5 });

const done = { hostile: 0, plain: 0, patterns: 0, documents: 0 };
const end = performance.now() + minutes * 60_000;
const isOver = (): boolean => performance.now() > end;

async function crawl(request: object): Promise<void> {
  const client = openClient(server.url, "/ws/crawl");
  await client.opened;
  client.send({ maxPages: 60, ...request });
  await client.closed;
}

async function validate(): Promise<void> {
  const text = `# A\n\n> b\n\n## C\n\n- [a](http://x.test/${" ".repeat(1_500_000)}x)\n`;
  const answer = await fetch(`${server.url}/api/validate`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ text }),
  });
  await answer.text();
}

async function again(name: keyof typeof done, work: () => Promise<void>): Promise<void> {
  while (!isOver()) {
    await work();
    done[name]++;
  }
}

const silences: number[] = [];
async function pulse(): Promise<void> {
  while (!isOver()) {
    const before = performance.now();
    await (await fetch(`${server.url}/health`)).text();
    silences.push(performance.now() - before);
    await sleep(PULSE_MS);
  }
}

await Promise.all([
  pulse(),
  again("hostile", () => crawl({ url: hostile.origin, full: true })),
  again("hostile", () => crawl({ url: hostile.origin, full: true })),
  again("plain", () => crawl({ url: plain.origin })),
  again("plain", () => crawl({ url: plain.origin, full: true })),
  again("patterns", () => crawl({ url: plain.origin, include: ["/*a*a*a*a*a*a*a*a*b", "/([a-z-]+)+X"] })),
  again("patterns", () => crawl({ url: plain.origin, include: ["/*a*e*i*o*u*a*e*i*o*u*"] })),
  again("documents", async () => {
    await validate();
    await sleep(1_000);
  }),
]);

silences.sort((a, b) => a - b);
const at = (share: number): number => silences[Math.min(silences.length - 1, Math.floor(silences.length * share))] ?? 0;
const longest = at(1);
const ms = (value: number): string => `${value.toFixed(0)} ms`;
keepResult(
  "The service under hostile input",
  `\`npm run bench -- hostile ${minutes}\`\n\n${table(
    ["minutes", "hostile crawls", "plain crawls", "crawls with patterns", "documents", "/health p50", "p99", "longest"],
    [
      [minutes, done.hostile, done.plain, done.patterns, done.documents]
        .map(String)
        .concat([at(0.5), at(0.99), longest].map(ms)),
    ],
  )}`,
);
judge({
  "every kind of work was done": Object.values(done).every((count) => count > 0),
  "/health is never silent for more than a second": isSmoke || longest <= MAX_SILENCE_MS,
});
server.kill("SIGTERM");
await Promise.all([hostile.close(), plain.close()]);
await rm(folder, { recursive: true, force: true, maxRetries: 5 });
