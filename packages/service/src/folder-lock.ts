import { mkdirSync, readFileSync, readlinkSync, rmSync, statSync, utimesSync, writeFileSync } from "node:fs";
import { hostname } from "node:os";
import { dirname } from "node:path";

/** Another process has the folder. */
export class FolderInUse extends Error {}

const BEAT_MS = 5_000;
/** After so many missed beats an owner on another machine is dead: a slow disk must not cost it the folder. */
const STALE_MS = 30_000;

/**
 * Locks a folder for this process by a file beside it: the embedded database has no lock of its own, and two would
 * destroy it. The lock of a dead process is taken over: at once where it ran here, else when its heart has stopped.
 * @returns releases the lock @throws FolderInUse while another process has the folder
 */
export function lockFolder(folder: string): () => void {
  const file = `${folder}.lock`;
  const owner = `${process.pid} ${startOf(process.pid)} ${PLACE}`;
  mkdirSync(dirname(file), { recursive: true });
  for (let tries = 0; !created(file, owner); tries++) {
    const other = content(file);
    const [pid = "", start, place] = (other ?? "").split(" ");
    if (tries > 2 || (other !== undefined && isAlive({ pid, start, place }, file)))
      throw new FolderInUse(
        `${folder} is in use by process ${pid}${place === PLACE ? "" : " of another machine or container"}`,
      );
    rmSync(file, { force: true });
  }
  const timer = setInterval(() => {
    try {
      utimesSync(file, new Date(), new Date());
    } catch {
      // a lock that cannot be refreshed still counts on this machine, where its owner is seen to live
    }
  }, BEAT_MS).unref();
  return () => {
    clearInterval(timer);
    if (content(file) === owner) rmSync(file, { force: true });
  };
}

function created(file: string, owner: string): boolean {
  try {
    writeFileSync(file, owner, { flag: "wx" });
    return true;
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "EEXIST") return false;
    throw error;
  }
}

interface Owner {
  readonly pid: string;
  readonly start: string | undefined;
  readonly place: string | undefined;
}

function isAlive({ pid, start, place }: Owner, file: string): boolean {
  // A clock set back must not keep a lock for ever.
  if (place !== PLACE) return Math.abs(Date.now() - statSync(file).mtimeMs) < STALE_MS;
  try {
    process.kill(Number(pid), 0);
  } catch (error) {
    return error instanceof Error && "code" in error && error.code === "EPERM";
  }
  // The number may have been given to another program since.
  return start === startOf(Number(pid));
}

/** When a process started, as Linux counts it; `-` elsewhere. Its name, in brackets, may contain spaces. */
const startOf = (pid: number) => content(`/proc/${pid}/stat`)?.split(") ").at(-1)?.split(" ")[19] ?? "-";

function content(file: string): string | undefined {
  try {
    return readFileSync(file, "utf8");
  } catch {
    return undefined; // it is gone
  }
}

/** Where process numbers are unique: one boot of a machine, and in it a container. */
const PLACE = place();

function place(): string {
  try {
    return `${content("/proc/sys/kernel/random/boot_id")?.trim()}/${readlinkSync("/proc/self/ns/pid")}`;
  } catch {
    return encodeURIComponent(hostname()); // another system than Linux
  }
}
