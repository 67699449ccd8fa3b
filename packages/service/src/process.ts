// Shared by every process of the service: a log, signals, a watchdog, a memory limit, files of threads.
import { getHeapSpaceStatistics, setFlagsFromString } from "node:v8";
import { Worker } from "node:worker_threads";
import { CrawlError } from "@llmstxt-service/page/errors";
import { pino } from "pino";
import type { Settings } from "./settings.ts";

export type Log = pino.Logger;

/** The process's log on stderr: JSON lines, or short lines for a terminal. */
export function openLog({ LOG_LEVEL, LOG_FORMAT }: Pick<Settings, "LOG_LEVEL" | "LOG_FORMAT">): Log {
  const isPretty = (LOG_FORMAT ?? (process.stderr.isTTY ? "pretty" : "json")) === "pretty";
  const to = isPretty ? { write: (line: string) => void process.stderr.write(pretty(line)) } : pino.destination(2);
  return pino({ level: LOG_LEVEL, base: null }, to);
}

/** Formats a log line for a person. */
function pretty(line: string): string {
  const { level, time, msg, ...fields } = JSON.parse(line);
  const rest = Object.keys(fields).length > 0 ? ` ${JSON.stringify(fields)}` : "";
  const at = new Date(time).toISOString().slice(11, 19);
  return `${at} ${pino.levels.labels[level]?.toUpperCase()} ${msg}${rest}\n`;
}

/** Runs until a signal stops it; a second signal ends the process at once. */
export async function runProcess(
  settings: Settings,
  start: (settings: Settings, log: Log) => Promise<{ stop(): Promise<void> }>,
): Promise<void> {
  const log = openLog(settings);
  process.on("uncaughtException", (error) => {
    log.fatal({ err: error }, "Unexpected error: the process ends");
    process.exit(70);
  });
  const { promise: told, resolve } = Promise.withResolvers<string>();
  for (const signal of ["SIGTERM", "SIGINT"] as const)
    process.once(signal, () => {
      resolve(signal);
      process.once(signal, () => process.exit(1));
    });
  const running = await start(settings, log).catch((error) => {
    log.fatal(`Cannot start: ${error instanceof Error ? error.message : String(error)}`);
    process.exit(error instanceof CrawlError && error.code === "wrong_settings" ? 2 : 1);
  });
  startWatchdog();
  boundHeap();
  log.info({ signal: await told }, "Stopping");
  await running.stop();
  process.exit(0);
}

/** The file of a thread's code beside this one: the source, or the built file. */
export const threadFile = (name: "reading" | "pglite" | "watchdog"): URL =>
  new URL(`./${name}-thread${import.meta.url.endsWith(".ts") ? ".ts" : ".js"}`, import.meta.url);

const BEAT_MS = 500;

/** Ends this process when its event loop is blocked: it would answer nobody, and its supervisor restarts it. */
function startWatchdog(): void {
  const beats = new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT));
  new Worker(threadFile("watchdog"), { workerData: beats }).unref();
  setInterval(() => {
    Atomics.add(beats, 0, 1);
    Atomics.notify(beats, 0);
  }, BEAT_MS).unref();
}

/** Size of V8's young generation beyond which it may not grow. */
const ENOUGH_BYTES = 16 * 2 ** 20;
const LOOK_MS = 1_000;

/**
 * Stops V8's young generation from growing to 128 MB, which is no gain for a crawl, since it keeps what it reads. V8
 * accepts the limit only on Node's command line, and rejects compiled code of other flags: call this after all modules
 * are loaded.
 */
function boundHeap(): void {
  const timer = setInterval(() => {
    const young = getHeapSpaceStatistics().find(({ space_name }) => space_name === "new_space");
    if (young !== undefined && young.space_size < ENOUGH_BYTES) return;
    setFlagsFromString("--semi-space-growth-factor=1");
    // The old generation is collected when it has doubled; V8 would let it quadruple, mostly with pages that are done.
    setFlagsFromString("--heap-growing-percent=100");
    clearInterval(timer);
  }, LOOK_MS).unref();
}
