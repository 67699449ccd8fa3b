import { execFile } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect, test } from "vitest";

const root = join(import.meta.dirname, "../..");

test("the demo writes the llms.txt that stands beside its site", async () => {
  const { stdout } = await promisify(execFile)(process.execPath, ["scripts/demo.ts", "--quiet"], { cwd: root });
  const written = stdout
    .replaceAll(/http:\/\/127\.0\.0\.1:\d+/g, "https://tidewater.example")
    .replace(/^Generated: \S+/m, "Generated: 2026-11-21T00:00:00Z");
  expect(written).toBe(readFileSync(join(root, "examples/demo-site.llms.txt"), "utf8"));
});
