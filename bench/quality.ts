// Scores the documents that the built command writes of the sample sites, at 50 and at 200 pages, and fails below the floors.
// Where a site has a document of its own it is compared with that: `listed` is how much of it ours lists, `mixed` how much of
// what ours puts together it keeps apart.
//   npm run bench:quality [-- SITE …]
//   npm run bench:quality -- --sites DIR   each folder in DIR is a built site, called as its host, and served on loopback;
//                                          one folder in it and no index.html is the path the site stands at
// Below each line stands what the score does not see (document-measures.ts).
// The sample sites and the scorer are no part of the repository: they lie beside it, in ../shared.
import { execFile } from "node:child_process";
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { promisify } from "node:util";
import { type Agreement, agreementOf, type ReadDocument } from "./agreement.ts";
import { type MeasuredDocument, measuresLine, measuresOf } from "./document-measures.ts";
import { serveFolder } from "./folder-site.ts";

/** Lowest totals out of 100, by site and pages asked for. They only rise. */
const FLOORS: Readonly<Record<string, Readonly<Record<number, number>>>> = {
  griffe: { 50: 98, 200: 99 },
  fastcore: { 50: 97, 200: 97 },
  "graphile-worker": { 50: 99, 200: 99 },
  httr2: { 50: 98, 200: 99 },
  "typescript-book": { 50: 98, 200: 99 },
  "trpl-zh": { 50: 99, 200: 99 },
  // The pages of vant differ in their fragments only, and a fragment is no page: its homepage is all there is to list, and a section of
  // one link costs 5 of the 83 points that are measured there. What its scripts write the scorer does not see: X2 costs another.
  vant: { 50: 92, 200: 92 },
};
/** Least share of the site's own list at 200 pages, and the largest share of pairs in our sections that it keeps apart. */
const LISTED_FLOOR = 0.9;
const MIXED_CEILING = 0.1;

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
  takeInventory(base: string): Promise<Inventory>;
  readFile(text: string): ReadDocument & MeasuredDocument;
  pageKey(url: string): string;
}
interface Inventory {
  readonly origin: string;
  readonly pages: Readonly<Record<string, { readonly why?: readonly string[] }>>;
}

const shared = resolve("../shared");
const command = resolve("dist/cli.js");
if (!existsSync(shared) || !existsSync(command)) {
  console.error(`bench:quality needs ${existsSync(shared) ? "npm run build" : "the sample sites in ../shared"} first`);
  process.exit(2);
}
const { serve }: Serving = await import(pathToFileURL(join(shared, "sites/serve.mjs")).href);
const { score, takeInventory, readFile, pageKey }: Scoring = await import(
  pathToFileURL(join(shared, "tools/score.mjs")).href
);
const folder = mkdtempSync(join(tmpdir(), "quality-"));

/** The document the command writes; whatever it logs stays in the folder. */
async function generate(url: string, maxPages: number, out: string): Promise<string> {
  const args = [command, "generate", url, "--max-pages", String(maxPages), "-o", out];
  await promisify(execFile)(process.execPath, args, { timeout: 300_000, maxBuffer: 64 << 20 });
  return readFileSync(out, "utf8");
}

/** The site's own document as it stands at `origin`, where it has one: what a person or its generator chose. */
async function ownDocument(site: string, origin: string): Promise<string | undefined> {
  const { sites, close } = await serve({ site, port: 0 });
  const [served] = sites;
  if (served === undefined) throw new Error(`${site} is not served`);
  try {
    const response = await fetch(`${served.url}llms.txt`);
    return response.ok ? (await response.text()).replaceAll(served.origin, origin) : undefined;
  } finally {
    await close();
  }
}

interface Row {
  readonly site: string;
  readonly pages: number;
  readonly score: Score;
  readonly seconds: number;
  readonly agreement?: Agreement;
  /** What the score does not see, for people. */
  readonly beside: string;
}

/** Pages in other languages and older versions are the site's, but nothing a list should hold. */
function agreement(text: string, own: string, { origin, pages }: Inventory): Agreement {
  return agreementOf(readFile(text), readFile(own), (url) => {
    if (URL.parse(url)?.origin !== origin) return undefined;
    const key = pageKey(url);
    const why = pages[key]?.why;
    return why === undefined || why.includes("language") || why.includes("version") ? undefined : key;
  });
}

