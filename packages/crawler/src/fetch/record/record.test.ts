import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { buffer } from "node:stream/consumers";
import { gzipSync } from "node:zlib";
import { CrawlError } from "@llmstxt-service/page/errors";
import { type Zippable, zipSync } from "fflate";
import { afterAll, expect, test } from "vitest";
import type { Exchanged } from "../fetch.ts";
import { openRecord, openRecording } from "./record.ts";

const folder = mkdtempSync(join(tmpdir(), "llmstxt-record-"));
afterAll(() => rmSync(folder, { recursive: true }));
const never = new AbortController().signal;
const HTML = "<title>A</title><main><p>Text.</p></main>";
const PAGE = "https://x.dev/a";

/** Writes a file into the folder of the tests. */
function file(name: string, bytes: string | Uint8Array): string {
  const path = join(folder, name);
  writeFileSync(path, bytes);
  return path;
}

const opened = async (name: string, bytes: string | Uint8Array) => openRecord(file(name, bytes), never);

async function crawlFrom(name: string, bytes: string | Uint8Array) {
  const { fetching, ...crawl } = await opened(name, bytes);
  return { crawl, ...fetching.forCrawl({ useProxy: false, judge: () => undefined }) };
}

const got = (
  exchanged: Partial<Exchanged>,
  answer: { status?: number; headers?: Record<string, string>; body?: string },
) => ({
  rung: "plain" as const,
  url: PAGE,
  method: "GET" as const,
  accept: undefined,
  outcome: { answer: { status: 200, headers: {}, chain: [PAGE], ...answer, body: Buffer.from(answer.body ?? HTML) } },
  ...exchanged,
});

async function recorded(exchanges: readonly Exchanged[], secrets: readonly string[] = []): Promise<Buffer> {
  const options = {
    url: "https://x.dev/",
    at: new Date("2026-01-02T03:04:05Z"),
    software: "test",
    isPacked: true,
    secrets,
  };
  const recording = openRecording(options);
  const bytes = buffer(recording.bytes);
  for (const exchanged of exchanges) await recording.onExchanged(exchanged);
  await recording.close();
  return bytes;
}

/** A record as any recorder may write it. */
function warc(
  type: string,
  fields: Readonly<Record<string, string>>,
  block: string | Uint8Array,
  length?: string,
): Buffer {
  const bytes = Buffer.from(block);
  const lines = {
    "WARC-Type": type,
    "WARC-Date": "2020-01-01T00:00:00Z",
    ...fields,
    "Content-Length": length ?? bytes.length,
  };
  const head = Object.entries(lines).map(([name, value]) => `${name}: ${value}\r\n`);
  return Buffer.concat([Buffer.from(`WARC/1.0\r\n${head.join("")}\r\n`), bytes, Buffer.from("\r\n\r\n")]);
}

const response = (url: string, body: string | Uint8Array, fields = "", more: Readonly<Record<string, string>> = {}) =>
  warc(
    "response",
    { "WARC-Target-URI": url, "Content-Type": "application/http; msgtype=response", ...more },
    Buffer.concat([Buffer.from(`HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n${fields}\r\n`), Buffer.from(body)]),
  );

