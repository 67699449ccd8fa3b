import { globSync, readFileSync } from "node:fs";
import { mkdtemp, open, readdir, readFile, rm, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { beforeEach, expect, onTestFinished, test, vi } from "vitest";
import { exampleJob } from "../../../../test/servers/example-job.ts";
import { writeFolder, writeOutput } from "../../../cli/src/generate/output.ts";
import { writeSentences } from "../../../cli/src/generate/sentence-cache.ts";
import { jobsInStore } from "../crawls/store-keeper.ts";
import { writeBundle } from "./bundle-folder.ts";
import { openFolder, openPublicFolder } from "./disk.ts";
import { writeNew, writeWhole } from "./write-whole.ts";

const never = new AbortController().signal;
let folder = "";

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "whole-"));
  onTestFinished(() => rm(folder, { recursive: true }));
});

/** Runs what is to be watched. @returns at each sync of a file: its content; of a folder: undefined. */
async function syncs(run: () => Promise<unknown>, then: (step: "file" | "folder") => void = () => {}) {
  const handle = await open(folder, "r");
  const { prototype } = handle.constructor as { prototype: typeof handle };
  await handle.close();
  const sync = prototype.sync;
  const seen: ("file" | "folder")[] = [];
  const spy = vi.spyOn(prototype, "sync").mockImplementation(async function (this: typeof handle) {
    const step = (await this.stat()).isDirectory() ? "folder" : "file";
    await sync.call(this);
    seen.push(step);
    then(step);
  });
  await run().finally(() => spy.mockRestore());
  return seen;
}

test("a file is on the disk before it gets its name, and its name before the write is over", async () => {
  const path = join(folder, "llms.txt");
  await writeWhole({ path, content: "old" });
  const texts: string[] = [];
  const note = () => texts.push(readFileSync(path, "utf8"));
  expect(await syncs(() => writeWhole({ path, content: "new" }), note)).toEqual(["file", "folder"]);
  expect(texts).toEqual(["old", "new"]);
});

test("every writer of whole files syncs each file, and the folder that names it", async () => {
  const at = (name: string) => join(folder, name);
  const texts = await openPublicFolder({ folder: at("files"), publicBase: () => "" });
  const memory = await openFolder(at("memory"), "private");
  const jobs = jobsInStore(await openFolder(at("jobs"), "private"), "me");
  const job = exampleJob({ id: "1", owner: "me" });
  const writers: readonly [files: number, write: () => Promise<unknown>][] = [
    [1, () => texts.putNew("x.dev_20261121_055000.txt", "text", never)],
    [1, () => texts.put("x.dev/llms.txt", "text", never)],
    [1, () => memory.put("ab/01", "sealed", never)],
    [2, () => jobs.save(job)],
    [1, () => jobs.addEvents("1", { firstId: 1, lines: ["a"] })],
    // The bundle's list before and after, and two files.
    [
      4,
      () =>
        writeBundle(
          {
            folder: at("site"),
            base: "/",
            files: new Map([
              ["a/b.md", "b"],
              ["llms.txt", "i"],
            ]),
          },
          never,
        ),
    ],
    [1, () => writeOutput(at("llms.txt"), "text")],
    [1, () => writeFolder(at("pages"), [{ fileName: "a/b.md", markdown: "b" } as never])],
    [1, () => writeSentences(at("sentences"), new Map([["0".repeat(32), "It is."]]), [])],
  ];
  for (const [files, write] of writers) {
    const steps = await syncs(write);
    expect(
      steps.filter((step) => step === "file"),
      String(write),
    ).toHaveLength(files);
    expect(steps.filter((step) => step === "folder").length, String(write)).toBeGreaterThanOrEqual(files);
    expect(steps.at(-1)).toBe("folder");
  }
});

test("new folders are named on the disk too, up to the one that was there", async () => {
  const store = await openFolder(join(folder, "memory"), "private");
  expect(await syncs(() => store.put("ab/01", "x", never))).toEqual(["folder", "folder", "file", "folder"]);
});

test("a write that fails half-way leaves the old file, and nothing beside it", async () => {
  const path = join(folder, "sites.jsonl");
  await writeWhole({ path, content: "old" });
  async function* lines() {
    yield "first\n";
    throw new Error("the database has gone");
  }
  await expect(writeWhole({ path, content: lines(), mode: 0o600 })).rejects.toThrow("the database has gone");
  expect(await readFile(path, "utf8")).toBe("old");
  expect(await readdir(folder)).toEqual(["sites.jsonl"]);
});

test("of many processes that write a new file at once one does", async () => {
  const path = join(folder, "a.txt");
  const written = await Promise.all(Array.from({ length: 20 }, (_, n) => writeNew({ path, content: `${n}` })));
  expect(written.filter(Boolean)).toHaveLength(1);
  expect(await readFile(path, "utf8")).toBe(String(written.indexOf(true)));
  expect(await readdir(folder)).toEqual(["a.txt"]);
});

test.skipIf(process.platform === "win32")("a file's mode is the one asked for, or that of every new file", async () => {
  await writeWhole({ path: join(folder, "a"), content: "", mode: 0o600 });
  await writeWhole({ path: join(folder, "b"), content: "" });
  expect((await stat(join(folder, "a"))).mode & 0o777).toBe(0o600);
  expect((await stat(join(folder, "b"))).mode & 0o777).toBe(0o666 & ~process.umask());
});

/** Others that write or rename a file, and why they may. */
const OTHERS: Readonly<Record<string, string>> = {
  "cli/src/generate/output.ts": "a device or a pipe is written to, not replaced",
  "cli/src/generate/finish.ts": "--summary adds to a file that others write to",
  "crawler/src/fetch/browser/chromium-path.ts": "the program can unpack Chromium again",
  "service/src/sites/database/pglite/folder-lock.ts": "a lock, which is worth nothing after a power cut",
  "service/src/sites/database/pglite/pglite.ts": "a folder of the database, which syncs its files by itself",
};

test("nothing else in the program replaces a file", () => {
  const packages = join(import.meta.dirname, "../../..");
  const found = globSync("*/src/**/*.ts", { cwd: packages })
    .map((file) => file.replaceAll("\\", "/"))
    .filter((file) => !file.endsWith(".test.ts"))
    .filter((file) =>
      /from "node:fs[\s\S]*\b(?:rename|writeFile|appendFile|createWriteStream|copyFile|link)(?:Sync)?\(/.test(
        readFileSync(join(packages, file), "utf8"),
      ),
    );
  expect(found.toSorted()).toEqual([...Object.keys(OTHERS), "service/src/store/write-whole.ts"].toSorted());
});

test("one place says that nothing lies there", () => {
  const packages = join(import.meta.dirname, "../../..");
  const found = globSync("{cli,service}/src/**/*.ts", { cwd: packages }).filter(
    (file) => !file.endsWith(".test.ts") && readFileSync(join(packages, file), "utf8").includes('"ENOENT"'),
  );
  expect(found.toSorted()).toEqual([
    "cli/src/file-problem.ts", // words for each code
    "service/src/sites/database/pglite/folder-lock.ts", // sites import no other room
    "service/src/store/on-disk.ts",
  ]);
});
