import { expect, test } from "vitest";
import { Semaphore } from "./semaphore.ts";

const never = new AbortController().signal;

test("urgent callers go first, then groups take turns, each in the order in which its callers came", async () => {
  const semaphore = new Semaphore(1);
  await semaphore.acquire(never);
  const order: string[] = [];
  const enter = async (name: string, waiting: Promise<void>) => {
    await waiting;
    order.push(name);
    semaphore.release();
  };
  const all = [
    enter("large 1", semaphore.acquire(never, "large")),
    enter("large 2", semaphore.acquire(never, "large")),
    enter("small 1", semaphore.acquire(never, "small")),
    enter("urgent", semaphore.acquireUrgently(never)),
  ];
  semaphore.release();
  await Promise.all(all);
  expect(order).toEqual(["urgent", "large 1", "small 1", "large 2"]);
  expect(semaphore.free).toBe(1);
});

test("a caller that gives up takes no permit, neither in the line nor when its turn has come", async () => {
  const semaphore = new Semaphore(1);
  await semaphore.acquire(never);
  const leaving = new AbortController();
  const gone = semaphore.acquire(leaving.signal, "gone");
  leaving.abort();
  await expect(gone).rejects.toMatchObject({ code: "aborted" });
  await expect(semaphore.acquire(leaving.signal)).rejects.toMatchObject({ code: "aborted" });
  semaphore.release();
  expect(semaphore.free).toBe(1);
});
