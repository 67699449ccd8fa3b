// Scores the documents that the built command writes of the sample sites, at 50 and at 200 pages, and fails below the floors.
//   npm run bench:quality [-- SITE …]
// The sample sites and the scorer are no part of the repository: they lie beside it, in ../shared.
import { execFile } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { promisify } from "node:util";

/** Lowest totals out of 100, by site and pages asked for. They only rise. */
const FLOORS: Readonly<Record<string, Readonly<Record<number, number>>>> = {
  griffe: { 50: 98, 200: 99 },
  fastcore: { 50: 97, 200: 97 },
  "graphile-worker": { 50: 99, 200: 99 },
  httr2: { 50: 97, 200: 98 },
  "typescript-book": { 50: 98, 200: 99 },
  "trpl-zh": { 50: 99, 200: 99 },
  // Its pages differ in their fragments only, and a fragment is no page: its homepage is all there is to list.
  vant: { 50: 88, 200: 88 },
};

interface ServedSite {
  readonly url: string;
  readonly origin: string;
}
interface Score {
  readonly total: number;
  readonly links: number;
  readonly sections: number;
  readonly chars: number;
  /** Hard measures that were missed. */
  readonly hard: readonly string[];
  readonly measures: Readonly<
    Record<string, { readonly weight: number; readonly grade: number; readonly value: unknown }>
  >;
}
interface Serving {
  serve(options: object): Promise<{ readonly sites: readonly ServedSite[]; close(): Promise<void> }>;
}
interface Scoring {
  score(text: string, options: object): Promise<Score>;
  takeInventory(base: string): Promise<object>;
}

const shared = resolve("../shared");
const command = resolve("dist/cli.js");
if (!existsSync(shared) || !existsSync(command)) {
  console.error(`bench:quality needs ${existsSync(shared) ? "npm run build" : "the sample sites in ../shared"} first`);
  process.exit(2);
}
const { serve }: Serving = await import(pathToFileURL(join(shared, "sites/serve.mjs")).href);
const { score, takeInventory }: Scoring = await import(pathToFileURL(join(shared, "tools/score.mjs")).href);
const folder = mkdtempSync(join(tmpdir(), "quality-"));

/** The document the command writes; whatever it logs stays in the folder. */
async function generate(url: string, maxPages: number, out: string): Promise<string> {
  const args = [command, "generate", url, "--max-pages", String(maxPages), "-o", out];
  await promisify(execFile)(process.execPath, args, { timeout: 300_000, maxBuffer: 64 << 20 });
  return readFileSync(out, "utf8");
}

/** The site's own document, where it has one: what a person or its generator chose. */
async function ownDocument(site: string): Promise<string | undefined> {
  const { sites, close } = await serve({ site, port: 0 });
  try {
    const response = await fetch(`${sites[0]?.url}llms.txt`);
    return response.ok ? await response.text() : undefined;
  } finally {
    await close();
  }
}

interface Row {
  readonly site: string;
  readonly pages: number;
  readonly score: Score;
  readonly seconds: number;
}

async function measured(site: string): Promise<Row[]> {
  const log = join(folder, `${site}.jsonl`);
  const own = await ownDocument(site);
  const { sites, close } = await serve({ site, port: 0, gzip: true, hide: ["llms*.txt"], log });
  const [served] = sites;
  if (served === undefined) throw new Error(`${site} is not served`);
  const rows: Row[] = [];
  try {
    const inventory = await takeInventory(served.url);
    for (const pages of [50, 200]) {
      writeFileSync(log, "");
      const started = performance.now();
      const text = await generate(served.url, pages, join(folder, `${site}-${pages}.txt`));
      const seconds = (performance.now() - started) / 1000;
      const manners = readFileSync(log, "utf8");
      const second = await generate(served.url, pages, join(folder, `${site}-${pages}-again.txt`));
      const curated = own === undefined ? {} : { curated: own };
      const options = {
        base: served.url,
        live: true,
        inventory,
        descLength: 500,
        maxPages: pages,
        log: manners,
        second,
      };
      rows.push({ site, pages, seconds, score: await score(text, { ...options, ...curated }) });
    }
  } finally {
    await close();
  }
  return rows;
}

/** One line for people: what was lost, the dearest first. */
function losses({ measures }: Pick<Score, "measures">): string {
  return Object.entries(measures)
    .map(([id, { weight, grade, value }]) => ({ id, lost: weight * (1 - grade), value }))
    .filter(({ lost }) => lost >= 0.1)
    .sort((a, b) => b.lost - a.lost)
    .map(({ id, lost, value }) => `${id} -${lost.toFixed(1)} (${value})`)
    .join("; ");
}

function isBelow({ total, hard }: Pick<Score, "total" | "hard">, floor: number): boolean {
  return total < floor || hard.length > 0;
}

function line(
  { site, pages, score: { total, links, sections, chars, hard, ...score }, seconds }: Row,
  floor: number,
): string {
  const cells = [pages, total.toFixed(1), floor, links, sections, chars, seconds.toFixed(1)];
  const below = isBelow({ total, hard }, floor) ? "BELOW " : "";
  return `${site.padEnd(16)} ${cells.map((cell) => String(cell).padStart(8)).join("")}  ${below}${hard.join(" ")} ${losses(score)}`;
}

console.log(`${"site".padEnd(16)}    pages   total   floor   links  sections  chars seconds  lost`);
for (const site of process.argv.length > 2 ? process.argv.slice(2) : Object.keys(FLOORS)) {
  try {
    for (const row of await measured(site)) {
      const floor = FLOORS[site]?.[row.pages] ?? 0;
      console.log(line(row, floor));
      if (isBelow(row.score, floor)) process.exitCode = 1;
    }
  } catch (error) {
    console.log(`${site.padEnd(16)} FAILED ${String(error).split("\n", 2).join(" ")}`);
    process.exitCode = 1;
  }
}
if (process.env.KEEP === undefined) rmSync(folder, { recursive: true, force: true });
else console.log(folder);
