import { mkdtempSync, readFileSync, readlinkSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { llmstxt } from "./command.ts";

const SITE = join(import.meta.dirname, "../../examples/demo-site");
const newFolder = () => mkdtempSync(join(tmpdir(), "llmstxt-agents-"));
const run = (cwd: string, ...flags: readonly string[]) =>
  llmstxt([SITE, "--origin", "https://tidewater.example", "-o", "llms.txt", ...flags], { cwd });

test("--agents-md writes an index of the published pages into AGENTS.md, keeps each other byte, and --check covers it", async () => {
  const cwd = newFolder();
  const file = join(cwd, "AGENTS.md");
  const mine = Buffer.concat([Buffer.from("# Ours\r\n\r\nCaf"), Buffer.from([0xe9]), Buffer.from("\r\n")]);
  writeFileSync(file, mine);
  const missing = await run(cwd, "--publish", "out", "--agents-md", "--check");
  expect(missing.code).toBe(1);
  expect(readFileSync(file)).toEqual(mine);
  const written = await run(cwd, "--publish", "out", "--agents-md");
  expect(written.code, written.stderr).toBe(0);
  expect(written.stderr).toContain("Wrote the site's index in: AGENTS.md.");
  const after = readFileSync(file);
  expect(after.subarray(0, mine.length)).toEqual(mine);
  expect(after.toString()).toContain("+ .md (of a path that ends with /: + index.md). All with descriptions: https://");
  expect(after.toString().replaceAll("\r\n", "")).not.toContain("\n");
  const again = await run(cwd, "--publish", "out", "--agents-md", "--check");
  expect(again.code, again.stdout).toBe(0);
  writeFileSync(file, after.toString("latin1").replace(/\d+ pages\./, "3 pages."), "latin1");
  const stale = await run(cwd, "--publish", "out", "--agents-md", "--check");
  expect(stale.code).toBe(1);
  expect(stale.stderr).toContain("AGENTS.md is not what would be written");
});

test("a file with one marker of two, or half of a merge, is refused before anything is crawled, and stays as it is", async () => {
  const cwd = newFolder();
  const file = join(cwd, "OURS.md");
  const begin = "<!-- llms.txt index: begin (llmstxt --agents-md writes it anew each time) -->";
  for (const text of [`# Ours\n${begin}\n`, "a\n<<<<<<< ours\nb\n=======\n>>>>>>> theirs\n", "U\0T\0F\0"]) {
    writeFileSync(file, text);
    const { code, stderr, stdout } = await run(cwd, "--agents-md", "OURS.md");
    expect({ code, stdout }).toEqual({ code: 2, stdout: "" });
    expect(stderr).toContain("OURS.md");
    expect(stderr).not.toContain("Crawling");
    expect(readFileSync(file, "utf8")).toBe(text);
  }
  const twice = await run(cwd, "--agents-md", "llms.txt");
  expect(twice.code).toBe(2);
  expect(twice.stderr).toContain("llms.txt cannot be written twice");
});

test("a link from AGENTS.md stays a link, and its target gets the index", async () => {
  const cwd = newFolder();
  writeFileSync(join(cwd, "CLAUDE.md"), "# Ours\n");
  symlinkSync("CLAUDE.md", join(cwd, "AGENTS.md"));
  const { code, stderr } = await run(cwd, "--agents-md", "-q");
  expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
  expect(readlinkSync(join(cwd, "AGENTS.md"))).toBe("CLAUDE.md");
  expect(readFileSync(join(cwd, "CLAUDE.md"), "utf8")).toMatch(/^# Ours\n\n<!-- llms\.txt index: begin/);
});
