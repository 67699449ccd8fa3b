import { randomUUID } from "node:crypto";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import type { Fetching } from "../../packages/crawler/src/fetch/fetch.ts";
import { openFetching } from "../../packages/crawler/src/fetch/open.ts";
import { recrawlOnHost } from "../../packages/service/src/jobs/on-host.ts";
import { openQueue } from "../../packages/service/src/jobs/queue.ts";
import { doRecrawl } from "../../packages/service/src/jobs/recrawls/recrawls.ts";
import { crawlSite } from "../../packages/service/src/jobs/requested-crawl.ts";
import { Database } from "../../packages/service/src/sites/database/database.ts";
import { HostHolds } from "../../packages/service/src/sites/hosts/hosts.ts";
import { serveManySites } from "../faults/many-sites.ts";
import { serveSite } from "../servers/site.ts";
import { siteRequest } from "../servers/site-request.ts";
import { openSiteWorld, openTestSites, type TestSites, takeAll } from "../servers/sites.ts";

const never = new AbortController().signal;
const closers: (() => Promise<unknown>)[] = [];
let place: TestSites;
beforeAll(async () => {
  place = await openTestSites("Postgres server");
});
beforeEach(() => place.empty());
afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close();
});
afterAll(() => place.close());

const holds = (holdMs?: number) => new HostHolds({ database: place.database, ...(holdMs && { holdMs }) });
const newHost = () => `${randomUUID()}.dev`;

test("of processes that take a host at the same moment one gets it, and when it gives it back another does", async () => {
  const host = newHost();
  const processes = Array.from({ length: 6 }, () => holds());
  const taken = await Promise.all(processes.map((one) => one.takeForRecrawl(host)));
  const [release, ...more] = taken.filter((one) => one !== undefined);
  expect(more).toEqual([]);
  const [owner] = processes.filter((_, n) => taken[n] !== undefined);
  expect(await owner?.takeForRecrawl(host)).toBeUndefined();
  await release?.(0);
  const next = await processes.find((one) => one !== owner)?.takeForRecrawl(host);
  expect(next).toBeTypeOf("function");
  await next?.(0);
});

test("a crawl on request takes the host, or goes on beside another process's; www. is no other host", async () => {
  const host = newHost();
  const [first, second] = [holds(), holds()];
  const release = await first.take(host);
  const beside = await second.take(host);
  expect([first.isLimited(host), second.isLimited(`www.${host}`)]).toEqual([false, true]);
  expect(await second.takeForRecrawl(host)).toBeUndefined();
  // Within a process one host's limits hold for all its crawls.
  const recrawl = await first.takeForRecrawl(host);
  expect(recrawl).toBeTypeOf("function");
  await recrawl?.(0);
  await release(0);
  await beside(0);
  expect(second.isLimited(host)).toBe(false);
});

test("a crawl beside another process's takes the host over when that one has ended", async () => {
  const host = newHost();
  const [first, second] = [holds(400), holds(400)];
  const release = await first.take(host);
  const beside = await second.take(host);
  expect(second.isLimited(host)).toBe(true);
  await release(0);
  await expect.poll(() => second.isLimited(host), { timeout: 10_000 }).toBe(false);
  await beside(0);
});

test("a host is not taken before its Crawl-delay is over", async () => {
  const host = newHost();
  const [first, second] = [holds(), holds()];
  await (await first.takeForRecrawl(host))?.(300);
  const gaveBackAt = performance.now();
  expect(await second.takeForRecrawl(host)).toBeUndefined();
  await expect.poll(() => second.takeForRecrawl(host), { timeout: 10_000 }).toBeTypeOf("function");
  expect(performance.now() - gaveBackAt).toBeGreaterThan(290);
});

test("a Crawl-delay that is longer than a hold is kept, too", async () => {
  const host = newHost();
  const [first, second] = [holds(200), holds(200)];
  await (await first.takeForRecrawl(host))?.(900);
  const gaveBackAt = performance.now();
  await expect.poll(() => second.takeForRecrawl(host), { timeout: 10_000 }).toBeTypeOf("function");
  expect(performance.now() - gaveBackAt).toBeGreaterThan(890);
});

