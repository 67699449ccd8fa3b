import { afterEach, expect, test, vi } from "vitest";
import { Account, type AccountJob } from "./account.ts";
import { FairLine } from "./fair-line.ts";
import { Pool } from "./pool.ts";

const NO_SIGNAL = new AbortController().signal;
const BURNING = new URL("../../../../test/servers/burning-thread.ts", import.meta.url);
const closing: Pool[] = [];
afterEach(async () => {
  await Promise.all(closing.splice(0).map((pool) => pool.close()));
});

function open(options: { readonly minClockMs?: number; readonly idleMs?: number } = {}) {
  const ended: { url: string; why: string }[] = [];
  const onEnded = (one: (typeof ended)[number]) => ended.push(one);
  const pool = new Pool({ maxThreads: 1, maxHeapMb: 512, onEnded, file: BURNING, ...options });
  closing.push(pool);
  const ask = (account: Account, text: string, limitMs = 60_000) =>
    pool.ask(
      { account, url: `https://x.dev/${text}`, operation: "validate", input: { text, options: {} }, limitMs },
      NO_SIGNAL,
    );
  return { pool, ask, ended };
}

/** One thread, on paper: the tasks of each account, all of them waiting, are done in the order of turns. */
class Paper {
  readonly line = new FairLine();
  readonly done: Account[] = [];

  add(account: Account, tasks: number): void {
    for (let task = 0; task < tasks; task++) this.line.add(jobOf(account));
  }

  do(cpuMs: (account: Account) => number): Account | undefined {
    const [job] = this.line.inOrder();
    if (job === undefined) return undefined;
    job.expectedMs = job.account.expectedMs(job.size);
    this.line.serve(job);
    this.line.spent(job, cpuMs(job.account));
    this.done.push(job.account);
    return job.account;
  }
}

const jobOf = (account: Account): AccountJob => ({
  ...{ account, url: "https://x.dev/", size: 100, limitMs: 60_000, expectedMs: 0 },
  task: { operation: "readOverlay", input: { yaml: "" } },
  settle() {},
  fail() {},
});

/** The most turns that others had between two of this account. */
function mostBetween(done: readonly Account[], account: Account): number {
  const turns = done.flatMap((one, turn) => (one === account ? [turn] : []));
  return Math.max(...turns.map((turn, at) => turn - (turns[at - 1] ?? -1) - 1));
}

test("accounts share by processor time: a crawl of small pages beside four of large ones waits for four tasks once", () => {
  const paper = new Paper();
  const [large, small] = [Array.from({ length: 4 }, () => new Account("crawls")), new Account("crawls")];
  for (const account of large) paper.add(account, 100);
  for (let turn = 0; turn < 20; turn++) paper.do(() => 500);
  paper.add(small, 20);
  while (paper.done.filter((one) => one === small).length < 20) paper.do((account) => (account === small ? 5 : 500));
  expect(paper.done.slice(20).filter((one) => one !== small).length).toBeLessThanOrEqual(4);
});

test("a crawl beside sixteen clients that never stop has half of the time, and a request of people goes before crawls", () => {
  const paper = new Paper();
  const crawl = new Account("crawls");
  const people = Array.from({ length: 16 }, () => new Account("people"));
  const time = { people: 0, crawls: 0 };
  paper.add(crawl, 2_000);
  for (const account of people) paper.add(account, 100);
  expect(paper.do(() => 100)?.kind).toBe("people");
  for (let turn = 0; turn < 1_000; turn++) {
    const account = paper.do(({ kind }) => (kind === "people" ? 100 : 10));
    if (account) time[account.kind] += account.kind === "people" ? 100 : 10;
  }
  expect(time.crawls / (time.people + time.crawls)).toBeGreaterThan(0.4);
  expect(time.crawls / (time.people + time.crawls)).toBeLessThan(0.6);
});

test("a client that comes under a new name each time gains nothing by it", () => {
  const paper = new Paper();
  const [one, other] = [new Account("people"), new Account("people")];
  paper.add(one, 100);
  paper.add(other, 100);
  for (let turn = 0; turn < 60; turn++) {
    // A new name before each turn.
    paper.add(new Account("people"), 1);
    paper.do((account) => (account === one || account === other ? 10 : 500));
  }
  const own = paper.done.filter((account) => account === one || account === other).length;
  // Newcomers together get as much time as each of the two.
  expect(own).toBeGreaterThan(55);
});

