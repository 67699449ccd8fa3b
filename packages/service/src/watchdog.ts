import { Worker } from "node:worker_threads";

/** In a bundle the thread's file stands beside the one this module is in. */
const FILE = new URL(`./watchdog-thread.${import.meta.url.endsWith(".ts") ? "ts" : "js"}`, import.meta.url);

const BEAT_MS = 500;

/** Nothing of ours holds the event loop for a second. */
const STILL_SECONDS = 30;

/** Input of the watching thread. */
export interface Watched {
  /** Changes whenever the event loop comes round. */
  readonly beats: Int32Array;
  readonly stillSeconds: number;
  /** The form of the log. */
  readonly format: "pretty" | "json";
}

/**
 * Ends this process, with a last line on stderr, when its event loop stands still: it answers nobody then, not even
 * SIGTERM, and its supervisor starts it again. What it was recrawling counts an unfinished attempt.
 */
export function startWatchdog(format: Watched["format"], stillSeconds = STILL_SECONDS): void {
  const beats = new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT));
  const watched: Watched = { beats, stillSeconds, format };
  new Worker(FILE, { name: "watchdog", workerData: watched }).unref();
  setInterval(() => {
    Atomics.add(beats, 0, 1);
    Atomics.notify(beats, 0);
  }, BEAT_MS).unref();
}
