import type { FastifyBaseLogger } from "fastify";
import { formatOf, openLog } from "./log.ts";
import type { Config } from "./settings/config.ts";
import { startWatchdog } from "./watchdog.ts";

/** Exit code of a process that ends for an unexpected error. */
const FAULT = 70;

/**
 * Opens the log of a process that serves, and its guards. An unexpected error, or an event loop that stands still, is
 * logged and ends the process, for a supervisor to start it again.
 */
export function guarded(config: Config): FastifyBaseLogger {
  const isTerminal = process.stderr.isTTY;
  const log = openLog(config, isTerminal);
  // Node reports unhandled rejections by this event, too.
  process.on("uncaughtException", (error, origin) => {
    log.fatal({ err: error, origin }, "Unexpected error: the process ends");
    process.exit(FAULT);
  });
  startWatchdog(formatOf(config, isTerminal));
  return log;
}