test("an idle account keeps no credit, and one that had the threads alone has no debt", () => {
  const paper = new Paper();
  const [idle, alone, late] = [new Account("crawls"), new Account("crawls"), new Account("crawls")];
  paper.add(idle, 1);
  paper.do(() => 1);
  paper.add(alone, 50);
  while (paper.do(() => 100) !== undefined);
  for (const account of [alone, idle, late]) paper.add(account, 40);
  const before = paper.done.length;
  for (let turn = 0; turn < 30; turn++) paper.do(() => 100);
  const done = paper.done.slice(before);
  for (const account of [alone, idle, late]) {
    const turns = done.filter((one) => one === account).length;
    expect([turns >= 9, turns <= 12, mostBetween(done, account) <= 4]).toEqual([true, true, true]);
  }
});

test("a crawl's pages are read while long tasks of eight others hold the threads", async () => {
  const { ask } = open();
  const order: string[] = [];
  const others = Array.from({ length: 8 }, () => new Account("crawls"));
  const isOver = { yet: false };
  const loops = others.map(async (account) => {
    while (!isOver.yet) {
      await ask(account, "burn 80");
      order.push("other");
    }
  });
  // By then every account has shown what its tasks take.
  while (order.length < 16) await ask(new Account("people"), "burn 1");
  order.length = 0;
  const crawl = new Account("crawls");
  for (let page = 0; page < 20; page++) {
    await ask(crawl, "burn 1");
    order.push("page");
  }
  isOver.yet = true;
  await Promise.all(loops);
  const between = order.join(" ").split("page").slice(1, -1);
  const turns = between.map((text) => text.split("other").length - 1);
  expect(Math.max(...turns)).toBeLessThan(8);
  expect(turns.reduce((sum, count) => sum + count, 0)).toBeLessThan(40);
});

test("limits are in processor time: a task that had to wait longer than its limit is done", async () => {
  const { ask, ended } = open();
  expect(await ask(new Account("crawls"), "rest 500", 100)).toBe("rest 500");
  await expect(ask(new Account("crawls"), "burn 2000", 100)).rejects.toThrow(
    "could not be read: it took more than 0.1 s of processor time",
  );
  expect(ended).toEqual([{ url: "https://x.dev/burn 2000", why: "it took more than 0.1 s of processor time" }]);
});

test("a task that hangs without using the processor is ended on the clock, and the reason says so", async () => {
  const { ask, ended } = open({ minClockMs: 300 });
  await expect(ask(new Account("crawls"), "hang", 10)).rejects.toMatchObject({ code: "unreadable" });
  expect(ended).toEqual([
    { url: "https://x.dev/hang", why: "it was not done after 0.3 s, of which it used 0 s of processor time" },
  ]);
  expect(await ask(new Account("crawls"), "burn 1", 10_000)).toBe("burn 1");
});

test("a thread without tasks ends, at nobody's cost, and the next task starts another; one that works does not", async () => {
  const { pool, ask, ended } = open({ idleMs: 100 });
  expect(await ask(new Account("crawls"), "rest 500")).toBe("rest 500");
  await vi.waitUntil(() => pool.size === 0, 30_000);
  expect(await ask(new Account("crawls"), "burn 1")).toBe("burn 1");
  expect([pool.size, ended]).toEqual([1, []]);
});

test("a client has sixteen requests at once; the next is refused with what to do, and other clients are served", async () => {
  const { pool, ask } = open();
  const [greedy, modest] = [new Account("people"), new Account("people")];
  const request = async (client: Account, text: string) => {
    const over = new AbortController();
    pool.enter(client, over.signal);
    const answer = await ask(client, text);
    over.abort();
    return answer;
  };
  const asked = Array.from({ length: 16 }, () => request(greedy, "burn 5"));
  await expect(request(greedy, "burn 5")).rejects.toMatchObject({
    code: "too_many_at_once",
    message: expect.stringMatching(
      /^Too many requests at once: 16 of yours are not answered yet\. Send the next one after an answer, or in \d+ s$/,
    ),
  });
  expect(await request(modest, "burn 1")).toBe("burn 1");
  await Promise.all(asked);
  expect(await request(greedy, "burn 1")).toBe("burn 1");
  expect(pool.use("people")).toMatchObject({ waiting: 0, refused: 1 });
  expect(pool.use("people").cpuMs).toBeGreaterThanOrEqual(82);
  expect(pool.use("crawls")).toEqual({ cpuMs: 0, waiting: 0, refused: 0 });
});

test("a client that asks without a pause gets sixteen turns at once and then forty a second; after a pause it never waits", () => {
  const client = new Account("people");
  const turns = Array.from({ length: 56 }, () => client.turn(10_000));
  expect(turns.slice(0, 16)).toEqual(Array(16).fill(0));
  expect(turns.slice(16)).toEqual(Array.from({ length: 40 }, (_, at) => (at + 1) * 25));
  expect(client.turn(12_000)).toBe(0);
});
