// The built command beside a raw loop that reads nothing (the limit), and beside peers.
// npm run bench:crawl [-- COURSE …]
// a course by its number; without one all of them
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Contestant, type Cost, compete, type ServedSite, serveSite } from "./measure.ts";
import { peers } from "./peers.ts";
import { keepResult, numbers, table } from "./results.ts";

interface Course {
  readonly pages: number;
  readonly kilobytes: number;
  readonly latencyMs: number;
  readonly tls?: "tls";
  readonly concurrency: number;
  readonly rounds: number;
  /** Pages for peers; fewer if they take ten times as long, since their figures are per page. None: no peers. */
  readonly peerPages?: number;
  /** Goals that this course must meet, by name. */
  readonly goals: Readonly<Record<string, (us: Cost, raw: Cost) => boolean>>;
}

const FIFTY = { pages: 50, peerPages: 50, kilobytes: 14, concurrency: 16, rounds: 5 };
const MANY = { latencyMs: 0, concurrency: 64 };
const perPage = (most: number, pages: number) => ({
  [`at most ${most} CPU ms a page`]: (us: Cost) => us.cpuMs / pages <= most,
});
const wall = (most: number) => ({
  [`at most ${most} x raw's time`]: (us: Cost, raw: Cost) => us.wallMs / raw.wallMs <= most,
});
const share = { "at least 0.30 of raw's pages a second": (us: Cost, raw: Cost) => raw.wallMs / us.wallMs >= 0.3 };
const memory = { "at most 1.4 x raw's memory": (us: Cost, raw: Cost) => us.rssMb / raw.rssMb <= 1.4 };

const COURSES: readonly Course[] = [
  { ...FIFTY, latencyMs: 50, goals: wall(1.35) },
  { ...FIFTY, latencyMs: 50, tls: "tls", goals: wall(1.35) },
  { ...FIFTY, latencyMs: 200, rounds: 3, goals: wall(1.2) },
  {
    ...MANY,
    pages: 1_000,
    peerPages: 1_000,
    kilobytes: 14,
    rounds: 5,
    goals: { ...perPage(1.2, 1_000), ...share, ...memory },
  },
  { ...MANY, pages: 300, peerPages: 100, kilobytes: 95, rounds: 5, goals: perPage(3, 300) },
  { ...MANY, pages: 10_000, kilobytes: 14, rounds: 1, goals: { "at most 250 MB": (us) => us.rssMb <= 250 } },
];

interface Entrant extends Contestant {
  readonly pages: number;
}

function entrants(
  { pages, peerPages = 0, concurrency, rounds }: Course,
  site: ServedSite,
  peerSite: ServedSite,
): Entrant[] {
  const out = join(tmpdir(), `bench-${process.pid}.txt`);
  const args = ["dist/cli.js", "generate", `${site.origin}/`, "--max-pages", String(pages), "--quiet", "-o", out];
  const env = { CRAWL_CONCURRENCY: String(concurrency), MAX_PAGES_LIMIT: String(pages) };
  const raw = ["bench/raw-loop.js", site.origin, String(pages), String(concurrency)];
  return [
    { name: "raw undici loop", args: raw, site, rounds, pages },
    { name: "llmstxt-service", args, site, rounds, pages, env },
    ...(peerPages === 0 ? [] : peers()).map((peer) => ({
      ...{ name: peer.name, args: peer.args(peerSite.origin, peerPages, concurrency), site: peerSite },
      ...{ rounds: 1, pages: peerPages },
    })),
  ];
}

const HEAD = [
  "",
  "pages",
  "pages/s",
  "of raw",
  "CPU ms a page",
  "ms in all",
  "x raw",
  "MB",
  "x raw",
  "requests",
  "first after ms",
];

async function hold(course: Course): Promise<string> {
  const { pages, peerPages = 0, kilobytes, latencyMs, tls = "plain", concurrency, goals } = course;
  const site = await serveSite(pages, kilobytes, { latencyMs, tls });
  const peerSite = await serveSite(peerPages, kilobytes, { latencyMs, tls });
  try {
    const all = entrants(course, site, peerSite);
    const costs = await compete(all);
    const [raw, us] = [costs.get("raw undici loop"), costs.get("llmstxt-service")];
    if (raw === undefined || us === undefined) throw new Error("a contestant is missing");
    const rows = all.map(({ name, pages: own }) => row(name, own, { cost: costs.get(name), raw, rawPages: pages }));
    const missed = Object.entries(goals).flatMap(([goal, isKept]) => (isKept(us, raw) ? [] : [goal]));
    const trips = latencyMs === 200 ? `\n\nOurs, after the start: ${flights(us.requestsMs, latencyMs)}.` : "";
    const title = `${pages} pages of ${kilobytes} kB, ${latencyMs} ms a response${tls === "tls" ? ", TLS" : ""}, ${concurrency} at once`;
    const note = missed.length === 0 ? "Goals met." : `Missed: ${missed.join("; ")}.`;
    return `### ${title}\n\n${table(HEAD, rows)}${trips}\n\n${note}`;
  } finally {
    site.close();
    peerSite.close();
  }
}

/** Requests that arrive within half a round trip belong to one flight. */
function flights(requestsMs: readonly number[], latencyMs: number): string {
  const found: { readonly atMs: number; requests: number }[] = [];
  for (const atMs of requestsMs) {
    const last = found.at(-1);
    if (last !== undefined && atMs - last.atMs < latencyMs / 2) last.requests++;
    else found.push({ atMs, requests: 1 });
  }
  return found.map(({ atMs, requests }) => `${requests} at ${atMs.toFixed(0)} ms`).join(", ");
}

interface Judged {
  readonly cost: Cost | undefined;
  readonly raw: Cost;
  readonly rawPages: number;
}

function row(name: string, pages: number, { cost, raw, rawPages }: Judged): readonly string[] {
  if (cost === undefined) return [name, String(pages), "did not finish", ...HEAD.slice(3).map(() => "")];
  const speed = (pages / cost.wallMs) * 1000;
  const ofRaw = speed / ((rawPages / raw.wallMs) * 1000);
  const figures = [speed.toFixed(0), ofRaw.toFixed(2), (cost.cpuMs / pages).toFixed(2), cost.wallMs.toFixed(0)];
  const beside = [(cost.wallMs / raw.wallMs).toFixed(2), cost.rssMb.toFixed(0), (cost.rssMb / raw.rssMb).toFixed(2)];
  const { requestsMs } = cost;
  return [name, String(pages), ...figures, ...beside, String(requestsMs.length), (requestsMs[0] ?? 0).toFixed(0)];
}

const chosen = numbers.length > 0 ? COURSES.filter((_, at) => numbers.includes(at + 1)) : COURSES;
const texts: string[] = [];
for (const course of chosen) texts.push(await hold(course));
keepResult("npm run bench:crawl", `Command to file, process start included. Medians.\n\n${texts.join("\n\n")}`);
