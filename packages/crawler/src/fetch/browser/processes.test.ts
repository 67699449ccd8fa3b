import { chmodSync, existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, expect, test } from "vitest";
import { removeLeftovers } from "./processes.ts";

const folder = mkdtempSync(join(tmpdir(), "leftovers-"));
const [dead, foreign, alive, other] = ["999999991-a", "999999992-b", `${process.pid}-c`, "profile"].map((rest) =>
  join(folder, `left-${rest}`),
);

afterEach(() => {
  if (process.geteuid?.() !== process.getuid?.()) process.seteuid?.(process.getuid?.() ?? 0);
  if (foreign !== undefined) chmodSync(foreign, 0o700);
  rmSync(folder, { recursive: true });
});

test("folders of processes that have ended are removed, and one that belongs to another user stops nothing", async () => {
  for (const path of [dead, foreign, alive, other]) {
    mkdirSync(path ?? "");
    writeFileSync(join(path ?? "", "file"), "");
  }
  chmodSync(folder, 0o777);
  chmodSync(dead ?? "", 0o777);
  chmodSync(foreign ?? "", 0);
  // Nothing is closed to root.
  if (process.getuid?.() === 0) process.seteuid?.(65_534);
  await removeLeftovers("left-", folder);
  expect([dead, foreign, alive, other].map((path) => existsSync(path ?? ""))).toEqual([false, true, true, true]);
});
