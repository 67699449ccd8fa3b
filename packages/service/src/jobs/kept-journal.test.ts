import { mkdtempSync, readdirSync, readFileSync, renameSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setImmediate as nextTurn } from "node:timers/promises";
import type { CrawlFetch } from "@llmstxt-service/crawler/fetch";
import { afterAll, beforeAll, expect, test } from "vitest";
import { fetchedAs } from "../../../../test/crawl/fetched-as.ts";
import { openFolder } from "../store/disk.ts";
import { type Store, storageFailed } from "../store/store.ts";
import { newKey } from "./cipher.ts";
import { type JournalledCrawl, Journals } from "./kept-journal.ts";
import { plainSiteRequest } from "./request.ts";
import { openSealing, UNSEALED } from "./sealing.ts";

const folder = mkdtempSync(join(tmpdir(), "llmstxt-journals-"));
afterAll(() => rmSync(folder, { recursive: true }));
const never = new AbortController().signal;

let store: Store;
beforeAll(async () => {
  store = await openFolder(join(folder, "journals"), "private");
});

const failures: string[] = [];
const journalsOf = (at: Store) =>
  new Journals({
    store: at,
    settings: ["agent"],
    onFailed: ({ crawl, url, why }) => void failures.push(`${crawl} ${url}: ${why}`),
  });

let crawls = 0;
const crawl = (given: Partial<JournalledCrawl> = {}): JournalledCrawl => ({
  id: `crawl-${crawls++}`,
  request: {
    ...plainSiteRequest("https://x.dev/", { maxPagesLimit: 1000, useProxy: false }),
    full: false,
    llmEnhance: false,
  },
  key: newKey(),
  seal: UNSEALED,
  isResumed: false,
  ...given,
});

/** A site whose texts are asked for; `asked` grows with each request. */
function site() {
  const asked: string[] = [];
  const plain: CrawlFetch["plain"] = async ({ url }) => {
    asked.push(url);
    return fetchedAs(`canary of ${url}`, url);
  };
  return { asked, fetch: { plain, page: plain, setDelay: () => {} } satisfies CrawlFetch };
}

const urls = Array.from({ length: 30 }, (_, n) => `https://x.dev/${n}.txt`);

/** Asks for all texts through a journal. @returns requests that the site got */
async function ask(at: Store, given: JournalledCrawl) {
  const kept = await journalsOf(at).open(given);
  const { asked, fetch } = site();
  const { plain } = kept.journal.fetch(fetch);
  const bodies: string[] = [];
  for (const url of urls) bodies.push(Buffer.from((await plain({ url, accept: "*/*" }, never)).body).toString());
  expect(bodies).toEqual(urls.map((url) => `canary of ${url}`));
  return { kept, asked };
}

const files = () =>
  readdirSync(join(folder, "journals"), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name));

test("another process with the same key goes on where this one closed, and leaves nothing when it is done", async () => {
  const begun = crawl();
  const first = await ask(store, begun);
  expect(first.asked).toEqual(urls);
  await first.kept.close();
  const second = await ask(store, { ...begun, isResumed: true });
  expect([second.kept.had, second.asked]).toEqual([urls.length, []]);
  await second.kept.remove();
  expect(files()).toEqual([]);
});

test("with another key, other choices or another beginning everything is asked for again", async () => {
  const begun = crawl();
  await (await ask(store, begun)).kept.close();
  const others = [
    { ...begun, key: newKey() },
    { ...begun, request: { ...begun.request, maxPages: 7 } },
    { ...begun, began: new Date(0) },
  ];
  for (const other of others) {
    const { asked, kept } = await ask(store, { ...other, isResumed: true });
    expect(asked).toEqual(urls);
    await kept.close();
  }
  const last = await journalsOf(store).open({ ...begun, isResumed: true });
  await last.remove();
  expect(files()).toEqual([]);
});

test("what is kept is sealed, of a private site by its secrets, too", async () => {
  const sealing = openSealing("a secret of sixteen characters");
  const begun = crawl({ seal: sealing.sealFor(newKey()) });
  await (await ask(store, begun)).kept.close();
  for (const file of files()) expect(readFileSync(file, "latin1")).not.toContain("canary");
  const wrong = await ask(store, { ...begun, seal: sealing.sealFor(newKey()), isResumed: true });
  expect(wrong.asked).toEqual(urls);
  await wrong.kept.remove();
});

