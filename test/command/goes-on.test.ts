import { mkdirSync, mkdtempSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { serveSite } from "../servers/site.ts";
import { llmstxt } from "./command.ts";
import { CONCURRENCY, killedCrawl, manyPages } from "./killed-crawls.ts";

const PAGES = 150;
/** Most pages that a break may cost again. */
const SHARE = 0.02;
const answers = manyPages(PAGES);
const folders: string[] = [];
const folder = () => {
  const made = mkdtempSync(join(tmpdir(), "llmstxt-goes-on-"));
  folders.push(made);
  return made;
};
afterAll(() => {
  for (const one of folders) rmSync(one, { recursive: true, force: true });
});

test("a crawl that is ended three times gives the bytes of one that is not, and asks for hardly anything twice", async () => {
  const whole = await killedCrawl(answers, { pages: PAGES, kills: [] });
  const kills = [
    { at: 25, signal: "SIGINT" },
    { at: 80, signal: "SIGKILL" },
    { at: 140, signal: "SIGTERM" },
  ] as const;
  const broken = await killedCrawl(answers, { pages: PAGES, kills });
  expect(broken.ran.map(({ code }) => code)).toEqual([130, null, 130, 0]);
  expect(broken.text).toBe(whole.text);
  expect(broken.asked - whole.asked).toBeLessThanOrEqual(kills.length * SHARE * PAGES);
  expect([whole.left, broken.left]).toEqual([0, 0]);
  expect(broken.ran.at(-1)?.stderr).toMatch(/Going on with a crawl that was stopped: it had \d+ answers/);
});

test("a crawl that keeps the pages' Markdown goes on with it", async () => {
  const pages = 30;
  const flags = ["--full", join(folder(), "full.txt")] as const;
  const whole = await killedCrawl(answers, { pages, kills: [], flags });
  const broken = await killedCrawl(answers, { pages, kills: [{ at: 25, signal: "SIGKILL" }], flags });
  expect(broken.text).toBe(whole.text);
  expect(broken.asked - whole.asked).toBeLessThanOrEqual(2 * CONCURRENCY);
});

/** A crawl of a site with a page that never answers, but has Ctrl-C pressed so many times. */
async function stopped(times: number, flags: readonly string[] = [], cache = folder()) {
  const file = join(cache, "llms.txt");
  let press = () => {};
  const site = await serveSite({ ...answers, "/topic-5/page-12": () => press() });
  const run = async (more: readonly string[] = []) => {
    const before = site.requests.length;
    const ran = await llmstxt([site.origin, "--max-pages", "20", "-o", file, ...flags, ...more], {
      env: { XDG_CACHE_HOME: cache },
      onStart: (kill) => {
        press = () => {
          for (let n = 0; n < times; n++) setTimeout(() => kill("SIGINT"), n * 20);
        };
      },
    });
    return { ...ran, requests: site.requests.slice(before).map(({ path }) => path) };
  };
  const journals = () => {
    const kept = readdirSync(cache, { recursive: true }).map(String);
    return kept.filter((path) => path.includes("crawls/")).map((path) => join(cache, path));
  };
  return { first: await run(), run, file, site, journals };
}

test("Ctrl-C writes the document of what there is, which says so and is valid, and the next run goes on", async () => {
  const { first, run, file, site, journals } = await stopped(1);
  expect(first).toMatchObject({ code: 130, stdout: "" });
  expect(first.stderr).toMatch(/Stopped early with \d+ pages?\. The same command goes on from here for a day/);
  const text = readFileSync(file, "utf8");
  expect(text).toMatch(/^Generated: \S+ \| Source: \S+ \| Pages: \d+ \(stopped early\)$/m);
  expect((await llmstxt(["validate", "--profile", "strict", file])).stdout).not.toContain("metadata");
  expect(journals()).not.toEqual([]);
  for (const journal of journals()) expect(readFileSync(journal, "latin1")).not.toContain("<html");
  const second = await run();
  expect(second.requests).not.toContain("/robots.txt");
  expect((await run(["--fresh"])).requests).toContain("/robots.txt");
  await site.close();
});

test("Ctrl-C twice ends it at once, with nothing written", async () => {
  const { first, file, site } = await stopped(2, ["--llm-enhance"]);
  expect(first.code).toBe(130);
  if (first.stderr.endsWith("Stopped.\n")) expect(() => readFileSync(file)).toThrow("ENOENT");
  await site.close();
});

test("answers that cannot be kept do not end the crawl: where and why is said at once, and at Ctrl-C", async () => {
  const cache = folder();
  writeFileSync(join(cache, "llmstxt"), "a file");
  const { first, site } = await stopped(1, [], cache);
  const why = `${join(cache, "llmstxt/crawls")}: its folder is a file`;
  expect(first.stderr).toContain(`Answers cannot be kept, so a crawl that is stopped asks for them again: ${why}`);
  expect(first.stderr).toMatch(/Stopped early with \d+ pages?\. The next run begins anew: /);
  expect(first.stderr.trimEnd().endsWith(why)).toBe(true);
  await site.close();
});

/** A killed crawl that goes on after something was done to the files of its journal: its document must be the same. */
async function goneOn(harm: (files: readonly string[]) => void) {
  const [pages, at] = [30, 30];
  const whileAway = (crawls: string) => harm(readdirSync(crawls).map((name) => join(crawls, name)));
  const whole = await killedCrawl(answers, { pages, kills: [] });
  const broken = await killedCrawl(answers, { pages, kills: [{ at, signal: "SIGKILL", whileAway }] });
  expect(broken.text).toBe(whole.text);
  return { said: broken.ran.at(-1)?.stderr, again: broken.asked - whole.asked, at, left: broken.left };
}

test("kept answers that are damaged are told, and asked for again", async () => {
  const { said, again, at, left } = await goneOn((files) => {
    const tail = files.find((path) => path.endsWith(".tail")) ?? "";
    const bytes = readFileSync(tail);
    writeFileSync(tail, bytes.fill(bytes.readUInt8(100) ^ 1, 100, 101));
  });
  expect(said).toMatch(
    /\d bytes of the kept answers cannot be read: they are damaged; their pages are requested again/,
  );
  expect(said).toMatch(/Going on with a crawl that was stopped: it had \d+ answers/);
  expect([again < at / 2, left]).toEqual([true, 0]);
});

test("kept answers of another version are told, and go once the crawl is done", async () => {
  const { said, again, left } = await goneOn((files) => {
    for (const path of files) renameSync(path, path.replace(/-\d+\.\d+\./, "-0.0."));
  });
  expect(said).toContain("The kept answers are of another version of this program; their pages are requested again");
  expect([again > 10, left]).toEqual([true, 0]);
});

test("a journal that cannot be read is told; others are read, and answers are kept from then on", async () => {
  const { said, again, at, left } = await goneOn((files) => {
    const unreadable = `${files.find((path) => !path.endsWith(".tail"))}-copy`;
    mkdirSync(`${unreadable}.tail`);
    writeFileSync(unreadable, "");
  });
  expect(said).toMatch(/The kept answers cannot be read: \S+-copy: it is a folder; their pages are requested again/);
  expect(said).toMatch(/it had \d+ answers/);
  expect(said).not.toContain("cannot be kept");
  expect(said).toMatch(/The answers that were kept cannot be removed: \S+crawls: /);
  expect([again < at / 2, left > 0]).toEqual([true, true]);
});

test("of a crawl with a password nothing is kept, and Ctrl-C says so", async () => {
  const { first, journals, site } = await stopped(1, ["--header", "Authorization: Bearer a"]);
  expect(first.stderr).toMatch(/Stopped early with \d+ pages?\. The next run begins anew: /);
  expect(journals()).toEqual([]);
  await site.close();
});
