// Where this machine has a Chromium.
import { createReadStream, createWriteStream, existsSync, statSync } from "node:fs";
import { mkdir, rename } from "node:fs/promises";
import { createRequire } from "node:module";
import { homedir } from "node:os";
import { join } from "node:path";
import { pipeline } from "node:stream/promises";
import { createBrotliDecompress } from "node:zlib";

/** Files that installers put there; Chrome's own channel before what the system packages. */
const INSTALLED: readonly string[] = [
  "/opt/google/chrome/chrome",
  "/usr/bin/google-chrome-stable",
  "/usr/bin/chromium",
  "/usr/bin/chromium-browser",
  "/usr/bin/microsoft-edge",
  "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
  "/Applications/Chromium.app/Contents/MacOS/Chromium",
  "C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe",
  "C:\\Program Files (x86)\\Microsoft\\Edge\\Application\\msedge.exe",
];

/** Every Chromium to try, best first: the one named and no other, else Playwright's own, what this machine has, npm's. */
export async function* chromiumPaths(named: string | undefined, playwrights: string): AsyncGenerator<string> {
  yield* (named === undefined ? [playwrights, ...INSTALLED] : [named]).filter(existsSync);
  const packaged = named === undefined ? await unpackPackaged() : undefined;
  if (packaged !== undefined) yield packaged;
}

/** The package `@sparticuz/chromium`, where it is installed, has one for Linux on x64: unpacked once for each user. */
async function unpackPackaged(): Promise<string | undefined> {
  if (process.platform !== "linux" || process.arch !== "x64") return undefined;
  let packed: string;
  try {
    packed = join(createRequire(import.meta.url).resolve("@sparticuz/chromium"), "../../bin/chromium.br");
  } catch {
    // It is not installed.
    return undefined;
  }
  // Not among the temporary files, where anybody may leave one of that name. Another version has another size.
  const folder = join(homedir(), ".cache", "llmstxt-service");
  const chromium = join(folder, `chromium-${statSync(packed).size}`);
  if (existsSync(chromium)) return chromium;
  const unfinished = `${chromium}.${process.pid}`;
  await mkdir(folder, { recursive: true, mode: 0o700 });
  await pipeline(createReadStream(packed), createBrotliDecompress(), createWriteStream(unfinished, { mode: 0o700 }));
  // Renamed in one step, since another process may be looking for the file.
  await rename(unfinished, chromium);
  return chromium;
}
