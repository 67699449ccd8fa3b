import type { Config } from "../config.ts";
import { CrawlError } from "../errors.ts";
import { openLog } from "./log.ts";
import { within } from "./within.ts";
import { openWorld } from "./world.ts";

/** For what is being recrawled to be given back, and for database and browsers to close. */
const CLOSING_MS = 15_000;

/**
 * Recrawls queued sites until the signal fires, then gives back what it holds. As many workers as wanted may run against
 * one database server, on as many machines.
 * @throws CrawlError `invalid_request` without a database server
 */
export async function runWorker(config: Config, signal: AbortSignal): Promise<void> {
  if (config.databaseUrl === undefined || config.databaseUrl === "none")
    throw new CrawlError(
      "invalid_request",
      "A worker needs DATABASE_URL: the embedded database serves one process, and `llmstxt serve` recrawls by itself",
    );
  const log = openLog(config, process.stderr.isTTY);
  const publicUrl = config.publicUrl ?? `http://localhost:${config.port}`;
  const world = await openWorld(config, { publicUrl: () => publicUrl, log });
  log.info({ atOnce: config.recrawlConcurrency }, "Worker started");
  const { promise: stopped, resolve } = Promise.withResolvers<void>();
  if (signal.aborted) resolve();
  signal.addEventListener("abort", () => resolve(), { once: true });
  await stopped;
  log.info("Worker stopping");
  await within(world.close(), CLOSING_MS);
  log.info("Worker stopped");
}
