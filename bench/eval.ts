// How well files lead to the answers in their site's pages: ours, ours without topics, ours as a bundle, the site's own, a
// list of titles, and other generators'. Each is asked the same questions: those that `llmstxt eval` makes, and those of a
// person (bench/questions).
//   npm run bench:eval [-- SITE …]
// The sample sites are no part of the repository: they lie beside it, in ../shared.
import { execFile } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { promisify } from "node:util";
import { isInstalled } from "./install.ts";
import { isSmoke, judge, keepResult, table } from "./results.ts";

const SITES = isSmoke ? ["fastcore"] : ["griffe", "fastcore", "httr2", "graphile-worker", "typescript-book", "trpl-zh"];

/** Mean over the sites of the made questions whose page is among the first three of our document; and its most characters. */
const LEAST_HIT3 = 0.65;
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
  readonly kinds: Readonly<Record<string, number>>;
  readonly files: readonly { readonly file: string; readonly lexical: Figures }[];
  readonly pages: { readonly characters: number };
}
interface Candidate {
  readonly name: string;
  /** Text of the llms.txt. */
  readonly text: string;
  /** The folder that it lies in, if that is read. */
  readonly folder?: string;
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

async function llmstxt(args: readonly string[], settings: Readonly<Record<string, string>> = {}): Promise<string> {
  const options = { env: { ...ENV, ...settings }, timeout: 300_000, maxBuffer: 64 << 20 };
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
  const bundle = mkdtempSync(join(folder, "bundle-"));
  const generate = ["generate", url, "--max-pages", String(MAX_PAGES), "-q"];
  const plain = await llmstxt(generate, { DOCUMENT_TOPICS: "false" });
  const ours = await llmstxt(generate, { DOCUMENT_TOPICS: "true" });
  await llmstxt([...generate, "--publish", bundle], { DOCUMENT_TOPICS: "true" });
  const index = join(bundle, new URL(url).pathname);
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
    { name: "ours", text: ours },
    { name: "ours without topics", text: plain },
    { name: "our bundle", text: readFileSync(join(index, "llms.txt"), "utf8"), folder: index },
    ...(own === undefined ? [] : [{ name: "the site's own", text: own }]),
    { name: "our titles alone", text: plain.replace(/^(- \[.*?\]\([^)]*\)): .*$/gm, "$1") },
    ...peers.filter((peer) => peer !== undefined),
  ];
}

/** Figures by the questions of one kind. */
interface Asked {
  readonly questions: number;
  readonly kinds: Readonly<Record<string, number>>;
  readonly withoutFile: number;
  readonly figures: Figures;
}

interface Row extends Candidate {
  readonly site: string;
  readonly made: Asked;
  readonly given: Asked;
}

async function measured(site: string): Promise<Row[]> {
  const own = await ownDocument(site);
  const { sites, close } = await serve({ site, port: PORT, gzip: true, hide: ["llms*.txt"] });
  try {
    const url = sites[0]?.url ?? "";
    const files = (await candidates(url, own)).map((candidate, index) => {
      const file = candidate.folder ?? join(folder, `${site}-${index}.txt`);
      if (candidate.folder === undefined) writeFileSync(file, candidate.text);
      return { candidate, file };
    });
    const [first = "", ...rest] = files.map(({ file }) => file);
    const evaluated = async (...more: string[]): Promise<Evaluated> =>
      JSON.parse(await llmstxt(["eval", first, ...rest.flatMap((file) => ["--against", file]), "--json", ...more]));
    const made = await evaluated();
    const given = await evaluated("--questions", questionsOf(site, new URL(url).origin));
    return files.map(({ candidate }, index) => ({
      ...candidate,
      site,
      made: asked(made, index),
      given: asked(given, index),
    }));
  } finally {
    await close();
  }
}

function asked({ questions, kinds, pages, files }: Evaluated, index: number): Asked {
  const figures = files[index]?.lexical ?? { hit1: 0, hit3: 0, mrr: 0, characters: 0 };
  return { questions, kinds, withoutFile: pages.characters, figures };
}

/** A person's questions, at the address the site is served at. */
function questionsOf(site: string, origin: string): string {
  const text = readFileSync(join(import.meta.dirname, `questions/${site}.txt`), "utf8");
  const file = join(folder, `${site}.questions.txt`);
  writeFileSync(file, text.replaceAll(/^(?!#)(.*)https:\/\/site\.example\//gm, `$1${origin}/`));
  return file;
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
    ["site", "file", "its characters", "made: hit@1", "hit@3", "MRR", "read", "given: hit@1", "hit@3", "MRR", "read"],
    rows.map(({ site, name, text, made, given }) => [
      site,
      name,
      whole([...text].length),
      ...cells(made.figures),
      ...cells(given.figures),
    ]),
  );
}

const cells = ({ hit1, hit3, mrr, characters }: Figures): string[] => [
  percent(hit1),
  percent(hit3),
  mrr.toFixed(3),
  whole(characters),
];

const mean = (figures: readonly number[]): number => figures.reduce((sum, one) => sum + one, 0) / figures.length;

/** Mean over sites of each file; files that some site lacks are the mean of the others. */
function means(rows: readonly Row[]): string {
  return table(
    ["file", "sites", "made: hit@3", "given: hit@3"],
    [...Map.groupBy(rows, ({ name }) => name)].map(([name, own]) => [
      name,
      String(own.length),
      percent(mean(own.map(({ made }) => made.figures.hit3))),
      percent(mean(own.map(({ given }) => given.figures.hit3))),
    ]),
  );
}

const chosen = process.argv.slice(2).filter((argument) => !argument.startsWith("-"));
const rows: Row[] = [];
for (const site of chosen.length > 0 ? chosen : SITES) {
  const found = await measured(site);
  console.log(lines(found));
  rows.push(...found);
}
rmSync(folder, { recursive: true });

const questions = [...Map.groupBy(rows, ({ site }) => site)].flatMap(([site, [row]]) => {
  if (row === undefined) return [];
  const { made, given } = row;
  const own = `${made.kinds.linked ?? 0} in the words of links, ${made.kinds.own ?? 0} in the pages' own`;
  return [
    `${site}: ${made.questions} made (${own}; ${whole(made.withoutFile)}), ${given.questions} given (${whole(given.withoutFile)})`,
  ];
});
const ours = rows.filter(({ name }) => name === "ours");
const kept: Record<string, boolean> = {
  [`made questions: mean hit@3 at least ${percent(LEAST_HIT3)}`]:
    mean(ours.map(({ made }) => made.figures.hit3)) >= LEAST_HIT3,
};
for (const [site, all] of Map.groupBy(rows, (row) => row.site)) {
  const best = all.find(({ name }) => name === "ours");
  const bundle = all.find(({ name }) => name === "our bundle");
  kept[`${site}: at most ${whole(MAX_CHARACTERS)} characters`] = [...(best?.text ?? "")].length <= MAX_CHARACTERS;
  kept[`${site}: no more given questions missed by the bundle than by the document`] =
    (bundle?.given.figures.hit3 ?? 0) >= (best?.given.figures.hit3 ?? 0);
}
keepResult(
  "npm run bench:eval",
  `Questions a site, and in brackets the characters read until the answer is there without a file. ${questions.join("; ")}. The figures are explained in [docs/explanation/eval.md](../docs/explanation/eval.md).

${lines(rows)}

Mean over the sites:

${means(rows)}`,
);
judge(kept);
