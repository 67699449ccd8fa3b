import { existsSync, readFileSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import { afterEach, expect, test, vi } from "vitest";
import { z } from "zod";
import { issueToken } from "../../packages/service/src/doors/tokens.ts";
import { ending, only } from "../servers/client.ts";
import { crawled } from "../servers/crawled.ts";
import { KEY, type Service, startService } from "../servers/service.ts";
import { type SiteAnswer, serveSite } from "../servers/site.ts";

const open: { stop(): Promise<void> }[] = [];
afterEach(async () => {
  vi.useRealTimers();
  for (const it of open.splice(0).reverse()) await it.stop();
});

async function start(options: Parameters<typeof startService>[0] = {}): Promise<Service> {
  const service = await startService(options);
  open.push(service);
  return service;
}

const OPAQUE = ["Invalid URL format", "Failed to fetch page: address not allowed"];

test.each([
  "http://127.0.0.1/",
  "http://0/",
  "http://2130706433/",
  "http://0x7f.1/",
  "http://0177.0.0.1/",
  "http://[::1]/",
  "http://[::ffff:127.0.0.1]/",
  "http://[64:ff9b::7f00:1]/",
  "http://169.254.169.254/latest/meta-data/",
  "http://10.0.0.1/",
  "http://192.168.1.1/",
  "http://100.64.0.1/",
  "http://localhost:6379/",
  "http://user@127.0.0.1/",
  "http://127.0.0.1:22/",
  "http://127.0.0.1\\@example.com/",
  "gopher://127.0.0.1/",
  "http://",
])("an address that is not allowed is refused without a hint: %s", async (url) => {
  const service = await start({ environment: { ALLOW_PRIVATE_NETWORKS: "false" } });
  expect(OPAQUE).toContain(only("error", await service.crawl({ url })));
});

const ADDRESSES = "../shared/hostile/data/ssrf-urls.json";
const addressFile = z.object({ urls: z.array(z.object({ url: z.string(), verdict: z.string() })) });
/** Names need a resolver, and allowed addresses the internet. */
const DECIDED_HERE = new Set(["deny", "invalid", "deny-or-invalid", "deny-scheme", "deny-port"]);

test.skipIf(!existsSync(ADDRESSES))("every decided entry of the address corpus is refused without a hint", async () => {
  const { urls } = addressFile.parse(JSON.parse(readFileSync(ADDRESSES, "utf8")));
  const decided = urls.filter(({ verdict }) => DECIDED_HERE.has(verdict));
  const service = await start({ environment: { ALLOW_PRIVATE_NETWORKS: "false", CRAWL_TIMEOUT_SECONDS: "20" } });
  const surprises = [];
  for (const { url, verdict } of decided) {
    const said = only("error", await service.crawl({ url }));
    if (!OPAQUE.includes(said)) surprises.push({ url, verdict, said });
  }
  expect(surprises).toEqual([]);
  expect(decided.length).toBeGreaterThan(150);
});

test("a token that expires in mid-crawl ends nothing: it is looked at when the socket opens", async () => {
  const begun = Promise.withResolvers<void>();
  const letGo = Promise.withResolvers<void>();
  const service = await start({
    environment: { API_KEY: KEY },
    crawl: async () => {
      begun.resolve();
      await letGo.promise;
      return crawled();
    },
  });
  const token = await issueToken(KEY, new Date());
  const closed = service.crawl({ url: "https://x.dev" }, `/ws/crawl?token=${token}`);
  await begun.promise;
  vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + 301_000 });
  expect((await service.connect(`/ws/crawl?token=${token}`).closed).reason).toBe("Invalid or expired token");
  letGo.resolve();
  expect(ending(await closed)).toEqual(["result", "close 1000"]);
});

test("two hundred crawl requests at once all end well, twelve at a time: a quarter of the places is left to others", async () => {
  let running = 0;
  let most = 0;
  const twelve = Promise.withResolvers<void>();
  const service = await start({
    crawl: async () => {
      most = Math.max(most, ++running);
      if (running === 12) twelve.resolve();
      await twelve.promise;
      await sleep(20);
      running--;
      return crawled();
    },
  });
  const closed = await Promise.all(Array.from({ length: 200 }, () => service.crawl({ url: "https://x.dev" })));
  expect(new Set(closed.map((each) => ending(each).join()))).toEqual(new Set(["result,close 1000"]));
  expect(most).toBe(12);
});

const page = (title: string, body = "") =>
  `<!doctype html><title>${title}</title><main><h1>${title}</h1><p>${title} has a paragraph of its own, long enough to be read.</p>${body}</main>`;

test.each(["/robots.txt", "/", "/sitemap.xml", "/docs/install"])(
  "a client that goes away while %s is being fetched stops its crawl, and no more requests leave",
  async (step) => {
    const { promise: reached, resolve } = Promise.withResolvers<void>();
    const hang: SiteAnswer = () => resolve();
    const site = await serveSite({
      "/": page("Home", '<a href="/docs/install">Install</a> <a href="/docs/routes">Routes</a>'),
      "/docs/install": page("Install"),
      "/docs/routes": page("Routes"),
      [step]: hang,
    });
    open.push({ stop: site.close });
    const service = await start({ environment: { MAX_CONCURRENT_CRAWLS: "1" } });
    const client = service.connect();
    await client.opened;
    client.send({ url: site.origin });
    await reached;
    client.socket.terminate();
    // This crawl gets its turn only when the first one has let go.
    expect(only("error", await service.crawl({ url: "http://127.0.0.1:1/" }))).toMatch(/^Failed to fetch page: /);
    const asked = site.requests.length;
    expect(asked).toBeLessThanOrEqual(12);
    await service.crawl({ url: "http://127.0.0.1:1/" });
    expect(site.requests.length).toBe(asked);
    expect(service.log.some((line) => line.includes("unhandled"))).toBe(false);
  },
);

test("a key of a megabyte is refused before anything looks at it", async () => {
  const service = await start({ environment: { API_KEY: KEY }, crawl: async () => crawled() });
  const client = service.connect(`/ws/crawl?api_key=${"k".repeat(1_048_576)}`);
  await expect(client.opened).rejects.toThrow(/431|ECONNRESET|EPIPE/);
});
