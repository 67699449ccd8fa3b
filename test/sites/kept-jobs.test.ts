import { randomUUID } from "node:crypto";
import { mkdtemp, rm, utimes } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { jobsInStore } from "../../packages/service/src/crawls/crawls.ts";
import { type JobKeeper, jobsIn } from "../../packages/service/src/sites/kept-jobs.ts";
import { openFolder } from "../../packages/service/src/store/disk.ts";
import { exampleJob } from "../servers/example-job.ts";
import { BACKENDS, openTestSites, type TestSites } from "../servers/sites.ts";

/** A place for jobs, as several processes see it. */
interface Place {
  /** The keeper of a process. */
  keeperOf(owner: string): JobKeeper;
  /** As if nothing had happened for this long. */
  age(days: number): Promise<void>;
  close(): Promise<void>;
}

const databasePlace = (backend: (typeof BACKENDS)[number]) => async (): Promise<Place> => {
  const sites: TestSites = await openTestSites(backend);
  const isAlone = backend === "embedded Postgres";
  return {
    keeperOf: (owner) => jobsIn(sites.database, { isAlone, owner }),
    age: (days) =>
      sites.database.run(async (db) => {
        const then = sql`make_interval(secs => ${days * 86_400})`;
        await sql`update jobs set alive_at = alive_at - ${then}, finished_at = finished_at - ${then}`.execute(db);
      }),
    close: sites.close,
  };
};

