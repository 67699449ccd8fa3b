import { once } from "node:events";
import { createServer } from "node:http";
import { Agent, getGlobalDispatcher, setGlobalDispatcher } from "undici";
import { expect, test } from "vitest";
import { bucketStore, publicBucket, type S3Options } from "../../packages/service/src/store/s3.ts";
import { fixedKeys } from "../../packages/service/src/store/s3-keys.ts";
import { saveText } from "../../packages/service/src/store/texts.ts";
import { type S3Server, type S3ServerOptions, startS3 } from "../servers/s3.ts";
import { publicStoreContract, storeContract } from "./contract.ts";

const KEY = { accessKeyId: "AKIDEXAMPLE1", secretAccessKey: "s3cr3t/with+signs=" };
const NAME = "x.dev_20261121_055000.txt";
const never = new AbortController().signal;

/** A store and Files on it; retries wait a millisecond. */
async function open(store: Partial<S3ServerOptions> = {}, options: Partial<S3Options> = {}) {
  const server = await startS3({ key: KEY, bucket: "texts", ...store });
  const files = publicBucket({
    keys: fixedKeys(KEY),
    bucket: "texts",
    endpoint: server.url,
    firstRetryMs: 1,
    ...options,
  });
  return { server, files, [Symbol.asyncDispose]: () => server.close() };
}

const stored = (server: S3Server) => [...server.objects].map(([name, { body }]) => [name, body.toString()]);

for (const conditions of ["honoured", "passed over", "501", "400"] as const)
  publicStoreContract(`S3, If-None-Match ${conditions}`, async () => {
    const { server, files } = await open({ conditions });
    return {
      store: files,
      async read(url) {
        const response = await fetch(url);
        const text = await response.text();
        if (response.status === 404) return undefined;
        return { text, contentType: response.headers.get("content-type") ?? "" };
      },
      names: async () => [...server.objects.keys()],
      close: () => server.close(),
    };
  });

storeContract("S3, a private part of a bucket", async () => {
  const server = await startS3({ key: KEY, bucket: "texts" });
  return {
    store: bucketStore(
      { keys: fixedKeys(KEY), bucket: "texts", endpoint: server.url, firstRetryMs: 1 },
      { access: "private", prefix: "memory/" },
    ),
    names: async () => [...server.objects.keys()].map((name) => name.slice("memory/".length)),
    close: () => server.close(),
  };
});

test("an object is public, text/plain in UTF-8, and may be kept for ever; a stable name only for minutes", async () => {
  await using opened = await open();
  await saveText(opened.files, { name: NAME, text: "text" }, never);
  await opened.files.put("x.dev/llms.txt", "text", never);
  expect(opened.server.objects.get(NAME)).toMatchObject({
    acl: "public-read",
    contentType: "text/plain; charset=utf-8",
    cacheControl: "public, max-age=31536000, immutable",
  });
  expect(opened.server.objects.get("x.dev/llms.txt")?.cacheControl).toBe("public, max-age=300");
});

test("an empty ACL sends none, for stores that know none", async () => {
  await using opened = await open({ knowsAcls: false }, { acl: "" });
  await saveText(opened.files, { name: NAME, text: "text" }, never);
  expect(opened.server.objects.get(NAME)?.acl).toBeUndefined();
});

test("a store that knows no ACLs says so, and the error says what to set", async () => {
  await using opened = await open({ knowsAcls: false });
  await expect(saveText(opened.files, { name: NAME, text: "text" }, never)).rejects.toThrow(
    /501 NotImplemented.*set the ACL to nothing/,
  );
});

test("the public URL begins with the public domain", async () => {
  await using opened = await open({}, { publicDomain: "llms.example.com/" });
  expect(await saveText(opened.files, { name: NAME, text: "text" }, never)).toBe(`https://llms.example.com/${NAME}`);
});

test("virtual-host style: the bucket is the first label of the host", async () => {
  const server = await startS3({ key: KEY, bucket: "texts", virtualHost: true });
  const previous = getGlobalDispatcher();
  const everyNameIsHere = new Agent({
    connect: { lookup: (_name, _options, done) => done(null, [{ address: "127.0.0.1", family: 4 }]) },
  });
  setGlobalDispatcher(everyNameIsHere);
  try {
    const files = publicBucket({
      keys: fixedKeys(KEY),
      bucket: "texts",
      endpoint: `http://s3.test:${server.port}`,
      pathStyle: false,
    });
    const url = await saveText(files, { name: NAME, text: "text" }, never);
    expect(url).toBe(`http://texts.s3.test:${server.port}/${NAME}`);
    expect(await (await fetch(url)).text()).toBe("text");
  } finally {
    setGlobalDispatcher(previous);
    await everyNameIsHere.close();
    await server.close();
  }
});

