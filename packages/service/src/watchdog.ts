import { Worker } from "node:worker_threads";
import { threadFile } from "./thread-file.ts";

const BEAT_MS = 500;

/** Ends this process when its event loop stands still: it would answer nobody, and its supervisor starts it again. */
export function startWatchdog(): void {
  const beats = new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT));
  new Worker(threadFile("watchdog", import.meta.url), { workerData: beats }).unref();
  setInterval(() => {
    Atomics.add(beats, 0, 1);
    Atomics.notify(beats, 0);
  }, BEAT_MS).unref();
}
