/** Milliseconds of processor time that a round of the loop of this thread took at most meanwhile. */
export async function watched<T>(work: Promise<T>): Promise<{ readonly result: T; readonly longestMs: number }> {
  let longestMs = 0;
  let isDone = false;
  let before = process.threadCpuUsage();
  const look = () => {
    const { user, system } = process.threadCpuUsage(before);
    before = process.threadCpuUsage();
    longestMs = Math.max(longestMs, (user + system) / 1_000);
    if (!isDone) setImmediate(look);
  };
  setImmediate(look);
  const result = await work.finally(() => {
    isDone = true;
  });
  return { result, longestMs };
}

/** Most milliseconds of processor time of one round of the event loop, by which an answer can be late. */
export const MAX_HOLD_MS = 200;