test("names with every awkward character are signed and sent alike", async () => {
  await using opened = await open();
  for (const name of [
    "a b+c.txt",
    "(1)'*!.txt",
    "é例🦊.txt",
    "a&b=c?d#e.txt",
    "100%25.txt",
    "x.dev/a~b-c_d/llms.txt",
  ]) {
    const url = await saveText(opened.files, { name, text: name }, never);
    expect(await (await fetch(url)).text()).toBe(name);
    expect(opened.server.objects.has(name)).toBe(true);
  }
});

test("a wrong secret is a 403 that is not tried again, and the error names neither key nor secret", async () => {
  const secretAccessKey = "not the secret";
  await using opened = await open({}, { keys: fixedKeys({ ...KEY, secretAccessKey }) });
  const error = await saveText(opened.files, { name: NAME, text: "text" }, never).catch((thrown: unknown) => thrown);
  expect(error).toMatchObject({ code: "storage_failed" });
  expect(String(error)).toMatch(/PUT http:\S+\/texts\/x\.dev_20261121_055000\.txt: 403 SignatureDoesNotMatch/);
  expect(String(error)).not.toContain(secretAccessKey);
  expect(opened.server.objects.size).toBe(0);
});

test("credentials that a store repeats in its answer are not repeated in the error", async () => {
  await using opened = await open();
  const message = `The key ${KEY.accessKeyId} with ${KEY.secretAccessKey} is blocked`;
  opened.server.misbehave("PUT", { status: 403, code: "AccessDenied", message });
  await expect(saveText(opened.files, { name: NAME, text: "text" }, never)).rejects.toThrow(
    "403 AccessDenied The key *** with *** is blocked",
  );
});

test("the test store itself refuses a body that is not the one whose digest was signed", async () => {
  await using opened = await open();
  const { AwsClient } = await import("aws4fetch");
  const client = new AwsClient({ ...KEY, service: "s3", retries: 0 });
  const headers = { "X-Amz-Content-Sha256": "0".repeat(64) };
  const response = await client.fetch(`${opened.server.url}/texts/${NAME}`, { method: "PUT", headers, body: "text" });
  expect(response.status).toBe(400);
  expect(await response.text()).toContain("XAmzContentSHA256Mismatch");
  expect(opened.server.objects.size).toBe(0);
});

test("500 then 200: it is tried again and stored once", async () => {
  await using opened = await open();
  opened.server.misbehave("HEAD", { status: 500 });
  opened.server.misbehave("PUT", { status: 500 }, { status: 502 }, { status: 503 });
  await saveText(opened.files, { name: NAME, text: "text" }, never);
  expect(stored(opened.server)).toEqual([[NAME, "text"]]);
});

test("four failures in a row are enough: the error says the last and how often it was tried", async () => {
  await using opened = await open();
  opened.server.misbehave("PUT", ...Array.from({ length: 9 }, () => ({ status: 503, code: "SlowDown" })));
  await expect(saveText(opened.files, { name: NAME, text: "text" }, never)).rejects.toThrow(
    /: 503 SlowDown \(after 4 tries\)$/,
  );
});

test("503 with Retry-After: the next try comes no sooner", async () => {
  await using opened = await open();
  opened.server.misbehave("PUT", { status: 503, code: "SlowDown", retryAfter: "1" });
  await saveText(opened.files, { name: NAME, text: "text" }, never);
  const [first, second] = opened.server.requests.filter(({ method }) => method === "PUT");
  expect((second?.at ?? 0) - (first?.at ?? 0)).toBeGreaterThanOrEqual(990);
});

