// Every fault at full length, with its ledger: `npm run test:faults`. Exits 1 when anything was lost.
//   npm run test:faults [-- ROUNDS]              kills, crashes of Postgres, the embedded database
//   npm run test:faults -- ROUNDS engines        kills alone, with each engine's profile, every transaction serializable
//   npm run test:faults -- ROUNDS cluster        kills alone, on the empty database that CLUSTER_URL and CLUSTER_BACKEND name
import type { ServerBackend } from "../../src/sites/database/connection.ts";
import { type Cluster, givenCluster } from "../servers/cluster.ts";
import { embeddedKills } from "./embedded-kills.ts";
import { type KillRound, killRounds } from "./kill-rounds.ts";
import { postgresRestarts } from "./postgres-restarts.ts";

const [count = "20", which] = process.argv.slice(2);
const ENGINES: readonly ServerBackend[] = ["postgres", "yugabytedb", "citus", "cockroachdb"];
let losses = 0;

async function kills(on: { readonly engine?: ServerBackend; readonly cluster?: Cluster } = {}): Promise<void> {
  const rounds: KillRound[] = [];
  await killRounds({
    rounds: Number(count),
    sites: 100,
    workers: 3,
    kills: 6,
    ...on,
    onRound: (round) => {
      rounds.push(round);
      losses += round.due + round.crawledTwiceAtOnce + round.brokenUrls + round.enrolmentsLost;
      console.log(
        Object.entries(round)
          .map(([name, value]) => `${name} ${value}`)
          .join(", "),
      );
    },
  });
  console.table(rounds);
}

console.log(`kill -9 of the server and 3 workers at random moments, 100 due sites, ${count} rounds`);
if (which === "engines")
  for (const engine of ENGINES) {
    console.log(`with serializable transactions and the profile of ${engine}`);
    await kills({ engine });
  }
else if (which === "cluster") {
  const cluster = await givenCluster();
  if (cluster === undefined) throw new Error("CLUSTER_URL is not set");
  await kills({ cluster });
} else {
  await kills();
  console.log("Postgres crashed and restarted 20 times during 200 due sites, 1 server and 2 workers");
  const restarts = await postgresRestarts({ sites: 200, restarts: 20 });
  losses += restarts.due + restarts.failed + restarts.notOnce + restarts.brokenUrls + restarts.processesEnded;
  console.table([restarts]);

  console.log("kill -9 of a process that writes to the embedded database, 12 times");
  const embedded = await embeddedKills(12);
  losses += embedded.lost;
  console.table([embedded]);
}

console.log(losses === 0 ? "Nothing lost" : `${losses} losses`);
process.exitCode = losses === 0 ? 0 : 1;
