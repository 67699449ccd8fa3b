import { randomUUID } from "node:crypto";
import { mkdtemp, rm, utimes } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { crawlsInStore } from "../../packages/service/src/crawls/crawls.ts";
import { type CrawlKeeper, crawlsIn } from "../../packages/service/src/sites/kept-crawls.ts";
import { openFolder } from "../../packages/service/src/store/disk.ts";
import { BACKENDS, openTestSites, type TestSites } from "../servers/sites.ts";

/** A place for crawls, as several processes see it. */
interface Place {
  /** The keeper of a process. */
  keeperOf(owner: string): CrawlKeeper;
  /** As if nothing had been heard of for this long. */
  age(days: number): Promise<void>;
  close(): Promise<void>;
}

const databasePlace = (backend: (typeof BACKENDS)[number]) => async (): Promise<Place> => {
  const sites: TestSites = await openTestSites(backend);
  const isAlone = backend === "embedded Postgres";
  return {
    keeperOf: (owner) => crawlsIn(sites.database, { isAlone, owner }),
    age: (days) =>
      sites.database.run(async (db) => {
        await sql`update crawls set alive_at = alive_at - make_interval(secs => ${days * 86_400})`.execute(db);
      }),
    close: sites.close,
  };
};

async function diskPlace(): Promise<Place> {
  const folder = await mkdtemp(join(tmpdir(), "llmstxt-crawls-"));
  const store = await openFolder(join(folder, "crawls"), "private");
  return {
    keeperOf: (owner) => crawlsInStore(store, owner),
    age: async (days) => {
      const then = new Date(Date.now() - days * 86_400_000);
      for await (const { name } of store.list("", "all", AbortSignal.timeout(60_000)))
        await utimes(join(folder, "crawls", name), then, then);
    },
    close: () => rm(folder, { recursive: true }),
  };
}

const PLACES = [
  ...BACKENDS.map((backend) => [backend, databasePlace(backend)] as const),
  ["a folder", diskPlace] as const,
];

describe.each(PLACES)("crawls kept in %s", (name, open) => {
  const owner = randomUUID();
  let place: Place;
  let keeper: CrawlKeeper;
  beforeAll(async () => {
    place = await open();
    keeper = place.keeperOf(owner);
  });
  afterAll(() => place.close());

  const crawl = (isOver: boolean) => ({ id: randomUUID(), owner, isOver, fileUrl: null, content: Buffer.from("text") });

  test("a saved crawl is found with its events in order; an event written twice is there once", async () => {
    const saved = { ...crawl(true), fileUrl: "https://files.test/x.txt" };
    await keeper.save({ ...saved, isOver: false });
    await keeper.addEvents(saved.id, { firstId: 1, lines: ["a", "b"] });
    await keeper.addEvents(saved.id, { firstId: 1, lines: ["a", "b"] });
    await keeper.addEvents(saved.id, { firstId: 3, lines: ["c"] });
    await keeper.save(saved);
    const { content, ...found } = (await keeper.find(saved.id)) ?? {};
    expect(Buffer.from(content ?? []).toString()).toBe("text");
    expect(found).toEqual({ id: saved.id, owner, isOver: true, fileUrl: saved.fileUrl, isAbandoned: false });
    expect((await keeper.events(saved.id)).flatMap(({ lines }) => lines)).toEqual(["a", "b", "c"]);
    expect(await keeper.find(randomUUID())).toBeUndefined();
    expect(await keeper.events(randomUUID()).then((kept) => kept.flatMap(({ lines }) => lines))).toEqual([]);
  });

  test("a crawl whose process is gone is abandoned", async () => {
    const running = crawl(false);
    await keeper.save(running);
    expect(await keeper.find(running.id)).toMatchObject({ isAbandoned: false });
    if (name === "Postgres server") await place.age(1 / 1_440);
    expect(await place.keeperOf(randomUUID()).find(running.id)).toMatchObject({ isAbandoned: true });
    await keeper.touch(owner);
    expect(await keeper.find(running.id)).toMatchObject({ isAbandoned: false });
  });

  test("a crawl that is removed or too old is gone, with its events", async () => {
    const [removed, old, young] = [crawl(true), crawl(true), crawl(true)];
    await keeper.save(removed);
    await keeper.save(old);
    await keeper.addEvents(old.id, { firstId: 1, lines: ["a"] });
    expect([await keeper.remove(removed.id), await keeper.remove(removed.id)]).toEqual([true, false]);
    await place.age(8);
    await keeper.save(young);
    await keeper.expire(7);
    expect(await keeper.find(old.id)).toBeUndefined();
    expect((await keeper.events(old.id)).flatMap(({ lines }) => lines)).toEqual([]);
    expect(await keeper.find(young.id)).toBeDefined();
  });
});
