import { createHmac } from "node:crypto";
import { afterEach, expect, test } from "vitest";
import type { CrawlSiteProgress } from "../src/shells/crawls.ts";
import { ending, only } from "./servers/client.ts";
import { crawled } from "./servers/crawled.ts";
import { KEY, type Service, startService } from "./servers/service.ts";

const services: Service[] = [];
afterEach(async () => {
  await Promise.all(services.splice(0).map((service) => service.stop()));
});

async function start(options: Parameters<typeof startService>[0] = {}): Promise<Service> {
  const service = await startService(options);
  services.push(service);
  return service;
}

const withKey = { API_KEY: KEY };
const url = "https://example.com/";
const site = "http://127.0.0.1:9/docs";
const known = (count: number): CrawlSiteProgress => ({ type: "known", count });

/** A crawl that says one thing and is done. */
const quick = async (_: unknown, report: (progress: CrawlSiteProgress) => void) => {
  report(known(1));
  return crawled("# Quick\n", { fileUrl: "http://files.example/quick.txt" });
};

/** A crawl that runs until it is let go or stopped, and remembers how it ended. */
function held() {
  const { promise, resolve } = Promise.withResolvers<void>();
  const begun = Promise.withResolvers<void>();
  const aborted = Promise.withResolvers<void>();
  return {
    letGo: resolve,
    begun: begun.promise,
    aborted: aborted.promise,
    crawl: async (_: unknown, report: (progress: CrawlSiteProgress) => void, signal: AbortSignal) => {
      signal.addEventListener("abort", () => aborted.resolve(), { once: true });
      report(known(1));
      begun.resolve();
      await Promise.race([promise, aborted.promise]);
      signal.throwIfAborted();
      return crawled("# Held\n");
    },
  };
}

function token(claims: Record<string, unknown> = {}): string {
  const now = Math.floor(Date.now() / 1000);
  const part = (value: unknown) => Buffer.from(JSON.stringify(value)).toString("base64url");
  const body = `${part({ alg: "HS256" })}.${part({ iat: now, exp: now + 300, type: "websocket", ...claims })}`;
  return `${body}.${createHmac("sha256", KEY).update(body).digest("base64url")}`;
}

test("log messages come first, then result, then url, then the close with 1000", async () => {
  const service = await start({ crawl: quick });
  const closed = await service.crawl({ url });
  expect(closed.messages.map(({ type }) => type)).toEqual(["log", "result", "url"]);
  expect(only("result", closed)).toBe("# Quick\n");
  expect(only("url", closed)).toBe("http://files.example/quick.txt");
  expect(closed.code).toBe(1000);
});

test("url is omitted when no hosted URL is produced", async () => {
  const service = await start({ crawl: async () => crawled() });
  expect(ending(await service.crawl({ url }))).toEqual(["result", "close 1000"]);
});

test("if token is present it must be valid, else 1008 Invalid or expired token; no fallback to the API key is made", async () => {
  const service = await start({ crawl: quick, environment: withKey });
  const expired = token({ iat: 1_700_000_000, exp: 1_700_000_300 });
  for (const query of ["token=x", `token=x&api_key=${KEY}`, `token=${expired}`, `token=${token({ type: "access" })}`]) {
    const closed = await service.connect(`/ws/crawl?${query}`).closed;
    expect(closed).toEqual({ code: 1008, reason: "Invalid or expired token", messages: [] });
  }
  expect(ending(await service.crawl({ url }, `/ws/crawl?token=${token()}`))).toEqual(["result", "url", "close 1000"]);
});

test("if token is absent and an API key is configured, api_key must equal it, else 1008 Unauthorized", async () => {
  const service = await start({ crawl: quick, environment: withKey });
  const wrong = ["", KEY.slice(1), `${KEY}x`, KEY.replace("t", "T"), "ключ", "k".repeat(10_000)];
  for (const query of ["", ...wrong.map((key) => `?api_key=${encodeURIComponent(key)}`)]) {
    const closed = await service.connect(`/ws/crawl${query}`).closed;
    expect(closed).toEqual({ code: 1008, reason: "Unauthorized", messages: [] });
  }
  expect(ending(await service.crawl({ url }, `/ws/crawl?api_key=${KEY}`))).toEqual(["result", "url", "close 1000"]);
});

test("an empty token counts as absent; of two equal parameters the first counts", async () => {
  const service = await start({ crawl: quick, environment: withKey });
  const done = ["result", "url", "close 1000"];
  expect(ending(await service.crawl({ url }, `/ws/crawl?token=&api_key=${KEY}`))).toEqual(done);
  expect(ending(await service.crawl({ url }, `/ws/crawl?api_key=${KEY}&api_key=wrong`))).toEqual(done);
  expect((await service.connect(`/ws/crawl?api_key=wrong&api_key=${KEY}`).closed).reason).toBe("Unauthorized");
  expect((await service.connect(`/ws/crawl?token=x&token=${token()}`).closed).reason).toBe("Invalid or expired token");
});

