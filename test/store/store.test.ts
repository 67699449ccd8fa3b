import { mkdirSync, mkdtempSync, readdirSync, readFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, expect, test } from "vitest";
import { readSettings } from "../../packages/service/src/settings.ts";
import { openStore } from "../../packages/service/src/store.ts";
import { type S3ServerOptions, startS3 } from "../servers/s3.ts";

const key = { accessKeyId: "id-of-the-key", secretAccessKey: "secret-of-the-key" };
const at = new Date("2026-03-04T05:06:07Z");
const never = new AbortController().signal;
const NAME = "x.dev_20260304_050607";
const open: { close(): Promise<void> }[] = [];
afterEach(async () => {
  await Promise.all(open.splice(0).map((server) => server.close()));
});

async function bucket(options: Partial<S3ServerOptions> = {}, environment: Record<string, string> = {}) {
  const server = await startS3({ key, bucket: "texts", ...options });
  open.push(server);
  const settings = readSettings({
    ...{ S3_BUCKET: "texts", S3_ENDPOINT: server.url, S3_ACCESS_KEY_ID: key.accessKeyId },
    ...{ S3_SECRET_ACCESS_KEY: key.secretAccessKey, ...environment },
  });
  const store = openStore(settings, () => "http://unused");
  const add = (text: string, signal = never) => store.add("https://x.dev/docs", text, at, signal);
  return { server, add };
}

function folder(environment: Record<string, string> = {}) {
  const path = mkdtempSync(join(tmpdir(), "store-"));
  const store = openStore(readSettings({ DATA_DIR: path, ...environment }), () => "http://localhost:8000");
  return { path, add: (url: string, text: string) => store.add(url, text, at, never) };
}

test("in a folder: each text is a new, complete file named after domain and time", async () => {
  const { path, add } = folder();
  expect(await add("https://x.dev/docs", "one")).toBe(`http://localhost:8000/files/${NAME}.txt`);
  const urls = await Promise.all(Array.from({ length: 20 }, (_, n) => add("https://x.dev", `text ${n}`)));
  expect(new Set(urls).size).toBe(20);
  expect(readFileSync(join(path, "files", `${NAME}.txt`), "utf8")).toBe("one");
  expect(readdirSync(join(path, "writing"))).toEqual([]);
  expect(await add("http://[::1]:8080/", "six")).toMatch(/\/files\/___1__8080_20260304_050607\.txt$/);
});

test("in a folder: STORE_STABLE also stores the newest text under a stable name", async () => {
  const { path, add } = folder({ STORE_STABLE: "true" });
  await add("https://x.dev:81/", "one");
  await add("https://x.dev:81/", "two");
  expect(readFileSync(join(path, "files/x.dev_81/llms.txt"), "utf8")).toBe("two");
});

test("in a folder: a stable name that cannot be written leaves no other file behind", async () => {
  const { path, add } = folder({ STORE_STABLE: "true" });
  mkdirSync(join(path, "files/x.dev/llms.txt"), { recursive: true });
  await expect(add("https://x.dev/", "one")).rejects.toMatchObject({ code: "storage_failed" });
  expect([readdirSync(join(path, "files")), readdirSync(join(path, "writing"))]).toEqual([["x.dev"], []]);
});

test("in a bucket: each text is public, plain text in UTF-8, and never overwritten", async () => {
  const { server, add } = await bucket({}, { PUBLIC_DOMAIN: "https://files.example/", STORE_STABLE: "true" });
  expect([await add("é"), await add("two")]).toEqual([
    `https://files.example/${NAME}.txt`,
    `https://files.example/${NAME}_2.txt`,
  ]);
  const object = server.objects.get(`${NAME}.txt`);
  expect([String(object?.body), object?.contentType, object?.acl, object?.cacheControl]).toEqual([
    ...["é", "text/plain; charset=utf-8", "public-read", undefined],
  ]);
  expect(String(server.objects.get("x.dev/llms.txt")?.body)).toBe("two");
});

test("in a bucket: an empty ACL is not sent, and the bucket may be part of the host", async () => {
  const { server, add } = await bucket({ knowsAcls: false }, { S3_ACL: "" });
  expect(await add("one")).toBe(`${server.url}/texts/${NAME}.txt`);
  const hosted = await bucket({}, { S3_FORCE_PATH_STYLE: "false", S3_ENDPOINT: "http://store.invalid" });
  await expect(hosted.add("one", AbortSignal.timeout(300))).rejects.toThrow("HEAD http://texts.store.invalid/x.dev_");
});

test.each(["501", "400", "passed over"] as const)(
  "a store where If-None-Match is %s loses nothing",
  async (conditions) => {
    const { server, add } = await bucket({ conditions });
    await add("one");
    await add("two");
    expect([...server.objects.keys()]).toEqual([`${NAME}.txt`, `${NAME}_2.txt`]);
  },
);

test("a temporary failure is retried after the time that the store asks for", async () => {
  const { server, add } = await bucket();
  server.misbehave("PUT", { status: 500 }, { status: 503, retryAfter: "1" }, "cut");
  const began = performance.now();
  await add("one");
  expect(performance.now() - began).toBeGreaterThan(1_250);
  expect([...server.objects.keys()]).toEqual([`${NAME}.txt`]);
});

test("a text whose upload succeeded but was not answered is not stored twice", async () => {
  const { server, add } = await bucket();
  server.misbehave("PUT", "storeThenCut");
  expect(await add("one")).toBe(`${server.url}/texts/${NAME}.txt`);
  expect([...server.objects.keys()]).toEqual([`${NAME}.txt`]);
  server.misbehave("HEAD", { status: 404 });
  expect(await add("two")).toBe(`${server.url}/texts/${NAME}_2.txt`);
});

test("a wrong clock costs one refused request and no text", async () => {
  for (const minutes of [20, -20]) {
    const { server, add } = await bucket({ aheadMs: () => minutes * 60_000 });
    expect(await add("one")).toBe(`${server.url}/texts/${NAME}.txt`);
  }
});

test("an upload is tried four times, a refused one once; the error contains neither key nor secret", async () => {
  const { server, add } = await bucket();
  server.misbehave("HEAD", ...Array.from({ length: 4 }, () => ({ status: 500, code: "SlowDown" })));
  await expect(add("one")).rejects.toThrow(/storage failed|HEAD .*: 500.* \(after 4 tries\)/);
  const wrong = await bucket({}, { S3_SECRET_ACCESS_KEY: "wrong-secret" });
  const error = await wrong.add("one").catch(String);
  expect(error).toMatch(/PUT .*: 403 SignatureDoesNotMatch/);
  expect(error).not.toMatch(/id-of-the-key|wrong-secret/);
});

test("a store that never answers is given up after a time limit", async () => {
  const { server, add } = await bucket();
  server.misbehave("HEAD", "silence");
  // A second try would be answered.
  await expect(add("one", AbortSignal.timeout(500))).rejects.toMatchObject({ code: "storage_failed" });
  server.misbehave("HEAD", { status: 503, retryAfter: "3600" });
  await expect(add("one", AbortSignal.timeout(5_000))).rejects.toThrow("503");
});
