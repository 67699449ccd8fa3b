// Preloaded into a process that a test starts: on a signal it does what a bug of ours would.
import { writeSync } from "node:fs";

process.on("SIGUSR2", () => {
  if (process.env.FAULT === "rejection") void Promise.reject(new TypeError("nobody awaits this"));
  else if (process.env.FAULT === "exception") setImmediate(() => Reflect.apply(() => JSON.parse("{"), undefined, []));
  else {
    writeSync(2, "the event loop stands still\n");
    // Without end, as far as the process can tell.
    for (const start = Date.now(); Date.now() - start < 600_000; );
  }
});