test("the host of a process that died is taken over when its hold has ended; it asks one request at a time itself", async () => {
  const host = newHost();
  const options = place.options.type === "postgres" ? place.options : undefined;
  if (options === undefined) throw new Error("no server");
  const lost = new Database(options, () => {});
  await lost.opened(AbortSignal.timeout(30_000));
  const dead = new HostHolds({ database: lost, holdMs: 1_000 });
  await dead.takeForRecrawl(host);
  await lost.close();
  const other = holds();
  expect(await other.takeForRecrawl(host)).toBeUndefined();
  await expect.poll(() => other.takeForRecrawl(host), { timeout: 20_000 }).toBeTypeOf("function");
  expect(dead.isLimited(host)).toBe(true);
});

test("a host is kept as long as it is crawled", async () => {
  const host = newHost();
  const [first, second] = [holds(300), holds(300)];
  const release = await first.takeForRecrawl(host);
  const endsAt = performance.now() + 1_000;
  while (performance.now() < endsAt) expect(await second.takeForRecrawl(host)).toBeUndefined();
  await release?.(0);
});

test("while its database is away a process asks one request at a time; without one it is alone", async () => {
  const away = new Database({ type: "postgres", url: "postgres://u:p@127.0.0.1:1/d" }, () => {});
  closers.push(() => away.close());
  const careful = new HostHolds({ database: away });
  await careful.take("x.dev");
  expect(careful.isLimited("x.dev")).toBe(true);
  const alone = new HostHolds({ database: undefined });
  const release = await alone.take("x.dev");
  expect(alone.isLimited("x.dev")).toBe(false);
  await release(0);
});

const DELAY_MS = 200;

test.each([1, 2, 4])("%i workers never crawl a host twice at once, and keep its Crawl-delay", async (workers) => {
  const gaps: number[] = [];
  let answeredAt = Number.NEGATIVE_INFINITY;
  const website = await serveManySites(5, {
    robots: `User-agent: *\nCrawl-delay: ${DELAY_MS / 1_000}\n`,
    onRequest: () => gaps.push(performance.now() - answeredAt),
    onAnswer: () => {
      answeredAt = performance.now();
    },
  });
  closers.push(() => website.close());
  const SITES = 5;
  for (let n = 0; n < SITES; n++)
    await place.sites.enrol({
      request: siteRequest(website.url(n), { scope: "path" }),
      recrawlIntervalMinutes: 60,
      sentinelUrl: null,
    });
  const done: string[] = [];
  let [now, most] = [0, 0];
  const connection = await place.database.connection();
  const main = await openQueue(connection, () => {});
  closers.push(() => main.close());
  for (let n = 0; n < workers; n++) {
    const { world, close } = openSiteWorld(place.sites, holds());
    const queue = await openQueue(connection, () => {});
    closers.push(close, () => queue.close());
    await queue.work((job, signal) => {
      const crawl = async () => {
        most = Math.max(most, ++now);
        await doRecrawl(job, { world, listenTo: () => ({ report: () => {} }) }, signal);
        done.push(job.siteId);
        now--;
      };
      return recrawlOnHost(job, world, { crawl, signal });
    }, 2);
  }
  await place.sites.startRun(SITES, main.add);
  await expect.poll(() => done.length, { timeout: 100_000 }).toBe(SITES);
  expect([new Set(done).size, most]).toEqual([SITES, 1]);
  // Both ends are in this process: an arrival that is seen late makes the next gap look shorter.
  expect(Math.min(...gaps)).toBeGreaterThan(0.75 * DELAY_MS);
  expect(website.visitors.size).toBe(SITES);
});

