import type { FastifyBaseLogger } from "fastify";
import { formatOf, openLog } from "./log.ts";
import type { Config } from "./settings/config.ts";
import { startWatchdog } from "./watchdog.ts";

/** Exit code of a process that met a fault of ours. */
const FAULT = 70;

/**
 * The log of a process that serves, and its guards: an unexpected error is logged and ends the process at once, for a
 * supervisor to start it again; and so does an event loop that stands still.
 */
export function guarded(config: Config): FastifyBaseLogger {
  const isTerminal = process.stderr.isTTY;
  const log = openLog(config, isTerminal);
  // Unhandled rejections come here as well, by Node's default.
  process.on("uncaughtException", (error, origin) => {
    log.fatal({ err: error, origin }, "Unexpected error: the process ends");
    process.exit(FAULT);
  });
  startWatchdog(formatOf(config, isTerminal));
  return log;
}
