import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { crawled } from "../servers/crawled.ts";
import { KEY, type Service, startService } from "../servers/service.ts";

const CORS = { CORS_ORIGINS: "https://app.example" };
const keyed = { "x-api-key": KEY };
let service: Service;
beforeAll(async () => {
  const environment = { API_KEY: KEY, CRON_SECRET: "cron-secret", DATABASE_URL: "", ...CORS };
  service = await startService({ environment, crawl: async () => crawled() });
  await vi.waitFor(async () => expect((await ask("/ready")).body.database).toBe("up"), 30_000);
});
afterAll(() => service.stop());

async function ask(path: string, init: RequestInit = {}) {
  const response = await fetch(service.url + path, init);
  const text = await response.text();
  return { status: response.status, body: text === "" ? undefined : JSON.parse(text), headers: response.headers };
}

const json = (method: string, body: unknown): RequestInit => ({
  method,
  headers: { "content-type": "application/json", ...keyed },
  body: JSON.stringify(body),
});

test("a route without a request body ignores a body and its type", async () => {
  const bodies: readonly RequestInit[] = [
    { headers: { "content-type": "application/json" } },
    { headers: { "content-type": "application/octet-stream" }, body: "noise" },
    { headers: { "content-type": "application/x-www-form-urlencoded" }, body: "" },
    { headers: { "content-type": "application/json" }, body: "{no json" },
    { headers: { "content-type": "text/plain" }, body: "x".repeat(100_000) },
  ];
  for (const { headers, ...init } of bodies) {
    const secrets = { "x-cron-secret": "cron-secret", ...keyed };
    for (const path of ["/internal/cron/recrawl", "/auth/token", "/api/sites/recrawl-due"])
      expect([
        path,
        (await ask(path, { method: "POST", ...init, headers: { ...headers, ...secrets } })).status,
      ]).toEqual([path, path === "/api/sites/recrawl-due" ? 202 : 200]);
  }
  expect((await ask("/nowhere", { method: "POST", headers: { "content-type": "text/plain" }, body: "x" })).status).toBe(
    404,
  );
});

test("a file that is not there is 404, with CORS or without; 405 is for paths that know other methods", async () => {
  for (const path of ["/files/nothing.txt", "/files/", "/files/.env", "/files/..%2fx", "/nothing"])
    expect([path, (await ask(path)).status]).toEqual([path, 404]);
  const refused = await ask("/health", { method: "DELETE" });
  expect([refused.status, refused.headers.get("allow")]).toEqual([405, "GET, HEAD"]);
});

test("half a surrogate pair is refused with 422 that names the field, not with 500", async () => {
  const headers = { ...keyed, "content-type": "application/json" };
  const post = (body: string) => fetch(`${service.url}/api/sites`, { method: "POST", headers, body });
  for (const [field, body] of [
    ["baseUrl", '{"baseUrl":"https://x.dev/\\ud800"}'],
    ["include.0", '{"baseUrl":"https://x.dev","include":["/\\udfff"]}'],
  ]) {
    const answer = await post(body ?? "");
    expect([answer.status, await answer.json()]).toEqual([
      422,
      { detail: `${field}: must not contain half a character (a lone surrogate)` },
    ]);
  }
});

test("NUL is refused with 422 that names the field, before the database is asked", async () => {
  const site = "/api/sites/0190a8c0-0000-7000-8000-000000000000";
  const cases: readonly [string, string, RequestInit?][] = [
    ["q", "/api/sites?q=a%00b", { headers: keyed }],
    ["cursor", "/api/sites?cursor=%00", { headers: keyed }],
    ["cursor", `/api/sites?cursor=${Buffer.from("1 \0").toString("base64url")}`, { headers: keyed }],
    ["baseUrl", "/api/sites", json("POST", { baseUrl: "https://x.dev/\0" })],
    ["secret", `${site}/webhook-secret`, json("PUT", { secret: "long enough \0" })],
    ["base_url", "/internal/hooks/site-changed", json("POST", { base_url: "https://x.dev/\0" })],
    [
      "webhook_secret",
      "/internal/hooks/site-changed",
      json("POST", { base_url: "https://x.dev", webhook_secret: "\0" }),
    ],
  ];
  for (const [field, path, init] of cases) {
    const { status, body } = await ask(path, init);
    expect([path, status, body.detail]).toEqual([path, 422, expect.stringContaining(field)]);
  }
});

test("a body of nothing but nested arrays is refused like any other", async () => {
  const body = `${"[".repeat(8_000)}${"]".repeat(8_000)}`;
  const init = { method: "POST", headers: { "content-type": "application/json" }, body };
  expect((await ask("/internal/hooks/site-changed", init)).status).toBe(422);
});

test("browsers are told to stay with TLS on this name, and on no other", async () => {
  expect((await ask("/health")).headers.get("strict-transport-security")).toBe("max-age=31536000");
});

test("an API_KEY that can be guessed is warned about", async () => {
  const short = await startService({ environment: { API_KEY: "hunter2" }, crawl: async () => crawled() });
  await short.stop();
  expect(short.log.join()).toContain("API_KEY has fewer than 32 characters");
  expect(short.log.join()).not.toContain("hunter2");
  expect(service.log.join()).not.toContain("API_KEY has fewer");
});
