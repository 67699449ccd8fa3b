import { existsSync } from "node:fs";
import { afterAll, beforeAll, expect, test } from "vitest";
import { KEY, type Service, startService } from "../servers/service.ts";
import { serveSite } from "../servers/site.ts";

let open: Service;
let locked: Service;

beforeAll(async () => {
  [open, locked] = await Promise.all([
    startService(),
    startService({ environment: { API_KEY: KEY, CRON_SECRET: "cron-secret", CORS_ORIGINS: "https://page.example" } }),
  ]);
});

afterAll(async () => {
  await Promise.all([open.stop(), locked.stop()]);
});

const withKey = { "X-API-Key": KEY };

test("a taken port is told in words that say what to set", async () => {
  const { port } = new URL(open.url);
  const why = `port ${port} of 127.0.0.1: another program listens there; end it, or set PORT`;
  await expect(startService({ environment: { PORT: port } })).rejects.toThrow(why);
});

test.each([
  ["GET /nothing", undefined, 404, "Not found"],
  ["GET /files/../package.json", undefined, 404, "Not found"],
  ["GET /files/.hidden.txt", undefined, 404, "Not found"],
  ["DELETE /health", undefined, 405, "Method not allowed: DELETE"],
  ["PUT /api/crawls", "{}", 405, "Method not allowed: PUT"],
  ["POST /api/crawls", "{", 400, "Invalid JSON"],
  ["POST /api/crawls", "", 422, "body: is required"],
  ["POST /api/crawls", {}, 422, "Invalid request: url: is required"],
  ["POST /api/crawls", { url: "nonsense" }, 422, "Invalid URL format"],
  ["POST /api/crawls", { url: "https://a.example", maxPages: 0 }, 422, "Max pages must be between 1 and 1000"],
  ["POST /api/crawls", { url: "https://a.example", scope: 3 }, 422, "Invalid request: scope: must be domain or path"],
  [
    "POST /api/crawls",
    { url: "https://a.example", include: ["[a]"] },
    ...([
      422,
      'Invalid request: include: "[a]" holds [, which no glob may: only *, **, ? and {a,b} are patterns',
    ] as const),
  ],
  ["GET /api/crawls/no-id", undefined, 422, "id: Invalid UUID"],
  ["GET /api/crawls?limit=0", undefined, 422, "limit: must be a whole number from 1 to 200"],
  ["GET /api/crawls?cursor=x", undefined, 422, "Invalid request: cursor: must be the `next` of a list"],
  ["GET /api/crawls/00000000-0000-4000-8000-000000000000", undefined, 404, "No such crawl"],
  ["POST /api/validate", {}, 422, "text: must have either text or url"],
  [
    "POST /internal/hooks/site-changed",
    { webhook_secret: 1 },
    422,
    "base_url: must be a string; webhook_secret: must be a string",
  ],
  ["GET /api/sites", undefined, 503, "Database unavailable"],
  ["POST /internal/hooks/site-changed", { base_url: "https://a.example" }, 503, "Database unavailable"],
  ["GET /ws/crawl", undefined, 426, "This is a WebSocket endpoint"],
])("%s with %j is answered with %i and the reason", async (request, body, status, detail) => {
  const answer = await open.ask(request, body);
  expect([answer.status, answer.body]).toEqual([status, { detail }]);
});

test("a form post and a body that is too large are refused", async () => {
  const plain = await open.ask("POST /api/crawls", "{}", { "Content-Type": "text/plain" });
  expect([plain.status, plain.body]).toEqual([415, { detail: "Unsupported Media Type" }]);
  const large = await open.ask("POST /api/crawls", { url: "https://a.example", include: ["x".repeat(3_000_000)] });
  expect(large.status).toBe(413);
});

test("malformed HTTP is answered with JSON, too", async () => {
  const { connect } = await import("node:net");
  const socket = connect(Number(new URL(open.url).port), "127.0.0.1");
  socket.end("NONSENSE\r\n\r\n");
  let answer = "";
  for await (const piece of socket) answer += piece;
  expect(answer).toMatch(/^HTTP\/1\.1 400 [\s\S]*\{"detail":"Bad Request"\}$/);
});

