/** Milliseconds of this thread's CPU that a call takes: the least of its runs. */
export async function cpuMs(call: () => unknown, runs = 3): Promise<number> {
  let least = Number.POSITIVE_INFINITY;
  for (let run = 0; run < runs; run++) {
    const before = process.threadCpuUsage();
    await call();
    const { user, system } = process.threadCpuUsage(before);
    least = Math.min(least, (user + system) / 1_000);
  }
  return least;
}

/** Four times the input is measured: linear work grows four times, squared work sixteen times. The rest is for a busy machine. */
export const LONGER = 4;
const MAX_GROWTH = 9;

/** What takes no time grows by chance. */
const NOTHING_MS = 20;

/** Whether the work for `LONGER` times the input grew with the input only. */
export const isLinear = (shortMs: number, longMs: number): boolean =>
  longMs < Math.max(shortMs, NOTHING_MS) * MAX_GROWTH;
