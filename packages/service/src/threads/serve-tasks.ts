import { parentPort, workerData } from "node:worker_threads";
import { COUNTERS, type Ready, type Task } from "./messages.ts";
import { threadMs } from "./processor-time.ts";

/** Carries out tasks in the thread that was started for them, one after the other, whatever awaits in between. */
export function serveTasks(operations: { readonly [name: string]: (input: never) => unknown }): void {
  const counters: unknown = workerData;
  if (!(counters instanceof Int32Array)) throw new Error("A reading thread is given its counters");
  let last = Promise.resolve();
  let doneMs = threadMs();
  parentPort?.on("message", ({ operation, input }: Omit<Task, "input"> & { readonly input: never }) => {
    last = last.then(async () => {
      Atomics.store(counters, COUNTERS.beganMs, threadMs());
      Atomics.add(counters, COUNTERS.begun, 1);
      const answer = await outcomeOf(async () => operations[operation]?.(input));
      Atomics.add(counters, COUNTERS.done, 1);
      // From the last answer on: to receive a task is a part of it.
      parentPort?.postMessage({ ...answer, cpuMs: threadMs() - doneMs });
      doneMs = threadMs();
    });
  });
  parentPort?.postMessage({ type: "ready" } satisfies Ready);
}

/** Never rejects. */
async function outcomeOf(work: () => Promise<unknown>) {
  try {
    return { type: "done", result: await work() };
  } catch (thrown) {
    return { type: "failed", why: thrown instanceof Error ? thrown.message : String(thrown) };
  }
}
