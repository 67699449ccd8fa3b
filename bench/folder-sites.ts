// Whether the sample sites give the same document from their folder as from a server: npm run bench -- folder [SITE …]
// The sample sites are no part of the repository: they lie beside it, in ../shared. The one that needs a browser is left out.
import { execFile } from "node:child_process";
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { promisify } from "node:util";
import { isSmoke, judge } from "./results.ts";

interface SampleSite {
  readonly name: string;
  readonly base: string;
  readonly origins: readonly string[];
  readonly browser?: true;
}
interface Serving {
  serve(
    options: object,
  ): Promise<{ readonly sites: readonly { url: string; origin: string }[]; close(): Promise<void> }>;
  unpack(archive: string, target: string): void;
}

const MAX_PAGES = isSmoke ? [30] : [50, 400];

const shared = resolve("../shared/sites");
if (!existsSync(shared)) {
  console.log("The sample sites are not here: ../shared");
  process.exit();
}
const { serve, unpack }: Serving = await import(pathToFileURL(join(shared, "serve.mjs")).href);
const { sites }: { sites: readonly SampleSite[] } = JSON.parse(readFileSync(join(shared, "sites.json"), "utf8"));
const folder = mkdtempSync(join(tmpdir(), "folder-sites-"));

/** The document and the full text that the built command writes, their times aside. */
async function generate(args: readonly string[], maxPages: number): Promise<string> {
  const full = join(folder, "full.txt");
  const command = ["dist/cli.js", ...args, "--max-pages", String(maxPages), "--full", full, "--quiet"];
  const env = { ...process.env, BROWSER_ENABLED: "false" };
  const { stdout } = await promisify(execFile)(process.execPath, command, { env, maxBuffer: 64 << 20 });
  return `${stdout}\n${readFileSync(full, "utf8")}`.replaceAll(/^Generated: \S+/gm, "Generated:");
}

/** As its archive holds it, with the addresses of the server in place of its own. */
function unpacked({ name, origins }: SampleSite, origin: string): string {
  const root = join(folder, name);
  unpack(join(shared, `${name}.tar.gz`), root);
  for (const file of readdirSync(root, { recursive: true, encoding: "utf8" })) {
    const path = join(root, file);
    if (!/\.(html|md|txt|xml)$/.test(file) || !statSync(path).isFile()) continue;
    const text = readFileSync(path, "utf8");
    const local = origins.reduce(
      (changed, own) =>
        changed.replaceAll(own, origin).replaceAll(own.replaceAll("/", "\\/"), origin.replaceAll("/", "\\/")),
      text,
    );
    if (!text.includes("\ufffd") && local !== text) writeFileSync(path, local);
  }
  return root;
}

const names = process.argv.slice(2).filter((name) => !name.startsWith("--"));
try {
  for (const site of sites.filter(({ name, browser }) => !browser && (names.length === 0 || names.includes(name)))) {
    const { sites: served, close } = await serve({ site: site.name, port: 0 });
    const [{ url, origin } = { url: "", origin: "" }] = served;
    const root = unpacked(site, origin);
    for (const maxPages of MAX_PAGES) {
      const [crawled, built] = [await generate([url], maxPages), await generate([root, "--origin", url], maxPages)];
      const pages = /Pages: (\d+)/.exec(built)?.[1] ?? "0";
      console.log(
        `${site.name.padEnd(18)} ${pages.padStart(4)} pages: ${crawled === built ? "same" : "DIFFERENT"} bytes`,
      );
      judge({ [`${site.name} at ${maxPages} pages is the same from disk`]: crawled === built });
    }
    await close();
  }
} finally {
  rmSync(folder, { recursive: true, force: true });
}
