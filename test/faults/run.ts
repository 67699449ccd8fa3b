// Every fault at full length, with its ledger. Exits 1 when anything was lost.
//   npm run test:faults [-- PART...]     default: all parts, which takes half an hour
import { endedCrawls } from "../command/ended-crawls.ts";
import { embeddedKills } from "./embedded-kills.ts";
import { killRounds } from "./kill-rounds.ts";
import { leftWorkAt } from "./left-work.ts";
import { diskRounds, type OutageRound, outageLosses, outageRounds } from "./outages.ts";
import { postgresRestarts } from "./postgres-restarts.ts";

/** Requests of a crawl of a thousand pages that its end may cost again. */
const AGAIN = 20;

interface Part {
  readonly about: string;
  /** @returns what was lost */
  run(): Promise<number>;
}

/** Prints a ledger. @returns the losses of all its rows */
function ledger<Row extends object>(rows: readonly Row[], lostIn: (row: Row) => number): number {
  console.table(rows);
  return rows.reduce((sum, row) => sum + lostIn(row), 0);
}

const crawlLosses = ({ twice, isSame, left }: { twice: number; isSame: boolean; left: number }): number =>
  left + Number(!isSame) + Number(twice > AGAIN);

const long = (concurrency: number) => ({ pages: 1_000, moments: 10, concurrency });

const PARTS: Readonly<Record<string, Part>> = {
  kills: {
    about: "kill -9 of the server and 3 workers at random moments, 100 due sites, 20 rounds",
    async run() {
      const rounds: Parameters<Parameters<typeof killRounds>[0]["onRound"]>[0][] = [];
      const onRound = (round: (typeof rounds)[number]) => {
        rounds.push(round);
        console.log(Object.entries(round).flat().join(" "));
      };
      await killRounds({ rounds: 20, sites: 100, workers: 3, kills: 6, onRound });
      return ledger(
        rounds,
        ({ due, crawledTwiceAtOnce, brokenUrls, enrolmentsLost }) =>
          due + crawledTwiceAtOnce + brokenUrls + enrolmentsLost,
      );
    },
  },
  outages: {
    about: "each part of an installation fails in turn for 5 to 20 seconds of a recrawl of 100 sites, 20 rounds",
    async run() {
      const rounds: OutageRound[] = [];
      const onRound = (round: OutageRound) => {
        rounds.push(round);
        console.log(Object.entries(round).flat().join(" "));
      };
      await outageRounds({ rounds: 17, sites: 100, onRound });
      await diskRounds({ rounds: 3, sites: 100, onRound });
      return ledger(rounds, outageLosses);
    },
  },
  restarts: {
    about: "Postgres crashed and restarted 20 times during 200 due sites, 1 server and 2 workers",
    run: async () =>
      ledger(
        [await postgresRestarts({ sites: 200, restarts: 20 })],
        ({ due, failed, notOnce, brokenUrls, processesEnded }) => due + failed + notOnce + brokenUrls + processesEnded,
      ),
  },
  embedded: {
    about: "kill -9 of a process that writes to the embedded database, 12 times",
    run: async () => ledger([await embeddedKills(12)], ({ lost }) => lost),
  },
  command: {
    about:
      "Ctrl-C, SIGTERM and kill -9 of a crawl of 1,000 pages at ten moments, and the next run (dist/ must be built)",
    run: async () => ledger(await endedCrawls(long(2)), crawlLosses),
  },
  command16: {
    about: "the same with sixteen requests at once",
    run: async () => ledger(await endedCrawls(long(16)), crawlLosses),
  },
  left: {
    about: "kill -9 and SIGTERM of a service and of a worker in a crawl of 1,000 pages, at ten moments",
    run: async () => ledger(await leftWorkAt(long(2)), crawlLosses),
  },
  left16: {
    about: "the same with sixteen requests at once",
    run: async () => ledger(await leftWorkAt(long(16)), crawlLosses),
  },
};

const wanted = process.argv.length > 2 ? process.argv.slice(2) : Object.keys(PARTS);
const unknown = wanted.filter((name) => !Object.hasOwn(PARTS, name));
if (unknown.length > 0) throw new Error(`No such part: ${unknown.join(", ")}. Parts: ${Object.keys(PARTS).join(", ")}`);
let losses = 0;
for (const name of wanted) {
  const part = PARTS[name];
  console.log(`${name}: ${part?.about}`);
  losses += (await part?.run()) ?? 0;
}
console.log(losses === 0 ? "Nothing lost" : `${losses} losses`);
process.exit(losses === 0 ? 0 : 1);
