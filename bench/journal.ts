// What it costs that a crawl can go on after a kill: processor time and bytes of its journal, the command's file and the
// service's sealed pieces, each beside the same crawl without one.
//   npm run bench -- journal [PAGES ROUNDS] [--smoke]
import { mkdtempSync, readdirSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { newKey } from "../packages/service/src/jobs/cipher.ts";
import { generate } from "../packages/service/src/jobs/generate/generate.ts";
import { openJournalFile } from "../packages/service/src/jobs/journal/files.ts";
import { CrawlJournal } from "../packages/service/src/jobs/journal/journal.ts";
import { Journals } from "../packages/service/src/jobs/kept-journal.ts";
import { UNSEALED } from "../packages/service/src/jobs/sealing.ts";
import { openFolder } from "../packages/service/src/store/disk.ts";
import { jobRequest, jobWorld } from "./job.ts";
import { serveSite } from "./measure.ts";
import { isSmoke, judge, keepResult, median, numbers, table } from "./results.ts";

const [PAGES = isSmoke ? 150 : 2_000, ROUNDS = isSmoke ? 1 : 5] = numbers;
const PAGE_KB = 14;
/** Bounds: 5 % of the processor time, 15 MB for 10,000 pages. */
const MAX_SHARE = 0.05;
const MAX_MB = 15;
const SIZED_PAGES = isSmoke ? PAGES : 10_000;

/** Collects garbage, so that no crawl pays for that of the one before. */
setFlagsFromString("--expose-gc");
const collect: () => void = runInNewContext("gc");

const site = await serveSite(SIZED_PAGES, PAGE_KB, { latencyMs: 0 });
const world = jobWorld();

/** A journal in a folder of its own, and a function that ends its writing. */
interface Kept {
  readonly journal: CrawlJournal;
  readonly close: () => Promise<void>;
}

/** The command keeps no texts of pages; the service asks its questions of them. */
const JOURNALS: Readonly<Record<string, (folder: string) => Promise<Kept>>> = {
  command: async (folder) => {
    const file = openJournalFile(join(folder, "journal"));
    const journal = new CrawlJournal({ had: () => undefined, write: (record) => file.add(record) });
    return { journal, close: async () => file.close() };
  },
  service: async (folder) => {
    const store = await openFolder(folder, "private", "fleeting");
    const onFailed = ({ why }: { readonly why: string }) => console.error(why);
    const asked = {
      id: crypto.randomUUID(),
      request: jobRequest(site.origin, PAGES),
      key: newKey(),
      isResumed: false,
    };
    return new Journals({ store, settings: [], onFailed }).open({ ...asked, seal: UNSEALED });
  },
};

interface Spent {
  readonly cpuMs: number;
  /** Megabytes of the journal. */
  readonly mb: number;
}

async function crawl(
  kind: string,
  { isKept, maxPages = PAGES }: { readonly isKept: boolean; readonly maxPages?: number },
): Promise<Spent> {
  const folder = mkdtempSync(join(tmpdir(), "llmstxt-bench-"));
  const kept = isKept ? await JOURNALS[kind]?.(folder) : undefined;
  const job = { world, report: () => {}, journal: kept?.journal, withTexts: kind === "service" };
  const cpu = process.cpuUsage();
  await generate(jobRequest(site.origin, maxPages), job, new AbortController().signal);
  await kept?.close();
  const { user, system } = process.cpuUsage(cpu);
  const bytes = readdirSync(folder, { recursive: true })
    .map((name) => statSync(join(folder, String(name))))
    .reduce((sum, found) => sum + (found.isFile() ? found.size : 0), 0);
  rmSync(folder, { recursive: true });
  return { cpuMs: (user + system) / 1000, mb: bytes / 1e6 };
}

async function measured(kind: string) {
  // Compiled code is no part of what is compared, so both ways run before.
  const { mb } = await crawl(kind, { isKept: true, maxPages: SIZED_PAGES });
  await crawl(kind, { isKept: false });
  const rounds: { before: number; after: number }[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    const ways = round % 2 === 0 ? [false, true] : [true, false];
    const spent = new Map<boolean, number>();
    for (const isKept of ways) {
      collect();
      spent.set(isKept, (await crawl(kind, { isKept })).cpuMs);
    }
    rounds.push({ before: spent.get(false) ?? 0, after: spent.get(true) ?? 0 });
  }
  const [before, after] = [median(rounds.map((one) => one.before)), median(rounds.map((one) => one.after))];
  return { kind, before, after, more: median(rounds.map((one) => one.after / one.before - 1)), mb };
}

const all = [await measured("command"), await measured("service")];
site.close();
await world.fetching.close();

const rows = all.map((one) => [
  one.kind,
  one.before.toFixed(0),
  one.after.toFixed(0),
  `${(one.more * 100).toFixed(1)} %`,
  one.mb.toFixed(1),
]);
keepResult(
  "Journal",
  `${PAGES} pages of ${PAGE_KB} KB, medians of ${ROUNDS} rounds with and without a journal, each way first in turn; "more" is the median of the rounds. A crawl that can go on is allowed 5 % more processor time and 15 MB for 10,000 pages.

${table(["", "CPU ms without", "with", "more", `MB of ${SIZED_PAGES} pages`], rows)}`,
);
judge({
  // A short crawl is all noise, and its journal is hardly packed.
  "at most 5 % more processor time": isSmoke || all.every((one) => one.more <= MAX_SHARE),
  "at most 15 MB for 10,000 pages": isSmoke || all.every(({ mb }) => mb <= MAX_MB),
});
