// The built command beside the limit (a raw loop over the same addresses) and beside peers, in turn, on a site of our own.
//   npm run bench:crawl [-- --smoke]     peers: npm ci --prefix bench/peers
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Contestant, type Cost, compete, type Served, serveSite } from "./measure.ts";
import { peers } from "./peers.ts";
import { isSmoke, judge, keepResult, table } from "./results.ts";
import { startTable } from "./start.ts";

interface Course {
  readonly pages: number;
  readonly kilobytes: number;
  readonly latencyMs: number;
  readonly concurrency: number;
  readonly rounds: number;
  /** Fewer for those who take ten times as long: their figures are of a page. */
  readonly peerPages: number;
  /** What we hold ourselves to: least share of the raw loop's pages a second, most CPU ms a page, MB, and ms in all. */
  readonly share?: number;
  readonly cpuMs?: number;
  readonly rssMb?: number;
  readonly wallMs?: number;
  /** Most CPU in that of the raw loop: holds on any machine. */
  readonly cpuOfRaw?: number;
}

const FIFTY = { pages: 50, peerPages: 50, kilobytes: 14, concurrency: 16, rounds: 5 };
const THOUSAND = { pages: 1000, peerPages: 300, kilobytes: 14 };

const COURSES: readonly Course[] = [
  { ...FIFTY, latencyMs: 0 },
  { ...FIFTY, latencyMs: 50, wallMs: 500 },
  { ...FIFTY, latencyMs: 200, rounds: 3 },
  { ...THOUSAND, latencyMs: 0, concurrency: 64, rounds: 7, share: 0.35, cpuMs: 1, rssMb: 160 },
  { ...THOUSAND, latencyMs: 50, concurrency: 16, rounds: 3, share: 0.85 },
  { ...THOUSAND, latencyMs: 200, concurrency: 64, rounds: 3 },
  { pages: 300, peerPages: 100, kilobytes: 93, latencyMs: 0, concurrency: 64, rounds: 7, share: 0.3 },
];

/** Small enough for CI, and judged by what a busy machine does not change: counts and CPU beside CPU. */
const SMOKE: readonly Course[] = [
  { ...THOUSAND, pages: 300, latencyMs: 0, concurrency: 64, rounds: 3, cpuOfRaw: 8, rssMb: 250 },
];

const ours = (origin: string, pages: number) => {
  const out = join(tmpdir(), `bench-${process.pid}.txt`);
  return ["dist/cli.js", "generate", `${origin}/`, "--max-pages", String(pages), "--quiet", "-o", out];
};

interface Entrant extends Contestant {
  readonly pages: number;
}

function entrants({ pages, peerPages, concurrency, rounds }: Course, site: Served, peerSite: Served): Entrant[] {
  const env = { CRAWL_CONCURRENCY: String(concurrency) };
  const raw = ["bench/raw-loop.js", site.origin, String(pages), String(concurrency)];
  return [
    { name: "raw undici loop", args: raw, site, rounds, pages },
    { name: "llmstxt-service", args: ours(site.origin, pages), site, rounds, pages, env },
    ...(isSmoke ? [] : peers).map(({ name, args }) => ({
      name,
      args: args(peerSite.origin, peerPages, concurrency),
      site: peerSite,
      rounds: 1,
      pages: peerPages,
    })),
  ];
}

const perSecond = (pages: number, { wallMs }: Cost) => (pages / wallMs) * 1000;

const ANY = Number.POSITIVE_INFINITY;

function promises(course: Course, us: Cost, raw: Cost): Readonly<Record<string, boolean>> {
  const { pages, share = 0, cpuMs = ANY, rssMb = ANY, wallMs = ANY, cpuOfRaw = ANY } = course;
  return {
    [`at least ${share} of the raw loop`]: raw.wallMs / us.wallMs >= share,
    [`at most ${cpuMs} CPU ms a page`]: us.cpuMs / pages <= cpuMs,
    [`at most ${cpuOfRaw} times the raw loop's CPU`]: us.cpuMs / raw.cpuMs <= cpuOfRaw,
    [`at most ${rssMb} MB`]: us.rssMb <= rssMb,
    [`at most ${wallMs} ms`]: us.wallMs <= wallMs,
    [`at most ${pages} x 1.2 + 30 requests`]: us.requests <= pages * 1.2 + 30,
    "every page is asked for": us.requests >= pages,
  };
}

interface Held {
  readonly text: string;
  readonly promises: Readonly<Record<string, boolean>>;
}

async function hold(course: Course): Promise<Held> {
  const { pages, peerPages, kilobytes, latencyMs, concurrency } = course;
  const site = await serveSite(pages, kilobytes, latencyMs);
  const peerSite = await serveSite(peerPages, kilobytes, latencyMs);
  try {
    const all = entrants(course, site, peerSite);
    const costs = await compete(all);
    const [raw, us] = [costs.get("raw undici loop"), costs.get("llmstxt-service")];
    if (raw === undefined || us === undefined) throw new Error("a contestant is missing");
    const limit = perSecond(pages, raw);
    const rows = all.map((entrant) => row(entrant, costs.get(entrant.name), limit));
    const head = ["", "pages", "pages/s", "of raw", "CPU ms a page", "ms in all", "MB", "requests"];
    const kept = promises(course, us, raw);
    const missed = Object.keys(kept).filter((promise) => !kept[promise]);
    const title = `${pages} pages of ${kilobytes} kB, ${latencyMs} ms a response, ${concurrency} at once`;
    const note = missed.length === 0 ? "" : `\n\nMissed: ${missed.join("; ")}.`;
    return { text: `### ${title}\n\n${table(head, rows)}${note}`, promises: kept };
  } finally {
    site.close();
    peerSite.close();
  }
}

function row({ name, pages }: Entrant, cost: Cost | undefined, limit: number): readonly string[] {
  if (cost === undefined) return [name, String(pages), "did not finish", "", "", "", "", ""];
  const speed = perSecond(pages, cost);
  const [share, cpuMs] = [speed / limit, cost.cpuMs / pages];
  const figures = [speed.toFixed(0), share.toFixed(2), cpuMs.toFixed(2), cost.wallMs.toFixed(0), cost.rssMb.toFixed(0)];
  return [name, String(pages), ...figures, String(cost.requests)];
}

async function started(): Promise<string> {
  const site = await serveSite(1, 14, 0);
  try {
    return await startTable(site, ours(site.origin, 1));
  } finally {
    site.close();
  }
}

const results: Held[] = [];
for (const course of isSmoke ? SMOKE : COURSES) results.push(await hold(course));
const text = [...results.map((result) => result.text), ...(isSmoke ? [] : [await started()])].join("\n\n");
keepResult("npm run bench:crawl", `Command to file, process start included.\n\n${text}`);
// On shared cores seconds come and go: a full run reports, the smoke run decides.
if (isSmoke) for (const { promises } of results) judge(promises);
