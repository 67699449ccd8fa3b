import { setTimeout as sleep } from "node:timers/promises";
import WebSocket from "ws";
import { openRig, type Rig } from "./rig.ts";

export interface KillRound {
  readonly round: number;
  readonly kills: number;
  readonly done: number;
  readonly due: number;
  readonly failed: number;
  readonly crawledTwiceAtOnce: number;
  /** Crawls of sites beyond one each; each kill may cost one. */
  readonly crawledAgain: number;
  readonly brokenUrls: number;
  readonly enrolmentsAcknowledged: number;
  readonly enrolmentsLost: number;
  readonly seconds: number;
}

interface KillOptions {
  readonly rounds: number;
  readonly sites: number;
  readonly workers: number;
  /** Kills in a round. */
  readonly kills: number;
  /** Called as each round ends. */
  onRound(round: KillRound): void;
}

/**
 * A run that cannot end is given up after this long: then sites are still due, and the ledger shows it. The host of a crawl
 * that was killed is free after a minute.
 */
const ROUND_MS = 150_000;

/** Random enough, and the same in every run. */
export function dice(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

/** Kills server and workers with SIGKILL at random moments of a recrawl, starts them again, and counts what was lost. */
export async function killRounds({ rounds, kills, onRound, ...options }: KillOptions): Promise<void> {
  const rig = await openRig(options);
  const random = dice(7);
  let enrolled = options.sites;
  try {
    for (let round = 1; round <= rounds; round++) {
      const started = performance.now();
      rig.website.rewrite(2);
      rig.website.forget();
      await rig.makeDue();
      await rig.startRun();
      const acknowledged: string[] = [];
      const enrolling = enrolOne(rig, enrolled++).then((url) => url && acknowledged.push(url));
      for (let kill = 0; kill < kills; kill++) {
        await sleep(random() * 1_500);
        await killOne(rig, Math.floor(random() * rig.processes.length));
      }
      await enrolling;
      await rig.settled(ROUND_MS).catch(() => {}); // what is left stands in the ledger
      onRound(await lookBack(rig, { round, kills, acknowledged, seconds: (performance.now() - started) / 1_000 }));
    }
  } finally {
    await rig.close();
  }
}

async function killOne(rig: Rig, place: number): Promise<void> {
  await rig.processes[place]?.end("SIGKILL");
  await rig.restart(place);
}

/** @returns the address when the service has said that it is enrolled; a connection that was cut says nothing */
export async function enrolOne({ port, website }: Rig, site: number): Promise<string | undefined> {
  const url = website.url(site);
  const socket = new WebSocket(`ws://127.0.0.1:${port}/ws/crawl`);
  const { promise, resolve } = Promise.withResolvers<string | undefined>();
  socket.on("open", () => socket.send(JSON.stringify({ url, scope: "path", enableAutoUpdate: true })));
  socket.on("message", (data) => {
    if (String(data).includes("Auto-update enabled for this site")) resolve(url);
  });
  socket.on("error", () => resolve(undefined));
  socket.on("close", () => resolve(undefined));
  const acknowledged = await promise;
  socket.terminate();
  return acknowledged;
}

interface Look {
  readonly round: number;
  readonly kills: number;
  readonly acknowledged: readonly string[];
  readonly seconds: number;
}

async function lookBack(rig: Rig, { acknowledged, ...rest }: Look): Promise<KillRound> {
  const { done, due, failed, broken } = await rig.ledger();
  const there = await Promise.all(acknowledged.map((url) => rig.isEnrolled(url)));
  const again = [...rig.website.visitors.values()].map((visits) => visits.length - 1);
  return {
    ...rest,
    done,
    due,
    failed,
    crawledTwiceAtOnce: rig.website.overlaps().length,
    crawledAgain: again.reduce((sum, more) => sum + more, 0),
    brokenUrls: broken.length,
    enrolmentsAcknowledged: acknowledged.length,
    enrolmentsLost: there.filter((isThere) => !isThere).length,
    seconds: Math.round(rest.seconds),
  };
}
