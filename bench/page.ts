// How fast pages are read, side by side in one run.
//   npm run bench:page [-- --smoke]
// Each reader gets bytes and gives title, description, canonical, language, links and visible text.
import { execFileSync } from "node:child_process";
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gunzipSync } from "node:zlib";
import { readPage } from "../packages/page/src/page.ts";
import { generatedPage } from "./page-generator.ts";
import { READERS } from "./page-readers.ts";
import { isSmoke, judge, keepResult, median, table } from "./results.ts";

const ROUNDS = isSmoke ? 3 : 15;
const PAGES = isSmoke ? 6 : 24;
const URL_OF_PAGE = "https://site.test/docs/page";
const CORPUS = join(import.meta.dirname, "../../shared/pages/pages.tar.gz");

const READ_PAGE = "readPage (with main content)";

interface Size {
  readonly name: string;
  /** Bytes of the pages taken. */
  readonly from: number;
  readonly to: number;
  readonly typical: number;
}

const SIZES: readonly Size[] = [
  { name: "web pages of 195 KB", from: 150_000, to: 250_000, typical: 195_000 },
  { name: "pages of 40 KB", from: 25_000, to: 60_000, typical: 40_000 },
];

function corpus(): readonly Buffer[] {
  if (isSmoke || !existsSync(CORPUS)) return [];
  const folder = mkdtempSync(join(tmpdir(), "pages-"));
  execFileSync("tar", ["xzf", CORPUS, "-C", folder]);
  const names = readdirSync(join(folder, "html")).sort();
  const pages = names.map((name) => gunzipSync(readFileSync(join(folder, "html", name))));
  rmSync(folder, { recursive: true });
  return pages;
}

function pagesOf({ from, to, typical }: Size, all: readonly Buffer[]): readonly Buffer[] {
  const fitting = all.filter((page) => page.length >= from && page.length <= to).slice(0, PAGES);
  return fitting.length > 0 ? fitting : Array.from({ length: PAGES }, (_, seed) => generatedPage(typical, seed));
}

/** Megabytes a second of each reader; they take turns, so that what slows the machine slows all of them. */
function measure(pages: readonly Buffer[]): ReadonlyMap<string, number> {
  const readers = {
    ...READERS,
    [READ_PAGE]: (page: Buffer) => readPage(page, { url: URL_OF_PAGE }),
  };
  const megabytes = pages.reduce((sum, page) => sum + page.length, 0) / 1e6;
  const seconds = new Map<string, number[]>(Object.keys(readers).map((name) => [name, []]));
  for (let round = -3; round < ROUNDS; round++) {
    for (const [name, read] of Object.entries(readers)) {
      const { user: before } = process.cpuUsage();
      for (const page of pages) read(page);
      const spent = (process.cpuUsage().user - before) / 1e6;
      // The first rounds warm up.
      if (round >= 0) seconds.get(name)?.push(spent);
    }
  }
  return new Map([...seconds].map(([name, spent]) => [name, megabytes / median(spent)]));
}

const all = corpus();
const measured = SIZES.map((size) => ({ ...size, speeds: measure(pagesOf(size, all)) }));
const speedOf = (speeds: ReadonlyMap<string, number>, name: string) => speeds.get(name) ?? Number.NaN;
const tables = measured.map(({ name: size, speeds }) => {
  const rows = [...speeds].map(([name, speed]) => [
    name,
    speed.toFixed(1),
    (speedOf(speeds, READ_PAGE) / speed).toFixed(1),
  ]);
  return table([size, "MB/s of CPU time", "readPage is, times"], rows);
});
keepResult(
  "npm run bench:page",
  `${all.length > 0 ? "Pages of the web" : "Generated pages"}.\n\n${tables.join("\n\n")}`,
);
// Reading a page includes choosing the main content; cheerio only builds a tree.
judge({
  "reads pages twice as fast as cheerio": measured.every(
    ({ speeds }) => speedOf(speeds, READ_PAGE) > (isSmoke ? 1 : 2) * speedOf(speeds, "cheerio"),
  ),
});
