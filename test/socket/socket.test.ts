import { createHmac } from "node:crypto";
import { expect, test } from "vitest";
import type { RunCrawl } from "../../packages/service/src/crawls/crawls.ts";
import type { CrawlFact } from "../../packages/service/src/facts/facts.ts";
import { ending, only } from "../servers/client.ts";
import { crawled } from "../servers/crawled.ts";
import { heldCrawl } from "../servers/held-crawl.ts";
import { KEY } from "../servers/service.ts";
import { serviceStarter } from "../servers/service-starter.ts";

const start = serviceStarter();

const withKey = { API_KEY: KEY };
const url = "https://example.com/";
const site = "http://127.0.0.1:9/docs";
const known = (count: number): CrawlFact => ({ type: "known", count });

/** A crawl that says one thing and is done. */
const quick: RunCrawl = async (_, { report }) => {
  report(known(1));
  return crawled("# Quick\n", { uploaded: { type: "stored", fileUrl: "http://files.example/quick.txt" } });
};

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
  const crawl = heldCrawl();
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

test("no message and no log line holds a key, a token or a secret", async () => {
  const environment = { API_KEY: KEY, CRON_SECRET: "cron-secret-value", LLM_API_KEY: "llm-key-value" };
  const service = await start({ crawl: quick, environment });
  const good = token();
  const closed = await service.crawl({ url }, `/ws/crawl?token=${good}&events=1`);
  await service.connect(`/ws/crawl?api_key=${KEY}x`).closed;
  await fetch(`${service.url}/nowhere?api_key=${KEY}`, { headers: { "x-api-key": KEY } });
  await service.stop();
  const everything = JSON.stringify(closed) + service.log.join("");
  expect(service.log.length).toBeGreaterThan(3);
  for (const secret of [KEY, good, "cron-secret-value", "llm-key-value"]) expect(everything).not.toContain(secret);
});
