import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, readdir, readFile, rm, stat, utimes, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { lockFolder } from "./folder-lock.ts";

let folder = "";
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "lock-"));
});
afterEach(() => rm(folder, { recursive: true }));

test("a folder is one opener's until it is given back", async () => {
  const unlock = await lockFolder(folder);
  await expect(lockFolder(folder)).rejects.toMatchObject({ code: "folder_in_use" });
  await unlock();
  await (await lockFolder(folder))();
  expect(await readdir(folder)).toEqual([]);
});

test("of many processes that ask at once one gets the lock", async () => {
  const asked = await Promise.allSettled(Array.from({ length: 20 }, () => lockFolder(folder)));
  expect(asked.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
  for (const one of asked) if (one.status === "fulfilled") await one.value();
});

/** Contents of this process's lock: its number, its start, and the scope in which both mean something. */
async function lockWords(): Promise<{ readonly start: string; readonly place: string }> {
  const unlock = await lockFolder(folder);
  const [, start = "", place = ""] = (await readFile(join(folder, ".lock"), "utf8")).split(" ");
  await unlock();
  return { start, place };
}

test("the lock of a process that was killed is taken over", async () => {
  const { pid } = spawnSync(process.execPath, ["-e", ""]);
  const { place } = await lockWords();
  await writeFile(join(folder, ".lock"), `${pid} 1 ${place}`);
  await (await lockFolder(folder))();
});

test("a lock whose process number belongs to another process by now is taken over", async () => {
  const { place } = await lockWords();
  await writeFile(join(folder, ".lock"), `${process.pid} 1 ${place}`);
  await (await lockFolder(folder))();
});

test("a lock of another container is kept while it is fresh, its process number being ours", async () => {
  const lock = join(folder, ".lock");
  const { start } = await lockWords();
  await writeFile(lock, `${process.pid} ${start} another-boot/pid:[1]`);
  await expect(lockFolder(folder)).rejects.toThrow(`in use by process ${process.pid} of another container or machine`);
  expect(await readdir(folder)).toEqual([".lock"]);
  const minuteAgo = new Date(Date.now() - 60_000);
  await utimes(lock, minuteAgo, minuteAgo);
  await (await lockFolder(folder))();
  expect(await readdir(folder)).toEqual([]);
});

test("a file that says nothing of its owner counts as a lock only while it is new", async () => {
  const lock = join(folder, ".lock");
  await writeFile(lock, "what is no lock");
  await expect(lockFolder(folder)).rejects.toMatchObject({ code: "folder_in_use" });
  await utimes(lock, new Date(0), new Date(0));
  await (await lockFolder(folder))();
});

test("a held lock is kept fresh", async () => {
  vi.useFakeTimers({ toFake: ["setInterval", "clearInterval"] });
  try {
    const lock = join(folder, ".lock");
    const unlock = await lockFolder(folder);
    await utimes(lock, new Date(0), new Date(0));
    vi.advanceTimersByTime(10_000);
    await expect.poll(async () => (await stat(lock)).mtimeMs).toBeGreaterThan(Date.now() - 30_000);
    await unlock();
  } finally {
    vi.useRealTimers();
  }
});

test("a process that lost its lock does not remove the other's", async () => {
  const unlock = await lockFolder(folder);
  await writeFile(join(folder, ".lock"), "1 1 another-boot/pid:[1]");
  await unlock();
  expect(await readdir(folder)).toEqual([".lock"]);
});

test("another living process keeps it, until it is killed", async () => {
  const module = JSON.stringify(import.meta.resolve("./folder-lock.ts"));
  const script = `const { lockFolder } = await import(${module}); await lockFolder(process.argv[1]); console.log("locked"); setInterval(() => {}, 1000)`;
  const child = spawn(process.execPath, ["--input-type=module", "-e", script, folder], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  const exit = once(child, "exit");
  await once(child.stdout, "data");
  await expect(lockFolder(folder)).rejects.toThrow(`in use by process ${child.pid}`);
  child.kill("SIGKILL");
  await exit;
  await (await lockFolder(folder))();
});
