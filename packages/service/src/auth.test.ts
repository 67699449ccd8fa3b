import { createHmac } from "node:crypto";
import { expect, test } from "vitest";
import { isOwnOrigin, isSecret, issueToken, isToken, refusalOf, WrongSecrets } from "./auth.ts";
import { readSettings } from "./settings.ts";

const KEY = "a-key-of-this-service";
const NOW = 1_800_000_000;
const now = new Date(NOW * 1_000);
const encoded = (value: unknown) => Buffer.from(JSON.stringify(value)).toString("base64url");

/** A token signed with any key. */
function token(claims: unknown, header: object = { alg: "HS256", typ: "JWT" }, key = KEY): string {
  const signed = `${encoded(header)}.${encoded(claims)}`;
  return `${signed}.${createHmac("sha256", key).update(signed).digest("base64url")}`;
}
const claims = { exp: NOW + 300, iat: NOW, type: "websocket" };

test("an issued token is valid for 300 seconds", async () => {
  const issued = await issueToken(KEY, now);
  expect(JSON.parse(Buffer.from(issued.split(".")[1] ?? "", "base64url").toString())).toEqual(claims);
  const at = (seconds: number) => isToken(issued, KEY, new Date((NOW + seconds) * 1_000));
  expect(await Promise.all([0, 299, 300, -60].map(at))).toEqual([true, true, false, false]);
});

test.each([
  ["another type", token({ ...claims, type: "access" })],
  ["no type", token({ exp: NOW + 300, iat: NOW })],
  ["a type in a list", token({ ...claims, type: ["websocket"] })],
  ["no expiry", token({ iat: NOW, type: "websocket" })],
  ["no time of issue", token({ exp: NOW + 300, type: "websocket" })],
  ["a longer life than ours", token({ ...claims, exp: NOW + 3_600 })],
  ["an expiry in milliseconds", token({ ...claims, exp: (NOW + 300) * 1_000 })],
  ["times in the future", token({ ...claims, iat: NOW + 60, exp: NOW + 300 })],
  ["another key", token(claims, undefined, "another-key")],
  ["no algorithm", `${encoded({ alg: "none" })}.${encoded(claims)}.`],
  ["another algorithm", token(claims, { alg: "HS512" })],
  ["a critical extension", token(claims, { alg: "HS256", crit: ["exp"], exp: 1 })],
  ["a list for claims", token([claims])],
  ["padding", `${token(claims)}=`],
  ["a changed signature", `${token(claims).slice(0, -2)}AA`],
  ["a word before it", `Bearer ${token(claims)}`],
  ["a megabyte", token({ ...claims, more: "x".repeat(2 ** 20) })],
  ["nothing", ""],
])("a token with %s is refused", async (_, given) => {
  expect(await isToken(given, KEY, now)).toBe(false);
});

test("without an API key no token is valid", async () => {
  expect(await isToken(token(claims), undefined, now)).toBe(false);
});

test("only the exact secret is accepted", () => {
  expect(isSecret("s3cret", "s3cret")).toBe(true);
  for (const [given, right] of [
    ["S3cret", "s3cret"],
    ["", ""],
    [undefined, "s"],
    [["s"], "s"],
    ["s", null],
  ] as const)
    expect(isSecret(given, right)).toBe(false);
});

const shown = { token: null, apiKey: null, origin: undefined, host: "127.0.0.1:8000" };

test("a wrong token is refused even with the right key; an empty token counts as absent", async () => {
  const settings = readSettings({ API_KEY: KEY });
  const refusal = (more: object) => refusalOf({ ...shown, ...more }, settings, now);
  expect(await refusal({ token: "x.y.z", apiKey: KEY })).toMatchObject({ reason: "Invalid or expired token" });
  expect(await refusal({ token: "", apiKey: KEY })).toBeUndefined();
  expect(await refusal({ apiKey: "guess" })).toEqual({ reason: "Unauthorized", isGuess: true });
  expect(await refusal({})).toEqual({ reason: "Unauthorized", isGuess: false });
  expect(await refusal({ token: token(claims), origin: "https://evil.example" })).toBeUndefined();
});

test("without a key a browser must come from the service's own page, or from an origin that is allowed", () => {
  const settings = readSettings({ CORS_ORIGINS: "https://app.example", PUBLIC_URL: "https://llms.example/x" });
  const comes = (origin: string | undefined, host = "127.0.0.1:8000") => isOwnOrigin(origin, host, settings);
  expect(
    [undefined, "https://app.example", "https://llms.example", "http://127.0.0.1:8000"].every((one) => comes(one)),
  );
  expect(comes("http://localhost:8000", "localhost:8000")).toBe(true);
  expect(comes("null")).toBe(false);
  expect(comes("https://evil.example")).toBe(false);
  // A foreign host name that points to this machine.
  expect(comes("http://evil.example:8000", "evil.example:8000")).toBe(false);
});

test("the eleventh wrong secret of a minute waits a second, and other clients' do not", async () => {
  const secrets = new WrongSecrets();
  const waits = (address: string) => {
    const turn = new Promise<boolean>((resolve) => setImmediate(resolve, true));
    return Promise.race([secrets.settle(address).then(() => false), turn]);
  };
  for (let n = 0; n < 10; n++) expect(await waits("a")).toBe(false);
  expect(await Promise.all([waits("a"), waits("b")])).toEqual([true, false]);
});
