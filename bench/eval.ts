// How well files lead to the answers in their site's pages: ours with topics and without, the site's own, a list of titles,
// and other generators', on the same questions.
//   npm run bench:eval [-- SITE …]
// The sample sites are no part of the repository: they lie beside it, in ../shared.
import { execFile } from "node:child_process";
import { existsSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { promisify } from "node:util";
import { isInstalled } from "./install.ts";
import { isSmoke, judge, keepResult, table } from "./results.ts";

/** Half of the sites, on which the topics' numbers were tuned; the others were looked at afterwards. */
const TUNED_ON: ReadonlySet<string> = new Set(["griffe", "fastcore", "httr2"]);
const SITES = isSmoke ? ["fastcore"] : ["griffe", "fastcore", "httr2", "graphile-worker", "typescript-book", "trpl-zh"];

/** Ours with topics beside every other file: least ratio of hit@3, and most characters. */
const LEAST_RATIO = 1.3;
const MAX_CHARACTERS = 50_000;

const MAX_PAGES = 200;
/** Addresses of the pages choose the questions: the same port each time gives the same ones. */
const PORT = 18_901;

interface ServedSite {
  readonly url: string;
}
interface Serving {
  serve(options: object): Promise<{ readonly sites: readonly ServedSite[]; close(): Promise<void> }>;
}
interface Figures {
  readonly hit1: number;
  readonly hit3: number;
  readonly mrr: number;
  readonly characters: number;
}
interface Evaluated {
  readonly questions: number;
  readonly files: readonly { readonly file: string; readonly lexical: Figures }[];
  readonly pages: { readonly characters: number };
}
interface Candidate {
  readonly name: string;
  readonly text: string;
}

const shared = resolve("../shared");
const command = resolve("dist/cli.js");
if (!existsSync(shared)) {
  console.error("bench:eval needs the sample sites in ../shared");
  process.exit(2);
}
const { serve }: Serving = await import(pathToFileURL(join(shared, "sites/serve.mjs")).href);
const folder = mkdtempSync(join(tmpdir(), "eval-"));
const run = promisify(execFile);
const ENV = { ...process.env, ALLOW_PRIVATE_NETWORKS: "true" };

async function llmstxt(...args: readonly string[]): Promise<string> {
  const options = { env: ENV, timeout: 300_000, maxBuffer: 64 << 20 };
  return (await run(process.execPath, [command, ...args], options)).stdout;
}

const PEERS = join(import.meta.dirname, "peers");

/** What another generator writes; undefined where it is not installed, fails or lists nothing. */
async function byPeer(name: string, args: readonly string[]): Promise<Candidate | undefined> {
  if (!isInstalled("peers")) return undefined;
  try {
    const { stdout } = await run(process.execPath, [...args], { timeout: 120_000, maxBuffer: 64 << 20 });
    return stdout.includes("](") ? { name, text: stdout } : undefined;
  } catch (thrown) {
    console.error(`${name} failed: ${String(thrown).slice(0, 200)}`);
    return undefined;
  }
}

async function candidates(url: string, own: string | undefined): Promise<readonly Candidate[]> {
  const plain = await llmstxt("generate", url, "--max-pages", String(MAX_PAGES), "-q");
  const topics = await llmstxt("generate", url, "--max-pages", String(MAX_PAGES), "-q", "--topics");
  const listed = [...plain.matchAll(/^- \[.*?\]\(([^)]*)\)/gm)].map(([, address = ""]) => address);
  writeFileSync(join(folder, "addresses.json"), JSON.stringify(listed));
  const peers = [
    await byPeer("dotenvx llmstxt", [
      join(PEERS, "node_modules/llmstxt/src/cli/llmstxt.js"),
      "gen",
      new URL("sitemap.xml", url).href,
    ]),
    await byPeer("mdream, our pages", [join(PEERS, "mdream.js"), url, join(folder, "addresses.json")]),
  ];
  return [
    { name: "ours with topics", text: topics },
    { name: "ours", text: plain },
    ...(own === undefined ? [] : [{ name: "the site's own", text: own }]),
    { name: "our titles alone", text: plain.replace(/^(- \[.*?\]\([^)]*\)): .*$/gm, "$1") },
    ...peers.filter((peer) => peer !== undefined),
  ];
}

interface Row extends Candidate {
  readonly site: string;
  readonly questions: number;
  readonly figures: Figures;
  readonly withoutFile: number;
}

