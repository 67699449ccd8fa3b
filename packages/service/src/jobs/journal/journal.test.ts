import { appendFileSync, mkdtempSync, readdirSync, rmSync, truncateSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { judgeWith, readerHere } from "@llmstxt-service/crawler/crawl/reading";
import type { Fetched } from "@llmstxt-service/crawler/fetch";
import { CrawlError } from "@llmstxt-service/page/errors";
import { afterAll, expect, test } from "vitest";
import { fetchedAs } from "../../../../../test/crawl/fetched-as.ts";
import { Frames, openJournalFile, readJournalFiles, removeJournalFile } from "./files.ts";
import { CrawlJournal, type JournalRecord } from "./journal.ts";

const folder = mkdtempSync(join(tmpdir(), "llmstxt-journal-"));
afterAll(() => rmSync(folder, { recursive: true }));
const never = new AbortController().signal;
const records = Array.from({ length: 900 }, (_, n) => ({ key: `key ${n}`, body: Buffer.from(`${n} `.repeat(2_000)) }));
const framed = (record: JournalRecord) => {
  const frames = new Frames();
  frames.add(record);
  return frames.bytes;
};
const bodyOf = (record: JournalRecord | undefined) => record && Buffer.from(record.body ?? []).toString();

function written(name: string): string {
  const path = join(folder, name);
  const file = openJournalFile(path);
  for (const record of records) file.add(record);
  file.close();
  return path;
}

test("every record of a journal comes back, packed or not, and nothing is left of one that is removed", () => {
  const path = written("whole");
  const { had, count } = readJournalFiles([path]);
  expect(count).toBe(records.length);
  for (const { key, body } of records) expect(bodyOf(had(key))).toBe(String(body));
  removeJournalFile(path);
  expect(readdirSync(folder)).toEqual([]);
});

test("a journal that is torn anywhere, or damaged, gives what is before that", () => {
  const path = written("torn");
  appendFileSync(`${path}.tail`, Buffer.from([9, 0, 0, 0, 1]));
  expect(readJournalFiles([path]).count).toBe(records.length);
  writeFileSync(`${path}.tail`, Buffer.alloc(5));
  const packed = readJournalFiles([path]).count;
  expect(packed).toBeGreaterThan(100);
  const tail = framed({ key: "good", body: Buffer.from("a") });
  const flipped = framed({ key: "bad", body: Buffer.from("User-agent: *") });
  flipped.writeUInt8(0, flipped.length - 3);
  writeFileSync(`${path}.tail`, Buffer.concat([tail, flipped, Buffer.alloc(64)]));
  const { had, count } = readJournalFiles([path]);
  expect([count - packed, bodyOf(had("good")), had("bad")]).toEqual([1, "a", undefined]);
  truncateSync(path, 3_000);
  expect(readJournalFiles([path]).count).toBeLessThan(packed);
  writeFileSync(path, Buffer.alloc(4_000, 7));
  rmSync(`${path}.tail`);
  expect(readJournalFiles([path]).count).toBe(0);
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