test("a route without a body ignores one, whatever its type", async () => {
  const answer = await locked.ask("POST /auth/token", "a=b", { ...withKey, "Content-Type": "text/plain" });
  expect(answer.body).toEqual({ token: expect.any(String), expires_in: 300 });
});

test.each(["GET /api/config", "GET /api/crawls", "POST /api/validate", "GET /api/sites"])(
  "%s needs the key if one is configured",
  async (request) => {
    const none = await locked.ask(request);
    const wrong = await locked.ask(request, undefined, { "X-API-Key": "wrong" });
    for (const { status, body } of [none, wrong]) expect([status, body]).toEqual([401, { detail: "Unauthorized" }]);
  },
);

test.each(["GET /health", "GET /ready", "GET /metrics", "GET /openapi.json", "GET /docs"])(
  "%s needs no key",
  async (request) => {
    expect((await locked.ask(request)).status).toBe(200);
  },
);

test("without a key other sites' pages are refused; programs and our own page are not", async () => {
  const from = (origin: string) => open.ask("GET /api/config", undefined, { Origin: origin });
  expect((await from("https://evil.example")).body).toEqual({ detail: "Forbidden origin" });
  expect((await from("null")).status).toBe(403);
  expect((await from(open.url)).status).toBe(200);
  expect((await open.ask("GET /api/config")).status).toBe(200);
});

test("a page of an allowed origin may use the interface with the key", async () => {
  const origin = { Origin: "https://page.example" };
  const preflight = await locked.ask("OPTIONS /api/sites", undefined, {
    ...{ ...origin, "Access-Control-Request-Method": "PATCH", "Access-Control-Request-Headers": "x-api-key" },
  });
  expect(preflight.headers.get("access-control-allow-origin")).toBe("https://page.example");
  expect(preflight.headers.get("access-control-allow-methods")).toContain("PATCH");
  const answer = await locked.ask("GET /api/config", undefined, { ...origin, ...withKey });
  expect([answer.status, answer.headers.get("access-control-allow-origin")]).toEqual([200, "https://page.example"]);
});

test("the eleventh wrong key of a minute is answered a second later, the right key at once", async () => {
  const service = await startService({ environment: { API_KEY: KEY } });
  const wrong = () => service.ask("GET /api/config", undefined, { "X-API-Key": "wrong" });
  await Promise.all(Array.from({ length: 10 }, wrong));
  const began = performance.now();
  let lateMs = 0;
  const late = wrong().then(() => {
    lateMs = performance.now() - began;
  });
  let rights = 0;
  for (; lateMs === 0; rights++) await service.ask("GET /api/config", undefined, withKey);
  await late;
  // If the right key had to wait, too, it would be answered once or twice in that second.
  expect([lateMs > 990, rights > 2]).toEqual([true, true]);
  await service.stop();
});

test("the configuration shows limits, defaults and what is set up, and no secret", async () => {
  const { body } = await locked.ask("GET /api/config", undefined, withKey);
  expect(body).toMatchObject({
    limits: { maxPages: [1, 1000], descLength: [100, 2000], recrawlIntervalMinutes: [1, 525_600] },
    defaults: { maxPages: 50, descLength: 500, recrawlIntervalMinutes: 10_080, useProxy: false },
    features: { browser: false, proxy: false, model: false, database: false, alerts: false },
  });
  expect(JSON.stringify(body)).not.toContain(KEY);
});

test("a server without a database is ready", async () => {
  expect((await open.ask("GET /ready")).body).toEqual({ status: "ready", database: "none" });
});

