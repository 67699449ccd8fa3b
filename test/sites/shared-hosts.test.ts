import { setTimeout as sleep } from "node:timers/promises";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { CrawlFetchOptions, Fetching } from "../../src/fetch/fetch.ts";
import { AddressLimit, Host, type HostSlot, Hosts, type Others } from "../../src/fetch/host/host.ts";
import { openFetching } from "../../src/fetch/open.ts";
import { Database } from "../../src/sites/database/database.ts";
import { hostAnswers } from "../../src/sites/hosts/answers.ts";
import { sharedHosts } from "../../src/sites/hosts/hosts.ts";
import { serveSite } from "../servers/site.ts";
import { openTestSites, type TestSites } from "../servers/sites.ts";

let place: TestSites;
beforeAll(async () => {
  place = await openTestSites("Postgres server");
});
afterAll(() => place.close());

const never = new AbortController().signal;
const names = { next: 0 };
const newName = () => `h${names.next++}.dev`;
const openHost = (name: string, most = 8, shareMs = 4_000) =>
  new Host(most, { name, others: sharedHosts(place.database, shareMs) });

/** A request that takes `ms`. @returns when it began */
async function ask(slot: HostSlot, ms = 1): Promise<number> {
  await slot.enter(never);
  const at = performance.now();
  await sleep(ms);
  slot.leave({ type: "answered", elapsedMs: ms });
  return at;
}

const gapsOf = (starts: readonly number[]) => {
  const sorted = starts.toSorted((a, b) => a - b);
  return sorted.slice(1).map((at, index) => at - (sorted[index] ?? 0));
};

