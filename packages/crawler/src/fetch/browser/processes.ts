// The processes of a Chromium: their memory, their end, and the folders they leave behind.
import { readdir, readFile, rm } from "node:fs/promises";
import { join } from "node:path";

/** A process of Chromium: its id and its type, such as `renderer`. */
export interface ChromiumProcess {
  readonly type: string;
  readonly id: number;
}

/** A page that takes more loses its tab: Chromium itself bounds the JavaScript heap alone, not typed arrays. */
export const MAX_RENDERER_MB = 1024;
/** Most memory of all processes of one Chromium; beyond it the largest tab is ended. */
const MAX_TOTAL_MB = 4096;
/** Milliseconds between two looks; a page can fill about a gigabyte a second. */
const LOOK_MS = 200;

/** Ends the renderers of one Chromium that hold too much memory, for as long as it has a page open. Linux only. */
export class MemoryWatch {
  readonly #processes: () => Promise<readonly ChromiumProcess[]>;
  #open = 0;
  #ended = 0;
  #timer: NodeJS.Timeout | undefined;

  constructor(processes: () => Promise<readonly ChromiumProcess[]>) {
    this.#processes = processes;
  }

  /** A page is opened; `end` is called when it is closed. */
  begin(): { readonly hasEndedOne: () => boolean; readonly end: () => void } {
    const before = this.#ended;
    if (this.#open++ === 0) this.#lookSoon();
    return {
      hasEndedOne: () => this.#ended > before,
      end: () => {
        if (--this.#open === 0) clearTimeout(this.#timer);
      },
    };
  }

  #lookSoon(): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => void this.#look(), LOOK_MS);
    this.#timer.unref();
  }

  /** Never rejects: where the browser does not answer, the owner of a page there notices that and ends it. */
  async #look(): Promise<void> {
    const processes = await this.#processes().catch(() => []);
    const held = await Promise.all(processes.map(async (one) => ({ ...one, mb: await residentMb(one.id) })));
    const total = held.reduce((sum, { mb }) => sum + mb, 0);
    const renderers = held.filter(({ type }) => type === "renderer").sort((a, b) => b.mb - a.mb);
    for (const [index, { id, mb }] of renderers.entries())
      if ((mb > MAX_RENDERER_MB || (index === 0 && total > MAX_TOTAL_MB)) && kill(id)) this.#ended++;
    if (this.#open > 0) this.#lookSoon();
  }
}

/** MiB that a process holds; 0 for one that has ended, and where the system does not say. */
async function residentMb(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, "utf8").catch(() => "");
  return Number(/^VmRSS:\s{0,40}(\d+) kB/m.exec(status)?.[1] ?? 0) / 1024;
}

/** True if there was such a process. */
function kill(pid: number): boolean {
  try {
    return process.kill(pid, "SIGKILL");
  } catch {
    // ESRCH: it is gone already, which is what was wanted.
    return false;
  }
}

/** Kills a process and all it started, where it leads a group of its own. */
export function killGroup(pid: number): void {
  if (process.platform !== "win32") kill(-pid);
  kill(pid);
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (thrown) {
    // EPERM: the process is alive and belongs to another user.
    return thrown instanceof Error && "code" in thrown && thrown.code === "EPERM";
  }
}

/**
 * Removes folders `<prefix><pid>-…` of `folder` whose process was killed before it could do so itself. Others may leave
 * folders of such names there, too: what cannot be removed is passed over.
 */
export async function removeLeftovers(prefix: string, folder: string): Promise<void> {
  const left = (await readdir(folder)).filter((name) => {
    const pid = name.startsWith(prefix) ? /^(\d{1,10})-/.exec(name.slice(prefix.length))?.[1] : undefined;
    return pid !== undefined && !isAlive(Number(pid));
  });
  await Promise.allSettled(left.map((name) => rm(join(folder, name), { recursive: true, force: true })));
}
