import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { afterEach, beforeEach, expect, test } from "vitest";
import { writeBundle } from "../../packages/service/src/store/bundle-folder.ts";

const { signal } = new AbortController();
let folder = "";

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "bundle-"));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const publish = (files: Record<string, string>, base = "/") =>
  writeBundle({ folder, base, files: new Map(Object.entries(files)) }, signal);

const read = (path: string) => readFile(join(folder, path), "utf8");

test("a bundle over an earlier one writes what changed, leaves the rest, and removes what is gone with its folder", async () => {
  expect(await publish({ "a/b/c.md": "c", "d.md": "d", "llms.txt": "one" })).toEqual({
    written: 3,
    unchanged: 0,
    removed: 0,
  });
  expect(await publish({ "d.md": "d", "e.md": "e", "llms.txt": "two" })).toEqual({
    written: 2,
    unchanged: 1,
    removed: 1,
  });
  expect((await readdir(folder)).sort()).toEqual([".llmstxt", "d.md", "e.md", "llms.txt"]);
  expect(await read("llms.txt")).toBe("two");
});

test("a file that no bundle wrote is an error that names it, and nothing is written", async () => {
  await writeFile(join(folder, "d.md"), "mine");
  await expect(publish({ "a.md": "a", "d.md": "d" })).rejects.toThrow(`${join(folder, "d.md")} is in the way`);
  expect(await readdir(folder)).toEqual(["d.md"]);
  expect(await read("d.md")).toBe("mine");
});

test("a file of ours that somebody changed is not ours: it is not overwritten, and not removed", async () => {
  await publish({ "a.md": "a", "d.md": "d" });
  await writeFile(join(folder, "d.md"), "by hand");
  await expect(publish({ "a.md": "a", "d.md": "new" })).rejects.toThrow("it was changed since");
  expect(await publish({ "a.md": "a" })).toMatchObject({ removed: 0 });
  expect(await read("d.md")).toBe("by hand");
});

test("a folder in the way is named", async () => {
  await mkdir(join(folder, "a.md"));
  await expect(publish({ "a.md": "a" })).rejects.toThrow(`${join(folder, "a.md")} is in the way`);
});

test("two sites of one host share a folder, and each removes only its own", async () => {
  await publish({ "one/a.md": "a", "one/llms.txt": "1" }, "/one/");
  await publish({ "two/a.md": "a", "two/llms.txt": "2" }, "/two/");
  expect(await publish({ "one/llms.txt": "1" }, "/one/")).toEqual({ written: 0, unchanged: 1, removed: 1 });
  expect(await read("two/a.md")).toBe("a");
});

test("a publish that is killed leaves the old index whole, and the next one goes on from there", async () => {
  const count = 1_500;
  const files = (text: string) =>
    Object.fromEntries([
      ...Array.from({ length: count }, (_, at) => [`p/${at}.md`, `${text} ${at}`]),
      ["llms.txt", text],
    ]);
  await publish(files("old"));
  const script = `
    import { writeBundle } from ${JSON.stringify(join(import.meta.dirname, "../../packages/service/src/store/bundle-folder.ts"))};
    const files = new Map(${JSON.stringify(Object.entries(files("new")))});
    await writeBundle({ folder: ${JSON.stringify(folder)}, base: "/", files }, new AbortController().signal);`;
  const child = spawn(process.execPath, ["--input-type=module", "-e", script], { stdio: "inherit" });
  const isBegun = async () => (await read("p/20.md")) === "new 20";
  while (!(await isBegun())) await sleep(1);
  child.kill("SIGKILL");
  await once(child, "exit");
  expect(await read("llms.txt")).toBe("old");
  expect(await read(`p/${count - 1}.md`)).toBe(`old ${count - 1}`);
  const { written, unchanged } = await publish(files("new"));
  expect(written + unchanged).toBe(count + 1);
  expect(unchanged).toBeGreaterThan(20);
  expect(await read("llms.txt")).toBe("new");
  expect(await readdir(join(folder, ".llmstxt"))).toEqual(["files.json"]);
});
