import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { missingPart, PARTS, type Part } from "@llmstxt-service/crawler/parts";
import { CrawlError } from "@llmstxt-service/page/errors";

interface Installer {
  /** Command line, as a person would type it. */
  readonly line: string;
  readonly folder: string;
  readonly env: Readonly<Record<string, string>>;
}

const MANAGERS = { "pnpm-lock.yaml": "pnpm add", "bun.lock": "bun add", "yarn.lock": "yarn add" };

/**
 * Installs a part beside this package, with the package manager that installed it.
 * @throws CrawlError `wrong_usage`
 */
export async function runAdd(part: Part): Promise<void> {
  if (missingPart(part) === undefined) {
    process.stderr.write(`The ${part} is installed already.\n`);
    return;
  }
  const installer = installerFor(fileURLToPath(import.meta.url), PARTS[part].packages);
  if (installer === undefined)
    throw new CrawlError("wrong_usage", { detail: "This is a checkout, which gets all parts from `npm ci`" });
  process.stderr.write(`${installer.line}   (in ${installer.folder})\n`);
  const { line, folder: cwd, env } = installer;
  // A shell runs the line, since package managers are scripts on Windows. No part of the line comes from outside.
  const child = spawn(line, { cwd, env: { ...process.env, ...env }, shell: true, stdio: ["ignore", 2, 2] });
  const [code] = await once(child, "close");
  if (code !== 0)
    throw new CrawlError("wrong_usage", {
      detail: `The ${part} was not installed. You can run the line above yourself`,
    });
  process.stderr.write(`The ${part} is installed.\n`);
}

/** The installer for a file's package; undefined if no package manager installed it. */
function installerFor(file: string, packages: Readonly<Record<string, string>>): Installer | undefined {
  const [, folder] = /^(.+?)[/\\]node_modules[/\\]/.exec(file) ?? [];
  if (folder === undefined) return undefined;
  const names = Object.entries(packages).map(([name, version]) => `${name}@${version}`);
  const [, manager] = Object.entries(MANAGERS).find(([lock]) => existsSync(join(folder, lock))) ?? [];
  if (manager !== undefined) return { line: `${manager} ${names.join(" ")}`, folder, env: {} };
  const isGlobal = !existsSync(join(folder, "package.json"));
  if (!isGlobal) return { line: `npm install ${names.join(" ")}`, folder, env: {} };
  // Global packages lie in `lib/node_modules` below npm's prefix, on Windows in `node_modules`.
  const prefix = process.platform === "win32" ? folder : dirname(folder);
  return { line: `npm install --global ${names.join(" ")}`, folder, env: { npm_config_prefix: prefix } };
}
