import { expect, test } from "vitest";
import { TopUp } from "./top-up.ts";

test("jobs that start within a second cost two looks at the queue, and the second sees the last of them", async () => {
  const stop = new AbortController();
  const again = Promise.withResolvers<void>();
  let looks = 0;
  const queue = {
    waiting: async () => {
      if (++looks === 2) again.resolve();
      return { jobs: 0, hosts: 0 };
    },
    add: async () => [],
    wake: () => {},
  };
  const said: unknown[] = [];
  const say = (...line: unknown[]) => void said.push(line);
  const topUp = new TopUp(
    {
      config: { recrawlBatchLimit: 100, recrawlConcurrency: 1 },
      sites: { continueRun: async () => undefined },
      log: { debug: say, warn: say },
      onRun: say,
    },
    stop.signal,
  );
  for (let job = 0; job < 50; job++) topUp.ask(queue);
  expect(looks).toBe(1);
  await again.promise;
  stop.abort();
  await topUp.settled();
  expect([looks, said]).toEqual([2, []]);
});
