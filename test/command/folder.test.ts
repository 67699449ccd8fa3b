import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { type DemoSite, serveDemoSite } from "../../scripts/demo-site.ts";
import { linksIn, llmstxt, temporaryFolder } from "./command.ts";

const ORIGIN = "https://tidewater.example";
let site: DemoSite;
let folder: string;

/** The built example site. */
function builtSite(origin: string): string {
  const built = join(temporaryFolder(), "dist");
  cpSync("examples/demo-site", built, { recursive: true });
  for (const name of readdirSync(built, { recursive: true, encoding: "utf8" })) {
    const file = join(built, name);
    if (/\.(?:html|txt|xml|md)$/.test(name))
      writeFileSync(file, readFileSync(file, "utf8").replaceAll("{{origin}}", origin));
  }
  return built;
}

beforeAll(async () => {
  site = await serveDemoSite();
});
afterAll(() => site[Symbol.dispose]());
beforeEach(() => {
  folder = builtSite(ORIGIN);
});

const plain = (text: string) => text.replace(/^Generated: \S+/m, "");
const filesIn = (path: string) => readdirSync(path, { recursive: true, encoding: "utf8" }).sort();

test("a folder gives the same bytes as a crawl of it at its address, the time aside", async () => {
  const [read, crawled] = await Promise.all([
    llmstxt([builtSite(site.origin), "--origin", site.origin, "-q"]),
    llmstxt([`${site.origin}/`, "-q"]),
  ]);
  expect(linksIn(read.stdout).length).toBeGreaterThan(5);
  expect(plain(read.stdout)).toBe(plain(crawled.stdout));
});

test("an origin may have a path; all addresses are below it", async () => {
  const { code, stdout } = await llmstxt([builtSite(`${ORIGIN}/v1`), "--origin", `${ORIGIN}/v1/`, "-q"]);
  expect(code).toBe(0);
  for (const url of linksIn(stdout)) expect(url).toMatch(/^https:\/\/tidewater\.example\/v1\//);
});

test("--check writes nothing: 0 if the file is fresh, 1 and the difference if it is stale or missing", async () => {
  const missing = await llmstxt([folder, "--origin", ORIGIN, "--check"]);
  expect(missing.code).toBe(1);
  expect(missing.stderr).toContain("llms.txt is not what would be written");
  expect(missing.stderr).not.toContain("Next:");
  expect(existsSync(join(folder, "llms.txt"))).toBe(false);
  await llmstxt([folder, "--origin", ORIGIN, "-q", "-o", join(folder, "llms.txt")]);
  const fresh = await llmstxt([folder, "--origin", ORIGIN, "--check"]);
  expect([fresh.code, fresh.stdout]).toEqual([0, ""]);
  expect(fresh.stderr).toContain("1 file up to date");
  rmSync(join(folder, "about.html"));
  const stale = await llmstxt([folder, "--origin", ORIGIN, "--check"]);
  expect(stale.code).toBe(1);
  expect(stale.stdout).toMatch(/^-- \[.*\]\(https:\/\/tidewater\.example\/about/m);
  const events = await llmstxt([folder, "--origin", ORIGIN, "--check", "--json"]);
  const types = events.stdout
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line).type);
  expect([events.code, types.slice(-2)]).toEqual([1, ["stale", "result"]]);
});

