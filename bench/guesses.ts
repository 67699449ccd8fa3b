// What an agent that guessed an address is told: 500 wrong addresses a site, each one mistake away from a page, asked of the
// bundle's Worker. Right: the page is among the five that the answer names, is where a 301 leads, or is the answer.
//   npm run bench -- guesses FOLDER [--verbose]     each folder in FOLDER is a built site
// Fails where a site has less than 95 %.
import { execFile } from "node:child_process";
import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { promisify } from "node:util";
import { staticAssets } from "../test/bundle/worker-server.ts";
import { localCopy } from "./built-site.ts";
import { type Guess, guesses } from "./guessed-addresses.ts";
import { judge, keepResult, table } from "./results.ts";

const ORIGIN = "https://site.example";
const GUESSES = 500;
const LEAST = 0.95;

interface Worker {
  readonly default: {
    fetch(
      request: Request,
      env: { readonly ASSETS: { fetch(request: Request): Promise<Response> } },
    ): Promise<Response>;
  };
}

const [sites] = process.argv.slice(2).filter((argument) => !argument.startsWith("-"));
if (sites === undefined) {
  console.error("bench guesses needs a folder of built sites: npm run bench -- guesses FOLDER");
  process.exit(2);
}
const work = mkdtempSync(join(tmpdir(), "guesses-"));

async function measured(site: string) {
  const folder = join(work, site);
  localCopy(join(resolve(sites ?? ""), site), { to: folder, origin: ORIGIN });
  const args = [
    resolve("dist/cli.js"),
    folder,
    "--origin",
    `${ORIGIN}/`,
    "--max-pages",
    "1000",
    "--publish",
    folder,
    "-q",
  ];
  await promisify(execFile)(process.execPath, args, { timeout: 600_000, maxBuffer: 64 << 20 });
  const { pages }: { pages: Record<string, string> } = JSON.parse(
    await readFile(join(folder, ".llmstxt/pages.json"), "utf8"),
  );
  const { default: worker } = (await import(pathToFileURL(join(folder, ".llmstxt/worker.js")).href)) as Worker;
  const env = { ASSETS: { fetch: staticAssets(folder) } };
  const tried = async (mistakes: number) => {
    const found = new Map<Guess, boolean>();
    for (const guess of guesses(Object.keys(pages), { count: GUESSES, mistakes })) {
      const url = encodeURI(decodeURI(`${ORIGIN}${guess.asked}`));
      const answer = await worker.fetch(new Request(url, { headers: { accept: "text/markdown" } }), env);
      found.set(guess, await isRight(answer, [guess.page, pages[guess.page] ?? ""]));
    }
    return found;
  };
  return { site, pages: Object.keys(pages).length, found: await tried(1), twice: await tried(2) };
}

/** True if an answer is the page, leads to it, or names it or its Markdown. */
async function isRight(answer: Response, paths: readonly string[]): Promise<boolean> {
  const urls = paths.map((path) => `${ORIGIN}${path}`);
  const text = await answer.text();
  if (answer.status === 404) return urls.some((url) => text.includes(`${url}\n`) || text.includes(`(${url})`));
  const leads =
    answer.status === 301 ? `<${new URL(answer.headers.get("location") ?? "", ORIGIN)}>` : answer.headers.get("link");
  return urls.some((url) => leads?.includes(`<${url}>`));
}

const KINDS = ["ending", "folder", "plural", "case", "version", "hyphen"];
const percent = (list: readonly boolean[]) =>
  list.length === 0 ? "" : `${((100 * list.filter(Boolean).length) / list.length).toFixed(1)} %`;
const rows: Awaited<ReturnType<typeof measured>>[] = [];
for (const site of readdirSync(sites).sort()) {
  const row = await measured(site);
  rows.push(row);
  console.error(`${site}: ${row.pages} pages, ${row.found.size} guesses, ${percent([...row.found.values()])}`);
  if (process.argv.includes("--verbose"))
    for (const [{ kind, page, asked }, isRight] of row.found)
      if (!isRight) console.error(`  ${kind} ${asked} <- ${page}`);
}
rmSync(work, { recursive: true, force: true });

const share = ({ found }: { found: ReadonlyMap<Guess, boolean> }) =>
  [...found.values()].filter(Boolean).length / Math.max(1, found.size);
keepResult(
  "Guessed addresses: `npm run bench -- guesses FOLDER`",
  table(
    ["site", "pages", "wrong addresses", "right page among five", ...KINDS, "two mistakes in each"],
    rows.map(({ site, pages, found, twice }) => [
      site,
      String(pages),
      String(found.size),
      percent([...found.values()]),
      ...KINDS.map((kind) => percent([...found].flatMap(([guess, isRight]) => (guess.kind === kind ? [isRight] : [])))),
      percent([...twice.values()]),
    ]),
  ),
);
judge(Object.fromEntries(rows.map((row) => [`${row.site}: 95 % right`, share(row) >= LEAST])));
