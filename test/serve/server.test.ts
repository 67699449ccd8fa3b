import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { request } from "undici";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { CrawlError } from "../../packages/page/src/errors.ts";
import { CLIENT_HERE } from "../../packages/service/src/threads/threads.ts";
import { crawled } from "../servers/crawled.ts";
import { KEY, type Service, startService } from "../servers/service.ts";

let service: Service;
beforeAll(async () => {
  service = await startService({
    environment: { API_KEY: KEY, CRON_SECRET: "cron" },
    crawl: async ({ full }) => crawled("# Site\n", full ? { full: "# Full\n" } : {}),
  });
});
afterAll(() => service.stop());

const others: Service[] = [];
afterEach(async () => {
  await Promise.all(others.splice(0).map((other) => other.stop()));
});

async function start(options: Parameters<typeof startService>[0]): Promise<Service> {
  const other = await startService(options);
  others.push(other);
  return other;
}

/** Status and body of an answer; the body as JSON where it is that. */
async function ask(path: string, init: RequestInit = {}, url = service.url) {
  const response = await fetch(url + path, init);
  const text = await response.text();
  const isJson = response.headers.get("content-type")?.startsWith("application/json");
  return { status: response.status, body: isJson ? JSON.parse(text) : text, headers: response.headers };
}

const post = (headers: Record<string, string> = {}, body?: unknown): RequestInit => ({
  method: "POST",
  headers: { ...(body === undefined ? {} : { "content-type": "application/json" }), ...headers },
  ...(body === undefined ? {} : { body: typeof body === "string" ? body : JSON.stringify(body) }),
});

const keyed = { "x-api-key": KEY };

test("GET /health needs no credentials and answers 200 with status ok", async () => {
  expect(await ask("/health")).toMatchObject({ status: 200, body: { status: "ok" } });
});

test("POST /auth/token answers 200 with a token and expires_in 300, and the token opens /ws/crawl", async () => {
  const { status, body } = await ask("/auth/token", post(keyed));
  expect([status, body.expires_in]).toEqual([200, 300]);
  const [, payload = ""] = body.token.split(".");
  const claims = JSON.parse(Buffer.from(payload, "base64url").toString());
  expect(claims).toEqual({ type: "websocket", iat: claims.iat, exp: claims.iat + 300 });
  const { code, messages } = await service.crawl({ url: "https://x.dev" }, `/ws/crawl?token=${body.token}`);
  expect([code, messages.at(-1)?.type]).toEqual([1000, "result"]);
});

test("POST /auth/token answers 401 Unauthorized when the key is missing or does not match", async () => {
  for (const headers of [{}, { "x-api-key": "" }, { "x-api-key": `${KEY}x` }])
    expect(await ask("/auth/token", post(headers))).toMatchObject({ status: 401, body: { detail: "Unauthorized" } });
});

test("without an API key no token is issued", async () => {
  const open = await start({ crawl: async () => crawled() });
  expect(await ask("/auth/token", post(keyed), open.url)).toMatchObject({ status: 401 });
});

test("ten requests without a key, or with a wrong one, stop nobody who has the right one", async () => {
  const guarded = await start({ environment: { API_KEY: KEY }, crawl: async () => crawled() });
  for (let n = 0; n < 20; n++) expect((await ask("/auth/token", post(), guarded.url)).status).toBe(401);
  for (let n = 0; n < 10; n++)
    expect((await ask("/auth/token", post({ "x-api-key": "wrong" }), guarded.url)).status).toBe(401);
  expect((await ask("/auth/token", post(keyed), guarded.url)).status).toBe(200);
});

test("POST /internal/cron/recrawl answers 401 Unauthorized when the cron secret is missing or wrong", async () => {
  for (const headers of [{}, { "x-cron-secret": "wrong" }, { "x-cron-secret": "" }])
    expect(await ask("/internal/cron/recrawl", post(headers))).toMatchObject({
      status: 401,
      body: { detail: "Unauthorized" },
    });
});

test("when no cron secret is configured every call is refused with 401", async () => {
  const open = await start({ crawl: async () => crawled() });
  expect(await ask("/internal/cron/recrawl", post({ "x-cron-secret": "" }), open.url)).toMatchObject({ status: 401 });
});

