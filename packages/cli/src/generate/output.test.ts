import { execFileSync } from "node:child_process";
import { chmodSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { checkWritable } from "./output.ts";

function folder(): string {
  const made = mkdtempSync(join(tmpdir(), "llmstxt-output-"));
  onTestFinished(() => {
    chmodSync(made, 0o700);
    rmSync(made, { recursive: true });
  });
  return made;
}

const mayWriteAll = process.getuid?.() === 0;

test.skipIf(process.platform === "win32" || mayWriteAll)(
  "a pipe or a device is written to where its folder may not be, and a file is not",
  async () => {
    const closed = folder();
    execFileSync("mkfifo", [join(closed, "pipe")]);
    chmodSync(closed, 0o555);
    await checkWritable(join(closed, "pipe"));
    await checkWritable("/dev/null");
    await expect(checkWritable(join(closed, "llms.txt"))).rejects.toThrow("permission denied");
  },
);

test("a file whose folder is missing, or that is a folder, is refused before any work", async () => {
  const there = folder();
  await checkWritable(join(there, "llms.txt"));
  await expect(checkWritable(there)).rejects.toThrow("it is a folder");
  await expect(checkWritable(join(there, "none", "llms.txt"))).rejects.toThrow("its folder does not exist");
});