test("a Retry-After beyond the time a text may take fails at once instead of waiting for it", async () => {
  await using opened = await open();
  opened.server.misbehave("PUT", { status: 429, code: "SlowDown", retryAfter: "3600" });
  await expect(saveText(opened.files, { name: NAME, text: "text" }, never)).rejects.toThrow(
    /429 SlowDown \(no time left to wait 3600 s/,
  );
});

test("a cut connection is tried again", async () => {
  await using opened = await open();
  opened.server.misbehave("PUT", "cut", "cut");
  await saveText(opened.files, { name: NAME, text: "text" }, never);
  expect(stored(opened.server)).toEqual([[NAME, "text"]]);
});

test("a connection cut after the text was stored: it is recognised as ours, not stored a second time", async () => {
  await using opened = await open();
  opened.server.misbehave("PUT", "storeThenCut");
  expect(await saveText(opened.files, { name: NAME, text: "text" }, never)).toMatch(new RegExp(`/${NAME}$`));
  expect(stored(opened.server)).toEqual([[NAME, "text"]]);
});

test("a name that someone else took between the look and the put is left alone", async () => {
  await using opened = await open();
  await saveText(opened.files, { name: NAME, text: "theirs" }, never);
  opened.server.misbehave("HEAD", { status: 404 });
  expect(await saveText(opened.files, { name: NAME, text: "ours" }, never)).toMatch(/_2\.txt$/);
  expect(stored(opened.server)).toEqual([
    [NAME, "theirs"],
    ["x.dev_20261121_055000_2.txt", "ours"],
  ]);
});

test("a store that never answers is given up on, try by try and as a whole", async () => {
  await using opened = await open({}, { tryTimeoutMs: 50, timeoutMs: 120, firstRetryMs: 10 });
  opened.server.misbehave("PUT", "silence", "silence", "silence", "silence");
  await expect(saveText(opened.files, { name: NAME, text: "text" }, never)).rejects.toThrow(
    /no answer within 0\.0\d+ s/,
  );
  expect(opened.server.objects.size).toBe(0);
});

test("a slow try is cut off and the next one stores", async () => {
  await using opened = await open({}, { tryTimeoutMs: 200 });
  opened.server.misbehave("PUT", "silence");
  await saveText(opened.files, { name: NAME, text: "text" }, never);
  expect(stored(opened.server)).toEqual([[NAME, "text"]]);
});

test("a stop takes effect during a try and during a wait", async () => {
  await using opened = await open();
  for (const misdeed of ["silence", { status: 503, retryAfter: "5" }] as const) {
    opened.server.misbehave("PUT", misdeed);
    const stop = new AbortController();
    const saving = saveText(opened.files, { name: NAME, text: "text" }, stop.signal);
    await expect.poll(() => opened.server.requests.at(-1)?.method).toBe("PUT");
    stop.abort();
    await expect(saving).rejects.toMatchObject({ name: "AbortError" });
  }
  expect(opened.server.objects.size).toBe(0);
});

test("credentials that may only write are enough where the store knows the condition, and are refused where not", async () => {
  await using knowing = await open({ mayRead: false });
  expect(await saveText(knowing.files, { name: NAME, text: "one" }, never)).toMatch(/000\.txt$/);
  expect(await saveText(knowing.files, { name: NAME, text: "two" }, never)).toMatch(/000_2\.txt$/);
  await using ignorant = await open({ mayRead: false, conditions: "501" });
  await expect(saveText(ignorant.files, { name: NAME, text: "text" }, never)).rejects.toThrow(
    /HEAD \S+: 403 \(wrong credentials, or ones that may not read/,
  );
});

test("a store that is not there: the error says what was tried and why it failed", async () => {
  const closed = createServer().listen(0, "127.0.0.1");
  await once(closed, "listening");
  const address = closed.address();
  const port = typeof address === "object" ? address?.port : undefined;
  closed.close();
  const files = publicBucket({
    keys: fixedKeys(KEY),
    bucket: "texts",
    endpoint: `http://127.0.0.1:${port}`,
    firstRetryMs: 1,
  });
  await expect(saveText(files, { name: NAME, text: "text" }, never)).rejects.toThrow(
    /^HEAD http:\S+: connect ECONNREFUSED .*4 tries/,
  );
});

test("a clock of ours that is off costs a refusal, and again when it was set right or the store's was", async () => {
  for (const hours of [3, -3]) {
    let aheadMs = hours * 3_600_000;
    await using opened = await open({ aheadMs: () => aheadMs });
    await saveText(opened.files, { name: NAME, text: "text" }, never);
    expect(await opened.files.has(NAME, never)).toBe(true);
    expect(stored(opened.server)).toEqual([[NAME, "text"]]);
    aheadMs = 0;
    expect(await opened.files.has(NAME, never)).toBe(true);
    expect((await opened.files.get(NAME, never))?.bytes.toString()).toBe("text");
  }
  await using wrong = await open(
    { aheadMs: () => 3_600_000 },
    { keys: fixedKeys({ ...KEY, secretAccessKey: "other" }) },
  );
  await expect(saveText(wrong.files, { name: NAME, text: "text" }, never)).rejects.toThrow("403 SignatureDoesNotMatch");
});

test("temporary credentials send their session token, signed", async () => {
  const key = { ...KEY, sessionToken: "temporary" };
  await using opened = await open({ key }, { keys: fixedKeys(key) });
  await saveText(opened.files, { name: NAME, text: "text" }, never);
  expect(stored(opened.server)).toEqual([[NAME, "text"]]);
  await using without = await open({ key });
  await expect(saveText(without.files, { name: NAME, text: "text" }, never)).rejects.toThrow("400 InvalidToken");
});
