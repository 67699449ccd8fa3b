// Programs to compare with: a bench that needs them installs them, at the versions of the folder's package.json.
import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { isSmoke } from "./results.ts";

const NPM = ["install", "--no-package-lock", "--ignore-scripts", "--no-audit", "--no-fund", "--prefix"];

/** True if the packages of `bench/<name>` are there, now at the latest. A small run installs nothing. */
export function isInstalled(name: "peers" | "mutants" | "applications"): boolean {
  const folder = join(import.meta.dirname, name);
  if (existsSync(join(folder, "node_modules"))) return true;
  if (isSmoke) return false;
  console.error(`Installing bench/${name}/package.json`);
  const { status } = spawnSync("npm", [...NPM, folder], { stdio: ["ignore", "ignore", "inherit"] });
  if (status !== 0) console.error(`Skipped: npm could not install bench/${name}. Is the registry reachable?`);
  return status === 0;
}
