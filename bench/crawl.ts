// The built command beside the limit (a raw loop over the same addresses) and beside peers, in turn, on a site of our own.
//   npm run bench:crawl [-- --smoke | --trips]
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Contestant, type Cost, compete, type Served, serveSite } from "./measure.ts";
import { peers } from "./peers.ts";
import { isSmoke, judge, keepResult, table } from "./results.ts";

interface Course {
  readonly pages: number;
  readonly kilobytes: number;
  readonly latencyMs: number;
  readonly tls?: "tls";
  readonly concurrency: number;
  readonly rounds: number;
  /** Fewer for those who take ten times as long: their figures are of a page. None: peers do not take part. */
  readonly peerPages?: number;
  /** Most ms in all, in those of the raw loop. */
  readonly wallOfRaw?: number;
  /** What we hold ourselves to: least share of the raw loop's pages a second, most CPU ms a page, MB, and ms in all. */
  readonly share?: number;
  readonly cpuMs?: number;
  readonly rssMb?: number;
  readonly wallMs?: number;
  /** Most CPU and most memory in those of the raw loop: they hold on any machine. */
  readonly cpuOfRaw?: number;
  readonly rssOfRaw?: number;
}

const TRIPS = `50 pages of 14 kB, 200 ms a response, 16 at once. A request belongs to the round after the last one that an answer had come of when it
arrived. The least for 50 pages and 11 probes is six: robots.txt, the homepage, four times sixteen. Before: eight rounds, 60 requests, 16 connections.

Tried, and no help: an import of Node's own modules by require alone (11 % more CPU to the first request); probes before pages without a place
in their round trips; V8's flags; one CommonJS file.`;

const FIFTY = { pages: 50, peerPages: 50, kilobytes: 14, concurrency: 16, rounds: 5 };
const THOUSAND = { pages: 1000, peerPages: 300, kilobytes: 14 };

const COURSES: readonly Course[] = [
  { ...FIFTY, latencyMs: 0 },
  { ...FIFTY, latencyMs: 50, wallOfRaw: 1.2 },
  { ...FIFTY, latencyMs: 50, tls: "tls" },
  { ...FIFTY, latencyMs: 200, rounds: 3, wallOfRaw: 1.18 },
  { ...THOUSAND, latencyMs: 0, concurrency: 64, rounds: 7, share: 0.3, cpuOfRaw: 3.5, rssOfRaw: 1.4 },
  { ...THOUSAND, latencyMs: 50, concurrency: 16, rounds: 3, share: 0.85 },
  { ...THOUSAND, latencyMs: 200, concurrency: 64, rounds: 3 },
  { pages: 300, peerPages: 100, kilobytes: 93, latencyMs: 0, concurrency: 64, rounds: 7, share: 0.3 },
  { pages: 10_000, kilobytes: 14, latencyMs: 0, concurrency: 64, rounds: 1, rssMb: 300 },
];

/** Small enough for CI, and judged by what is the same on any machine: requests and memory. CPU is for a quiet one. */
const SMOKE: readonly Course[] = [{ ...THOUSAND, pages: 300, latencyMs: 0, concurrency: 64, rounds: 1, rssMb: 250 }];

const ours = (origin: string, pages: number) => {
  const out = join(tmpdir(), `bench-${process.pid}.txt`);
  return ["dist/cli.js", "generate", `${origin}/`, "--max-pages", String(pages), "--quiet", "-o", out];
};

interface Entrant extends Contestant {
  readonly pages: number;
}

