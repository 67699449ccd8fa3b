// Every fault at full length, with its ledger. Exits 1 when anything was lost.
//   npm run test:faults [-- PART...]     default: all parts, which takes half an hour
import { type EndedCrawl, endedCrawls } from "../command/ended-crawls.ts";
import { type EmbeddedLedger, embeddedKills } from "./embedded-kills.ts";
import { type KillRound, killRounds } from "./kill-rounds.ts";
import { leftWorkAt } from "./left-work.ts";
import { diskRounds, outageLosses, outageRounds } from "./outages.ts";
import { postgresRestarts, type RestartLedger } from "./postgres-restarts.ts";

/** Requests of a crawl of a thousand pages that its end may cost again. */
const AGAIN = 20;

interface Part {
  readonly about: string;
  /** @returns what was lost */
  run(): Promise<number>;
}

/** Prints each row as it comes. @returns the losses of all rows */
async function ledger<Row extends object>(
  lostIn: (row: Row) => number,
  run: (onRow: (row: Row) => void) => Promise<void>,
): Promise<number> {
  let losses = 0;
  await run((row) => {
    console.log(Object.entries(row).flat().join(" "));
    losses += lostIn(row);
  });
  return losses;
}

const crawlLosses = ({ twice, differs, left }: EndedCrawl): number =>
  left + Number(differs !== undefined) + Number(twice > AGAIN);

const long = (concurrency: number) => ({ pages: 1_000, moments: 10, concurrency });

const PARTS: Readonly<Record<string, Part>> = {
  kills: {
    about: "kill -9 of the server and 3 workers at random moments, 100 due sites, 20 rounds",
    run: () =>
      ledger(
        ({ due, crawledTwiceAtOnce, brokenUrls, enrolmentsLost }: KillRound) =>
          due + crawledTwiceAtOnce + brokenUrls + enrolmentsLost,
        (onRound) => killRounds({ rounds: 20, sites: 100, workers: 3, kills: 6, onRound }),
      ),
  },
  outages: {
    about: "each part of an installation fails in turn for 5 to 20 seconds of a recrawl of 100 sites, 20 rounds",
    run: () =>
      ledger(outageLosses, async (onRound) => {
        await outageRounds({ rounds: 17, sites: 100, onRound });
        await diskRounds({ rounds: 3, sites: 100, onRound });
      }),
  },
  restarts: {
    about: "Postgres crashed and restarted 20 times during 200 due sites, 1 server and 2 workers",
    run: () =>
      ledger(
        ({ due, failed, notOnce, brokenUrls, processesEnded }: RestartLedger) =>
          due + failed + notOnce + brokenUrls + processesEnded,
        async (onRow) => onRow(await postgresRestarts({ sites: 200, restarts: 20 })),
      ),
  },
  embedded: {
    about: "kill -9 of a process that writes to the embedded database, 12 times",
    run: () =>
      ledger(
        ({ lost }: EmbeddedLedger) => lost,
        async (onRow) => onRow(await embeddedKills(12)),
      ),
  },
  command: {
    about:
      "Ctrl-C, SIGTERM and kill -9 of a crawl of 1,000 pages at ten moments, and the next run (dist/ must be built)",
    run: () => ledger(crawlLosses, (onEnded) => endedCrawls({ ...long(2), onEnded })),
  },
  command16: {
    about: "the same with sixteen requests at once",
    run: () => ledger(crawlLosses, (onEnded) => endedCrawls({ ...long(16), onEnded })),
  },
  left: {
    about: "kill -9 and SIGTERM of a service and of a worker in a crawl of 1,000 pages, at ten moments",
    run: () => ledger(crawlLosses, (onEnded) => leftWorkAt({ ...long(2), onEnded })),
  },
  left16: {
    about: "the same with sixteen requests at once",
    run: () => ledger(crawlLosses, (onEnded) => leftWorkAt({ ...long(16), onEnded })),
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
