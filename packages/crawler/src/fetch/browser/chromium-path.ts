import { constants, createReadStream, createWriteStream, existsSync, statSync } from "node:fs";
import { access, lstat, mkdir, rename, rm } from "node:fs/promises";
import { createRequire } from "node:module";
import { homedir, tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { pipeline } from "node:stream/promises";
import { createBrotliDecompress } from "node:zlib";
import { CrawlError } from "@llmstxt-service/page/errors";

/** Folders in which installers put Chrome and Chromium; Chrome's own channel before what the system packages. */
const INSTALLED: Readonly<Partial<Record<NodeJS.Platform, readonly string[]>>> = {
  linux: [
    "/opt/google/chrome/chrome",
    "/usr/bin/google-chrome-stable",
    "/usr/bin/chromium",
    "/usr/bin/chromium-browser",
    "/usr/lib/chromium/chromium",
    "/usr/bin/microsoft-edge",
  ],
  darwin: [
    "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
    "/Applications/Chromium.app/Contents/MacOS/Chromium",
    "/Applications/Microsoft Edge.app/Contents/MacOS/Microsoft Edge",
  ],
  win32: [
    "C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe",
    "C:\\Program Files (x86)\\Google\\Chrome\\Application\\chrome.exe",
    "C:\\Program Files (x86)\\Microsoft\\Edge\\Application\\msedge.exe",
  ],
};

/**
 * Every Chromium to try, best first: the one named and no other, else what this machine has (Ubuntu's `chromium-browser`
 * only points to a snap), else the one npm brought (Linux on x64), unpacked once for each user.
 * @throws CrawlError `browser_missing` when the one named is not there
 */
export async function* chromiumPaths(chromiumPath: string | undefined, playwrightPath: string): AsyncGenerator<string> {
  if (chromiumPath !== undefined) {
    if (!existsSync(chromiumPath))
      throw new CrawlError("browser_missing", { detail: `no Chromium at ${chromiumPath}` });
    yield chromiumPath;
    return;
  }
  for (const path of [playwrightPath, ...(INSTALLED[process.platform] ?? [])]) if (existsSync(path)) yield path;
  const packaged = await unpackPackaged();
  if (packaged !== undefined) yield packaged;
}

/** The optional package `@sparticuz/chromium` carries one file of 67 MB that unpacks to 209 MB in under two seconds. */
async function unpackPackaged(): Promise<string | undefined> {
  const packed = tryPackedPath();
  if (packed === undefined) return undefined;
  // Another version has another size.
  const name = `chromium-${statSync(packed).size}`;
  const cache = join(homedir(), ".cache", "llmstxt-service");
  if (existsSync(join(cache, name))) return join(cache, name);
  const folder = await writableFolder(cache);
  const chromium = join(folder, name);
  if (existsSync(chromium)) return chromium;
  const unfinished = `${chromium}.${process.pid}`;
  try {
    await pipeline(createReadStream(packed), createBrotliDecompress(), createWriteStream(unfinished, { mode: 0o700 }));
    // Renamed in one step, since another process may be looking for the file.
    await rename(unfinished, chromium);
    return chromium;
  } catch (thrown) {
    await rm(unfinished, { force: true });
    throw new CrawlError(
      "browser_missing",
      { detail: `Chromium could not be unpacked to ${folder}` },
      { cause: thrown },
    );
  }
}

/** The user's cache, or where the home folder cannot be written a folder of the user's own among the temporary ones. */
async function writableFolder(cache: string): Promise<string> {
  try {
    await mkdir(cache, { recursive: true, mode: 0o700 });
    await access(cache, constants.W_OK);
    return cache;
  } catch {
    // Whatever keeps it from being written.
    return ownTemporaryFolder();
  }
}

/** @throws CrawlError `browser_missing`: anybody may leave a folder of that name there, and only one of ours will do */
async function ownTemporaryFolder(): Promise<string> {
  const user = process.getuid?.();
  const folder = join(tmpdir(), `llmstxt-service-${user}`);
  try {
    await mkdir(folder, { recursive: true, mode: 0o700 });
    const found = await lstat(folder);
    if (found.isDirectory() && found.uid === user && (found.mode & 0o077) === 0) return folder;
  } catch (thrown) {
    throw new CrawlError(
      "browser_missing",
      { detail: `Chromium could not be unpacked to ${folder}` },
      { cause: thrown },
    );
  }
  throw new CrawlError("browser_missing", { detail: `Chromium was not unpacked to ${folder}: it is open to others` });
}

/** Loader of glibc, without which (Alpine) the packaged Chromium would not start. */
const GLIBC_LOADER = "/lib64/ld-linux-x86-64.so.2";

function tryPackedPath(): string | undefined {
  if (process.platform !== "linux" || process.arch !== "x64" || !existsSync(GLIBC_LOADER)) return undefined;
  try {
    const entry = createRequire(import.meta.url).resolve("@sparticuz/chromium");
    const packed = join(dirname(entry), "..", "bin", "chromium.br");
    return existsSync(packed) ? packed : undefined;
  } catch {
    // Optional: it is not there where `npm install --omit=optional` was used.
    return undefined;
  }
}
