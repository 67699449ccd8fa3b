import { spawnSync } from "node:child_process";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { startS3 } from "../servers/s3.ts";
import { type DatabaseRoad, openDatabaseRoad } from "./database-road.ts";
import { dice, enrolOne } from "./kill-rounds.ts";
import { openRig, type Rig } from "./rig.ts";

export interface OutageRound {
  readonly outage: string;
  /** Seconds that it lasted. */
  readonly lasted: number;
  /** Sites that were due or undelivered as it ended: what it held up. */
  readonly heldUp: number;
  /** Seconds from its end until no site was due or undelivered and no run open. */
  readonly over: number;
  readonly done: number;
  readonly due: number;
  readonly failed: number;
  readonly undelivered: number;
  readonly doubled: number;
  readonly twiceAtOnce: number;
  readonly brokenUrls: number;
  readonly stale: number;
  readonly openRuns: number;
  readonly miscounted: number;
  readonly enrolmentsLost: number;
  /** Processes that ended though nobody killed them. */
  readonly ended: number;
}

/** A part of an installation that fails, and works again. */
interface Outage {
  readonly begin: (world: OutageWorld) => Promise<unknown> | unknown;
  readonly end: (world: OutageWorld) => Promise<unknown> | unknown;
  /** Preparation before the recrawl. */
  readonly prepare?: (world: OutageWorld) => Promise<unknown>;
  /** Repeated while it lasts. */
  readonly again?: (world: OutageWorld) => unknown;
}

interface OutageWorld {
  readonly rig: Rig;
  readonly road: DatabaseRoad;
  /** Takes or gives back the store, or the space of the disk. */
  readonly goAway: (isAway: boolean) => Promise<unknown> | unknown;
}

const SLOW_MS = 300;
const CUT_EVERY_MS = 300;

/** Outages of an installation with a bucket, in turn. */
const OUTAGES = {
  promotion: {
    prepare: ({ road }) => road.follow(),
    begin: ({ road }) => road.kill(),
    end: ({ road }) => road.promote(),
  },
  "slow database": { begin: ({ road }) => road.lengthen(SLOW_MS), end: ({ road }) => road.lengthen(0) },
  "store away": { begin: ({ goAway }) => goAway(true), end: ({ goAway }) => goAway(false) },
  "connections ended": { begin: ({ road }) => road.cut(), again: ({ road }) => road.cut(), end: () => {} },
  "kill all": {
    begin: ({ rig, road }) => Promise.all([road.kill(), ...rig.processes.map((one) => one.end("SIGKILL"))]),
    async end({ rig, road }) {
      await road.start();
      await Promise.all(rig.processes.map((_, place) => rig.restart(place)));
    },
  },
} satisfies Record<string, Outage>;

/** The outage of an installation that keeps its files on a disk. */
const DISK_FULL: Readonly<Record<string, Outage>> = {
  "disk full": { begin: ({ goAway }) => goAway(true), end: ({ goAway }) => goAway(false) },
};

interface OutageOptions {
  readonly rounds: number;
  readonly sites: number;
  /** Outages of the first installation; default: all, in turn. */
  readonly only?: readonly (keyof typeof OUTAGES)[];
  /** Called as each round ends. */
  onRound(round: OutageRound): void;
}

const KEY = { accessKeyId: "rig", secretAccessKey: "secret-of-the-rig" };

/** Rounds over the parts of an installation with a bucket, each of which fails in mid-recrawl. */
export async function outageRounds({ only, ...options }: OutageOptions): Promise<void> {
  const store = await startS3({ key: KEY, bucket: "texts" });
  const settings = {
    S3_BUCKET: "texts",
    S3_ENDPOINT: store.url,
    S3_REGION: "auto",
    S3_ACCESS_KEY_ID: KEY.accessKeyId,
    S3_SECRET_ACCESS_KEY: KEY.secretAccessKey,
  };
  const names = only ?? Object.keys(OUTAGES);
  const outages = Object.entries<Outage>(OUTAGES).filter(([name]) => names.some((one) => one === name));
  try {
    await roundsOf(outages, { ...options, settings, goAway: (isAway) => store.goAway(isAway ? 503 : undefined) });
  } finally {
    await store.close();
  }
}

