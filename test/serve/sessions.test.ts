import { request } from "undici";
import { expect, test } from "vitest";
import { crawled } from "../servers/crawled.ts";
import { KEY, type Service } from "../servers/service.ts";
import { serviceStarter } from "../servers/service-starter.ts";

// Signing in with a browser: the cookie that stands for the key.

const startOne = serviceStarter();
const start = (environment: Record<string, string> = { API_KEY: KEY }) =>
  startOne({ environment, crawl: async () => crawled() });

type Method = "GET" | "POST" | "DELETE";
type Fields = Record<string, string>;

/** By undici itself: fetch would send no Host and no Sec-Fetch-Site of ours. */
async function ask({ url }: Service, [method, path]: readonly [Method, string], headers: Fields = {}) {
  const { statusCode, headers: got, body } = await request(url + path, { method, headers });
  const text = await body.text();
  const cookies = [got["set-cookie"] ?? []].flat();
  return { status: statusCode, cookies, json: text === "" ? undefined : JSON.parse(text) };
}

const SIGN_IN = ["POST", "/auth/session"] as const;
const CHANGE = ["DELETE", "/api/crawls/none"] as const;
const CONFIG = ["GET", "/api/config"] as const;

async function signIn(service: Service, headers: Fields = {}): Promise<string> {
  const { status, cookies } = await ask(service, SIGN_IN, { "x-api-key": KEY, ...headers });
  expect([status, cookies.length]).toEqual([200, 1]);
  return cookies[0] ?? "";
}

const pair = (cookie: string) => cookie.split(";", 1)[0] ?? "";
const OWN = { "sec-fetch-site": "same-origin" };

test("the key is exchanged for a cookie that scripts and other sites cannot use, bound to https where that is spoken", async () => {
  const service = await start();
  expect(await signIn(service)).toMatch(
    /^llmstxt-session=[\w.-]+; Path=\/; Max-Age=604800; HttpOnly; SameSite=Strict$/,
  );
  expect(await signIn(service, { origin: "https://llms.example" })).toMatch(
    /^__Host-llmstxt-session=[\w.-]+; Path=\/; Max-Age=604800; HttpOnly; SameSite=Strict; Secure$/,
  );
  expect((await ask(service, SIGN_IN, { "x-api-key": "wrong" })).cookies).toEqual([]);
  expect((await ask(service, SIGN_IN)).status).toBe(401);
  const open = await start({});
  expect((await ask(open, SIGN_IN, { "x-api-key": KEY })).status).toBe(401);
});

test("a session opens REST, events and the socket in every process with the key, and in none with another", async () => {
  const cookie = pair(await signIn(await start()));
  const [same, other] = await Promise.all([start(), start({ API_KEY: `${KEY}!` })]);
  expect((await ask(same, CONFIG, { cookie })).json).toMatchObject({ keyRequired: true, signedIn: true });
  expect((await ask(same, ["GET", "/api/crawls"], { cookie })).status).toBe(200);
  expect((await ask(same, ["GET", "/api/crawls/none/events"], { cookie })).status).toBe(404);
  expect((await ask(same, CHANGE, { cookie, ...OWN })).status).toBe(404);
  const socket = same.connect("/ws/crawl", { headers: { cookie, origin: same.url } });
  await socket.opened;
  socket.send({ url: "https://example.com" });
  expect((await socket.closed).code).toBe(1000);

  const changed = await ask(other, CONFIG, { cookie });
  expect(changed.json).toMatchObject({ signedIn: false });
  expect(changed.cookies).toHaveLength(2);
  for (const taken of changed.cookies) expect(taken).toContain("Max-Age=0");
  expect((await ask(other, CHANGE, { cookie, ...OWN })).status).toBe(401);
});

test("another page of the same machine or domain, for which browsers add the cookie, changes and reads nothing", async () => {
  const service = await start({ API_KEY: KEY, CORS_ORIGINS: "https://app.example" });
  const cookie = pair(await signIn(service));
  const foreign: Fields[] = [
    { "sec-fetch-site": "same-site" },
    { "sec-fetch-site": "cross-site", origin: "https://app.example" },
    { origin: "http://127.0.0.1:1" },
    { origin: "https://app.example" },
    { origin: "null" },
    {},
  ];
  for (const headers of foreign) expect((await ask(service, CHANGE, { cookie, ...headers })).status).toBe(403);
  expect((await ask(service, ["GET", "/api/crawls"], { cookie, "sec-fetch-site": "same-site" })).status).toBe(403);
  for (const origin of ["http://127.0.0.1:1", "null", "https://app.example"]) {
    const { code, reason } = await service.connect("/ws/crawl", { headers: { cookie, origin } }).closed;
    expect([code, reason]).toEqual([1008, "Forbidden origin"]);
  }
});

test("a key that is sent decides, whatever session comes with it; signing out takes the cookie back", async () => {
  const service = await start();
  const cookie = pair(await signIn(service));
  expect((await ask(service, CHANGE, { cookie, ...OWN, "x-api-key": "wrong" })).status).toBe(401);
  const { status, cookies } = await ask(service, ["DELETE", "/auth/session"], { cookie });
  expect([status, cookies.map((taken) => taken.split(";", 1)[0])]).toEqual([
    204,
    ["__Host-llmstxt-session=", "llmstxt-session="],
  ]);
  expect((await ask(service, CHANGE, { cookie: "llmstxt-session=; other=1", ...OWN })).status).toBe(401);
});

test("cookies that are not ours are told to wait like wrong keys, at the sign-in's state too; a good one never is", async () => {
  const service = await start();
  const cookie = pair(await signIn(service));
  const forged = `${cookie.slice(0, -5)}AAAAA`;
  for (let n = 0; n < 5; n++) {
    expect((await ask(service, CONFIG, { cookie: forged })).json.signedIn).toBe(false);
    expect((await ask(service, CHANGE, { cookie: forged, ...OWN })).status).toBe(401);
  }
  const held = [CHANGE, CONFIG].map((path) => ask(service, path, { cookie: forged, ...OWN }).catch(() => "stopped"));
  const answers = [
    (await ask(service, CHANGE, { cookie, ...OWN })).status,
    (await ask(service, CONFIG, { cookie })).json.signedIn,
    (await ask(service, SIGN_IN, { "x-api-key": KEY })).status,
  ];
  expect(await Promise.race([Promise.all(held), "waits"])).toBe("waits");
  expect(answers).toEqual([404, true, 200]);
});