test("processes of one database have no more in flight to a host than one alone, and each gets its part", async () => {
  const hosts = Array.from({ length: 4 }, () => openHost("x.dev"));
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

test.each(["read committed", "serializable"])(
  "under a Crawl-delay requests of all processes begin the delay after the last answer (%s)",
  async (isolation) => {
    const url = `${place.options.type === "postgres" ? place.options.url : ""}?options=${encodeURIComponent(`-c default_transaction_isolation=${isolation.replace(" ", "\\ ")}`)}`;
    const databases = Array.from({ length: 4 }, () => new Database({ type: "postgres", url }, () => {}));
    const name = newName();
    const starts = await Promise.all(
      databases.map(async (database) => {
        const slot = new Host(8, { name, others: sharedHosts(database, 4_000) }).at(`https://${name}`);
        slot.setDelay(60);
        const asked = [0, 1].map(async () => [await ask(slot, 20), await ask(slot, 20)]);
        return (await Promise.all(asked)).flat();
      }),
    );
    const gaps = gapsOf(starts.flat());
    expect(gaps).toHaveLength(15);
    expect(Math.min(...gaps)).toBeGreaterThanOrEqual(79);
    await Promise.all(databases.map((database) => database.close()));
  },
);

test("under a Crawl-delay no other process asks while an answer is on its way, however long it takes", async () => {
  const name = newName();
  const [first, second] = [openHost(name).at(`https://${name}`), openHost(name).at(`https://${name}`)];
  for (const slot of [first, second]) slot.setDelay(50);
  const slow = await Promise.all([ask(first, 500), ask(second, 500)]);
  expect(gapsOf(slow)[0]).toBeGreaterThanOrEqual(549);
});

test("a turn that its process does not use, or died with, is another's: at once, or when its lease has ended", async () => {
  const name = newName();
  const dead = openHost(name, 8, 400).at(`https://${name}`);
  const other = openHost(name).at(`https://${name}`);
  for (const slot of [dead, other]) slot.setDelay(50);
  await dead.enter(never);
  const diedAt = performance.now();
  await ask(other);
  const waitedMs = performance.now() - diedAt;
  expect(waitedMs).toBeGreaterThanOrEqual(380);
  expect(waitedMs).toBeLessThan(3_000);
  const gone = new AbortController();
  const givesUp = openHost(name).at(`https://${name}`);
  givesUp.setDelay(10_000);
  const gaveUp = givesUp.enter(gone.signal).catch(() => "gave up");
  await sleep(100);
  gone.abort();
  expect(await gaveUp).toBe("gave up");
  await ask(other);
});

test("a pause that a host asks one process for holds for the others, too", async () => {
  const [first, second] = [sharedHosts(place.database, 4_000), sharedHosts(place.database, 4_000)];
  await first.pause("tired.dev", 5_000);
  const { pauseMs } = await second.share("tired.dev", { wanted: 4, held: 0, most: 8 });
  expect(pauseMs).toBeGreaterThan(4_000);
  expect(pauseMs).toBeLessThanOrEqual(5_000);
  const name = newName();
  const [told, other] = [openHost(name).at(`https://${name}`), openHost(name).at(`https://${name}`)];
  for (const slot of [told, other]) slot.setDelay(50);
  await told.enter(never);
  told.leave({ type: "refused", reason: "429 Too Many Requests", retryAfterMs: 90_000 });
  await expect(other.enter(never)).rejects.toMatchObject({ code: "host_asks_to_wait" });
});

test("what a process gives back, and what one that died held, goes to the others", async () => {
  const [first, second] = [sharedHosts(place.database, 50), sharedHosts(place.database, 4_000)];
  const all = { wanted: 8, held: 0, most: 8 };
  expect((await first.share("y.dev", all)).slots).toBe(8);
  await expect.poll(async () => (await second.share("y.dev", all)).slots).toBe(8);
  await second.share("y.dev", { ...all, wanted: 0 });
  expect((await first.share("y.dev", all)).slots).toBe(8);
});

test("an address gets no more requests at once from all processes than from one, whatever its names", async () => {
  const at = { once: 0, most: 0, done: 0 };
  const processes = Array.from({ length: 3 }, () => {
    const others = sharedHosts(place.database, 4_000);
    const addresses = new AddressLimit(6, others);
    for (let site = 0; site < 8; site++) addresses.learn(`s${site}.pages.dev`, "192.0.2.7");
    return new Hosts(4, { others, addresses });
  });
  await Promise.all(
    processes.flatMap((hosts) =>
      Array.from({ length: 12 }, async (_, n) => {
        const slot = hosts.slotFor(`https://s${n % 8}.pages.dev/`);
        await slot.enter(never);
        at.most = Math.max(at.most, ++at.once);
        await sleep(20);
        at.once--;
        slot.leave({ type: "answered", elapsedMs: 20 });
        at.done++;
      }),
    ),
  );
  expect(at.done).toBe(36);
  expect(at.most).toBeLessThanOrEqual(6);
  expect(at.most).toBeGreaterThan(3);
});

test("where the database is away a process asks a host one thing at a time, and under a Crawl-delay as if all did", async () => {
  const place = { isAway: true };
  const call = async <T>(result: T): Promise<T> => {
    if (place.isAway) throw new Error("away");
    return result;
  };
  const away: Others = {
    share: () => call({ slots: 8, pauseMs: 0 }),
    turn: () => call({ isMine: true, waitMs: 0, restMs: 0, processes: 3 }),
    keepTurn: () => call(undefined),
    endTurn: () => call(undefined),
    pause: () => call(undefined),
  };
  const slot = new Host(8, { name: "x.dev", others: away }).at("https://x.dev");
  await slot.enter(never);
  const second = slot.enter(never).then(() => "second");
  expect(await Promise.race([second, sleep(50).then(() => "waiting")])).toBe("waiting");
  slot.leave({ type: "answered", elapsedMs: 1 });
  expect(await second).toBe("second");
  place.isAway = false;
  const slow = new Host(8, { name: "y.dev", others: away }).at("https://y.dev");
  slow.setDelay(50);
  const before = await ask(slow);
  place.isAway = true;
  await sleep(10);
  expect((await ask(slow)) - before).toBeGreaterThanOrEqual(149);
});

test("what a host said to all is asked for once by all processes, and never shared where a crawl is told more than others", async () => {
  const text = "User-agent: *\nDisallow: /hidden/\n";
  const server = await serveSite({ "/robots.txt": text });
  const [first, second, third] = [0, 0, 0].map(() => {
    const answers = hostAnswers(place.database, 180_000);
    return openFetching({ userAgent: "test/1", allowPrivateNetworks: true, browser: { enabled: false }, answers });
  });
  const get = async (process: Fetching | undefined, site: string, options: Partial<CrawlFetchOptions> = {}) => {
    const crawl = process?.forCrawl({ sharesAs: site, useProxy: false, judge: () => undefined, ...options });
    const before = server.requests.length;
    const answer = await crawl?.plain({ url: `${server.origin}/robots.txt`, isShared: true, maxBytes: 500_000 }, never);
    return [answer?.status, String(Buffer.from(answer?.body ?? [])), server.requests.length - before];
  };
  const credentials = () => ({ authorization: "Basic c2VjcmV0" });
  expect(await get(first, "private", { credentials })).toEqual([200, text, 1]);
  expect(await get(first, "a")).toEqual([200, text, 1]);
  await expect.poll(() => hostAnswers(place.database, 180_000).recall(server.origin)).toHaveLength(1);
  // Another site's crawl in another process takes it; the site itself wants to know anew, and so does a crawl with credentials.
  expect(await get(second, "b")).toEqual([200, text, 0]);
  expect(await get(second, "private", { credentials })).toEqual([200, text, 1]);
  expect(await get(third, "a")).toEqual([200, text, 1]);
  await Promise.all([first, second, third].map((process) => process?.close()));
  await server.close();
});

test("what hosts said goes after its time, and there is never much of it", async () => {
  const answers = hostAnswers(place.database, 300);
  const origin = "https://full.dev";
  const packed = new Uint8Array(256 * 1024);
  const some = (from: number) =>
    Array.from({ length: 70 }, (_, n) => ({ origin, key: `${from + n}`, site: "a", packed }));
  await answers.keep(some(0));
  expect((await answers.recall(origin)).length).toBeLessThanOrEqual(64);
  await expect.poll(() => answers.recall(origin)).toEqual([]);
  await hostAnswers(place.database, 300).keep([{ origin, key: "new", site: "a", packed }]);
  const { rows } = await place.database.run((db) =>
    sql<{ bytes: string }>`select sum(length(packed)) as bytes from host_answers where origin = ${origin}`.execute(db),
  );
  expect(Number(rows[0]?.bytes)).toBe(packed.length);
});

test("of an origin with very many sitemaps the first answers are taken, and no more than 64", async () => {
  const answers = hostAnswers(place.database, 180_000);
  const origin = "https://many.dev";
  const told = (key: string) => ({ origin, key, site: "a", packed: new Uint8Array(10) });
  await answers.keep([told("robots")]);
  await answers.keep(Array.from({ length: 100 }, (_, n) => told(`file ${n}`)));
  const recalled = await answers.recall(origin);
  expect(recalled).toHaveLength(64);
  expect(recalled[0]?.key).toBe("robots");
});
