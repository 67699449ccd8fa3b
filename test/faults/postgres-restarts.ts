import { setTimeout as sleep } from "node:timers/promises";
import { openRig } from "./rig.ts";

export interface RestartLedger {
  readonly restarts: number;
  readonly sites: number;
  readonly done: number;
  readonly due: number;
  readonly failed: number;
  /** Sites whose homepage was not asked for exactly once. */
  readonly notOnce: number;
  readonly brokenUrls: number;
  readonly processesEnded: number;
}

/** Crashes the database and starts it again, over and over, while sites are recrawled; nobody else is touched. */
export async function postgresRestarts(options: {
  readonly sites: number;
  readonly restarts: number;
}): Promise<RestartLedger> {
  const { sites, restarts } = options;
  const rig = await openRig({ sites, workers: 2 });
  try {
    await rig.makeDue();
    await rig.startRun();
    for (let restart = 0; restart < restarts; restart++) {
      await sleep(300 + (restart % 5) * 150);
      await rig.postgres.kill();
      await sleep((restart % 3) * 200);
      await rig.postgres.start();
    }
    await rig.settled(120_000).catch(() => {}); // what is left stands in the ledger
    const { done, due, failed, broken } = await rig.ledger();
    const visits = [...rig.website.visitors.values()].map(({ length }) => length);
    return {
      restarts,
      sites,
      done,
      due,
      failed,
      notOnce: sites - visits.filter((count) => count === 1).length,
      brokenUrls: broken.length,
      processesEnded: rig.processes.filter(({ child }) => child.exitCode !== null || child.signalCode !== null).length,
    };
  } finally {
    await rig.close();
  }
}