test("if token is absent and no API key is configured, the connection is accepted without credentials", async () => {
  const service = await start({ crawl: quick });
  expect(ending(await service.crawl({ url }))).toEqual(["result", "url", "close 1000"]);
});

test("without an API key a browser's Origin must be the server's own or in CORS_ORIGINS, else 1008 Forbidden origin", async () => {
  const service = await start({ crawl: quick, environment: { CORS_ORIGINS: "https://app.example" } });
  for (const origin of ["https://evil.example", "null", "http://localhost:1", "http://evil.example:8000"]) {
    const closed = await service.connect("/ws/crawl", { origin }).closed;
    expect(closed).toEqual({ code: 1008, reason: "Forbidden origin", messages: [] });
  }
  for (const origin of [service.url, "https://app.example"]) {
    const client = service.connect("/ws/crawl", { origin });
    await client.opened;
    client.send({ url });
    expect(ending(await client.closed)).toEqual(["result", "url", "close 1000"]);
  }
});

test("no request within the time for it: error No crawl request received, close", async () => {
  const service = await start({ crawl: quick, patience: { firstMessageMs: 20 } });
  const closed = await service.connect().closed;
  expect([only("error", closed), closed.code]).toEqual(["No crawl request received", 1000]);
});

test.each([
  ["{url:", "Invalid JSON"],
  ["", "Invalid JSON"],
  ["[".repeat(60_000), "Invalid JSON"],
  ["null", "Invalid request: message: must be a JSON object"],
  ["[]", "Invalid request: message: must be a JSON object"],
  ["1", "Invalid request: message: must be a JSON object"],
  ['"x"', "Invalid request: message: must be a JSON object"],
  ["{}", "Invalid request: url: is required"],
  [{ url: 1 }, "Invalid request: url: must be a string"],
  [{ url: "ftp://example.com" }, "Invalid URL format"],
  [{ url: "https://user:pass@example.com" }, "Invalid URL format"],
  [{ url: "http://exa mple.com" }, "Invalid URL format"],
  [{ url: "http://example.com/\r\n\u001b[31m" }, "Invalid URL format"],
  [{ url, maxPages: 0 }, "Max pages must be between 1 and 1000"],
  [{ url, maxPages: 1001 }, "Max pages must be between 1 and 1000"],
  [{ url, maxPages: "50" }, "Invalid request: maxPages: must be a whole number"],
  [{ url, descLength: 99 }, "Description length must be between 100 and 2000"],
  [{ url, descLength: 2001 }, "Description length must be between 100 and 2000"],
  [{ url, enableAutoUpdate: true, recrawlIntervalMinutes: 0 }, "Recrawl interval must be between 1 and 525600 minutes"],
  [{ url, enableAutoUpdate: "true" }, "Invalid request: enableAutoUpdate: must be true or false"],
])("a refusal is one error message, then the close, and nothing is crawled: %j", async (message, text) => {
  let crawls = 0;
  const service = await start({
    crawl: async () => {
      crawls++;
      return crawled();
    },
  });
  const closed = await service.crawl(message);
  expect(closed).toEqual({ code: 1000, reason: "", messages: [{ type: "error", content: text }] });
  expect(crawls).toBe(0);
});

test("a binary message is refused", async () => {
  const service = await start({ crawl: quick });
  const client = service.connect();
  await client.opened;
  client.socket.send(Buffer.from(JSON.stringify({ url })));
  const closed = await client.closed;
  expect([only("error", closed), closed.code]).toEqual(["Invalid request: message: must be text", 1000]);
});

test("a message over 64 KiB: close code 1009, whole or in fragments", async () => {
  const service = await start({ crawl: quick });
  const whole = service.connect();
  await whole.opened;
  whole.socket.on("error", () => {});
  whole.send(JSON.stringify({ url, pad: "x".repeat(65_536) }));
  expect((await whole.closed).code).toBe(1009);

  const fragments = service.connect();
  await fragments.opened;
  fragments.socket.on("error", () => {});
  for (let n = 0; n < 70; n++) fragments.socket.send("x".repeat(1_000), { fin: false });
  expect((await fragments.closed).code).toBe(1009);
  expect(ending(await service.crawl({ url, pad: "x".repeat(60_000) }))).toEqual(["result", "url", "close 1000"]);
});

test("messages are never compressed, so that none can hold more than it weighs", async () => {
  const service = await start({ crawl: quick });
  const client = service.connect("/ws/crawl", { perMessageDeflate: true });
  await client.opened;
  expect(client.socket.extensions).toBe("");
  client.socket.terminate();
});

