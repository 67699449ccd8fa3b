import type { Worker } from "node:worker_threads";

/** Milliseconds of processor time that this thread has used. Before Node 23.9 it is the time by the clock. */
export function threadMs(): number {
  if (!("threadCpuUsage" in process)) return performance.now();
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1000;
}

/**
 * Milliseconds of processor time that another thread has used, even if it is busy; undefined before Node 24.6. Rejects
 * when the thread has ended.
 */
export async function threadMsOf(worker: Worker): Promise<number | undefined> {
  if (!("cpuUsage" in worker)) return undefined;
  const { user, system } = await worker.cpuUsage();
  return (user + system) / 1000;
}
