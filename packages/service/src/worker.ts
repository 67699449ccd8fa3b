import { fired } from "@llmstxt-service/crawler/waiting/abort";
import { endsWithin } from "@llmstxt-service/crawler/waiting/time-limit";
import { CrawlError } from "@llmstxt-service/page/errors";
import type { FastifyBaseLogger } from "fastify";
import { buildWorkerServer } from "./http/server.ts";
import { openLog } from "./log.ts";
import type { App } from "./server-world.ts";
import type { Config } from "./settings/config.ts";
import { openWorld, type World } from "./world.ts";

/** Milliseconds for recrawls to be given back, and for database and browsers to close. */
const CLOSING_MS = 15_000;

/**
 * Recrawls queued sites until the signal fires, then gives back what it holds. As many workers as wanted may run against
 * one database server, on as many machines.
 * @throws CrawlError `wrong_usage` without a database server
 */
export async function runWorker(
  config: Config,
  signal: AbortSignal,
  log: FastifyBaseLogger = openLog(config, process.stderr.isTTY),
): Promise<void> {
  if (config.databaseUrl === undefined || config.databaseUrl === "none")
    throw new CrawlError("wrong_usage", {
      detail:
        "A worker needs DATABASE_URL: the embedded database serves one process, and `llmstxt serve` recrawls by itself",
    });
  // A worker starts no runs: only the service has a schedule.
  const world = await openWorld({ ...config, recrawlSchedule: "" }, log);
  log.info({ atOnce: config.recrawlConcurrency }, "Worker started");
  const server = await listen(world);
  await fired(signal);
  log.info("Worker stopping");
  await endsWithin(CLOSING_MS, Promise.all([world.close(), server?.close()]));
  log.info("Worker stopped");
}

/** Health, readiness and metrics, where WORKER_PORT is set. @throws Error when the port is taken */
async function listen(world: World): Promise<App | undefined> {
  const { host, workerPort: port } = world.config;
  if (port === undefined) return undefined;
  const server = buildWorkerServer(world);
  try {
    await server.listen({ host, port, listenTextResolver: (address) => `Worker listening on ${address}` });
  } catch (error) {
    await world.close();
    throw error;
  }
  return server;
}