test("a crawl on request beside a scheduled one asks one request at a time, and says so", async () => {
  let [now, most] = [0, 0];
  const website = await serveManySites(20, {
    onRequest: () => {
      most = Math.max(most, ++now);
    },
    onAnswer: () => now--,
  });
  closers.push(() => website.close());
  const release = await holds().takeForRecrawl("127.0.0.1");
  const { world, close } = openSiteWorld(place.sites, holds());
  closers.push(close);
  const facts: unknown[] = [];
  await crawlSite(
    { ...siteRequest(website.url(1), {}), full: false, llmEnhance: false },
    { world, report: (fact) => facts.push(fact) },
    never,
  );
  expect(facts).toContainEqual({ type: "slower", reason: "another process crawls 127.0.0.1", concurrency: 1 });
  expect(most).toBe(1);
  await release?.(0);
});

const HOME = "harbour.example";
const DOCS = "docs.harbour.example";

/** A site whose pages lie on a sub-domain; `onDocs` hears of each request to that one. */
async function serveHarbour(onDocs: (open: number) => void) {
  let open = 0;
  const paths = Array.from({ length: 6 }, (_, n) => `/pier-${n}`);
  const text = (title: string) => `<title>${title}</title><main><h1>${title}</h1><p>${title} has berths for boats of
    every length, and water that is deep enough at low tide.</p>`;
  const site = await serveSite({
    "*": (request, response) => {
      const isDocs = request.headers.host?.startsWith("docs.") === true;
      if (isDocs) onDocs(++open);
      const isPage = request.url === "/" || (isDocs && paths.includes(request.url ?? ""));
      const links = paths.map((path) => `<a href="http://${DOCS}:${site.port}${path}">${path}</a>`).join(" ");
      setTimeout(() => {
        if (isDocs) open--;
        response.writeHead(isPage ? 200 : 404, { "content-type": "text/html" });
        response.end(isPage ? `${text(`Harbour ${request.url}`)}${links}` : "");
      }, 20);
    },
  });
  closers.push(site.close);
  return siteRequest(`http://${HOME}:${site.port}/`, { subdomains: true });
}

/** The world of another process, for which all names lead to this machine. */
function processWith(hosts: HostHolds) {
  const { world, close } = openSiteWorld(place.sites, hosts);
  const fetching = openFetching({
    userAgent: "test/1",
    allowPrivateNetworks: true,
    browser: { enabled: false },
    resolve: async () => [{ address: "127.0.0.1", family: 4 }],
    isLimited: (hostname) => hosts.isLimited(hostname),
  });
  closers.push(close, fetching.close);
  return { ...world, fetching };
}

test("a crawl of sub-domains takes each host that it asks: another process crawls none of them until it has ended", async () => {
  const other = holds();
  const tried: Promise<unknown>[] = [];
  const request = await serveHarbour(() => tried.push(other.takeForRecrawl(DOCS)));
  const world = processWith(holds());
  await crawlSite({ ...request, full: false, llmEnhance: false }, { world, report: () => {} }, never);
  expect(tried.length).toBeGreaterThan(6);
  expect(await Promise.all(tried)).toEqual(tried.map(() => undefined));
  const release = await other.takeForRecrawl(DOCS);
  expect(release).toBeTypeOf("function");
  await release?.(0);
});

test("a sub-domain that another process crawls is asked one request at a time by a scheduled crawl, too, which says so", async () => {
  let most = 0;
  const request = await serveHarbour((open) => {
    most = Math.max(most, open);
  });
  const release = await holds().takeForRecrawl(DOCS);
  const { id } = await place.sites.enrol({ request, recrawlIntervalMinutes: 60, sentinelUrl: null });
  const run = await place.sites.startRun(1, takeAll);
  const world = processWith(holds());
  const facts: unknown[] = [];
  const listenTo = () => ({ report: (fact: unknown) => facts.push(fact) });
  const crawl = (fetching: Fetching) =>
    doRecrawl({ siteId: id, runId: run?.id ?? "" }, { world: { ...world, fetching }, listenTo }, never);
  await recrawlOnHost({ host: HOME }, world, { crawl, signal: never });
  const slower = facts.filter((fact) => JSON.stringify(fact).includes('"slower"'));
  expect(slower).toEqual([{ type: "slower", reason: `another process crawls ${DOCS}`, concurrency: 1 }]);
  expect(most).toBe(1);
  await release?.(0);
});
