import { expect, test } from "vitest";
import type { CrawlFact } from "../../packages/service/src/facts/facts.ts";

import { ending, only } from "../servers/client.ts";
import { crawled } from "../servers/crawled.ts";
import { heldCrawl } from "../servers/held-crawl.ts";
import { serviceStarter } from "../servers/service-starter.ts";

const start = serviceStarter();

const url = "https://example.com/";

test("a client that goes away stops its crawl at once, and its place is free again", async () => {
  const crawl = heldCrawl();
  const service = await start({ crawl: crawl.crawl, environment: { MAX_CONCURRENT_CRAWLS: "1" } });
  for (const leave of ["close", "terminate"] as const) {
    const client = service.connect();
    await client.opened;
    client.send({ url });
    await client.next(({ type }) => type === "log");
    client.socket[leave]();
    await crawl.aborted;
  }
  crawl.letGo();
  expect(ending(await service.crawl({ url }))).toEqual(["result", "close 1000"]);
});

test("further crawls wait, in order, and are told so in a log message", async () => {
  const crawl = heldCrawl();
  const service = await start({ crawl: crawl.crawl, environment: { MAX_CONCURRENT_CRAWLS: "1" } });
  const first = service.crawl({ url });
  await crawl.begun;
  const clients = [];
  for (const ahead of [0, 1]) {
    const client = service.connect("/ws/crawl?events=1");
    await client.opened;
    client.send({ url });
    const waiting = await client.next(({ event }) => event?.type === "queued");
    expect(waiting.event).toEqual({ type: "queued", ahead });
    expect(waiting.content).toMatch(/^Waiting: /);
    clients.push(client);
  }
  const closing: number[] = [];
  for (const [n, client] of clients.entries()) void client.closed.then(() => closing.push(n));
  crawl.letGo();
  await Promise.all([first, ...clients.map((client) => client.closed)]);
  expect(closing).toEqual([0, 1]);
  expect(clients[1]?.messages.some(({ event }) => event?.type === "queued" && event.ahead === 0)).toBe(true);
});

test("a slow reader never makes the process grow: log messages are left out, the result is not", async () => {
  const big = `# Big\n${"x".repeat(1_000_000)}\n`;
  const line: CrawlFact = { type: "sitemap", url: `https://example.com/${"x".repeat(1_000)}`, urls: 1 };
  const flooded = Promise.withResolvers<number>();
  const service = await start({
    crawl: async (_request, { report }) => {
      for (let n = 0; n < 100_000; n++) {
        report(line);
        if (n % 1_000 === 0) await new Promise((resolve) => setImmediate(resolve));
      }
      flooded.resolve(process.memoryUsage().rss);
      return crawled(big);
    },
  });
  const before = process.memoryUsage().rss;
  const client = service.connect();
  await client.opened;
  client.send({ url });
  client.socket.pause();
  const grown = (await flooded.promise) - before;
  // 100 MB were said; a quarter of a megabyte waits, the rest of the growth is garbage not yet collected.
  expect(grown).toBeLessThan(60_000_000);
  client.socket.resume();
  const closed = await client.closed;
  expect(only("result", closed)).toBe(big);
  expect(closed.messages.length).toBeLessThan(20_000);
  expect(closed.messages.some(({ content }) => content.endsWith("messages left out: the connection is slow"))).toBe(
    true,
  );
  expect(ending(closed)).toEqual(["result", "close 1000"]);
});

test("a peer that answers no ping is dropped, and its crawl stops", async () => {
  const crawl = heldCrawl();
  const service = await start({ crawl: crawl.crawl, patience: { pingMs: 20, silentMs: 60 } });
  const deaf = service.connect("/ws/crawl", { autoPong: false });
  await deaf.opened;
  deaf.send({ url });
  await crawl.aborted;
  expect((await deaf.closed).code).toBe(1006);
});

test("a flood of pings leaves the server answering others", async () => {
  const service = await start({ crawl: async () => crawled() });
  const client = service.connect();
  await client.opened;
  client.socket.pause();
  for (let n = 0; n < 100_000; n++) client.socket.ping("x");
  expect((await fetch(`${service.url}/health`, { signal: AbortSignal.timeout(30_000) })).status).toBe(200);
  client.socket.terminate();
  await client.closed;
});

test("on a stop running crawls get their time, and what is done by then is delivered", async () => {
  const crawl = heldCrawl();
  const service = await start({ crawl: crawl.crawl });
  const client = service.connect();
  await client.opened;
  client.send({ url });
  await crawl.begun;
  const stopped = service.stop();
  expect((await fetch(`${service.url}/ready`)).status).toBe(503);
  crawl.letGo();
  expect(ending(await client.closed)).toEqual(["result", "close 1000"]);
  await stopped;
});

test("on a stop what still runs is interrupted, what waits or has said nothing is told at once, and sockets close with 1012", async () => {
  const crawl = heldCrawl();
  const service = await start({
    crawl: crawl.crawl,
    environment: { MAX_CONCURRENT_CRAWLS: "1" },
    patience: { drainMs: 100 },
  });
  const running = service.crawl({ url });
  await crawl.begun;
  const waiting = service.connect();
  await waiting.opened;
  waiting.send({ url });
  await waiting.next(({ content }) => content.startsWith("Waiting"));
  const idle = service.connect();
  await idle.opened;
  const stopped = service.stop();
  const late = service.connect();
  for (const closed of await Promise.all([running, waiting.closed, idle.closed, late.closed])) {
    expect(only("error", closed)).toBe("Crawl interrupted");
    expect(closed.code).toBe(1012);
  }
  await crawl.aborted;
  await stopped;
});

test("a crawl that hangs whatever it is told does not keep the service from stopping", async () => {
  const begun = Promise.withResolvers<void>();
  const service = await start({
    crawl: async () => {
      begun.resolve();
      return await new Promise(() => {});
    },
    patience: { drainMs: 50, settleMs: 50, closeMs: 50 },
  });
  const closed = service.crawl({ url });
  await begun.promise;
  const asked = performance.now();
  await service.stop();
  expect(performance.now() - asked).toBeLessThan(2_000);
  expect(ending(await closed)).toEqual(["error", "close 1012"]);
});
