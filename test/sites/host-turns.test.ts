import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, expect, test } from "vitest";
import { Host } from "../../src/fetch/host/host.ts";
import { hostTurns } from "../../src/sites/host-turns.ts";
import { openTestSites, type TestSites } from "../servers/sites.ts";

let place: TestSites;
beforeAll(async () => {
  place = await openTestSites("Postgres server");
});
afterAll(() => place.close());

const never = new AbortController().signal;

test("processes of one database have no more in flight to a host than one alone, and each gets its part", async () => {
  const hosts = Array.from(
    { length: 4 },
    () => new Host(8, { name: "x.dev", others: hostTurns(place.database, 4_000) }),
  );
  let [now, most] = [0, 0];
  const done = hosts.map(() => 0);
  await Promise.all(
    hosts.flatMap((host, process) => {
      const slot = host.at("https://x.dev");
      return Array.from({ length: 8 }, async () => {
        for (let turn = 0; turn < 6; turn++) {
          await slot.enter(never);
          most = Math.max(most, ++now);
          await sleep(20);
          now--;
          done[process] = (done[process] ?? 0) + 1;
          slot.leave({ type: "answered", elapsedMs: 20 });
        }
      });
    }),
  );
  expect(done).toEqual([48, 48, 48, 48]);
  expect(most).toBeLessThanOrEqual(8);
  expect(most).toBeGreaterThan(4);
});

test("under a Crawl-delay the requests of all processes are as far apart as it says", async () => {
  const starts: number[] = [];
  await Promise.all(
    Array.from({ length: 4 }, async () => {
      const host = new Host(8, { name: "slow.dev", others: hostTurns(place.database, 4_000) });
      const slot = host.at("https://slow.dev");
      slot.setDelay(200);
      for (let turn = 0; turn < 3; turn++) {
        await slot.enter(never);
        starts.push(performance.now());
        slot.leave({ type: "answered", elapsedMs: 1 });
      }
    }),
  );
  const gaps = starts.slice(1).map((at, index) => at - (starts[index] ?? 0));
  expect(gaps).toHaveLength(11);
  expect(Math.min(...gaps)).toBeGreaterThanOrEqual(200);
});

test("a pause that a host asks one process for holds for the others, too", async () => {
  const [first, second] = [hostTurns(place.database, 4_000), hostTurns(place.database, 4_000)];
  await first.pause("tired.dev", 5_000);
  const { pauseMs } = await second.share("tired.dev", { wanted: 4, held: 0, most: 8 });
  expect(pauseMs).toBeGreaterThan(4_000);
  expect(pauseMs).toBeLessThanOrEqual(5_000);
});

test("what a process gives back, and what one that died held, goes to the others", async () => {
  const [first, second] = [hostTurns(place.database, 50), hostTurns(place.database, 4_000)];
  const ask = { wanted: 8, held: 0, most: 8 };
  expect((await first.share("y.dev", ask)).slots).toBe(8);
  await expect.poll(async () => (await second.share("y.dev", ask)).slots).toBe(8);
  await second.share("y.dev", { ...ask, wanted: 0 });
  expect((await first.share("y.dev", ask)).slots).toBe(8);
});

test("where the database is away a process asks a host one thing at a time", async () => {
  const away = {
    share: () => Promise.reject(new Error("away")),
    turn: () => Promise.reject(new Error("away")),
    pause: async () => {},
  };
  const slot = new Host(8, { name: "x.dev", others: away }).at("https://x.dev");
  await slot.enter(never);
  const second = slot.enter(never).then(() => "second");
  expect(await Promise.race([second, sleep(50).then(() => "waiting")])).toBe("waiting");
  slot.leave({ type: "answered", elapsedMs: 1 });
  expect(await second).toBe("second");
});