test("a second message is ignored, and the hundredth ends the connection", async () => {
  const crawl = held();
  let crawls = 0;
  const service = await start({
    crawl: (...parameters) => {
      crawls++;
      return crawl.crawl(...parameters);
    },
  });
  const twice = service.connect();
  await twice.opened;
  twice.send({ url });
  twice.send({ url });
  await crawl.begun;
  crawl.letGo();
  expect(ending(await twice.closed)).toEqual(["result", "close 1000"]);
  expect(crawls).toBe(1);

  const flood = service.connect();
  await flood.opened;
  for (let n = 0; n < 100_000; n++) flood.send("{}");
  expect((await flood.closed).code).toBe(1008);
});

test("on any failure after accepting, the server sends one error message and then closes", async () => {
  const service = await start({
    crawl: async () => {
      throw new Error("the disk is on fire");
    },
  });
  const closed = await service.crawl({ url });
  expect(closed).toEqual({ code: 1000, reason: "", messages: [{ type: "error", content: "the disk is on fire" }] });
});

test("a client that goes away stops its crawl at once, and its place is free again", async () => {
  const crawl = held();
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
  const crawl = held();
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

test("with events=1 messages carry a third field; without it nothing but type and content is sent", async () => {
  const service = await start({ crawl: quick });
  const plain = await service.crawl({ url: site });
  for (const message of plain.messages) expect(Object.keys(message)).toEqual(["type", "content"]);
  const rich = await service.crawl({ url: site, maxPages: 7 }, "/ws/crawl?events=1");
  const events = rich.messages.map(({ event }) => event).filter((event) => event !== undefined);
  expect(events.map(({ type }) => type)).toEqual(["started", "known", "progress", "summary"]);
  expect(events[0]).toMatchObject({ host: "127.0.0.1:9", maxPages: 7, id: expect.stringMatching(/^[\da-f-]{36}$/) });
  expect(events.at(-1)).toMatchObject({ characters: 8, lines: 1, pages: 0, stored: true, timedOut: false });
});

test("a slow reader never makes the process grow: log messages are left out, the result is not", async () => {
  const big = `# Big\n${"x".repeat(1_000_000)}\n`;
  const line: CrawlSiteProgress = { type: "sitemap", url: `https://example.com/${"x".repeat(1_000)}`, urls: 1 };
  const flooded = Promise.withResolvers<number>();
  const service = await start({
    crawl: async (_request, report) => {
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
  const crawl = held();
  const service = await start({ crawl: crawl.crawl, patience: { pingMs: 20, silentMs: 60 } });
  const deaf = service.connect("/ws/crawl", { autoPong: false });
  await deaf.opened;
  deaf.send({ url });
  await crawl.aborted;
  expect((await deaf.closed).code).toBe(1006);
});

test("a flood of pings leaves the server answering others", async () => {
  const service = await start({ crawl: quick });
  const client = service.connect();
  await client.opened;
  client.socket.pause();
  for (let n = 0; n < 100_000; n++) client.socket.ping("x");
  expect((await fetch(`${service.url}/health`, { signal: AbortSignal.timeout(30_000) })).status).toBe(200);
  client.socket.terminate();
  await client.closed;
});

test("no message and no log line holds a key, a token or a secret", async () => {
  const environment = { API_KEY: KEY, CRON_SECRET: "cron-secret-value", LLM_API_KEY: "llm-key-value" };
  const service = await start({ crawl: quick, environment });
  const good = token();
  const closed = await service.crawl({ url }, `/ws/crawl?token=${good}&events=1`);
  await service.connect(`/ws/crawl?api_key=${KEY}x`).closed;
  await fetch(`${service.url}/nowhere?api_key=${KEY}`, { headers: { "x-api-key": KEY } });
  await service.stop();
  services.splice(0);
  const everything = JSON.stringify(closed) + service.log.join("");
  expect(service.log.length).toBeGreaterThan(3);
  for (const secret of [KEY, good, "cron-secret-value", "llm-key-value"]) expect(everything).not.toContain(secret);
});

test("on a stop running crawls get their time, and what is done by then is delivered", async () => {
  const crawl = held();
  const service = await start({ crawl: crawl.crawl });
  const client = service.connect();
  await client.opened;
  client.send({ url });
  await crawl.begun;
  const stopped = service.stop();
  services.splice(0);
  expect((await fetch(`${service.url}/ready`)).status).toBe(503);
  crawl.letGo();
  expect(ending(await client.closed)).toEqual(["result", "close 1000"]);
  await stopped;
});

test("on a stop what still runs is interrupted, what waits or has said nothing is told at once, and sockets close with 1012", async () => {
  const crawl = held();
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
  services.splice(0);
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
  services.splice(0);
  expect(performance.now() - asked).toBeLessThan(2_000);
  expect(ending(await closed)).toEqual(["error", "close 1012"]);
});
