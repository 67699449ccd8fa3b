import { parentPort, workerData } from "node:worker_threads";
import { COUNTERS, type Ready, type Task } from "./messages.ts";
import { threadMs } from "./processor-time.ts";

/** Runs tasks in a thread one after another, also if they await. */
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
      // Time counts from the last answer: receiving a task is a part of it.
      parentPort?.postMessage({ ...answer, cpuMs: threadMs() - doneMs });
      doneMs = threadMs();
    });
  });
  parentPort?.postMessage({ type: "ready" } satisfies Ready);
}

/** Answer to a task. Never rejects. */
async function outcomeOf(work: () => Promise<unknown>) {
  try {
    return { type: "done", result: await work() };
  } catch (thrown) {
    return { type: "failed", why: thrown instanceof Error ? thrown.message : String(thrown) };
  }
}