async function measured(site: string): Promise<Row[]> {
  const own = await ownDocument(site);
  const { sites, close } = await serve({ site, port: PORT, gzip: true, hide: ["llms*.txt"] });
  try {
    const files = (await candidates(sites[0]?.url ?? "", own)).map((candidate, index) => {
      const file = join(folder, `${site}-${index}.txt`);
      writeFileSync(file, candidate.text);
      return { ...candidate, file };
    });
    const [first, ...rest] = files.map(({ file }) => file);
    const made: Evaluated = JSON.parse(
      await llmstxt("eval", first ?? "", ...rest.flatMap((file) => ["--against", file]), "--json"),
    );
    return files.flatMap(({ name, text }, index) => {
      const figures = made.files[index]?.lexical;
      const { questions, pages } = made;
      return figures === undefined ? [] : [{ site, name, text, questions, figures, withoutFile: pages.characters }];
    });
  } finally {
    await close();
  }
}

/** What the site itself publishes, as it stands at the address it is served at. */
async function ownDocument(site: string): Promise<string | undefined> {
  const { sites, close } = await serve({ site, port: PORT });
  try {
    const response = await fetch(new URL("llms.txt", sites[0]?.url));
    return response.ok ? await response.text() : undefined;
  } finally {
    await close();
  }
}

const percent = (share: number): string => `${(share * 100).toFixed(1)} %`;
const whole = (figure: number): string => figure.toLocaleString("en");

function lines(rows: readonly Row[]): string {
  return table(
    ["site", "file", "its characters", "hit@1", "hit@3", "MRR", "characters to the answer"],
    rows.map(({ site, name, text, figures: { hit1, hit3, mrr, characters } }) => [
      site,
      name,
      whole([...text].length),
      percent(hit1),
      percent(hit3),
      mrr.toFixed(3),
      whole(characters),
    ]),
  );
}

/** Mean over sites of each file; files that some site lacks are the mean of the others. */
function means(rows: readonly Row[]): string {
  const halves = [
    ["tuned on", rows.filter(({ site }) => TUNED_ON.has(site))],
    ["held out", rows.filter(({ site }) => !TUNED_ON.has(site))],
  ] as const;
  const mean = (some: readonly Row[], of: (row: Row) => number) =>
    some.reduce((sum, row) => sum + of(row), 0) / some.length;
  return table(
    ["sites", "file", "hit@1", "hit@3", "MRR"],
    halves.flatMap(([half, some]) =>
      [...Map.groupBy(some, ({ name }) => name)].map(([name, own]) => [
        half,
        name,
        percent(mean(own, ({ figures }) => figures.hit1)),
        percent(mean(own, ({ figures }) => figures.hit3)),
        mean(own, ({ figures }) => figures.mrr).toFixed(3),
      ]),
    ),
  );
}

const asked = process.argv.slice(2).filter((argument) => !argument.startsWith("-"));
const rows: Row[] = [];
for (const site of asked.length > 0 ? asked : SITES) {
  const found = await measured(site);
  console.log(lines(found));
  rows.push(...found);
}
rmSync(folder, { recursive: true });

const questions = [...Map.groupBy(rows, ({ site }) => site)].map(
  ([site, [row]]) => `${site} ${row?.questions} (${whole(row?.withoutFile ?? 0)})`,
);
const missed: Record<string, boolean> = {};
for (const [site, all] of Map.groupBy(rows, (row) => row.site)) {
  const best = all.find(({ name }) => name === "ours with topics");
  for (const row of all.filter(({ name }) => !name.startsWith("ours")))
    missed[`${site}: hit@3 at least ${LEAST_RATIO} x ${row.name}`] =
      (best?.figures.hit3 ?? 0) >= LEAST_RATIO * row.figures.hit3;
  missed[`${site}: at most ${whole(MAX_CHARACTERS)} characters`] = [...(best?.text ?? "")].length <= MAX_CHARACTERS;
}
keepResult(
  "npm run bench:eval",
  `Questions a site, and in brackets the characters read until the answer is there without a file: ${questions.join(", ")}. What the figures mean: [docs/explanation/eval.md](../docs/explanation/eval.md).

${lines(rows)}

The numbers of the topics (lines a word stands in, words a page, characters a page) were chosen on the first three sites.

${means(rows)}`,
);
judge(missed);