test("without a database the database endpoints answer 503 Database unavailable", async () => {
  const unavailable = { status: 503, body: { detail: "Database unavailable" } };
  expect(await ask("/internal/cron/recrawl", post({ "x-cron-secret": "cron" }))).toMatchObject(unavailable);
  const body = { base_url: "https://example.com" };
  expect(await ask("/internal/hooks/site-changed", post({}, body))).toMatchObject(unavailable);
});

test("the webhook refuses a body without base_url with 422, naming the field", async () => {
  const { status, body } = await ask("/internal/hooks/site-changed", post({}, {}));
  expect([status, body.detail]).toEqual([422, expect.stringContaining("base_url")]);
});

test("every error has a body with detail: 400, 401, 404, 405, 413, 415, 422", async () => {
  const cases: readonly [number, string, RequestInit?][] = [
    [400, "/internal/hooks/site-changed", post({}, "{")],
    [400, "/%"],
    [401, "/api/crawls/x"],
    [404, "/nowhere"],
    [404, "/api/crawls/x", { headers: keyed }],
    [405, "/health", post()],
    [405, "/auth/token"],
    [413, "/internal/hooks/site-changed", post({}, { base_url: "x".repeat(16_384) })],
    [415, "/internal/hooks/site-changed", post({ "content-type": "text/plain" }, "{}")],
    [422, "/internal/hooks/site-changed", post({}, { base_url: 7 })],
    [422, "/api/validate", post(keyed, { text: 7 })],
  ];
  for (const [status, path, init] of cases) {
    const answer = await ask(path, init);
    expect([path, answer.status, Object.keys(answer.body)]).toEqual([path, status, ["detail"]]);
    expect(answer.body.detail).not.toContain("node_modules");
  }
  expect((await ask("/health", post())).headers.get("allow")).toBe("GET, HEAD");
});

test("an unexpected failure is 500 without a word about the inside", async () => {
  const broken = await start({
    crawl: async () => crawled(),
    database: async () => {
      throw new Error("postgres://user:secret@db is on fire");
    },
  });
  expect(await ask("/ready", {}, broken.url)).toMatchObject({ status: 500, body: { detail: "Internal server error" } });
});

test("GET /ready says at once that the database is being opened, and never waits for it", async () => {
  const opening = await startService({ database: async () => "opening" });
  expect(await ask("/ready", {}, opening.url)).toMatchObject({
    status: 503,
    body: { detail: "The database is being opened" },
  });
  await opening.stop();
});

test("GET /ready says whether crawls are taken and how the database is", async () => {
  expect(await ask("/ready")).toMatchObject({ status: 200, body: { status: "ready", database: "none" } });
});

test("GET /metrics counts crawls, sockets, the queue and the event loop's delay", async () => {
  await service.crawl({ url: "https://x.dev" }, `/ws/crawl?api_key=${KEY}`);
  const { body, headers } = await ask("/metrics");
  expect(headers.get("content-type")).toContain("text/plain");
  expect(body).toMatch(/^llmstxt_crawls_total\{outcome="done"\} [1-9]/m);
  for (const name of [
    "llmstxt_crawls_running 0",
    "llmstxt_crawls_waiting 0",
    "llmstxt_sockets_open",
    "llmstxt_crawl_duration_seconds_count",
    'llmstxt_crawl_wait_seconds_bucket{le="30"}',
    "llmstxt_pages_total",
    "llmstxt_fetch_attempts_total",
    "llmstxt_fetch_seconds_total",
    "llmstxt_page_bytes_total",
    "nodejs_eventloop_lag_p99_seconds",
  ])
    expect(body).toContain(name);
});

test("GET /api/config needs no key and tells the page what this server offers", async () => {
  const { status, body } = await ask("/api/config");
  expect(status).toBe(200);
  expect(body).toEqual({
    schedule: null,
    version: expect.stringMatching(/^\d+\.\d+\.\d+/),
    keyRequired: true,
    signedIn: false,
    productToken: "llmstxt-service",
    publicUrl: expect.stringMatching(/^http:\/\/localhost:\d+$/),
    limits: { maxPages: 1000, descLength: [100, 2000], intervalMinutes: [1, 525_600], timeoutSeconds: 600 },
    defaults: {
      maxPages: 50,
      descLength: 500,
      enableAutoUpdate: false,
      recrawlIntervalMinutes: 10_080,
      llmEnhance: false,
      useProxy: false,
      include: [],
      exclude: [],
      scope: "domain",
      full: false,
      topics: true,
    },
    features: { browser: false, proxy: false, llm: false, database: false, hosting: true },
    budget: 50_000,
  });
});

