import { mkdir, mkdtemp, readdir, readFile, rm, stat, utimes, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, relative } from "node:path";
import { expect, test } from "vitest";
import { publicStoreContract, storeContract } from "../../../../test/store/contract.ts";
import { openFolder, openPublicFolder } from "./disk.ts";

const PUBLIC = "http://localhost:8000/files";

async function emptyFolder() {
  const folder = await mkdtemp(join(tmpdir(), "files-"));
  return {
    folder,
    async names() {
      const entries = await readdir(folder, { recursive: true, withFileTypes: true });
      const files = entries.filter((entry) => entry.isFile());
      return files.map(({ parentPath, name }) => relative(folder, join(parentPath, name)));
    },
    close: () => rm(folder, { recursive: true }),
  };
}

storeContract("a private folder", async () => {
  const empty = await emptyFolder();
  return { ...empty, store: await openFolder(empty.folder, "private") };
});

async function openPublic() {
  const empty = await emptyFolder();
  const store = await openPublicFolder({ folder: empty.folder, publicBase: () => PUBLIC });
  const pathOf = (url: string) => join(empty.folder, decodeURI(url.slice(PUBLIC.length + 1)));
  return { ...empty, store, read: async (url: string) => ({ text: await readFile(pathOf(url), "utf8") }) };
}

publicStoreContract("a public folder", openPublic);

const never = new AbortController().signal;

test("names that hide in the folder, or lead out of it, are refused", async () => {
  const { store, close, names } = await openPublic();
  for (const name of [".hidden", "a\\..\\x.txt", "x/.git/config"])
    await expect(store.putNew(name, "text", never)).rejects.toThrow("Not a file name");
  expect(await names()).toEqual([]);
  await close();
});

test.skipIf(process.platform === "win32")("private files may be read by their owner alone", async () => {
  const { folder, close } = await emptyFolder();
  await (await openFolder(join(folder, "memory"), "private")).put("ab/01", "sealed", never);
  expect((await stat(join(folder, "memory/ab/01"))).mode & 0o777).toBe(0o600);
  await close();
});

test("a folder that a removal leaves empty goes with it", async () => {
  const { folder, store, close } = await openPublic();
  for (const name of ["a/b/c.txt", "a/d.txt"]) await store.put(name, "text", never);
  await store.remove("a/b/c.txt", never);
  expect(await readdir(join(folder, "a"))).toEqual(["d.txt"]);
  await store.remove("a/d.txt", never);
  expect(await readdir(folder)).toEqual([]);
  await close();
});

test("a half-written file of a killed process is removed after an hour, one that is being written is not", async () => {
  const { folder, close } = await emptyFolder();
  const [old, fresh] = [1, 2].map((n) => join(folder, `ab/.partial-00000000-0000-4000-8000-00000000000${n}`));
  const theirs = join(folder, "ab/.partial-of-another-program");
  await mkdir(join(folder, "ab"));
  for (const file of [old, fresh, theirs]) await writeFile(file ?? "", "half");
  for (const file of [old, theirs]) await utimes(file ?? "", new Date(0), new Date(0));
  const store = await openFolder(folder, "private");
  expect((await readdir(join(folder, "ab"))).map((name) => join(folder, "ab", name)).toSorted()).toEqual([
    fresh,
    theirs,
  ]);
  for await (const listed of store.list("", "all", never)) expect(listed).toBeUndefined();
  await close();
});
