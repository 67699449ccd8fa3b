// Every fault at full length, with its ledger: `npm run test:faults`. Exits 1 when anything was lost.
//   npm run test:faults [-- ROUNDS]              kills, crashes of Postgres, the embedded database
import { endedCrawls } from "../command/ended-crawls.ts";
import { embeddedKills } from "./embedded-kills.ts";
import { type KillRound, killRounds } from "./kill-rounds.ts";
import { leftWorkAt } from "./left-work.ts";
import { postgresRestarts } from "./postgres-restarts.ts";

const [count = "20"] = process.argv.slice(2);
let losses = 0;

async function kills(): Promise<void> {
  const rounds: KillRound[] = [];
  await killRounds({
    rounds: Number(count),
    sites: 100,
    workers: 3,
    kills: 6,
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
await kills();
console.log("Postgres crashed and restarted 20 times during 200 due sites, 1 server and 2 workers");
const restarts = await postgresRestarts({ sites: 200, restarts: 20 });
losses += restarts.due + restarts.failed + restarts.notOnce + restarts.brokenUrls + restarts.processesEnded;
console.table([restarts]);

console.log("kill -9 of a process that writes to the embedded database, 12 times");
const embedded = await embeddedKills(12);
losses += embedded.lost;
console.table([embedded]);

console.log("Ctrl-C and kill -9 of a crawl of 1,000 pages at ten moments, and the next run (dist/ must be built)");
const ended = await endedCrawls({ pages: 1_000, moments: 10 });
for (const { twice, isSame, left } of ended) losses += left + Number(!isSame) + Number(twice > 20);
console.table(ended);

console.log("kill -9 and SIGTERM of a service and of a worker in a crawl of 1,000 pages, at ten moments");
const left = await leftWorkAt({ pages: 1_000, moments: 10 });
for (const { twice, isSame, left: files } of left) losses += files + Number(!isSame) + Number(twice > 20);
console.table(left);

console.log(losses === 0 ? "Nothing lost" : `${losses} losses`);
process.exitCode = losses === 0 ? 0 : 1;