async function diskPlace(): Promise<Place> {
  const folder = await mkdtemp(join(tmpdir(), "llmstxt-crawls-"));
  const store = await openFolder(join(folder, "crawls"), "private");
  return {
    keeperOf: (owner) => jobsInStore(store, owner),
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

const LOST = { code: "interrupted", facts: {}, reason: "Crawl interrupted" } as const;

describe.each(PLACES)("jobs kept in %s", (name, open) => {
  const owner = randomUUID();
  let place: Place;
  let keeper: JobKeeper;
  beforeAll(async () => {
    place = await open();
    keeper = place.keeperOf(owner);
  });
  afterAll(() => place.close());

  const finished = { state: "done", finishedAt: new Date() } as const;
  /** As if the process of all jobs had been killed a minute ago. */
  const killed = () => place.age(1 / 1_440);

  test("a saved job is found with its events in order; an event written twice is there once", async () => {
    const running = exampleJob({ owner });
    const saved = { ...running, ...finished, fileUrl: "https://files.test/x.txt", result: { pages: 3 } };
    await keeper.save(running);
    await keeper.addEvents(saved.id, { firstId: 1, lines: ["a", "b"] });
    await keeper.addEvents(saved.id, { firstId: 1, lines: ["a", "b"] });
    await keeper.addEvents(saved.id, { firstId: 3, lines: ["c"] });
    await keeper.save(saved);
    const { content, ...found } = (await keeper.find(saved.id)) ?? {};
    expect(Buffer.from(content ?? []).toString()).toBe("text");
    expect({ ...found, content: saved.content }).toEqual(saved);
    expect((await keeper.events(saved.id, 0)).flatMap(({ lines }) => lines)).toEqual(["a", "b", "c"]);
    expect((await keeper.events(saved.id, 2)).at(-1)?.lines.at(-1)).toBe("c");
    expect(await keeper.find(randomUUID())).toBeUndefined();
    expect((await keeper.events(randomUUID(), 0)).flatMap(({ lines }) => lines)).toEqual([]);
  });

  test("another process goes on with what a killed one left, where it can go on, and the rest has failed", async () => {
    const [kept, ofSocket] = [exampleJob({ owner }), exampleJob({ owner, goesOn: false })];
    for (const job of [kept, ofSocket]) await keeper.save(job);
    expect(await keeper.adopt(10, LOST)).toEqual([]);
    await killed();
    const next = randomUUID();
    const other = place.keeperOf(next);
    expect(await other.adopt(10, LOST)).toMatchObject([{ id: kept.id, owner: next, resumes: 1, losses: 1, done: 3 }]);
    expect(await other.adopt(10, LOST)).toEqual([]);
    expect(await other.find(ofSocket.id)).toMatchObject({ state: "failed", error: LOST });
    if (name === "a folder") return void (await other.remove(kept.id));
    // A process that was only stopped, and wakes, writes nothing over it.
    expect(await keeper.save({ ...kept, ...finished })).toBe(false);
    await keeper.addEvents(kept.id, { firstId: 1, lines: ["late"] });
    expect(await other.find(kept.id)).toMatchObject({ owner: next, state: "running" });
    expect(await other.events(kept.id, 0)).toEqual([]);
    await other.remove(kept.id);
  });

  test("what a process gives away as it stops counts as no loss, and what has cost three processes is given up", async () => {
    const job = exampleJob({ owner });
    await keeper.save(job);
    await keeper.release();
    const owners = Array.from({ length: 4 }, () => randomUUID());
    const [first, ...others] = owners.map((one) => place.keeperOf(one));
    expect(await first?.adopt(10, LOST)).toMatchObject([{ id: job.id, losses: 0, resumes: 1 }]);
    const losses: number[] = [];
    for (const one of others) {
      await killed();
      losses.push(...(await one.adopt(10, LOST)).map((left) => left.losses));
    }
    expect(losses).toEqual([1, 2, 3]);
    await killed();
    const last = place.keeperOf(randomUUID());
    expect(await last.adopt(10, LOST)).toEqual([]);
    expect(await last.find(job.id)).toMatchObject({ state: "failed", error: LOST });
    await last.remove(job.id);
  });

  test("jobs that ended before a time can be left out of the list; one that runs never is", async () => {
    const [runs, ended] = [exampleJob({ owner }), exampleJob({ owner, ...finished })];
    for (const job of [runs, ended]) await keeper.save(job);
    const areListed = async (at: number) => {
      const { items } = await keeper.list({ limit: 50, endedAfter: new Date(at) });
      return [runs, ended].map(({ id }) => items.some((job) => job.id === id));
    };
    expect(await areListed(ended.finishedAt?.getTime() ?? 0)).toEqual([true, false]);
    expect(await areListed((ended.finishedAt?.getTime() ?? 0) - 1)).toEqual([true, true]);
    for (const job of [runs, ended]) await keeper.remove(job.id);
  });

  test("jobs are listed newest first, a page at a time, by host, kind, state and who asked for them", async () => {
    const at = (second: number) => ({ createdAt: new Date(Date.UTC(2030, 0, 1, 0, 0, second)) });
    const jobs = [
      exampleJob({ owner, ...at(1), host: "a.test" }),
      exampleJob({ owner, ...at(2), host: "b.test", kind: "bulk", by: "page" }),
      exampleJob({ owner, ...at(2), host: "b.test", ...finished }),
      exampleJob({ owner, ...at(3), host: null, by: "page" }),
    ];
    for (const job of jobs) await keeper.save(job);
    const ids = async (query: object) => (await keeper.list({ limit: 50, ...query })).items.map(({ id }) => id);
    const listed = (await ids({})).slice(0, 4);
    expect([listed[0], listed[3]]).toEqual([jobs[3]?.id, jobs[0]?.id]);
    expect(await ids({ host: "a.test" })).toEqual([jobs[0]?.id]);
    expect((await ids({ kind: "bulk" }))[0]).toBe(jobs[1]?.id);
    expect(await ids({ host: "b.test", state: "done" })).toEqual([jobs[2]?.id]);
    expect((await ids({ by: "page" })).slice(0, 2)).toEqual([jobs[3]?.id, jobs[1]?.id]);
    expect(await ids({ id: jobs[1]?.id })).toEqual([jobs[1]?.id]);
    const paged: string[] = [];
    for (let cursor: string | undefined; paged.length < 4; ) {
      const { items, next } = await keeper.list({ limit: 1, cursor });
      paged.push(...items.map(({ id }) => id));
      cursor = next ?? undefined;
    }
    expect(paged).toEqual(listed);
  });

  test("a job that is removed or ended too long ago is gone, with its events", async () => {
    const [removed, old, young] = [1, 2, 3].map(() => exampleJob({ owner, ...finished }));
    if (!removed || !old || !young) throw new Error("There are three");
    await keeper.save(removed);
    await keeper.save(old);
    await keeper.addEvents(old.id, { firstId: 1, lines: ["a"] });
    expect([await keeper.remove(removed.id), await keeper.remove(removed.id)]).toEqual([true, false]);
    await place.age(8);
    await keeper.save(young);
    await keeper.expire(7);
    expect(await keeper.find(old.id)).toBeUndefined();
    expect((await keeper.events(old.id, 0)).flatMap(({ lines }) => lines)).toEqual([]);
    expect(await keeper.find(young.id)).toBeDefined();
  });
});
