// How fast pages are read, side by side in one run: npm run bench:page
// Each reader gets bytes and gives title, description, canonical, language, links and visible text.
import { execFileSync } from "node:child_process";
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gunzipSync } from "node:zlib";
import { readPage } from "../src/page/page.ts";
import { generatedPage } from "./page-generator.ts";
import { READERS } from "./page-readers.ts";

const ROUNDS = 15;
const URL_OF_PAGE = "https://site.test/docs/page";
const CORPUS = join(import.meta.dirname, "../../shared/pages/pages.tar.gz");

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
  if (!existsSync(CORPUS)) return [];
  const folder = mkdtempSync(join(tmpdir(), "pages-"));
  execFileSync("tar", ["xzf", CORPUS, "-C", folder]);
  const names = readdirSync(join(folder, "html")).sort();
  const pages = names.map((name) => gunzipSync(readFileSync(join(folder, "html", name))));
  rmSync(folder, { recursive: true });
  return pages;
}

function pagesOf({ from, to, typical }: Size, all: readonly Buffer[]): readonly Buffer[] {
  const fitting = all.filter((page) => page.length >= from && page.length <= to).slice(0, 24);
  return fitting.length > 0 ? fitting : Array.from({ length: 24 }, (_, seed) => generatedPage(typical, seed));
}

const median = (numbers: readonly number[]): number => numbers.toSorted((a, b) => a - b)[numbers.length >> 1] ?? 0;

/** Megabytes a second of each reader; they take turns, so that what slows the machine slows all of them. */
function measure(pages: readonly Buffer[]): ReadonlyMap<string, number> {
  const readers = {
    ...READERS,
    "readPage (with main content)": (page: Buffer) => readPage(page, { url: URL_OF_PAGE }),
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
console.log(
  all.length > 0 ? "pages of the web" : "generated pages",
  `· median of ${ROUNDS} rounds · MB/s of CPU time\n`,
);
for (const size of SIZES) {
  const speeds = measure(pagesOf(size, all));
  const ours = speeds.get("our pass") ?? 0;
  console.log(size.name);
  for (const [name, speed] of speeds) {
    console.log(`  ${name.padEnd(30)} ${speed.toFixed(1).padStart(7)}   our pass is ${(ours / speed).toFixed(1)} x`);
  }
}
