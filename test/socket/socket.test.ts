import { once } from "node:events";
import { afterAll, beforeAll, expect, test } from "vitest";
import { page } from "../jobs/recrawling.ts";
import { type Closed, ending, only } from "../servers/client.ts";
import { KEY, type Service, startService } from "../servers/service.ts";
import { type Site, serveSite } from "../servers/site.ts";

let site: Site;
let service: Service;
let guarded: Service;
const refused = (reason: string) => ({ code: 1008, reason, messages: [] });

beforeAll(async () => {
  site = await serveSite({
    "/": page("Home", "What the site is about.", "/a", "/b", "/gone"),
    "/a": page("A", "All about A."),
    "/b": page("B", "All about B."),
  });
  service = await startService({ environment: { MAX_PAGES_LIMIT: "200" } });
  guarded = await startService({ environment: { API_KEY: KEY, CRON_SECRET: "cron-secret" } });
});
afterAll(async () => {
  await Promise.all([service.stop(), guarded.stop(), site.close()]);
});

async function token(): Promise<string> {
  const { body } = await guarded.ask<{ token: string }>("POST /auth/token", undefined, { "X-API-Key": KEY });
  return body.token;
}

test("log messages come first, then result, then url, then the close with 1000", async () => {
  const closed = await service.crawl({ url: site.origin });
  expect(ending(closed)).toEqual(["result", "url", "close 1000"]);
  const types = closed.messages.map(({ type }) => type);
  expect(types.lastIndexOf("log")).toBeLessThan(types.indexOf("result"));
  expect(closed.messages.every((message) => Object.keys(message).join() === "type,content")).toBe(true);
  const text = only("result", closed);
  expect(text).toMatch(/^# .+\n\n> What the site is about\.\n\nGenerated: \S+ \| Source: \S+ \| Pages: 3\n\n## /);
  const stored = await service.ask<string>(`GET ${new URL(only("url", closed)).pathname}`);
  expect([stored.body, stored.headers.get("content-type")]).toEqual([text, "text/plain; charset=utf-8"]);
  const said = closed.messages.map(({ content }) => content);
  expect(said).toEqual(expect.arrayContaining([`Failed to fetch ${site.origin}/gone: 404 Not Found`]));
});

test("a token must be valid, even if the right key is also sent", async () => {
  const path = (query: string) => guarded.connect(`/ws/crawl?${query}`).closed;
  expect(await path(`token=x.y.z&api_key=${KEY}`)).toEqual(refused("Invalid or expired token"));
  expect(await path("api_key=guess")).toEqual(refused("Unauthorized"));
  expect(await path(`api_key=${"k".repeat(4_000)}`)).toEqual(refused("Unauthorized"));
  expect(await path("")).toEqual(refused("Unauthorized"));
  expect(await service.connect("/ws/crawl?token=x.y.z").closed).toEqual(refused("Invalid or expired token"));
});

test("a token or the key opens the socket, and without a configured key nothing is needed", async () => {
  for (const path of [`?token=${await token()}`, `?api_key=${KEY}`, `?token=&api_key=${KEY}`]) {
    const closed = await guarded.crawl({ url: "x" }, `/ws/crawl${path}`);
    expect(closed).toMatchObject({ code: 1000, messages: [{ type: "error", content: "Invalid URL format" }] });
  }
});

test("without a key a browser must come from the service's own page", async () => {
  const from = (origin: string) => service.connect("/ws/crawl", { headers: { origin } });
  for (const origin of ["https://evil.example", "null", service.url.replace("127.0.0.1", "evil.example")])
    expect(await from(origin).closed).toEqual(refused("Forbidden origin"));
  const own = from(service.url);
  await own.opened;
  own.send("{");
  expect(await own.closed).toMatchObject({ code: 1000, messages: [{ type: "error", content: "Invalid JSON" }] });
});

test.each([
  ["{url:", "Invalid JSON"],
  ["null", "Invalid request: message: must be a JSON object"],
  [{}, "Invalid request: url: is required"],
  [{ url: "ftp://x.dev" }, "Invalid URL format"],
  [{ url: "https://x.dev", maxPages: 201 }, "Max pages must be between 1 and 200"],
  [{ url: "https://x.dev", descLength: 99 }, "Description length must be between 100 and 2000"],
  [
    { url: "https://x.dev", enableAutoUpdate: true, recrawlIntervalMinutes: 0 },
    "Recrawl interval must be between 1 and 525600 minutes",
  ],
  [{ url: "https://x.dev", llmEnhance: "yes" }, "Invalid request: llmEnhance: must be true or false"],
  [{ url: "https://x.dev", overlay: { nmae: "x" } }, /^Invalid request: overlay/],
])("%j is answered with one error and a close, and nothing is fetched", async (request, words) => {
  const asked = site.requests.length;
  const { code, messages } = await service.crawl(request);
  expect([code, messages]).toEqual([1000, [{ type: "error", content: expect.stringMatching(words) }]]);
  expect(site.requests.length).toBe(asked);
});

test("a binary message is refused, one over 64 KiB closes with 1009", async () => {
  const binary = service.connect();
  await binary.opened;
  binary.socket.send(Buffer.from("{}"));
  expect(ending(await binary.closed)).toEqual(["error", "close 1000"]);
  expect(await service.crawl({ url: site.origin, more: "x".repeat(65_536) })).toMatchObject({
    code: 1009,
    messages: [],
  });
});

test("a second message is ignored", async () => {
  const client = service.connect();
  await client.opened;
  for (let n = 0; n < 3; n++) client.send({ url: site.origin, maxPages: 2 });
  expect(ending(await client.closed)).toEqual(["result", "url", "close 1000"]);
});

test("a failed crawl ends with one error in the specification's words and a close", async () => {
  const failing = async (answers: Parameters<typeof serveSite>[0], more = {}) => {
    const broken = await serveSite(answers);
    const closed = await service.crawl({ url: broken.origin, ...more });
    await broken.close();
    return [...ending(closed), only("error", closed)].join(" | ");
  };
  expect(await failing({})).toBe("error | close 1000 | Failed to fetch page: 404 Not Found");
  expect(await failing({ "/robots.txt": "User-agent: *\nDisallow: /" })).toMatch(
    /^error \| close 1000 \| Failed to fetch page: robots\.txt disallows http/,
  );
  const closed = await guarded.crawl({ url: "http://127.0.0.1:1/" }, `/ws/crawl?api_key=${KEY}`);
  expect(only("error", closed)).toMatch(/^Failed to fetch page: /);
});

test("addresses of this machine are refused unless private networks are allowed", async () => {
  await using closed = await startService({ environment: { ALLOW_PRIVATE_NETWORKS: "false" } });
  for (const url of [site.origin, "http://[::1]/", "http://169.254.169.254/latest/meta-data", "http://0x7f.1/"])
    expect(only("error", await closed.crawl({ url }))).toBe("Failed to fetch page: address not allowed");
});

test("when the time is over the pages so far are delivered; without pages it is an error", async () => {
  await using hasty = await startService({ environment: { CRAWL_TIMEOUT_SECONDS: "6" } });
  const slow = await serveSite({ "/": page("Home", "What the site is about.", "/never"), "/never": () => {} });
  const crawls = [hasty.crawl({ url: slow.origin }), hasty.crawl({ url: `${slow.origin}/never` })] as const;
  const [some, none] = await Promise.all(crawls);
  expect(some.messages.map(({ content }) => content)).toContain("Crawl timeout exceeded");
  expect(ending(some)).toEqual(["result", "url", "close 1000"]);
  expect(only("error", none)).toBe("Crawl timeout exceeded");
  await slow.close();
});

test("with events=1 messages carry a third field for programs", async () => {
  const { messages } = await service.crawl({ url: site.origin }, "/ws/crawl?events=1");
  const events = messages.flatMap(({ event }) => event ?? []);
  expect(events.map(({ type }) => type)).toEqual(
    expect.arrayContaining(["site", "page", "failed", "crawled", "uploaded"]),
  );
  expect(events.find(({ type }) => type === "failed")).toMatchObject({
    url: `${site.origin}/gone`,
    code: "http_status",
  });
});

/** A site whose pages are held back until they are released. */
async function held() {
  const gate = Promise.withResolvers<void>();
  const waiting = await serveSite({
    "/": page("Home", "What the site is about.", "/a"),
    "/a": async (_, response) => {
      await gate.promise;
      response.setHeader("content-type", "text/html").end(page("Late", "It came late."));
    },
  });
  const isAsked = () => waiting.requests.some(({ path }) => path === "/a");
  return { ...waiting, isAsked, letGo: () => gate.resolve() };
}

test("a client that leaves stops its crawl at once; with keep=1 it goes on and can be fetched", async () => {
  const waiting = await held();
  const client = service.connect();
  await client.opened;
  client.send({ url: waiting.origin });
  await expect.poll(waiting.isAsked).toBe(true);
  client.socket.terminate();
  await expect.poll(waiting.sockets).toBe(0);
  const asked = waiting.requests.length;
  const kept = service.connect("/ws/crawl?keep=1&events=1");
  await kept.opened;
  expect(waiting.requests.length).toBe(asked);
  kept.send({ url: waiting.origin });
  const { event } = await kept.next(({ event }) => event?.type === "kept");
  kept.socket.terminate();
  waiting.letGo();
  const get = async () => (await service.ask<{ state: string }>(`GET /api/crawls/${event?.id}`)).body.state;
  await expect.poll(get).toBe("done");
  await waiting.close();
});

test("crawls over the limit wait in order, and a log message says so", async () => {
  await using narrow = await startService({ environment: { MAX_CONCURRENT_CRAWLS: "1" } });
  const waiting = await held();
  const first = narrow.crawl({ url: waiting.origin });
  await expect.poll(waiting.isAsked).toBe(true);
  const second = narrow.connect();
  await second.opened;
  second.send({ url: site.origin });
  expect(await second.next(({ type }) => type === "log")).toMatchObject({
    content: "Waiting: this crawl is next",
  });
  waiting.letGo();
  expect((await Promise.all([first, second.closed])).map(ending)).toEqual([
    ["result", "url", "close 1000"],
    ["result", "url", "close 1000"],
  ]);
  await waiting.close();
});

test("a stopping server interrupts running crawls and closes all sockets with 1012", async () => {
  const stopping = await startService();
  const waiting = await held();
  const running = stopping.crawl({ url: waiting.origin });
  await expect.poll(waiting.isAsked).toBe(true);
  const silent = stopping.connect();
  await silent.opened;
  await stopping.stop();
  for (const closed of [await running, await silent.closed])
    expect([...ending(closed), only("error", closed)]).toEqual(["error", "close 1012", "Crawl interrupted"]);
  waiting.letGo();
  await waiting.close();
});

test("a slow client still gets its result, and the log in order", async () => {
  const many = Object.fromEntries(
    Array.from({ length: 150 }, (_, n) => [`/${n}`, page(`Page ${n}`, `All about ${n}.`)]),
  );
  const large = await serveSite({ ...many, "/": page("Home", "All pages.", ...Object.keys(many)) });
  const client = service.connect("/ws/crawl?events=1");
  await client.opened;
  client.send({ url: large.origin, maxPages: 150 });
  await client.next(({ type }) => type === "log");
  client.socket.pause();
  await expect.poll(() => service.log.filter((line) => line.includes('"msg":"Crawl done"')).length).toBeGreaterThan(0);
  client.socket.resume();
  const closed: Closed = await client.closed;
  expect(ending(closed)).toEqual(["result", "url", "close 1000"]);
  await large.close();
});

test("if a text cannot be stored, a log message says so, no url comes, and the result comes all the same", async () => {
  await using lost = await startService({
    environment: {
      ...{ S3_BUCKET: "b", S3_ENDPOINT: "http://127.0.0.1:1" },
      ...{ S3_ACCESS_KEY_ID: "i", S3_SECRET_ACCESS_KEY: "s" },
    },
  });
  const closed = await lost.crawl({ url: site.origin });
  expect(ending(closed)).toEqual(["result", "close 1000"]);
  expect(closed.messages.some(({ content }) => content.startsWith("Upload failed: "))).toBe(true);
});

test("no message and no log line contains a key, a token or a secret", async () => {
  const given = await token();
  const closed = await guarded.crawl({ url: site.origin }, `/ws/crawl?token=${given}`);
  await guarded.connect(`/ws/crawl?api_key=${KEY}x`).closed;
  const said = JSON.stringify(closed.messages) + guarded.log.join("\n");
  for (const secret of [KEY, given, "cron-secret"]) expect(said).not.toContain(secret);
});

test("a malformed WebSocket frame closes the connection and does not harm the server", async () => {
  for (const frame of [Buffer.from([0x81, 0x01, 0x41]), Buffer.from([0xc1, 0x80, 0, 0, 0, 0])]) {
    const client = service.connect();
    await client.opened;
    const raw = Reflect.get(client.socket, "_socket");
    raw.write(frame);
    await once(client.socket, "close");
  }
  expect((await service.ask("GET /health")).body).toEqual({ status: "ok" });
});
