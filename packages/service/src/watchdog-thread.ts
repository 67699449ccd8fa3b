// Ends the process when its event loop has stood still for too long. It runs in a thread of its own, since the main
// thread is then blocked.
import { writeSync } from "node:fs";
import { workerData } from "node:worker_threads";
import type { WatchdogInput } from "./watchdog.ts";

const { beats, format }: WatchdogInput = workerData;

/** Seconds that an event loop may stand still. Work of this program holds it for less than one. */
const STILL_SECONDS = 30;

/**
 * Seconds are counted one by one, not by the clock: a process that was suspended (SIGSTOP, a sleeping machine) gets its
 * full time.
 */
for (let still = 0, last = 0; still < STILL_SECONDS; ) {
  const isStill = Atomics.wait(beats, 0, last, 1_000) === "timed-out";
  still = isStill ? still + 1 : 0;
  last = Atomics.load(beats, 0);
}
const said = `The event loop stood still for ${STILL_SECONDS} seconds: the process ends itself`;
const time = Date.now();
const line =
  format === "json"
    ? JSON.stringify({ level: 60, time, msg: said })
    : `${new Date(time).toISOString().slice(11, 19)} fatal ${said}`;
try {
  writeSync(2, `${line}\n`);
} finally {
  process.kill(process.pid, "SIGKILL");
}
