import { zstdCompressSync } from "node:zlib";
import { expect, test } from "vitest";
import { crawlExample, SMALL } from "../../test/crawl/example-crawl.ts";
import { MEMORY_FORMAT, packPages, unpackPages } from "./remembered.ts";

test("pages come back as they were packed, by address", async () => {
  const { end } = await crawlExample(SMALL);
  const pages = await unpackPages(await packPages(end.pages));
  expect([...pages.values()]).toEqual(end.pages);
  expect([...pages.keys()]).toEqual(end.pages.map(({ url }) => url));
});

test("pages packed under another format's number, or none, are not taken: they are fetched again", async () => {
  const { end } = await crawlExample(SMALL);
  const packed = (value: unknown) => unpackPages(zstdCompressSync(JSON.stringify(value)));
  expect((await packed({ format: MEMORY_FORMAT, pages: end.pages })).size).toBe(end.pages.length);
  for (const format of [MEMORY_FORMAT - 1, MEMORY_FORMAT + 1, undefined])
    expect((await packed({ format, pages: end.pages })).size).toBe(0);
  expect((await packed(end.pages)).size).toBe(0);
  expect((await unpackPages(new Uint8Array([1, 2, 3]))).size).toBe(0);
  expect((await unpackPages(undefined)).size).toBe(0);
});