test("a record answers as the site did, failures and pages of a browser too, and knows its address and its time", async () => {
  const failed = new CrawlError("timeout", { timeoutMs: 10_000 });
  const { crawl, page, plain } = await crawlFrom(
    "own.warc.gz",
    await recorded([
      got({}, { headers: { "content-type": "text/html", "content-encoding": "gzip", link: "</x>; rel=next" } }),
      got({ url: "https://x.dev/old" }, { status: 301, headers: { location: "/a" }, body: "" }),
      got({ url: "https://x.dev/app" }, { body: "" }),
      got(
        { url: "https://x.dev/app", rung: "browser" },
        { body: "rendered", headers: { "content-type": "text/html" } },
      ),
      { ...got({ url: "https://x.dev/slow" }, {}), outcome: { error: failed } },
    ]),
  );
  expect(crawl).toEqual({ url: "https://x.dev/", at: new Date("2026-01-02T03:04:05Z"), choices: undefined });
  const moved = await page({ url: "https://x.dev/old" }, never);
  expect(moved.chain).toEqual(["https://x.dev/old", PAGE]);
  expect(Buffer.from(moved.body).toString()).toBe(HTML);
  expect(moved.headers).toEqual({
    "content-type": "text/html",
    "content-length": `${HTML.length}`,
    link: "</x>; rel=next",
  });
  const rendered = await page({ url: "https://x.dev/app", rung: "browser" }, never);
  expect([rendered.rung, Buffer.from(rendered.body).toString()]).toEqual(["browser", "rendered"]);
  await expect(plain({ url: "https://x.dev/slow" }, never)).rejects.toThrow("timed out after 10 s");
  await expect(page({ url: "https://x.dev/never-asked" }, never)).rejects.toThrow("not in the record");
  expect((await plain({ url: "https://x.dev/robots.txt" }, never)).status).toBe(404);
});

test("an address that answered differently each time does so again, and then stays", async () => {
  const busy = got({}, { status: 503, body: "" });
  const { plain } = await crawlFrom("twice.warc.gz", await recorded([busy, got({}, {})]));
  const statuses = [];
  for (let n = 0; n < 3; n++) statuses.push((await plain({ url: PAGE }, never)).status);
  expect(statuses).toEqual([503, 200, 200]);
});

test("what was asked for as Markdown is another answer than the page, and a version that asks otherwise gets the page", async () => {
  const bytes = await recorded([got({}, {}), got({ accept: "text/markdown" }, { body: "# A" })]);
  const { plain } = await crawlFrom("kinds.warc.gz", bytes);
  const bodyOf = async (accept?: string) =>
    Buffer.from((await plain({ url: PAGE, ...(accept && { accept }) }, never)).body).toString();
  expect([await bodyOf("text/markdown"), await bodyOf(), await bodyOf("text/html;q=0.3")]).toEqual(["# A", HTML, HTML]);
});

test("no cookie and no secret that was sent is in a record, wherever a page repeats it", async () => {
  const headers = { "set-cookie": "session=s3cr3t-cookie", "x-debug": "got Bearer t0k3n-of-mine" };
  const secrets = ["s3cr3t-cookie", "t0k3n-of-mine"];
  const bytes = await recorded(
    [
      got({}, { headers, body: "you sent t0k3n-of-mine" }),
      got({ rung: "browser" }, { headers, body: "s3cr3t-cookie" }),
    ],
    secrets,
  );
  const { page } = await crawlFrom("secret.warc.gz", bytes);
  const text = JSON.stringify(
    [await page({ url: PAGE }, never), await page({ url: PAGE, rung: "browser" }, never)].map((one) => ({
      ...one,
      body: Buffer.from(one.body).toString(),
    })),
  );
  for (const secret of [...secrets, "set-cookie"]) expect(text).not.toContain(secret);
  expect(text).toContain("you sent *************");
});

