import { mkdtempSync, readdirSync, readFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { languagesByFolder, withBoth } from "../servers/family-site.ts";
import { type Site, serveSite } from "../servers/site.ts";
import { llmstxt } from "./command.ts";

const SITES = { folders: languagesByFolder(), both: withBoth() };

const sites = new Map<string, Site>();
beforeAll(async () => {
  for (const [name, answers] of Object.entries(SITES)) sites.set(name, await serveSite(answers));
});
afterAll(() => Promise.all([...sites.values()].map((site) => site.close())));

const newFolder = () => mkdtempSync(join(tmpdir(), "llmstxt-family-"));
const originOf = (site: keyof typeof SITES) => sites.get(site)?.origin ?? "";

/** Paths of the pages of each file, its start page first, by the file's name. */
async function family(site: keyof typeof SITES, ...flags: readonly string[]) {
  const folder = newFolder();
  const origin = originOf(site);
  const { code, stderr } = await llmstxt([origin, "-o", join(folder, "llms.txt"), ...flags]);
  expect(code, stderr).toBe(0);
  const files = readdirSync(folder).map((file) => {
    const text = readFileSync(join(folder, file), "utf8");
    const [, source = ""] = /Source: (\S+)/.exec(text) ?? [];
    const listed = [...text.matchAll(/^- \[.*?\]\((\S+?)\)/gm)].map(([, url = ""]) => url);
    return [file, [source, ...listed].map((url) => url.slice(origin.length)).sort()] as const;
  });
  const pages = files.flatMap(([, paths]) => paths);
  expect(new Set(pages).size, "each page stands in one file").toBe(pages.length);
  return { files: Object.fromEntries(files), stderr, folder, origin };
}

test("one crawl writes one file a language, by folder; a page of one language alone stands in its file", async () => {
  const { files, stderr } = await family("folders", "--languages", "all");
  expect(files).toEqual({
    "llms.txt": ["/", "/ports", "/tides"],
    "llms.de.txt": ["/de/", "/de/boats", "/de/ports", "/de/tides"],
    "llms.ar.txt": ["/ar/", "/ar/ports", "/ar/tides"],
  });
  expect(stderr).toContain("2 more files: Arabic, 3 pages; German, 4 pages.");
});

test("languages and versions are combined; `latest` and the number that says the same are one", async () => {
  const { files } = await family("both", "--languages", "all", "--versions", "all", "-q");
  const pages = (folder: string, ...others: string[]) => [...others, folder, `${folder}ports`, `${folder}tides`].sort();
  expect(files).toEqual({
    "llms.txt": pages("/docs/latest/", "/"),
    "llms.1.0.txt": pages("/docs/1.0/"),
    "llms.de.txt": pages("/de/docs/latest/", "/de/"),
    "llms.de-1.0.txt": pages("/de/docs/1.0/"),
  });
});

test("a language or version that the site does not have is refused with those that were found", async () => {
  const { code, stdout, stderr } = await llmstxt([originOf("folders"), "--languages", "en,fr"]);
  expect([code, stdout]).toEqual([2, ""]);
  expect(stderr).toContain('languages: the site has no "fr": found were en, ');
  const version = await llmstxt([originOf("both"), "--versions", "3.1"]);
  expect(version.stderr).toContain('versions: the site has no "3.1": found were latest, 2.0, 1.0');
});

test("without -o stdout gets the main one, and stderr says how many others there are", async () => {
  const { stdout, stderr } = await llmstxt([originOf("folders"), "--languages", "all"]);
  expect(stdout).toMatch(/^# Harbour en\n/);
  expect(stderr).toContain("2 more files: Arabic, 3 pages; German, 4 pages. -o llms.txt writes all of them.");
});

test("--check sees each file of a family; a bundle has an index at the path of each language, and loses what has gone", async () => {
  const bundle = newFolder();
  const { folder, origin } = await family("folders", "--languages", "all", "--publish", bundle);
  const read = (path: string) => readFileSync(join(bundle, path), "utf8");
  expect(read("llms.txt")).toContain(`[German](${origin}/de/llms.txt)`);
  expect(read("de/ports.md")).toContain(`(${origin}/de/llms.txt)`);
  const again = [origin, "-o", join(folder, "llms.txt"), "--publish", bundle];
  const checked = await llmstxt([...again, "--languages", "all", "--check"]);
  expect([checked.code, checked.stderr]).toEqual([0, expect.stringContaining("3 files up to date")]);
  expect((await llmstxt(again)).stderr).toContain("removed 9 files");
  expect(readdirSync(bundle).sort()).toEqual([".llmstxt", "404.md", "index.md", "llms.txt", "ports.md", "tides.md"]);
});
