import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { readSentences, writeSentences } from "./sentence-cache.ts";

let folder: string;
let file: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "sentences-"));
  file = join(folder, "sentences.jsonl");
});
afterEach(() => rm(folder, { recursive: true }));

const key = (n: number) => n.toString(16).padStart(32, "0");
const paged = (sentences: ReadonlyMap<string, string>) =>
  [...sentences].map(([key, sentence]) => ({ sentence: { key, sentence } }));

test("a file that is not there holds no sentences, and one that was written holds them", async () => {
  expect(await readSentences(file)).toEqual(new Map());
  const first = new Map([
    [key(1), 'One "quoted",\u2028 and more.'],
    [key(2), ""],
  ]);
  await writeSentences(file, new Map(), paged(first));
  expect(await readSentences(file)).toEqual(first);
});

test("sentences that a run did not need are kept, up to ten thousand: the oldest go first", async () => {
  const before = new Map(Array.from({ length: 10_000 }, (_, n) => [key(n), "x"]));
  await writeSentences(file, before, [
    ...paged(
      new Map([
        [key(0), "again"],
        [key(20_000), "new"],
      ]),
    ),
    {},
  ]);
  const kept = await readSentences(file);
  expect(kept.size).toBe(10_000);
  expect([kept.has(key(1)), kept.has(key(2)), kept.get(key(0)), kept.get(key(20_000))]).toEqual([
    false,
    true,
    "again",
    "new",
  ]);
});

test("another file is refused and stays as it is", async () => {
  for (const text of ["# X\n", '{"key":"1","sentence":"x"}\n', "null\n", "\u0000\n"]) {
    await writeFile(file, text);
    await expect(readSentences(file)).rejects.toThrow(`${file} holds no sentences of a language model: line 1 is none`);
    expect(await readFile(file, "utf8")).toBe(text);
  }
  await expect(readSentences(folder)).rejects.toThrow(`${folder} cannot be read: `);
});