test("POST /api/validate finds what is wrong with a document, with line, code and remedy", async () => {
  const good = "# Site\n\n> A site.\n\nGenerated: 2026-11-21T05:50:00Z | Source: https://x.dev/ | Pages: 1\n";
  const { status, body } = await ask(
    "/api/validate",
    post(keyed, { text: `${good}\n### Deep\n\n- [A](https://x.dev/a)\n`, profile: "strict" }),
  );
  expect(status).toBe(200);
  expect(body.valid).toBe(false);
  expect(body.findings).toContainEqual({
    level: "error",
    line: 7,
    code: "heading-depth",
    message: expect.any(String),
    fix: expect.any(String),
    part: "sections",
    points: expect.any(Number),
    lines: [7],
  });
  // The proposal's own rules are the default.
  const lenient = await ask("/api/validate", post(keyed, { text: `\uFEFF${good}` }));
  expect(lenient.body).toMatchObject({ profile: "v2", valid: true });
  expect((await ask("/api/validate", post(keyed, { text: good, profile: "v3" }))).status).toBe(422);
  // Larger than any other body may be.
  expect((await ask("/api/validate", post(keyed, { text: "x".repeat(500_000) }))).status).toBe(200);
});

test("a document whose check takes too long is refused with 422", async () => {
  const validate = () => Promise.reject(new CrawlError("unreadable", { detail: "it took more than 5 s" }));
  const forClient = async () => ({ ...CLIENT_HERE, validate });
  const { url } = await start({ environment: { API_KEY: KEY }, forClient });
  const { status, body } = await ask("/api/validate", post(keyed, { text: "# A" }), url);
  expect([status, body]).toEqual([422, { detail: "text: could not be read: it took more than 5 s" }]);
});

test("GET /api/crawls/:id gives summary and text of a crawl, its files under it", async () => {
  const asked = { url: "https://x.dev", full: true };
  const { messages } = await service.crawl(asked, `/ws/crawl?api_key=${KEY}&events=1`);
  const id = messages.find(({ event }) => event?.type === "started")?.event?.id;
  const { body } = await ask(`/api/crawls/${id}`, { headers: keyed });
  expect(body).toMatchObject({
    id,
    url: "https://x.dev/",
    fileUrl: null,
    text: "# Site\n",
    summary: { stored: false },
  });
  expect(body.summary.fullUrl).toMatch(new RegExp(`/api/crawls/${id}/llms-full.txt$`));
  const text = await ask(`/api/crawls/${id}/llms.txt`, { headers: keyed });
  expect([text.body, text.headers.get("content-type")]).toEqual(["# Site\n", "text/plain; charset=utf-8"]);
  expect((await ask(`/api/crawls/${id}/llms-full.txt`, { headers: keyed })).body).toBe("# Full\n");
  for (const path of [`/api/crawls/${id}`, `/api/crawls/${id}/llms.txt`])
    expect(await ask(path, { headers: { "x-api-key": "wrong" } })).toMatchObject({ status: 401 });
});

test("without a key the REST interface is closed to pages of other origins", async () => {
  const open = await start({ crawl: async () => crawled() });
  const from = (origin: string) => ask("/api/crawls/x", { headers: { origin } }, open.url);
  expect(await from("https://evil.example")).toMatchObject({ status: 403, body: { detail: "Forbidden origin" } });
  expect(await from("null")).toMatchObject({ status: 403 });
  expect(await from(open.url)).toMatchObject({ status: 404 });
  expect(await ask("/api/crawls/x", {}, open.url)).toMatchObject({ status: 404 });
});

test("CORS headers go to the origins of CORS_ORIGINS and to no other", async () => {
  const open = await start({ crawl: async () => crawled(), environment: { CORS_ORIGINS: "https://app.example" } });
  const allowed = async (origin: string, url: string) =>
    (await ask("/api/config", { headers: { origin } }, url)).headers.get("access-control-allow-origin");
  expect(await allowed("https://app.example", open.url)).toBe("https://app.example");
  expect(await allowed("https://evil.example", open.url)).not.toBe("https://evil.example");
  expect(await allowed("https://app.example", service.url)).toBeNull();
});

