// Builds the command and the library (bundled, so that a start reads few files), and the types.
import { spawnSync } from "node:child_process";
import { chmodSync, copyFileSync, existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { resolve } from "node:path";
import { build } from "vite";
import { legalComments, writeBundles } from "./bundles.ts";
import { compressPage } from "./compress-page.ts";
import { keepPublicDeclarations } from "./declarations.ts";

function run(command: string, args: readonly string[]): void {
  const { status, error } = spawnSync(command, args, { stdio: "inherit", shell: process.platform === "win32" });
  if (error || status !== 0) throw new Error(`${command} ${args.join(" ")}: ${error?.message ?? `exit ${status}`}`);
}

/** Builds the web page. @returns its source files, fonts and styles included */
async function buildPage(): Promise<readonly string[]> {
  const built = await build({ root: "web", logLevel: "warn" });
  if (!("output" in built)) throw new Error("vite did not build the page once");
  const files = built.output.flatMap((file) =>
    file.type === "chunk" ? file.moduleIds : file.originalFileNames.map((name) => resolve("web", name)),
  );
  // Vite names only the style sheet's main file.
  return [...files.filter((file) => !file.startsWith("\0")), resolve("node_modules/tailwindcss/index.css")];
}

/** The licences of bundled packages, as they require. */
function licences(inputs: readonly string[]): string {
  const packages = new Set(inputs.flatMap((file) => /^.*node_modules\/(?:@[^/]+\/)?[^/]+/.exec(file)?.[0] ?? []));
  const names = new Map<string, string[]>();
  for (const folder of [...packages].toSorted()) {
    const { name, version, license } = JSON.parse(readFileSync(`${folder}/package.json`, "utf8"));
    const file = readdirSync(folder).find((entry) => /^licen[cs]e/i.test(entry));
    const text = file === undefined ? "" : readFileSync(`${folder}/${file}`, "utf8").trim();
    names.set(text, [...(names.get(text) ?? []), `${name} ${version} (${license})`]);
  }
  const copied = new Set(inputs.filter((file) => /node_modules.*\.(?:[cm]?js|css)$/.test(file)).flatMap(legalComments));
  const texts = [...names].map(([text, of]) => `${of.join("\n")}\n\n${text}\n`);
  return [...texts, ...[...copied].map((comment) => `${comment}\n`)].join(`\n${"-".repeat(80)}\n\n`);
}

const { npm_command, npm_lifecycle_event } = process.env;
// The first npx in a checkout links it into npx's cache and runs `prepare` again, which `npm ci` has done.
if (npm_command === "exec" && npm_lifecycle_event === "prepare" && existsSync("dist/LICENSES.txt")) process.exit();
rmSync("dist", { recursive: true, force: true });
const bundled = [...(await writeBundles())];
chmodSync("dist/cli.js", 0o755);
// Read beside the chunk that names it.
copyFileSync("packages/service/src/schema.sql", "dist/chunks/schema.sql");
run("tsc", ["-p", "tsconfig.types.json"]);
keepPublicDeclarations("dist/types", ["src/index.d.ts"]);
if (existsSync("web/vite.config.ts")) {
  bundled.push(...(await buildPage()));
  compressPage("dist/web");
}
writeFileSync("dist/LICENSES.txt", licences(bundled));