function entrants({ pages, peerPages = 0, concurrency, rounds }: Course, site: Served, peerSite: Served): Entrant[] {
  const most = String(concurrency);
  const env = { CRAWL_CONCURRENCY: most, ADDRESS_CONCURRENCY: most, MAX_PAGES_LIMIT: String(pages) };
  const raw = ["bench/raw-loop.js", site.origin, String(pages), String(concurrency)];
  return [
    { name: "raw undici loop", args: raw, site, rounds, pages },
    { name: "llmstxt-service", args: ours(site.origin, pages), site, rounds, pages, env },
    ...(isSmoke || peerPages === 0 ? [] : peers()).map(({ name, args }) => ({
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
  const { pages, share = 0, cpuMs = ANY, rssMb = ANY, wallMs = ANY } = course;
  const { cpuOfRaw = ANY, wallOfRaw = ANY, rssOfRaw = ANY } = course;
  return {
    [`at least ${share} of the raw loop`]: raw.wallMs / us.wallMs >= share,
    [`at most ${cpuMs} CPU ms a page`]: us.cpuMs / pages <= cpuMs,
    [`at most ${cpuOfRaw} times the raw loop's CPU`]: us.cpuMs / raw.cpuMs <= cpuOfRaw,
    [`at most ${wallOfRaw} times the raw loop's time`]: us.wallMs / raw.wallMs <= wallOfRaw,
    [`at most ${rssOfRaw} times the raw loop's memory`]: us.rssMb / raw.rssMb <= rssOfRaw,
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
  const { pages, peerPages = 0, kilobytes, latencyMs, tls = "plain", concurrency } = course;
  const site = await serveSite(pages, kilobytes, { latencyMs, tls });
  const peerSite = await serveSite(peerPages, kilobytes, { latencyMs, tls });
  try {
    const all = entrants(course, site, peerSite);
    const costs = await compete(all);
    const [raw, us] = [costs.get("raw undici loop"), costs.get("llmstxt-service")];
    if (raw === undefined || us === undefined) throw new Error("a contestant is missing");
    const rows = all.map((entrant) => row(entrant, costs.get(entrant.name), { pages, raw }));
    const head = [
      "",
      "pages",
      "pages/s",
      "of raw",
      "CPU ms a page",
      "ms in all",
      "MB",
      "of raw",
      "requests",
      "beside pages",
      "connections",
    ];
    const kept = promises(course, us, raw);
    const missed = Object.keys(kept).filter((promise) => !kept[promise]);
    const title = `${pages} pages of ${kilobytes} kB, ${latencyMs} ms a response${tls === "tls" ? ", TLS" : ""}, ${concurrency} at once`;
    const trips = latencyMs === 200 && pages === 50 ? `\n\n${roundTrips(us)}` : "";
    const note = missed.length === 0 ? "" : `\n\nMissed: ${missed.join("; ")}.`;
    return { text: `### ${title}\n\n${table(head, rows)}${trips}${note}`, promises: kept };
  } finally {
    site.close();
    peerSite.close();
  }
}

/** The raw loop, and how many pages it took. */
interface Limit {
  readonly pages: number;
  readonly raw: Cost;
}

function row({ name, pages }: Entrant, cost: Cost | undefined, limit: Limit): readonly string[] {
  if (cost === undefined) return [name, String(pages), "did not finish", "", "", "", "", "", "", "", ""];
  const speed = perSecond(pages, cost);
  const [share, cpuMs] = [speed / perSecond(limit.pages, limit.raw), cost.cpuMs / pages];
  const memory = [cost.rssMb.toFixed(0), (cost.rssMb / limit.raw.rssMb).toFixed(2)];
  const figures = [speed.toFixed(0), share.toFixed(2), cpuMs.toFixed(2), cost.wallMs.toFixed(0), ...memory];
  return [name, String(pages), ...figures, ...[cost.requests, cost.beside, cost.connections].map(String)];
}

/** What shared each round trip of the last run. */
function roundTrips({ rounds }: Cost): string {
  const rows = rounds.map(({ atMs, requests, kinds }, index) => [
    String(index + 1),
    String(atMs),
    String(requests),
    Object.entries(kinds)
      .map(([kind, count]) => (count === 1 ? kind : `${count} ${kind}`))
      .join(", "),
  ]);
  return `Its round trips:\n\n${table(["", "ms after the first request", "requests", "for"], rows)}`;
}

/** Fifty pages at 200 ms, over HTTP and TLS: counts, which a busy machine does not change. */
async function tripsAlone(): Promise<string> {
  const tables: string[] = [];
  for (const tls of ["plain", "tls"] as const) {
    const site = await serveSite(50, 14, { latencyMs: 200, tls });
    try {
      const us = { name: "llmstxt-service", args: ours(site.origin, 50), site, rounds: 1 };
      const [cost] = (await compete([us])).values();
      if (cost === undefined) throw new Error("the crawl failed");
      const { requests, beside, connections } = cost;
      const counts = `${requests} requests, ${beside} of them besides pages; ${connections} connections`;
      tables.push(`### ${tls === "tls" ? "TLS" : "HTTP"}: ${counts}\n\n${roundTrips(cost)}`);
    } finally {
      site.close();
    }
  }
  return tables.join("\n\n");
}

if (process.argv.includes("--trips")) {
  keepResult("npm run bench:crawl -- --trips", `${TRIPS}\n\n${await tripsAlone()}`);
  process.exit();
}

const results: Held[] = [];
for (const course of isSmoke ? SMOKE : COURSES) results.push(await hold(course));
const text = results.map((result) => result.text).join("\n\n");
keepResult("npm run bench:crawl", `Command to file, process start included.\n\n${text}`);
// On shared cores seconds come and go: a full run reports, the smoke run decides.
if (isSmoke) for (const { promises } of results) judge(promises);