test("a crawl waits for a store that is slow, so that a kill loses a few answers at most", async () => {
  const writing = Promise.withResolvers<void>();
  const slow: Store = { ...store, put: (...put) => writing.promise.then(() => store.put(...put)) };
  const begun = crawl();
  const kept = await journalsOf(slow).open(begun);
  const { asked, fetch } = site();
  const { plain } = kept.journal.fetch(fetch);
  const all = (async () => {
    for (const url of urls) await plain({ url, accept: "*/*" }, never);
  })();
  while (asked.length < 2) await nextTurn();
  const stopped = AbortSignal.abort();
  await expect(plain({ url: "https://x.dev/other.txt", accept: "*/*" }, stopped)).rejects.toMatchObject({
    code: "aborted",
  });
  expect(asked).toHaveLength(2);
  writing.resolve();
  await all;
  expect(asked).toEqual(urls);
  await kept.close();
  expect((await journalsOf(store).open({ ...begun, isResumed: true })).had).toBe(urls.length);
  await kept.remove();
});

test("a store that takes nothing costs the crawl nothing, and is told once", async () => {
  failures.length = 0;
  const full: Store = { ...store, put: () => Promise.reject(storageFailed("the disk is full")) };
  const { kept, asked } = await ask(full, crawl());
  await kept.close();
  expect(asked).toEqual(urls);
  expect(failures).toEqual([expect.stringMatching(/^\S+ https?:.*the disk is full/)]);
});

test("what is damaged is asked for again, and it is told how much that is", async () => {
  const begun = crawl();
  await (await ask(store, begun)).kept.close();
  const [damaged = ""] = files();
  const bytes = readFileSync(damaged);
  writeFileSync(damaged, bytes.fill(bytes.readUInt8(40) ^ 1, 40, 41));
  const { kept, asked } = await ask(store, { ...begun, isResumed: true });
  expect(kept.lost).toEqual([{ type: "answersLost", why: "damaged", bytes: bytes.length }]);
  expect([asked.length > 0, asked.length + kept.had]).toEqual([true, urls.length]);
  await kept.remove();
});

test("a journal of another version is told, and removed when the crawl is over", async () => {
  const begun = crawl();
  const at = join(folder, "journals", begun.id);
  await (await ask(store, begun)).kept.close();
  const [name = ""] = readdirSync(at);
  renameSync(join(at, name), join(at, `${name}9`));
  const { kept, asked } = await ask(store, { ...begun, isResumed: true });
  expect([kept.lost, asked]).toEqual([[{ type: "answersLost", why: "otherVersion" }], urls]);
  await kept.close();
  const next = await ask(store, { ...begun, isResumed: true });
  expect([next.kept.lost, next.asked]).toEqual([[], []]);
  await next.kept.remove();
  expect(files()).toEqual([]);
});

test("answers of a process with other settings are told, those of an earlier recrawl are not", async () => {
  const begun = crawl();
  await (await ask(store, begun)).kept.close();
  const other = new Journals({ store, settings: ["another agent"], onFailed: () => {} });
  const kept = await other.open({ ...begun, isResumed: true });
  expect([kept.had, kept.lost]).toEqual([0, [{ type: "answersLost", why: "otherSettings" }]]);
  expect((await other.open({ ...begun, isResumed: true, began: new Date() })).lost).toEqual([]);
  await kept.remove();
  expect(files()).toEqual([]);
});

test("a journal that cannot be read is told, and answers are kept from then on", async () => {
  const begun = crawl();
  const unreadable: Store = { ...store, get: () => Promise.reject(storageFailed("the disk is broken")) };
  await (await ask(store, begun)).kept.close();
  const before = files().length;
  const { kept, asked } = await ask(unreadable, { ...begun, isResumed: true });
  expect(kept.lost).toEqual([{ type: "answersLost", why: "unread", reason: expect.stringMatching("disk is broken") }]);
  expect(asked).toEqual(urls);
  await kept.close();
  expect(files().length).toBeGreaterThan(before);
  await kept.remove();
  expect(files()).toEqual([]);
});

test("what a process writes after another one took its crawl over goes with the rest", async () => {
  const begun = crawl();
  const taker = await journalsOf(store).open({ ...begun, isResumed: true });
  await (await ask(store, begun)).kept.close();
  expect(files()).not.toEqual([]);
  await taker.remove();
  expect(files()).toEqual([]);
});

test("a journal that nobody went on with for a day is removed", async () => {
  const [old, young] = [await ask(store, crawl()), await ask(store, crawl())];
  await old.kept.close();
  const yesterday = new Date(Date.now() - 25 * 3_600_000);
  for (const file of files()) utimesSync(file, yesterday, yesterday);
  await young.kept.close();
  await journalsOf(store).expire();
  expect(files().length).toBeLessThanOrEqual(2);
  await young.kept.remove();
  expect(files()).toEqual([]);
});
