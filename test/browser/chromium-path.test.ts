import { chmod, mkdtemp, readdir, rm, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, expect, test, vi } from "vitest";
import { chromiumPaths } from "../../packages/crawler/src/fetch/browser/chromium-path.ts";

let folder = "";
afterEach(async () => {
  vi.unstubAllEnvs();
  await rm(folder, { recursive: true, force: true });
});

/** A home where nothing can be made, also by root, and an empty temporary folder. */
async function readOnlyHome(): Promise<string> {
  folder = await mkdtemp(join(tmpdir(), "chromium-path-"));
  vi.stubEnv("HOME", "/dev/null");
  vi.stubEnv("TMPDIR", folder);
  return join(folder, `llmstxt-service-${process.getuid?.()}`);
}

/** The packaged one comes last. */
async function last(): Promise<string | undefined> {
  let path: string | undefined;
  for await (path of chromiumPaths(undefined, ""));
  return path;
}

const isPackaged = process.platform === "linux" && process.arch === "x64";

test.runIf(isPackaged)(
  "where the home folder cannot be written, npm's Chromium is unpacked for this user alone",
  async () => {
    const own = await readOnlyHome();
    const found = await last();
    expect(found?.startsWith(join(own, "chromium-"))).toBe(true);
    expect((await stat(own)).mode & 0o777).toBe(0o700);
    expect(await readdir(own)).toHaveLength(1);
  },
);

test.runIf(isPackaged)("a folder of that name that others may write to is not used", async () => {
  const own = await readOnlyHome();
  await last();
  await chmod(own, 0o777);
  await expect(last()).rejects.toMatchObject({ code: "browser_missing" });
});
