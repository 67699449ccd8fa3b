import { request } from "undici";
import { expect, test } from "vitest";
import { crawled } from "../servers/crawled.ts";
import { KEY, type Service } from "../servers/service.ts";
import { serviceStarter } from "../servers/service-starter.ts";

const startOne = serviceStarter();
const start = (environment: Record<string, string> = {}) => startOne({ environment, crawl: async () => crawled() });

const SECRETS = { API_KEY: KEY, CRON_SECRET: "cron-secret" };

/** By undici itself: fetch would not send another Host. */
async function ask(
  service: Service,
  path: string,
  headers: Record<string, string> = {},
  method: "GET" | "POST" = "GET",
) {
  const { statusCode, headers: got, body } = await request(service.url + path, { method, headers });
  await body.dump();
  return { status: statusCode, retryAfter: got["retry-after"] };
}

const DOORS: Readonly<Record<string, (service: Service, secret: string, from?: string) => Promise<unknown>>> = {
  rest: async (service, secret, from) =>
    (await ask(service, "/api/crawls/x", { "x-api-key": secret, ...forwarded(from) })).status,
  token: async (service, secret, from) =>
    (await ask(service, "/auth/token", { "x-api-key": secret, ...forwarded(from) }, "POST")).status,
  cron: async (service, secret, from) =>
    (await ask(service, "/internal/cron/recrawl", { "x-cron-secret": secret, ...forwarded(from) }, "POST")).status,
  events: async (service, secret, from) =>
    (await ask(service, `/api/crawls/x/events?token=${await tokenOf(service, secret)}`, forwarded(from))).status,
  socketKey: async (service, secret, from) =>
    (await service.connect(`/ws/crawl?api_key=${secret}`, { headers: forwarded(from) }).closed).reason,
  socketToken: async (service, secret, from) =>
    (await service.connect(`/ws/crawl?token=${await tokenOf(service, secret)}`, { headers: forwarded(from) }).closed)
      .reason,
};

const forwarded = (from?: string): Record<string, string> => (from === undefined ? {} : { "x-forwarded-for": from });

const tokenOf = async (service: Service, secret: string): Promise<string> => {
  if (secret === "wrong") return secret;
  const { body } = await request(`${service.url}/auth/token`, { method: "POST", headers: { "x-api-key": secret } });
  return ((await body.json()) as { readonly token: string }).token;
};

/** What each door says to its own secret. A socket that is let in is closed for want of a request. */
const SERVED = {
  rest: [KEY, 404],
  token: [KEY, 200],
  cron: ["cron-secret", 503],
  events: [KEY, 404],
  socketKey: [KEY, ""],
  socketToken: [KEY, ""],
} as const;

const patience = { firstMessageMs: 1 };

test.each(Object.keys(DOORS))(
  "after ten wrong secrets at one door (%s) wrong ones wait, and every door serves the right one",
  async (door) => {
    const service = await startOne({ environment: SECRETS, crawl: async () => crawled(), patience });
    for (let n = 0; n < 10; n++)
      expect([401, "Unauthorized", "Invalid or expired token"]).toContain(await DOORS[door]?.(service, "wrong"));
    let answered = 0;
    // The last of them waits ten seconds.
    for (let n = 0; n < 10; n++)
      void DOORS[door]?.(service, "wrong").then(
        () => answered++,
        () => {},
      );
    for (const [name, [secret, answer]] of Object.entries(SERVED))
      expect([name, await DOORS[name]?.(service, secret)]).toEqual([name, answer]);
    expect(answered).toBeLessThan(10);
  },
);

test("of many wrong secrets at once some are told 429, or Unauthorized, before the others are answered", async () => {
  const service = await start(SECRETS);
  for (let n = 0; n < 10; n++) await DOORS.events?.(service, "wrong");
  const held = Array.from({ length: 20 }, () => DOORS.rest?.(service, "wrong").catch(() => "the service stopped"));
  const first = await Promise.race([...held, DOORS.rest?.(service, "wrong"), DOORS.cron?.(service, "wrong")]);
  expect(first).toBe(429);
  expect(await DOORS.socketToken?.(service, "wrong")).toBe("Unauthorized");
  expect(await DOORS.rest?.(service, KEY)).toBe(404);
});

test("a request without a secret, or with an expired token, does not count as a guess", async () => {
  const service = await start(SECRETS);
  for (let n = 0; n < 12; n++) {
    expect((await ask(service, "/api/crawls/x")).status).toBe(401);
    expect((await service.connect("/ws/crawl").closed).reason).toBe("Unauthorized");
  }
  expect((await ask(service, "/api/crawls/x", { "x-api-key": KEY })).status).toBe(404);
});

test("behind one proxy each client is counted by what the proxy added, not by what the client wrote", async () => {
  const service = await start({ ...SECRETS, TRUST_PROXY: "1" });
  for (let n = 0; n < 10; n++) await DOORS.rest?.(service, "wrong", `203.0.113.${n}, 192.0.2.1`);
  const held = DOORS.rest?.(service, "wrong", "203.0.113.99, 192.0.2.1").then(() => "held");
  const other = DOORS.rest?.(service, "wrong", "192.0.2.2").then(() => "other");
  expect(await Promise.race([held, other])).toBe("other");
  await held;
});

test("without a proxy that is trusted the field counts for nothing", async () => {
  const service = await start(SECRETS);
  for (let n = 0; n < 10; n++) await DOORS.rest?.(service, "wrong", `192.0.2.${n}`);
  const held = DOORS.rest?.(service, "wrong", "192.0.2.77").then(() => "held");
  const right = DOORS.rest?.(service, KEY, "192.0.2.77").then(() => "right");
  expect(await Promise.race([held, right])).toBe("right");
  await held;
});

test("without a key, reads under a name that is not this server's are refused, and those it can be reached by are not", async () => {
  const settings = { PUBLIC_URL: "https://llms.example", CORS_ORIGINS: "https://app.example" };
  const service = await start(settings);
  const read = async (host: string) => (await ask(service, "/api/crawls/x", { host })).status;
  for (const host of ["evil.example", "evil.example:8000", "127.0.0.1.evil.example", "llms.example.evil.dev"])
    expect([host, await read(host)]).toEqual([host, 403]);
  for (const host of [
    "127.0.0.1:8000",
    "[::1]:8000",
    "localhost",
    "app",
    "llms.example",
    "app.example",
    "host.docker.internal",
  ])
    expect([host, await read(host)]).toEqual([host, 404]);
  expect((await ask(service, "/health", { host: "evil.example" })).status).toBe(200);
});
