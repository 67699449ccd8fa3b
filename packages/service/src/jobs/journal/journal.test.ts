import {
  appendFileSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { judgeWith, readerHere } from "@llmstxt-service/crawler/crawl/reading";
import type { Fetched } from "@llmstxt-service/crawler/fetch";
import { CrawlError } from "@llmstxt-service/page/errors";
import { afterAll, expect, test } from "vitest";
import { fetchedAs } from "../../../../../test/crawl/fetched-as.ts";
import { byVersion, Frames, journalName, openJournalFile, readJournalFiles, removeJournalFile } from "./files.ts";
import { CrawlJournal, type JournalRecord } from "./journal.ts";

const folder = mkdtempSync(join(tmpdir(), "llmstxt-journal-"));
afterAll(() => rmSync(folder, { recursive: true }));
const never = new AbortController().signal;
const records = Array.from({ length: 900 }, (_, n) => ({ key: `key ${n}`, body: Buffer.from(`${n} `.repeat(2_000)) }));
const framed = (record: JournalRecord) => {
  const frames = new Frames();
  frames.add(record);
  return Buffer.from(frames.bytes);
};
const bodyOf = (record: JournalRecord | undefined) => record && Buffer.from(record.body ?? []).toString();

const readJournal = (path: string) =>
  readJournalFiles([path], (_, thrown) => {
    throw thrown;
  });

function written(name: string): string {
  const path = join(folder, name);
  const file = openJournalFile(path);
  for (const record of records) file.add(record);
  file.close();
  return path;
}

test("every record of a journal comes back, packed or not, and nothing is left of one that is removed", () => {
  const path = written("whole");
  const { had, count } = readJournal(path);
  expect(count).toBe(records.length);
  for (const { key, body } of records) expect(bodyOf(had(key))).toBe(String(body));
  removeJournalFile(path);
  expect(readdirSync(folder)).toEqual([]);
});

test("a journal that was cut off gives what is before that, and nothing of it is damaged", () => {
  const path = written("torn");
  appendFileSync(`${path}.tail`, Buffer.from([9, 0, 0, 0, 1]));
  expect(readJournal(path)).toMatchObject({ count: records.length, damaged: 0 });
  const cut = framed({ key: "cut off", body: Buffer.from("some text") });
  writeFileSync(`${path}.tail`, Buffer.concat([framed({ key: "whole" }), cut.subarray(0, cut.length - 1)]));
  const { had, count } = readJournal(path);
  expect([had("whole")?.key, had("cut off")]).toEqual(["whole", undefined]);
  truncateSync(path, statSync(path).size - 1);
  const shorter = readJournal(path);
  expect(shorter.count).toBeLessThan(count);
  expect(shorter.damaged).toBe(0);
  rmSync(`${path}.tail`);
  truncateSync(path, 0);
  expect(readJournal(path)).toMatchObject({ count: 0, damaged: 0 });
});

test("a journal that is damaged says by how many bytes, and gives all that is not", () => {
  const path = written("damaged");
  const [good, bad] = [framed({ key: "good", body: Buffer.from("a") }), framed({ key: "bad", body: Buffer.from("b") })];
  const flipped = Buffer.from(bad);
  flipped.writeUInt8(0, flipped.length - 1);
  const last = framed({ key: "last" });
  writeFileSync(`${path}.tail`, Buffer.concat([good, flipped, last]));
  const { had, damaged } = readJournal(path);
  expect([had("good")?.key, had("bad"), had("last")?.key, damaged]).toEqual(["good", undefined, "last", bad.length]);
  // Lengths that are damaged: what is behind them cannot be found.
  const lengths = Buffer.from(bad);
  lengths.writeUInt32LE(2 ** 31, 8);
  writeFileSync(`${path}.tail`, Buffer.concat([good, lengths, last]));
  expect(readJournal(path).damaged).toBe(bad.length + last.length);
  writeFileSync(`${path}.tail`, Buffer.concat([good, Buffer.alloc(64)]));
  expect(readJournal(path).damaged).toBe(64);
  rmSync(`${path}.tail`);
  const packed = readFileSync(path);
  packed.writeUInt8(packed.readUInt8(900) ^ 1, 900);
  writeFileSync(path, packed);
  const rest = readJournal(path);
  expect(rest.damaged).toBeGreaterThan(900);
  expect(rest.damaged).toBeLessThan(packed.length);
  expect(rest.count).toBeGreaterThan(0);
});

test("a journal of another version is seen as one of the same crawl", () => {
  const own = `${journalName("a crawl")}.`;
  const [before, after] = [own.replace(/-.*/, "-0.1.7"), own.replace(/-.*/, "-99.1.7")];
  const paths = [`${own}1`, before, after, `${journalName("another crawl")}.1`];
  expect(byVersion(paths, own)).toEqual({ all: [`${own}1`, before, after], own: [`${own}1`] });
});

/** A journal whose writer is the reader of the next one. */
function openJournal(had = new Map<string, JournalRecord>()) {
  const wrote = new Map<string, JournalRecord>();
  const write = (record: JournalRecord) => {
    wrote.set(record.key, JSON.parse(JSON.stringify({ ...record, body: undefined })));
  };
  return { wrote, journal: new CrawlJournal({ had: (key) => had.get(key), write }) };
}

const asking = (answer: (url: string) => Fetched, asked: string[]) => {
  const fetch = async ({ url }: { readonly url: string }) => {
    asked.push(url);
    return answer(url);
  };
  return { page: fetch, plain: fetch, setDelay: () => {} };
};

test("a page that was read is given again as it was read, without a request and without its HTML", async () => {
  const html = "<title>A</title><main><h1>A</h1><p>Some text that is here to be read. <a href=/b>Next</a></p></main>";
  const reader = readerHere({ withMarkdown: true });
  const asked: string[] = [];
  const crawl = async (opened: ReturnType<typeof openJournal>) => {
    const fetch = opened.journal.fetch(asking((url) => fetchedAs(html, url), asked));
    const fetched = await fetch.page({ url: "https://x.dev/a" }, never);
    return opened.journal.reader(reader, "all").page(fetched);
  };
  const first = openJournal();
  const read = await crawl(first);
  expect(JSON.stringify([...first.wrote])).not.toContain("<main>");
  expect(await crawl(openJournal(first.wrote))).toEqual(read);
  expect(asked).toEqual(["https://x.dev/a"]);
});

test("what a site says for good is kept; what may pass, and what a crawl may not follow now, is asked for again", async () => {
  const failures: Record<string, CrawlError> = {
    "https://x.dev/gone": new CrawlError("http_status", { status: 404 }),
    "https://x.dev/busy": new CrawlError("http_status_passing", { status: 503 }),
    "https://x.dev/cut": new CrawlError("connection", { detail: "connection reset" }),
  };
  const asked: string[] = [];
  const crawl = async ({ journal }: ReturnType<typeof openJournal>) => {
    const thrown: unknown[] = [];
    const fetch = journal.fetch(
      asking((url) => {
        throw failures[url] ?? new Error(url);
      }, asked),
    );
    for (const url of Object.keys(failures)) await fetch.page({ url }, never).catch((one) => thrown.push(one));
    return thrown;
  };
  const first = openJournal();
  const before = await crawl(first);
  asked.length = 0;
  expect(await crawl(openJournal(first.wrote))).toEqual(before);
  expect(asked).toEqual(["https://x.dev/busy", "https://x.dev/cut"]);
});

test("a page that the judge turned down is no answer", async () => {
  const { journal, wrote } = openJournal();
  const reader = readerHere({ withMarkdown: false });
  expect(await judgeWith(reader)(fetchedAs(""))).toBe("empty");
  const fetch = journal.fetch(asking((url) => fetchedAs("", url), []));
  await journal.reader(reader, "none").page(await fetch.page({ url: "https://x.dev/" }, never));
  expect(wrote.size).toBe(0);
});
