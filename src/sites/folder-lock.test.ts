import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, readdir, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { FolderInUse, lockFolder } from "./folder-lock.ts";

let folder = "";
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "lock-"));
});
afterEach(() => rm(folder, { recursive: true }));

test("a folder is one opener's until it is given back", async () => {
  const unlock = await lockFolder(folder);
  await expect(lockFolder(folder)).rejects.toThrow(FolderInUse);
  await unlock();
  await (await lockFolder(folder))();
  expect(await readdir(folder)).toEqual([]);
});

test("of many who ask at once one gets it", async () => {
  const asked = await Promise.allSettled(Array.from({ length: 20 }, () => lockFolder(folder)));
  expect(asked.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
  for (const one of asked) if (one.status === "fulfilled") await one.value();
});

test("the lock of a process that was killed is taken over", async () => {
  const { pid } = spawnSync(process.execPath, ["-e", ""]);
  await writeFile(join(folder, ".lock"), `${pid} 1`);
  await (await lockFolder(folder))();
});

test("so is one whose number another process has by now, ours for one", async () => {
  await writeFile(join(folder, ".lock"), `${process.pid} 1`);
  await (await lockFolder(folder))();
  await writeFile(join(folder, ".lock"), "what is no lock");
  await (await lockFolder(folder))();
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
