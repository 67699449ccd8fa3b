import { MAX_RENDERER_MB } from "../limits.ts";
import { residentMb } from "./processes.ts";

/** A process of Chromium: its id and its type, such as `renderer`. */
export interface ChromiumProcess {
  readonly type: string;
  readonly id: number;
}

/** Most memory of all processes of one Chromium; beyond it the largest tab is ended. */
const MAX_TOTAL_MB = 4096;
/** Milliseconds between two checks; a page can fill about a gigabyte a second. */
const CHECK_MS = 200;

/** Ends the renderers of one Chromium that hold too much memory, for as long as it has a page open. */
export class MemoryWatch {
  readonly #processes: () => Promise<readonly ChromiumProcess[]>;
  #open = 0;
  #ended = 0;
  #timer: NodeJS.Timeout | undefined;
  #isChecking = false;

  constructor(processes: () => Promise<readonly ChromiumProcess[]>) {
    this.#processes = processes;
  }

  /** A page is opened; `end` is called when it is closed. */
  begin(): { readonly hasEndedOne: () => boolean; readonly end: () => void } {
    const before = this.#ended;
    this.#open++;
    if (this.#open === 1) this.#checkSoon();
    return {
      hasEndedOne: () => this.#ended > before,
      end: () => this.#open--,
    };
  }

  #checkSoon(): void {
    if (this.#open === 0 || this.#isChecking) return;
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => void this.#check(), CHECK_MS);
    this.#timer.unref();
  }

  /** Ends renderers that hold too much memory. Never rejects. */
  async #check(): Promise<void> {
    this.#isChecking = true;
    try {
      const processes = await this.#processes();
      const held = await residentMb(processes.map(({ id }) => id));
      const renderers = processes
        .filter(({ type }) => type === "renderer")
        .map(({ id }) => ({ id, mb: held.get(id) ?? 0 }));
      const total = [...held.values()].reduce((sum, mb) => sum + mb, 0);
      const largest = renderers.toSorted((a, b) => b.mb - a.mb).slice(0, 1);
      const tooLarge = renderers.filter(({ mb }) => mb > MAX_RENDERER_MB);
      for (const { id } of tooLarge.length > 0 || total <= MAX_TOTAL_MB ? tooLarge : largest) this.#end(id);
    } catch {
      // The browser does not answer: the owner of a page there notices that and ends it.
    } finally {
      this.#isChecking = false;
      this.#checkSoon();
    }
  }

  #end(pid: number): void {
    try {
      process.kill(pid, "SIGKILL");
      this.#ended++;
    } catch {
      // ESRCH: it has just ended by itself.
    }
  }
}
