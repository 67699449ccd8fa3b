// What the field's outside judge (afdocs) says of the sample sites with our document alone, and with our bundle laid over
// them: score and failing checks. Fails where the mean is under 93 or a site under 90.
//   npm run bench -- bundle [SITE …] [--as-it-is] [--verbose]
// The sites' own Markdown is left out, as most sites have none; --as-it-is serves it, and then it is what is judged. A score that
// one check caps (an application without HTML) is named and counts for nothing: only the site's own HTML can change it.
// The sample sites are no part of the repository: they lie beside it, in ../shared.
import { execFile } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { promisify } from "node:util";
import { type Judged, judged } from "./afdocs.ts";
import { overlay } from "./bundle-server.ts";
import { judge, keepResult, table } from "./results.ts";

const isAsItIs = process.argv.includes("--as-it-is");
const isWordy = process.argv.includes("--verbose");

const LEAST = { mean: 93, site: 90 };

/** Checks that look at the site's HTML or at what its server did before us: no file beside the site changes them. */
const THE_SITES_OWN = new Set([
  "llms-txt-directive-html",
  "page-size-html",
  "page-size-transfer",
  "content-start-position",
  "rendering-strategy",
  "tabbed-content-serialization",
  "section-header-quality",
  "embedded-data-serialization",
  "single-fetch-completeness",
  "http-status-codes",
  "redirect-behavior",
  "cache-header-hygiene",
]);

interface Serving {
  serve(options: object): Promise<{
    readonly sites: readonly { readonly url: string; readonly origin: string }[];
    close(): Promise<void>;
  }>;
}

const shared = resolve("../shared");
const command = resolve("dist/cli.js");
if (!existsSync(shared)) {
  console.error("bench bundle needs the sample sites in ../shared");
  process.exit(2);
}
const { serve }: Serving = await import(pathToFileURL(join(shared, "sites/serve.mjs")).href);
const folder = mkdtempSync(join(tmpdir(), "bundle-bench-"));

async function measured(site: string): Promise<{ site: string; before: Judged; after: Judged }> {
  const { sites, close } = await serve({ site, port: 0, hide: ["llms*.txt", ...(isAsItIs ? [] : ["*.md"])] });
  const [served] = sites;
  if (served === undefined) throw new Error(`${site} is not served`);
  const laid = await overlay(served.origin);
  const url = served.url.replace(served.origin, laid.origin);
  try {
    const [alone, whole] = [join(folder, site, "alone"), join(folder, site, "bundle")];
    const { pathname } = new URL(url);
    const index = join(alone, pathname.slice(0, pathname.lastIndexOf("/") + 1), "llms.txt");
    mkdirSync(dirname(index), { recursive: true });
    const args = [command, url, "--max-pages", "1000", "--publish", whole, "-q"];
    const { stdout } = await promisify(execFile)(process.execPath, args, { timeout: 600_000, maxBuffer: 64 << 20 });
    writeFileSync(index, stdout);
    await laid.lay(alone);
    const before = await judged(url);
    await laid.lay(whole);
    return { site, before, after: await judged(url) };
  } finally {
    laid.close();
    await close();
  }
}

const config: { readonly sites: readonly { readonly name: string }[] } = JSON.parse(
  readFileSync(join(shared, "sites/sites.json"), "utf8"),
);
const asked = process.argv.slice(2).filter((name) => !name.startsWith("-"));
const rows: Awaited<ReturnType<typeof measured>>[] = [];
for (const site of asked.length > 0 ? asked : config.sites.map(({ name }) => name)) {
  const row = await measured(site);
  console.error(`${site}: ${row.before.score} -> ${row.after.score}`);
  if (isWordy)
    for (const { check, status, message } of row.after.failing) console.error(`  ${status} ${check}: ${message}`);
  rows.push(row);
}
rmSync(folder, { recursive: true, force: true });

const ordinary = rows.filter(({ after }) => after.cap === undefined);
const mean = (which: "before" | "after") =>
  ordinary.reduce((sum, row) => sum + row[which].score, 0) / Math.max(1, ordinary.length);
const named = (lost: Judged["failing"]) => lost.map(({ check }) => check).join(", ") || "none";
const body = table(
  ["site", "document alone", "with the bundle", "still failing", "only the site's own HTML or server changes"],
  [
    ...rows.map(({ site, before, after }) => [
      site,
      String(before.score),
      after.cap === undefined ? String(after.score) : `${after.score} (capped: ${after.cap})`,
      named(after.failing.filter(({ check }) => !THE_SITES_OWN.has(check))),
      named(after.failing.filter(({ check }) => THE_SITES_OWN.has(check))),
    ]),
    ["mean of those not capped", mean("before").toFixed(1), mean("after").toFixed(1), "", ""],
  ],
);
if (isAsItIs || asked.length > 0) console.log(body);
else keepResult("The outside judge, with the bundle and without: `npm run bench -- bundle`", body);
judge({
  [`a mean of ${LEAST.mean}`]: mean("after") >= LEAST.mean,
  [`no site under ${LEAST.site}`]: ordinary.every(({ after }) => after.score >= LEAST.site),
});
