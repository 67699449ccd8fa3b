import { spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, utimesSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { lockFolder } from "./folder-lock.ts";

const folder = () => join(mkdtempSync(join(tmpdir(), "lock-")), "database");

test("a folder is one process's, until it is given back", () => {
  const path = folder();
  const unlock = lockFolder(path);
  expect(() => lockFolder(path)).toThrow(`in use by process ${process.pid}`);
  unlock();
  expect(existsSync(`${path}.lock`)).toBe(false);
  lockFolder(path)();
});

test("the lock of a process that is gone is taken over at once, also where its number is another's by now", () => {
  const path = folder();
  const unlock = lockFolder(path);
  unlock();
  const { pid } = spawnSync("true");
  const place = "boot/pid:[1]";
  writeFileSync(`${path}.lock`, `${pid} 1 ${place}`);
  utimesSync(`${path}.lock`, new Date(0), new Date(0));
  lockFolder(path)();
});

test("another machine's lock counts while its heart beats, and not half a minute after", () => {
  const path = folder();
  lockFolder(path)();
  writeFileSync(`${path}.lock`, "1 1 elsewhere/pid:[2]");
  expect(() => lockFolder(path)).toThrow("another machine or container");
  const then = new Date(Date.now() - 31_000);
  utimesSync(`${path}.lock`, then, then);
  lockFolder(path)();
});
