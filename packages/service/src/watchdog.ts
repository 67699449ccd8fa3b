import { Worker } from "node:worker_threads";

/** The thread's file: beside this module, or beside the bundle that has this module. */
const FILE = new URL(`./watchdog-thread.${import.meta.url.endsWith(".ts") ? "ts" : "js"}`, import.meta.url);

const BEAT_MS = 500;

export interface WatchdogInput {
  /** Shared counter that changes each time the event loop comes round. */
  readonly beats: Int32Array;
  /** Format of the log line. */
  readonly format: "pretty" | "json";
}

/**
 * Ends this process, with a last line on stderr, when its event loop stands still: then it answers no request and no
 * SIGTERM, and its supervisor starts it again. The sites that it was recrawling count an unfinished attempt.
 */
export function startWatchdog(format: WatchdogInput["format"]): void {
  const beats = new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT));
  const watched: WatchdogInput = { beats, format };
  new Worker(FILE, { name: "watchdog", workerData: watched }).unref();
  setInterval(() => {
    Atomics.add(beats, 0, 1);
    Atomics.notify(beats, 0);
  }, BEAT_MS).unref();
}
