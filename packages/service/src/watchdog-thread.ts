// Ends the process from a thread of its own, since a blocked main thread cannot end itself.
import { writeSync } from "node:fs";
import { workerData } from "node:worker_threads";

const beats: Int32Array<SharedArrayBuffer> = workerData;

/** Seconds that the event loop may be blocked. Our own work blocks it for less than one. */
const STILL_SECONDS = 30;

// Seconds are counted one by one, not by the clock, so that a suspended process gets its full time.
for (let still = 0, last = 0; still < STILL_SECONDS; ) {
  const isStill = Atomics.wait(beats, 0, last, 1_000) === "timed-out";
  still = isStill ? still + 1 : 0;
  last = Atomics.load(beats, 0);
}
const msg = `The event loop stood still for ${STILL_SECONDS} seconds: the process ends itself`;
try {
  writeSync(2, `${JSON.stringify({ level: 60, time: Date.now(), msg })}\n`);
} finally {
  process.kill(process.pid, "SIGKILL");
}
