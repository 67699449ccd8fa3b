import { expect, test } from "vitest";
import { memoryName } from "../../store/names.ts";
import { forgottenPages, unnamedFiles } from "./prune.ts";

const NOW = new Date("2026-11-22T12:00:00Z");

async function* of<T>(values: readonly T[]): AsyncGenerator<T> {
  yield* values;
}

const unnamed = (names: readonly string[], urls: readonly string[], olderThanDays = 1) =>
  unnamedFiles(
    {
      files: { list: () => of(names.map((name) => ({ name, modifiedAt: undefined }))) },
      storedUrls: of([urls]),
      now: NOW,
      olderThanDays,
    },
    new AbortController().signal,
  );

test("only files of our own naming that no row names and that are older than a day are pruned", async () => {
  const names = [
    "x.dev_20260101_000000.txt",
    "x.dev_20260101_000000_2.txt",
    "x.dev_20260101_000000_2-full.txt",
    "x.dev_20261122_110000.txt",
    "x.dev_20261399_000000.txt",
    "localhost_8080_20260101_000000.txt",
    "___1__20260101_000000.txt",
    "README.txt",
    "backup_20260101_000000.tar",
    "notes_2026.txt",
    ".partial-20260101_000000.txt",
  ];
  expect(await unnamed(names, ["https://cdn.example/some/path/x.dev_20260101_000000.txt", ""])).toEqual([
    "___1__20260101_000000.txt",
    "localhost_8080_20260101_000000.txt",
    "x.dev_20260101_000000_2-full.txt",
    "x.dev_20260101_000000_2.txt",
  ]);
});

test("an llms-full.txt stays as long as the text beside it is named", async () => {
  const names = ["x.dev_20260101_000000.txt", "x.dev_20260101_000000-full.txt", "y.dev_20260101_000000-full.txt"];
  expect(await unnamed(names, ["http://localhost:8000/files/x.dev_20260101_000000.txt"])).toEqual([
    "y.dev_20260101_000000-full.txt",
  ]);
});

test("a file whose name has a date in the future, or of the last days asked for, stays", async () => {
  const names = ["x.dev_20270101_000000.txt", "x.dev_20261120_120000.txt"];
  expect(await unnamed(names, [])).toEqual(["x.dev_20261120_120000.txt"]);
  expect(await unnamed(names, [], 3)).toEqual([]);
});

test("remembered pages go when their site is gone, and they are older than a day by the store's date", async () => {
  const [kept, gone, fresh] = ["https://x.dev", "https://gone.dev", "https://new.dev/docs"].map(memoryName);
  const entries = [
    { name: kept, modifiedAt: new Date("2026-01-01T00:00:00Z") },
    { name: gone, modifiedAt: new Date("2026-11-21T11:00:00Z") },
    { name: fresh, modifiedAt: new Date("2026-11-22T11:00:00Z") },
    { name: memoryName("https://undated.dev"), modifiedAt: undefined },
    { name: "ab/of-another-program", modifiedAt: new Date(0) },
  ].map(({ name = "", modifiedAt }) => ({ name, modifiedAt }));
  const remembered = () => of([["https://x.dev"], []]);
  const forgotten = (olderThanDays: number) =>
    forgottenPages(
      { pages: { list: () => of(entries) }, remembered: remembered(), now: NOW, olderThanDays },
      new AbortController().signal,
    );
  expect(await forgotten(1)).toEqual([gone]);
  expect(await forgotten(3)).toEqual([]);
});
