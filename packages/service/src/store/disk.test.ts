import { mkdtemp, readdir, readFile, rm, stat, utimes, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { filesContract } from "../../../../test/store/contract.ts";
import { openDiskFiles } from "./disk.ts";
import { fileName, fullFileName } from "./store.ts";

const PUBLIC = "http://localhost:8000/files";

async function openEmpty() {
  const folder = await mkdtemp(join(tmpdir(), "files-"));
  const files = await openDiskFiles({ folder, publicBase: () => PUBLIC });
  return {
    folder,
    files,
    read: async (url: string) => ({ text: await readFile(join(folder, url.slice(PUBLIC.length + 1)), "utf8") }),
    names: () => readdir(folder),
    close: () => rm(folder, { recursive: true }),
  };
}

filesContract("disk", openEmpty);

test("a name is the domain, the day and the time in UTC; a port's colon becomes _", () => {
  const at = new Date("2026-11-21T05:50:00Z");
  expect(fileName("https://x.dev/docs/", at)).toBe("x.dev_20261121_055000.txt");
  expect(fileName("http://localhost:8080/", at)).toBe("localhost_8080_20261121_055000.txt");
});

test("an llms-full.txt bears the name its llms.txt got", () => {
  expect(fullFileName(`${PUBLIC}/x.dev_20261121_055000_2.txt`)).toBe("x.dev_20261121_055000_2-full.txt");
});

test("a page's name may hold letters of any language", async () => {
  const { files, close, read } = await openEmpty();
  const url = await files.replace("x.dev/docs/é~例.md", "# É\n", new AbortController().signal);
  expect((await read(decodeURI(url))).text).toBe("# É\n");
  await close();
});

test("no name reaches outside the folder or hides in it", async () => {
  const { files, close, names } = await openEmpty();
  const signal = new AbortController().signal;
  for (const name of ["../x.txt", "/etc/x.txt", "a/../../x.txt", ".hidden", "a\\..\\x.txt", "", "a//b", "nul\0.txt"])
    await expect(files.save(name, "text", signal)).rejects.toThrow("Not a file name");
  expect(await names()).toEqual([]);
  await close();
});

test("what a killed process left half-written an hour ago is swept away, what is being written now is not", async () => {
  const { folder, close } = await openEmpty();
  const old = join(folder, ".partial-old");
  const fresh = join(folder, ".partial-fresh");
  await Promise.all([writeFile(old, "half"), writeFile(fresh, "half")]);
  await utimes(old, new Date(0), new Date(0));
  await openDiskFiles({ folder, publicBase: () => PUBLIC });
  await expect(stat(old)).rejects.toThrow("ENOENT");
  expect((await stat(fresh)).isFile()).toBe(true);
  await close();
});