test("records of other tools are read: packed and chunked bodies, addresses in brackets, the same again, no robots.txt", async () => {
  const packed = gzipSync(HTML);
  const chunked = Buffer.concat([
    Buffer.from(`${packed.length.toString(16)}\r\n`),
    packed,
    Buffer.from("\r\n0\r\n\r\n"),
  ]);
  const digest = { "WARC-Payload-Digest": "sha1:AAAA" };
  const { crawl, page, plain } = await crawlFrom(
    "other.warc",
    Buffer.concat([
      warc("warcinfo", { "WARC-Date": "2020-01-01" }, "software: another\r\n"),
      warc("request", { "WARC-Target-URI": PAGE }, "GET /a HTTP/1.1\r\nCookie: a=b\r\n\r\n"),
      response(`<${PAGE}>`, chunked, "Content-Encoding: gzip\r\nTransfer-Encoding: chunked\r\n", digest),
      warc(
        "revisit",
        { "WARC-Target-URI": "https://x.dev/b", ...digest },
        "HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n",
      ),
      response("ftp://x.dev/c", HTML),
      response("https://other.dev/", HTML),
    ]),
  );
  expect(crawl).toEqual({ url: PAGE, at: new Date("2020-01-01T00:00:00Z") });
  for (const url of [PAGE, "https://x.dev/b"]) {
    const { body, headers } = await page({ url }, never);
    expect([Buffer.from(body).toString(), headers["content-encoding"]]).toEqual([HTML, undefined]);
  }
  expect((await plain({ url: "https://x.dev/robots.txt" }, never)).status).toBe(404);
});

test("a WACZ is read for the WARCs in it, and begins at its first page", async () => {
  const pages = `{"format":"json-pages-1.0","id":"pages"}\n{"url":"https://x.dev/b","title":"B"}\n`;
  const entries: Zippable = {
    "archive/1.warc.gz": [gzipSync(response(PAGE, HTML)), { level: 0 }],
    "archive/2.warc": [response("https://x.dev/b", "B"), { level: 6 }],
    "pages/pages.jsonl": Buffer.from(pages),
    "datapackage.json": Buffer.from("{}"),
  };
  const { crawl, page } = await crawlFrom("site.wacz", zipSync(entries));
  expect(crawl.url).toBe("https://x.dev/b");
  expect(Buffer.from((await page({ url: PAGE }, never)).body).toString()).toBe(HTML);
});

const good = response(PAGE, HTML);
const endless = Buffer.concat([Buffer.from("WARC/1.0\r\n"), Buffer.from("X: y\r\n".repeat(600_000))]);
const zip = Buffer.from(zipSync({ "archive/1.warc": good }));
const lying = Buffer.from(zip);
// In the list at the end of a ZIP: the bytes that an entry has when it is unpacked.
lying.writeUInt32LE(0xf0000000, zip.indexOf("PK\x01\x02") + 24);

test.each<[string, string, string | Uint8Array, RegExp]>([
  ["nothing", "nothing.warc", "", /there is no answer in it/],
  ["a page", "page.warc", HTML, /record 1 does not begin with WARC/],
  ["a record that is cut", "cut.warc", good.subarray(0, good.length - 30), /record 1 is cut: \d+ bytes are missing/],
  ["a packing that is cut", "cut.warc.gz", gzipSync(good).subarray(0, 60), /its packing is cut or damaged/],
  ["a packing with a damaged byte", "bit.warc.gz", gzipSync(good).fill(7, 30, 34), /its packing is cut or damaged/],
  [
    "what is no packing behind one",
    "tail.warc.gz",
    Buffer.concat([gzipSync(good), good]),
    /its packing is cut or damaged/,
  ],
  ["a length that is too large", "long.warc", warc("response", {}, "x", "99999999999"), /record 1 is cut/],
  ["a length that is none", "none.warc", warc("response", {}, "x", "-5"), /record 1 has no length/],
  ["fields without an end", "endless.warc", endless, /fields of more than 1 MiB/],
  ["an archive of something else", "empty.wacz", zipSync({ "readme.txt": Buffer.from("x") }), /no WARC under archive/],
  ["an archive that is cut", "cut.wacz", zip.subarray(0, zip.length - 30), /its ZIP is cut or damaged/],
  ["an archive that says that it is huge", "lying.wacz", lying, /a WACZ may have 1 GiB/],
  [
    "a damaged WARC in an archive",
    "bad.wacz",
    zipSync({ "archive/1.warc": Buffer.from("x\r\n") }),
    /archive\/1.warc of .*bad.wacz: record 1/,
  ],
])("%s is refused by an error that names it", async (_, name, bytes, why) => {
  await expect(opened(name, bytes)).rejects.toMatchObject({ code: "wrong_usage", message: expect.stringMatching(why) });
});