test("--publish writes llms.txt with links to Markdown, a file for each page, and a list of these files", async () => {
  const out = join(temporaryFolder(), "public");
  const { code, stdout, stderr } = await llmstxt([folder, "--origin", ORIGIN, "--publish", out, "--full"]);
  expect([code, stdout]).toEqual([0, ""]);
  expect(stderr).toMatch(/Published \d+ new or changed files in /);
  const index = readFileSync(join(out, "llms.txt"), "utf8");
  for (const url of linksIn(index)) {
    expect(url).toMatch(/\.md$/);
    const file = join(out, new URL(url).pathname);
    // The site's own Markdown is kept.
    if (existsSync(file))
      expect(readFileSync(file, "utf8")).toMatch(/^> .*llms\.txt.*\n\n# .+[\s\S]+\nSource: https:\S+\n$/);
    else expect(existsSync(join(folder, new URL(url).pathname))).toBe(true);
  }
  expect(filesIn(out)).toContain("llms-full.txt");
  expect(filesIn(out)).toContain(join(".llmstxt", "files.json"));
});

test("a second --publish writes only changed files and removes files of pages that have gone", async () => {
  const args = [folder, "--origin", ORIGIN, "--publish", folder];
  await llmstxt(args);
  const before = filesIn(folder);
  const second = await llmstxt(args);
  expect(second.stderr).toContain("Published 0 new or changed files");
  expect(filesIn(folder)).toEqual(before);
  rmSync(join(folder, "about.html"));
  const third = await llmstxt(args);
  expect(third.stderr).toContain("removed 1 file");
  expect(existsSync(join(folder, "about.md"))).toBe(false);
});

test("a file of another program is never touched: the error names it, and nothing is written", async () => {
  const out = join(temporaryFolder(), "public");
  mkdirSync(out);
  writeFileSync(join(out, "about.md"), "mine");
  const { code, stderr } = await llmstxt([folder, "--origin", ORIGIN, "--publish", out]);
  expect(code).toBe(1);
  expect(stderr).toContain("about.md already exists");
  expect(filesIn(out)).toEqual(["about.md"]);
});

test("--publish replaces the llms.txt that -o wrote", async () => {
  const out = temporaryFolder();
  const file = join(out, "llms.txt");
  await llmstxt([folder, "--origin", ORIGIN, "-q", "-o", file]);
  expect((await llmstxt([folder, "--origin", ORIGIN, "-q", "--publish", out])).code).toBe(0);
  const both = await llmstxt([folder, "--origin", ORIGIN, "-q", "--publish", out, "-o", file]);
  expect([both.code, both.stderr]).toEqual([2, `llmstxt: ${file} cannot be written twice: two flags name it\n`]);
});

test("--check with --publish reports stale and superfluous files, and writes nothing", async () => {
  const out = join(temporaryFolder(), "public");
  const args = [folder, "--origin", ORIGIN, "--publish", out];
  await llmstxt(args);
  expect((await llmstxt([...args, "--check"])).code).toBe(0);
  rmSync(join(folder, "about.html"));
  const before = filesIn(out);
  const { code, stderr } = await llmstxt([...args, "--check"]);
  expect(code).toBe(1);
  expect(stderr).toContain("about.md is not what would be written");
  expect(filesIn(out)).toEqual(before);
});

test("--annotate writes links to the Markdown into the pages once, and removes them again to the byte", async () => {
  const before = new Map(
    filesIn(folder)
      .filter((name) => name.endsWith(".html"))
      .map((name) => [name, readFileSync(join(folder, name))]),
  );
  const args = [folder, "--origin", ORIGIN, "-q", "--publish", folder, "--annotate"];
  await llmstxt(args);
  const about = readFileSync(join(folder, "about.html"), "utf8");
  expect(about).toContain('rel="alternate" type="text/markdown"');
  expect(about).toContain('rel="describedby"');
  await llmstxt(args);
  expect(readFileSync(join(folder, "about.html"), "utf8")).toBe(about);
  await llmstxt([folder, "--origin", ORIGIN, "-q", "--annotate=remove", "-o", join(temporaryFolder(), "x")]);
  for (const [name, bytes] of before) expect(readFileSync(join(folder, name)).equals(bytes)).toBe(true);
});

test("--agents-md writes an index of at most 8,000 characters between two markers and keeps every other line", async () => {
  const file = join(temporaryFolder(), "AGENTS.md");
  writeFileSync(file, "# Rules\n\nBe kind.\n");
  await llmstxt([folder, "--origin", ORIGIN, "-q", "--agents-md", file]);
  const first = readFileSync(file, "utf8");
  expect(first).toMatch(/^# Rules\n\nBe kind\.\n/);
  expect(first).toContain(`${ORIGIN}/`);
  expect(first.length).toBeLessThan(8_300);
  await llmstxt([folder, "--origin", ORIGIN, "-q", "--agents-md", file]);
  expect(readFileSync(file, "utf8")).toBe(first);
});