test("every answer carries the headers that keep strangers' text from doing anything", async () => {
  for (const path of ["/health", "/nowhere", "/docs", "/api/config"]) {
    const { headers } = await ask(path);
    expect(headers.get("content-security-policy")).toBe(
      "default-src 'none';script-src 'self';style-src 'self';font-src 'self';img-src 'self' data:;" +
        "connect-src 'self';form-action 'self';base-uri 'none';frame-ancestors 'none'",
    );
    expect(headers.get("x-content-type-options")).toBe("nosniff");
    expect(headers.get("referrer-policy")).toBe("no-referrer");
    expect(headers.get("x-powered-by")).toBeNull();
  }
});

test("/files serves stored texts as text/plain, UTF-8, with an ETag, and nothing else", async () => {
  await writeFile(join(service.folder, "files", "x.dev_20261121_055000.txt"), "# Ünïcode\n");
  await writeFile(join(service.folder, "files", ".partial-1"), "half");
  const { status, body, headers } = await ask("/files/x.dev_20261121_055000.txt");
  expect([status, body, headers.get("content-type")]).toEqual([200, "# Ünïcode\n", "text/plain; charset=utf-8"]);
  const etag = headers.get("etag") ?? "";
  // `fetch` would ask for a fresh answer whenever it sends conditions.
  const again = await request(`${service.url}/files/x.dev_20261121_055000.txt`, { headers: { "if-none-match": etag } });
  expect([etag === "", again.statusCode]).toEqual([false, 304]);
  for (const path of ["", ".partial-1", "..%2f..%2fetc%2fpasswd", "%2e%2e/x", "..%5cx", "nothing.txt", "%00"])
    expect([path, (await ask(`/files/${path}`)).status >= 400]).toEqual([path, true]);
});

test("/openapi.json describes every route and both directions of the socket", async () => {
  const { body } = await ask("/openapi.json");
  expect(body.openapi).toBe("3.1.0");
  expect(Object.keys(body.paths).sort()).toEqual([
    "/api/alerts",
    "/api/config",
    "/api/crawls",
    "/api/crawls/preview",
    "/api/crawls/{id}",
    "/api/crawls/{id}/events",
    "/api/crawls/{id}/files/{file}",
    "/api/crawls/{id}/finish",
    "/api/crawls/{id}/llms-full.txt",
    "/api/crawls/{id}/llms.txt",
    "/api/crawls/{id}/retry",
    "/api/jobs",
    "/api/jobs/events",
    "/api/jobs/{id}",
    "/api/overlay/preview",
    "/api/sites",
    "/api/sites/bulk",
    "/api/sites/changes",
    "/api/sites/health",
    "/api/sites/import",
    "/api/sites/recrawl-due",
    "/api/sites/{id}",
    "/api/sites/{id}/alerts/test",
    "/api/sites/{id}/bundle",
    "/api/sites/{id}/bundle.zip",
    "/api/sites/{id}/bundle/snippets",
    "/api/sites/{id}/deliver",
    "/api/sites/{id}/diff",
    "/api/sites/{id}/live",
    "/api/sites/{id}/misses",
    "/api/sites/{id}/overlay",
    "/api/sites/{id}/preview",
    "/api/sites/{id}/publish",
    "/api/sites/{id}/recrawl",
    "/api/sites/{id}/runs",
    "/api/sites/{id}/runs/{run}/log",
    "/api/sites/{id}/versions",
    "/api/sites/{id}/versions/{version}/text",
    "/api/sites/{id}/webhook-secret",
    "/api/validate",
    "/api/views",
    "/api/views/{name}",
    "/auth/session",
    "/auth/token",
    "/health",
    "/internal/cron/recrawl",
    "/internal/hooks/site-changed",
    "/metrics",
    "/ready",
    "/ws/crawl",
  ]);
  const socket = body.paths["/ws/crawl"].get;
  expect(socket["x-client-message"].properties.maxPages).toMatchObject({ default: 50, minimum: 1, maximum: 1000 });
  expect(socket["x-server-message"].properties.type.enum).toEqual(["log", "result", "url", "error"]);
});

test("/docs shows them to people, with nothing from anywhere else", async () => {
  const { status, body, headers } = await ask("/docs");
  expect([status, headers.get("content-type")]).toEqual([200, "text/html; charset=utf-8"]);
  for (const text of ["POST /auth/token", "GET /ws/crawl", "What the client sends"]) expect(body).toContain(text);
  expect(body).not.toMatch(/<script|style="|(?:src|href)="(?!\/[\w#"])/);
  expect((await ask("/docs/style.css")).headers.get("content-type")).toContain("text/css");
});