async function measured(site: string): Promise<Row[]> {
  const log = join(folder, `${site}.jsonl`);
  const { sites, close } = await serve({ site, port: 0, gzip: true, hide: ["llms*.txt"], log });
  const [served] = sites;
  if (served === undefined) throw new Error(`${site} is not served`);
  const own = await ownDocument(site, served.origin);
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
      const beside = measuresLine(await measuresOf(text, readFile(text), served.url));
      const compared = own === undefined ? {} : { agreement: agreement(text, own, inventory) };
      rows.push({ site, pages, seconds, beside, score: await score(text, { ...options, ...curated }), ...compared });
    }
  } finally {
    await close();
  }
  return rows;
}

/** Pages asked for of a site from a folder, and the least total its document should have. */
const FOLDER_PAGES = 150;
const FOLDER_FLOOR = 95;

/** The path of a site that stands in the one folder of its host: `project/`. */
function baseOf(host: string): string {
  const entries = readdirSync(host, { withFileTypes: true });
  const [only, ...others] = entries.filter((entry) => entry.isDirectory());
  const isAtRoot = entries.some(({ name }) => name === "index.html");
  return only === undefined || others.length > 0 || isAtRoot ? "" : `${only.name}/`;
}

/** The built site in a folder that is called as its host. */
async function measuredFolder(sites: string, host: string): Promise<Row> {
  const site = await serveFolder(join(sites, host), host);
  const base = site.url + baseOf(join(sites, host));
  try {
    const started = performance.now();
    const text = await generate(base, FOLDER_PAGES, join(folder, `${host}.txt`));
    const seconds = (performance.now() - started) / 1000;
    const beside = measuresLine(await measuresOf(text, readFile(text), base));
    const options = { base, live: true, descLength: 500, maxPages: FOLDER_PAGES };
    return { site: host, pages: FOLDER_PAGES, seconds, beside, score: await score(text, options) };
  } finally {
    site.close();
  }
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

function isBelow({ pages, score: { total, hard }, agreement: compared }: Row, floor: number): boolean {
  const { listed = 1, own = 1, mixed = 0 } = compared ?? {};
  return total < floor || hard.length > 0 || mixed > MIXED_CEILING || (pages >= 200 && listed < own * LISTED_FLOOR);
}

function line(row: Row, floor: number): string {
  const { site, pages, score: made, seconds, agreement: compared } = row;
  const against =
    compared === undefined ? ["", ""] : [percent(compared.listed / compared.own), percent(compared.mixed)];
  const figures = [pages, made.total.toFixed(1), floor, made.links, made.sections, made.chars, ...against];
  const cells = [...figures, seconds.toFixed(1)].map((cell) => String(cell).padStart(8)).join("");
  return `${site.padEnd(16)} ${cells}  ${isBelow(row, floor) ? "BELOW " : ""}${made.hard.join(" ")} ${losses(made)}`;
}

const percent = (share: number) => `${(share * 100).toFixed(1)} %`;

/** Which of our sections mix what, for people. */
function mixing({ agreement: compared, score: { sections } }: Row): string | undefined {
  if (compared === undefined || compared.mixedSections.length === 0) return undefined;
  const mixed = compared.mixedSections.map(({ name, pages, mixed }) => `${name} (${pages} pages) ${percent(mixed)}`);
  return `${" ".repeat(17)}its own ${compared.ownSections} sections against our ${sections}; mixed: ${mixed.join(", ")}`;
}

console.log(`${"site".padEnd(16)}    pages   total   floor   links  sections  chars  listed   mixed seconds  lost`);
const [first, sitesFolder = ""] = process.argv.slice(2);
const isFolder = first === "--sites";
const asked = isFolder ? readdirSync(sitesFolder) : process.argv.slice(2);
for (const site of asked.length > 0 ? asked : Object.keys(FLOORS)) {
  try {
    for (const row of isFolder ? [await measuredFolder(resolve(sitesFolder), site)] : await measured(site)) {
      const floor = isFolder ? FOLDER_FLOOR : (FLOORS[site]?.[row.pages] ?? 0);
      console.log(line(row, floor));
      console.log(`${" ".repeat(17)}${row.beside}`);
      const mixed = mixing(row);
      if (mixed !== undefined) console.log(mixed);
      if (isBelow(row, floor)) process.exitCode = 1;
    }
  } catch (error) {
    console.log(`${site.padEnd(16)} FAILED ${String(error).split("\n", 2).join(" ")}`);
    process.exitCode = 1;
  }
}
if (process.env.KEEP === undefined) rmSync(folder, { recursive: true, force: true });
else console.log(folder);