const DISK_BYTES = 8 * 2 ** 20;

/** Rounds over the disk of an installation without a bucket. Only root of a machine may make a disk that small. */
export async function diskRounds(options: Omit<OutageOptions, "only">): Promise<void> {
  const disk = await mkdtemp(join(tmpdir(), "llmstxt-disk-"));
  const { status } = spawnSync("/bin/mount", ["-t", "tmpfs", "-o", `size=${DISK_BYTES}`, "tmpfs", disk]);
  if (status !== 0) throw new Error("No disk for the disk to be full: mount needs root");
  const ballast = join(disk, "ballast");
  const goAway = (isFull: boolean) =>
    isFull
      ? writeFile(ballast, Buffer.alloc(DISK_BYTES)).catch(() => {}) // until there is no space
      : rm(ballast);
  try {
    await roundsOf(Object.entries(DISK_FULL), { ...options, settings: { DATA_DIR: disk }, goAway });
  } finally {
    spawnSync("/bin/umount", [disk]);
    await rm(disk, { recursive: true, force: true });
  }
}

interface Installation extends Omit<OutageOptions, "only">, Pick<OutageWorld, "goAway"> {
  readonly settings: Readonly<Record<string, string>>;
}

/** Longest wait after an outage; the rest stands in the ledger. */
const ROUND_MS = 240_000;

async function roundsOf(outages: readonly (readonly [string, Outage])[], installation: Installation): Promise<void> {
  const { rounds, sites, settings, goAway, onRound } = installation;
  const road = await openDatabaseRoad();
  const rig = await openRig({ sites, workers: 3, postgres: road, settings });
  const random = dice(11);
  try {
    for (let round = 0; round < rounds; round++) {
      const [name, outage] = outages[round % outages.length] ?? [];
      if (name === undefined || outage === undefined) return;
      const lastsMs = 5_000 + random() * 15_000;
      onRound({ outage: name, ...(await oneRound(outage, { rig, road, goAway }, { lastsMs, site: sites + round })) });
    }
  } finally {
    await rig.close();
  }
}

async function oneRound(
  outage: Outage,
  world: OutageWorld,
  { lastsMs, site }: { readonly lastsMs: number; readonly site: number },
): Promise<Omit<OutageRound, "outage">> {
  const { rig } = world;
  await outage.prepare?.(world);
  rig.website.rewrite(2);
  rig.website.forget();
  await rig.makeDue();
  await rig.startRun();
  while (rig.website.visitors.size < 10) await sleep(20);
  const enrolling = enrolOne(rig, site);
  await outage.begin(world);
  const began = performance.now();
  while (performance.now() - began < lastsMs) {
    await sleep(CUT_EVERY_MS);
    outage.again?.(world);
  }
  await outage.end(world);
  const endedAt = performance.now();
  const atEnd = await rig.ledger();
  await rig.settled(ROUND_MS).catch(() => {}); // what is left stands in the ledger
  const over = Math.round((performance.now() - endedAt) / 1_000);
  const { done, due, failed, undelivered, doubled, broken, stale, openRuns, miscounted } = await rig.ledger();
  const enrolled = await enrolling;
  return {
    lasted: Math.round(lastsMs / 1_000),
    heldUp: atEnd.due + atEnd.undelivered,
    over,
    ...{ done, due, failed, undelivered, doubled, openRuns, miscounted },
    twiceAtOnce: rig.website.overlaps().length,
    brokenUrls: broken.length,
    stale,
    enrolmentsLost: enrolled === undefined || (await rig.isEnrolled(enrolled)) ? 0 : 1,
    ended: rig.processes.filter(({ child }) => child.exitCode !== null || child.signalCode !== null).length,
  };
}

/** Seconds after which what an outage held up must be done. */
const SOON = 120;

/** Sites, texts, runs and processes that were lost, doubled or late in a round. */
export const outageLosses = ({
  outage: _,
  lasted: __,
  heldUp: ___,
  done: ____,
  over,
  ...losses
}: OutageRound): number => Object.values(losses).reduce((sum, loss) => sum + loss, 0) + Number(over > SOON);
