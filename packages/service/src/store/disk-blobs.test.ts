import { mkdir, mkdtemp, readdir, rm, utimes, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { blobsContract, gathered } from "../../../../test/store/blobs-contract.ts";
import { diskBlobs } from "./disk-blobs.ts";

blobsContract("disk", async () => {
  const folder = await mkdtemp(join(tmpdir(), "blobs-"));
  return { blobs: diskBlobs(join(folder, "memory")), close: () => rm(folder, { recursive: true }) };
});

test("what a killed process left half-written is listed to nobody, and swept away after an hour", async () => {
  const folder = await mkdtemp(join(tmpdir(), "blobs-"));
  await mkdir(join(folder, "ab"));
  for (const name of ["ab/01.old-part", "ab/01.new-part", "ab/01"]) await writeFile(join(folder, name), "half");
  await utimes(join(folder, "ab/01.old-part"), new Date(0), new Date(0));
  const names = await gathered(diskBlobs(folder).list(new AbortController().signal));
  expect(names.map(({ name }) => name)).toEqual(["ab/01"]);
  expect((await readdir(join(folder, "ab"))).toSorted()).toEqual(["01", "01.new-part"]);
  await rm(folder, { recursive: true });
});
