import { createHmac } from "node:crypto";
import { existsSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import * as z from "zod";
import { readConfig } from "../settings/config.ts";
import { isGuess, isOwnOrigin, isSecret, type SocketCredentials, socketRefusal } from "./auth.ts";
import { isSession, issueSession, issueToken, isToken } from "./tokens.ts";

const KEY = "test-api-key-0123456789abcdef0123456789";
const NOW = new Date(1_800_000_000_000);
const SECONDS = NOW.getTime() / 1000;
const GOOD = { iat: SECONDS, exp: SECONDS + 300, type: "websocket" };

const part = (value: unknown) =>
  Buffer.from(typeof value === "string" ? value : JSON.stringify(value)).toString("base64url");

function signed(payload: unknown, header: unknown = { alg: "HS256", typ: "JWT" }, key = KEY): string {
  const body = `${part(header)}.${part(payload)}`;
  return `${body}.${createHmac("sha256", key).update(body).digest("base64url")}`;
}

test("a token has exp 300 seconds after iat, type websocket, and is signed with HS256 and the API key", async () => {
  const token = await issueToken(KEY, NOW);
  const [header = "", payload = ""] = token.split(".");
  expect(JSON.parse(Buffer.from(header, "base64url").toString())).toEqual({ alg: "HS256", typ: "JWT" });
  expect(JSON.parse(Buffer.from(payload, "base64url").toString())).toEqual(GOOD);
  expect(await isToken(token, KEY, NOW)).toBe(true);
});

test("a token is good until it expires, and not a second longer", async () => {
  const token = await issueToken(KEY, NOW);
  expect(await isToken(token, KEY, new Date(NOW.getTime() + 299_000))).toBe(true);
  expect(await isToken(token, KEY, new Date(NOW.getTime() + 300_000))).toBe(false);
});

test("changing the API key invalidates all existing tokens", async () => {
  expect(await isToken(await issueToken("old key", NOW), KEY, NOW)).toBe(false);
});

test("without an API key no token is valid", async () => {
  expect(await isToken(await issueToken(KEY, NOW), undefined, NOW)).toBe(false);
});

test.each([
  ["unknown claims are ignored", signed({ ...GOOD, sub: "x" }), true],
  ["the typ header is optional", signed(GOOD, { alg: "HS256" }), true],
  ["exp may be fractional", signed({ ...GOOD, exp: SECONDS + 299.5 }), true],
  ["alg none", `${part({ alg: "none" })}.${part(GOOD)}.`, false],
  ["alg HS512 in the header", signed(GOOD, { alg: "HS512" }), false],
  ["no alg", signed(GOOD, { typ: "JWT" }), false],
  ["an unknown crit", signed(GOOD, { alg: "HS256", crit: ["x"], x: 1 }), false],
  ["no exp", signed({ iat: SECONDS, type: "websocket" }), false],
  ["no iat", signed({ exp: SECONDS + 300, type: "websocket" }), false],
  ["no type", signed({ iat: SECONDS, exp: SECONDS + 300 }), false],
  ["another type", signed({ ...GOOD, type: "access" }), false],
  ["a type in an array", signed({ ...GOOD, type: ["websocket"] }), false],
  [
    "a type through __proto__",
    signed(`{"__proto__":{"type":"websocket"},"iat":${SECONDS},"exp":${SECONDS + 300}}`),
    false,
  ],
  ["exp as text", signed({ ...GOOD, exp: String(SECONDS + 300) }), false],
  ["a lifetime beyond 300 seconds", signed({ ...GOOD, exp: SECONDS + 301 }), false],
  ["iat in the future", signed({ ...GOOD, iat: SECONDS + 60, exp: SECONDS + 300 }), false],
  ["nbf in the future", signed({ ...GOOD, nbf: SECONDS + 60 }), false],
  ["the empty key", signed(GOOD, undefined, " "), false],
  ["padding", `${signed(GOOD)}=`, false],
  ["white space in front", ` ${signed(GOOD)}`, false],
  ["a newline behind", `${signed(GOOD)}\n`, false],
  ["four parts", `${signed(GOOD)}.x`, false],
  ["more than 4,096 characters", signed({ ...GOOD, pad: "x".repeat(4_096) }), false],
  ["the empty text", "", false],
])("token with %s", async (_, token, accepted) => {
  expect(await isToken(token, KEY, NOW)).toBe(accepted);
});

const CASES = "../shared/hostile/data/jwt-cases.json";
const caseFile = z.object({
  key: z.string(),
  cases: z.array(z.object({ id: z.string(), token: z.string(), accept: z.boolean().nullable() })),
});

test.skipIf(!existsSync(CASES))("all decided cases of the token corpus", async () => {
  const { key, cases } = caseFile.parse(JSON.parse(readFileSync(CASES, "utf8")));
  const decided = cases.filter(({ accept }) => accept !== null);
  const wrong = [];
  for (const { id, token, accept } of decided) if ((await isToken(token, key, NOW)) !== accept) wrong.push(id);
  expect(wrong).toEqual([]);
  expect(decided).toHaveLength(69);
});

test("a secret of another length, of one byte off or with other characters is refused without an exception", () => {
  expect(isSecret("right", "right")).toBe(true);
  for (const given of ["Right", "righ", "right ", "", "rïght", "r".repeat(1_000_000), undefined])
    expect(isSecret(given, "right")).toBe(false);
  expect(isSecret("", undefined)).toBe(false);
  expect(isSecret(undefined, undefined)).toBe(false);
});

const from = (credentials: Partial<SocketCredentials>): SocketCredentials => ({
  token: undefined,
  apiKey: undefined,
  session: undefined,
  isReading: false,
  fetchSite: undefined,
  origin: undefined,
  host: "localhost:8000",
  ...credentials,
});

test("a token that was sent decides alone, whatever key comes with it; an empty one counts as absent", async () => {
  const config = readConfig({ API_KEY: KEY });
  const refusal = (credentials: Parameters<typeof from>[0]) => socketRefusal(from(credentials), config, NOW);
  expect(await refusal({ token: "x", apiKey: KEY })).toBe("Invalid or expired token");
  expect(await refusal({ token: signed(GOOD), apiKey: "wrong" })).toBeUndefined();
  expect(await refusal({ token: "", apiKey: KEY })).toBeUndefined();
  expect(await refusal({ apiKey: "wrong" })).toBe("Unauthorized");
  expect(await refusal({})).toBe("Unauthorized");
});

test("without a key everyone is served but pages of other origins, and no token is valid", async () => {
  const config = readConfig({});
  expect(await socketRefusal(from({}), config, NOW)).toBeUndefined();
  expect(await socketRefusal(from({ origin: "http://localhost:8000" }), config, NOW)).toBeUndefined();
  expect(await socketRefusal(from({ origin: "https://evil.example" }), config, NOW)).toBe("Forbidden origin");
  expect(await socketRefusal(from({ token: signed(GOOD) }), config, NOW)).toBe("Invalid or expired token");
});

test("an origin is our own when it is PUBLIC_URL's, in CORS_ORIGINS, or a host nobody else can own", () => {
  const open = readConfig({});
  expect(isOwnOrigin("http://127.0.0.1:8000", "127.0.0.1:8000", open)).toBe(true);
  expect(isOwnOrigin("http://[::1]:8000", "[::1]:8000", open)).toBe(true);
  expect(isOwnOrigin("http://app:8000", "app:8000", open)).toBe(true);
  expect(isOwnOrigin("http://localhost:3000", "localhost:8000", open)).toBe(false);
  expect(isOwnOrigin("null", "localhost:8000", open)).toBe(false);
  // A name of the attacker's, pointed at 127.0.0.1 after its page was loaded.
  expect(isOwnOrigin("http://evil.example:8000", "evil.example:8000", open)).toBe(false);
  expect(isOwnOrigin("https://llms.example", "llms.example", readConfig({ PUBLIC_URL: "https://llms.example/" }))).toBe(
    true,
  );
  expect(
    isOwnOrigin("https://app.example", "localhost:8000", readConfig({ CORS_ORIGINS: "https://app.example" })),
  ).toBe(true);
  expect(isOwnOrigin("https://any.example", "localhost:8000", readConfig({ CORS_ORIGINS: "*" }))).toBe(true);
  expect(isOwnOrigin("null", "localhost:8000", readConfig({ CORS_ORIGINS: "*" }))).toBe(true);
});

const HOUR = 3_600_000;
const WEEK = 7 * 24 * HOUR;

test("a session lasts a week, ends with the API key, and opens no socket as a token does; nor is a token a session", async () => {
  const session = await issueSession(KEY, NOW);
  const after = (ms: number) => new Date(NOW.getTime() + ms);
  expect(await isSession(session, KEY, after(WEEK - 1000))).toBe(true);
  expect(await isSession(session, KEY, after(WEEK))).toBe(false);
  expect(await isSession(session, "another key", NOW)).toBe(false);
  expect(await isSession(session, undefined, NOW)).toBe(false);
  expect(await isToken(session, KEY, NOW)).toBe(false);
  expect(await isSession(await issueToken(KEY, NOW), KEY, NOW)).toBe(false);
  expect(await isSession(signed({ ...GOOD, type: "session", exp: SECONDS + WEEK / 1000 + 1 }), KEY, NOW)).toBe(false);
});

test("a session opens a socket for our own page, for no other one, and for no program", async () => {
  const config = readConfig({ API_KEY: KEY, CORS_ORIGINS: "*" });
  const session = await issueSession(KEY, NOW);
  const refusal = (sender: Partial<SocketCredentials>) => socketRefusal(from({ session, ...sender }), config, NOW);
  expect(await refusal({ origin: "http://localhost:8000" })).toBeUndefined();
  expect(await refusal({ origin: "http://localhost:3000" })).toBe("Forbidden origin");
  expect(await refusal({ origin: "null" })).toBe("Forbidden origin");
  expect(await refusal({})).toBe("Forbidden origin");
  expect(await refusal({ origin: "http://localhost:8000", token: "x" })).toBe("Invalid or expired token");
  expect(await refusal({ origin: "http://localhost:8000", apiKey: "wrong" })).toBe("Unauthorized");
  expect(await refusal({ origin: "http://localhost:8000", session: "x" })).toBe("Unauthorized");
  const guess = (shown: string) => isGuess(from({ session: shown }), config, NOW);
  expect([await guess("x"), await guess(session), await guess(await issueSession(KEY, new Date(0)))]).toEqual([
    true,
    false,
    false,
  ]);
});
