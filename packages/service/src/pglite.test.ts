import { spawnSync } from "node:child_process";
import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { lockFolder } from "./pglite.ts";

const folder = () => join(mkdtempSync(join(tmpdir(), "lock-")), "database");

test("only one process at a time can open the embedded database's folder", () => {
  const path = folder();
  const unlock = lockFolder(path);
  expect(() => lockFolder(path)).toThrow("in use by another process");
  unlock();
  lockFolder(path)();
});

test("the folder of a killed process is released at once", () => {
  const path = folder();
  const killed = `import { lockFolder } from "${import.meta.dirname}/pglite.ts";
    lockFolder(process.argv[1]); console.log("locked"); process.kill(process.pid, "SIGKILL");`;
  const { stdout, signal } = spawnSync(process.execPath, ["--input-type=module", "-e", killed, path]);
  expect([stdout.toString(), signal]).toEqual(["locked\n", "SIGKILL"]);
  lockFolder(path)();
});
