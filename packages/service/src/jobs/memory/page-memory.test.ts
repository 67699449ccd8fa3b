import { expect, test } from "vitest";
import { memoryStore } from "../../../../../test/servers/sites.ts";
import { memoryName } from "../../store/names.ts";
import { type MemoryFailed, openPageMemory } from "./page-memory.ts";

const never = new AbortController().signal;
const SITE = "https://docs.example/intern";
const PAGES = Buffer.from("what the pages of a site behind a door say");

function opened() {
  const blobs = memoryStore();
  const failures: MemoryFailed[] = [];
  return { blobs, failures, memory: openPageMemory(blobs, (failed) => failures.push(failed)) };
}

test("pages come back with the site's key, and what lies in the store says nothing of them or of the site", async () => {
  const { blobs, memory, failures } = opened();
  const memoryKey = (await memory.keep({ baseUrl: SITE, memoryKey: null }, PAGES, never)) ?? null;
  expect(await memory.recall({ baseUrl: SITE, memoryKey }, never)).toEqual(PAGES);
  const [[name = "", bytes = new Uint8Array()] = []] = [...blobs.kept];
  expect(name).toMatch(/^[0-9a-f]{2}\/[0-9a-f]{32}$/);
  expect(Buffer.from(bytes).toString("latin1")).not.toMatch(/door|docs/);
  // A second crawl keeps the key.
  expect(await memory.keep({ baseUrl: SITE, memoryKey }, Buffer.from("newer"), never)).toBe(memoryKey);
  expect(await memory.recall({ baseUrl: SITE, memoryKey }, never)).toEqual(Buffer.from("newer"));
  expect(failures).toEqual([]);
});

test("remembered pages that are lost, damaged, of another key or of another site count as none, without a failure", async () => {
  const { blobs, memory, failures } = opened();
  const kept = async (baseUrl: string) => {
    const memoryKey = (await memory.keep({ baseUrl, memoryKey: null }, PAGES, never)) ?? null;
    return { baseUrl, memoryKey };
  };
  const a = await kept("https://a.example");
  const b = await kept("https://b.example");
  const ofB = blobs.kept.get(memoryName(b.baseUrl)) ?? new Uint8Array();
  expect(await memory.recall({ ...a, memoryKey: b.memoryKey }, never)).toBeUndefined();
  for (const put of [ofB, ofB.subarray(0, 20), new Uint8Array(), Buffer.alloc(500)]) {
    blobs.kept.set(memoryName(a.baseUrl), put);
    expect(await memory.recall(a, never)).toBeUndefined();
  }
  blobs.kept.clear();
  expect(await memory.recall(a, never)).toBeUndefined();
  expect(await memory.recall({ ...b, memoryKey: null }, never)).toBeUndefined();
  expect(failures).toEqual([]);
});

test("a store that fails is told of with the site, and throws at nobody; whoever stops is not told", async () => {
  const { blobs, memory, failures } = opened();
  blobs.fail = true;
  const site = { baseUrl: SITE, memoryKey: "key" };
  expect(await memory.recall(site, never)).toBeUndefined();
  expect(await memory.keep(site, PAGES, never)).toBeUndefined();
  expect(failures.map(({ baseUrl, doing, error }) => [baseUrl, doing, error.code])).toEqual([
    [SITE, "recall", "storage_failed"],
    [SITE, "keep", "storage_failed"],
  ]);
  expect(await memory.keep(site, PAGES, AbortSignal.abort())).toBeUndefined();
  expect(failures).toHaveLength(2);
});