test("a body that unpacks to more than a page may have costs its page, and no memory", async () => {
  const bomb = gzipSync(Buffer.alloc(100 * 2 ** 20));
  const before = process.memoryUsage().arrayBuffers;
  const { page } = await crawlFrom(
    "bomb.warc.gz",
    gzipSync(Buffer.concat([response(PAGE, bomb, "Content-Encoding: gzip\r\n"), response("https://x.dev/b", HTML)])),
  );
  await expect(page({ url: PAGE }, never)).rejects.toThrow(/more than .* bytes/);
  expect((await page({ url: "https://x.dev/b" }, never)).status).toBe(200);
  expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(150 * 2 ** 20);
});

test("dates, statuses, metadata and failures that are none are as if they were not there", async () => {
  const strange = { "WARC-Target-URI": PAGE, "WARC-Date": "+275760-09-13T00:00:00Z" };
  const failure = (block: string, url: string) =>
    warc("metadata", { "WARC-Target-URI": url, "Content-Type": "application/vnd.llmstxt.failure+json" }, block);
  const { crawl, plain } = await crawlFrom(
    "strange.warc",
    Buffer.concat([
      warc("response", strange, "HTTP/1.1 999999 X\r\n\r\n"),
      warc("conversion", { ...strange, "WARC-JSON-Metadata": '{"rung":"browser","status":"200","chain":7}' }, HTML),
      warc("conversion", { ...strange, "WARC-JSON-Metadata": "[[[[" }, HTML),
      failure('{"failure":["aborted",{}]}', "https://x.dev/aborted"),
      failure('{"failure":["host_asks_to_wait",{"until":7}]}', "https://x.dev/wrong"),
      failure("no JSON", "https://x.dev/none"),
      warc(
        "response",
        { ...strange, "WARC-JSON-Metadata": '{"accept":["x"],"method":{}}' },
        "HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\nx",
      ),
    ]),
  );
  expect(crawl.url).toBe(PAGE);
  expect((await plain({ url: PAGE }, never)).status).toBe(200);
  for (const path of ["aborted", "wrong", "none"])
    await expect(plain({ url: `https://x.dev/${path}` }, never)).rejects.toMatchObject({ code: "bad_response" });
});

test("a secret that a server repeats encoded is in no record either", async () => {
  const secret = "k3y/of+mine ~&<\u00fc>";
  const base64 = (before: string) => Buffer.from(`${before}${secret} after`).toString("base64");
  const forms: Record<string, string> = {
    "as it is": secret,
    percent: encodeURIComponent(secret),
    "small percent": encodeURIComponent(secret).replace(/%../g, (one) => one.toLowerCase()),
    form: encodeURIComponent(secret).replaceAll("%20", "+"),
    json: JSON.stringify({ secret }),
    "json with slashes": JSON.stringify({ secret }).replaceAll("/", "\\/"),
    "json all escaped": [...secret].map((one) => `\\u${one.charCodeAt(0).toString(16).padStart(4, "0")}`).join(""),
    html: secret.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;"),
    hex: Buffer.from(secret).toString("hex"),
    "base64 0": base64(""),
    "base64 1": base64("x"),
    "base64 2": base64("xy"),
    "base64 of an address": base64("x").replaceAll("+", "-").replaceAll("/", "_"),
  };
  for (const [name, form] of Object.entries(forms)) {
    const { page } = await crawlFrom(
      "encoded.warc.gz",
      await recorded([got({}, { body: `before ${form} after` })], [secret]),
    );
    const body = Buffer.from((await page({ url: PAGE }, never)).body).toString();
    expect(body, name).toMatch(/^before .{0,14}\*{14,}.{0,14} after$/);
    expect(Buffer.byteLength(body), name).toBe(Buffer.byteLength(`before ${form} after`));
  }
});
