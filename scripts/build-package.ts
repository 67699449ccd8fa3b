// Builds one package for use alone: `npm run build -w packages/page` writes packages/page/dist, which npm packs and publishes.
import { spawnSync } from "node:child_process";
import { cpSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";

const [name] = process.argv.slice(2);
if (name === undefined) throw new Error("Name a package: node scripts/build-package.ts page");

const root = resolve(import.meta.dirname, "..");
const folder = join(root, "packages", name);
const dist = join(folder, "dist");

rmSync(dist, { recursive: true, force: true });
const tsc = join(root, "node_modules/.bin/tsc");
const { status, error } = spawnSync(tsc, ["-p", folder], { stdio: "inherit", shell: process.platform === "win32" });
if (error || status !== 0) throw new Error(`tsc -p ${folder}: ${error?.message ?? `exit ${status}`}`);

/** `./src/address/globs.ts` is built as `./address/globs.js`, with its declarations beside it. */
function built(file: string): string | { readonly types: string; readonly default: string } {
  if (!file.startsWith("./src/")) return file;
  const path = file.replace("./src/", "./").replace(/\.ts$/, "");
  return { types: `${path}.d.ts`, default: `${path}.js` };
}

const {
  private: _,
  scripts: __,
  devDependencies: ___,
  ...manifest
} = JSON.parse(readFileSync(join(folder, "package.json"), "utf8"));
const doors = Object.entries<string>(manifest.exports).map(([door, file]) => [door, built(file)]);
writeFileSync(
  join(dist, "package.json"),
  `${JSON.stringify({ ...manifest, exports: Object.fromEntries(doors) }, undefined, 2)}\n`,
);
cpSync(join(folder, "README.md"), join(dist, "README.md"));
cpSync(join(root, "LICENSE"), join(dist, "LICENSE"));