test("the metrics of recrawls are 0 before anything happens", async () => {
  const { body } = await open.ask<string>("GET /metrics");
  for (const series of [
    ...['llmstxt_recrawls_total{outcome="updated"}', 'llmstxt_recrawls_total{outcome="failed"}'],
    ...["llmstxt_recrawl_duration_seconds_count", "llmstxt_sites_due", "llmstxt_oldest_due_seconds"],
    ...['llmstxt_queue_jobs{state="created"}', 'llmstxt_uploads_total{outcome="stored"}'],
    ...['llmstxt_uploads_total{outcome="failed"}', 'llmstxt_model_calls_total{outcome="answered"}'],
    ...['llmstxt_model_tokens_total{direction="in"}', "llmstxt_pool_waiting"],
    'llmstxt_http_request_duration_seconds_count{method="GET",route="/metrics",status="200"}',
  ])
    expect(body.split("\n")).toContain(`${series} 0`);
  expect(body).toContain("process_cpu_seconds_total");
});

test("requests are counted by their route, not by their address", async () => {
  await open.ask("GET /api/crawls/00000000-0000-4000-8000-000000000001");
  const { body } = await open.ask<string>("GET /metrics");
  expect(body).toMatch(/_count\{method="GET",route="\/api\/crawls\/:id",status="404"\} [1-9]/);
});

test("/openapi.json has every operation, and /docs shows each", async () => {
  const { body } = await open.ask<{ paths: Record<string, object> }>("GET /openapi.json");
  const operations = Object.entries(body.paths).flatMap(([path, methods]) =>
    Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`),
  );
  expect(operations.toSorted()).toEqual([
    ...["DELETE /api/crawls/{id}", "DELETE /api/sites/{id}", "GET /api/config", "GET /api/crawls"],
    ...["GET /api/crawls/{id}", "GET /api/crawls/{id}/events", "GET /api/sites", "GET /api/sites/{id}"],
    ...["GET /api/sites/{id}/versions", "GET /api/sites/{id}/versions/{version}", "GET /health", "GET /metrics"],
    ...["GET /ready", "GET /ws/crawl", "PATCH /api/sites/{id}", "POST /api/crawls", "POST /api/crawls/{id}/finish"],
    ...["POST /api/sites", "POST /api/sites/{id}/recrawl", "POST /api/validate", "POST /auth/token"],
    ...["POST /internal/cron/recrawl", "POST /internal/hooks/site-changed", "PUT /api/crawls/{id}/overlay"],
  ]);
  const docs = await open.ask<string>("GET /docs");
  expect(docs.headers.get("content-type")).toContain("text/html");
  for (const operation of operations) expect(docs.body).toContain(`<code>${operation}</code>`);
  expect(docs.body).not.toMatch(/<script/);
});

test.skipIf(!existsSync("dist/web/index.html"))(
  "the web page is at / and loads nothing from other servers",
  async () => {
    const { status, headers, body } = await locked.ask<string>("GET /");
    expect([status, headers.get("content-type"), headers.get("cache-control")]).toEqual([
      ...[200, "text/html; charset=utf-8", "no-cache"],
    ]);
    expect(headers.get("content-security-policy")).toMatch(/default-src 'none'.*script-src 'self'/);
    const [, script = ""] = /src="\.?(\/assets\/[^"]+\.js)"/.exec(body) ?? [];
    expect((await locked.ask(`GET ${script}`)).headers.get("cache-control")).toContain("immutable");
  },
);

test("a text or the llms.txt at an address can be validated", async () => {
  const text =
    "# Tools\n\n> All about tools.\n\nFor gardens.\n\n## Pages\n\n- [Spade](https://a.example/spade): digs\n";
  const site = await serveSite({ "/docs/llms.txt": { headers: { "content-type": "text/plain" }, body: text } });
  const checked = await open.ask("POST /api/validate", { text });
  expect(checked.body).toMatchObject({ valid: true, pages: 1, characters: text.length, text });
  const fetched = await open.ask("POST /api/validate", { url: `${site.origin}/docs` });
  expect(fetched.body).toEqual(checked.body);
  expect((await open.ask("POST /api/validate", { text: "no title" })).body).toMatchObject({
    valid: false,
    findings: [expect.objectContaining({ level: "error", line: 1 })],
  });
  const missing = await open.ask("POST /api/validate", { url: `${site.origin}/other` });
  expect([missing.status, missing.body]).toEqual([502, { detail: `${site.origin}/other/llms.txt: 404 Not Found` }]);
  expect(open.log.join("")).not.toContain("A request failed");
  await site.close();
});
