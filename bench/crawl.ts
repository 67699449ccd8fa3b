// The built command beside the limit (a raw loop over the same addresses) and beside peers, in turn, on a site of our own.
//   npm run bench:crawl [-- --smoke]     peers: npm ci --prefix bench/peers
import { existsSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { type Contestant, type Cost, compete, serveSite } from "./measure.ts";
import { keepResult, table } from "./results.ts";

interface Course {
  readonly pages: number;
  readonly kilobytes: number;
  readonly latencyMs: number;
  readonly concurrency: number;
  readonly rounds: number;
  /** Least share of the raw loop's pages a second, and most CPU ms a page and MB: what we hold ourselves to. */
  readonly share?: number;
  readonly cpuMs?: number;
  readonly rssMb?: number;
  readonly wallMs?: number;
}

const COURSES: readonly Course[] = [
  { pages: 1000, kilobytes: 14, latencyMs: 0, concurrency: 64, rounds: 5, share: 0.35, cpuMs: 1, rssMb: 160 },
  { pages: 50, kilobytes: 14, latencyMs: 0, concurrency: 16, rounds: 5 },
  { pages: 50, kilobytes: 14, latencyMs: 50, concurrency: 16, rounds: 5, wallMs: 500 },
  { pages: 1000, kilobytes: 14, latencyMs: 50, concurrency: 16, rounds: 3, share: 0.85 },
  { pages: 300, kilobytes: 93, latencyMs: 0, concurrency: 64, rounds: 5, share: 0.3 },
  { pages: 50, kilobytes: 14, latencyMs: 200, concurrency: 16, rounds: 3 },
];

/** Small enough for CI: counts and ratios, no seconds. */
const SMOKE: readonly Course[] = [{ pages: 100, kilobytes: 14, latencyMs: 0, concurrency: 16, rounds: 1, share: 0.02 }];

const peers = join(import.meta.dirname, "peers");
const hasPeers = existsSync(join(peers, "node_modules"));

function contestants({ pages, concurrency }: Course, origin: string): readonly Contestant[] {
  const out = join(tmpdir(), `bench-${process.pid}.txt`);
  const numbers = [String(pages), String(concurrency)];
  const ours = ["dist/cli.js", "generate", `${origin}/`, "--max-pages", String(pages), "--quiet", "-o", out];
  const rivals: readonly Contestant[] = [
    { name: "crawlee (Cheerio)", args: [join(peers, "crawlee.js"), origin, ...numbers] },
    {
      name: "dotenvx llmstxt",
      args: [
        join(peers, "node_modules/llmstxt/src/cli/llmstxt.js"),
        "gen",
        `${origin}/sitemap.xml`,
        "-c",
        String(concurrency),
      ],
    },
  ];
  return [
    { name: "raw undici loop", args: [resolve("bench/raw-loop.ts"), origin, ...numbers] },
    { name: "llmstxt-service", args: ours },
    ...(hasPeers ? rivals : []),
  ];
}

const perSecond = (pages: number, { wallMs }: Cost) => (pages / wallMs) * 1000;

function missed({ pages, share, cpuMs, rssMb, wallMs }: Course, ours: Cost, raw: Cost): readonly string[] {
  const checks: readonly (readonly [boolean, string])[] = [
    [share !== undefined && raw.wallMs / ours.wallMs < share, `share of the raw loop below ${share}`],
    [cpuMs !== undefined && ours.cpuMs / pages > cpuMs, `more than ${cpuMs} CPU ms a page`],
    [rssMb !== undefined && ours.rssMb > rssMb, `more than ${rssMb} MB`],
    [wallMs !== undefined && ours.wallMs > wallMs, `more than ${wallMs} ms`],
    [ours.requests > pages * 1.2 + 30, `more requests than ${pages} x 1.2 + 30`],
  ];
  return checks.flatMap(([isMissed, words]) => (isMissed ? [words] : []));
}

async function hold(course: Course): Promise<{ readonly text: string; readonly missed: readonly string[] }> {
  process.env.CRAWL_CONCURRENCY = String(course.concurrency);
  const site = await serveSite(course.pages, course.kilobytes, course.latencyMs);
  try {
    const costs = await compete(contestants(course, site.origin), site, course.rounds);
    const [raw, ours] = [costs.get("raw undici loop"), costs.get("llmstxt-service")];
    if (raw === undefined || ours === undefined) throw new Error("a contestant is missing");
    const rows = [...costs].map(([name, cost]) => [
      name,
      perSecond(course.pages, cost).toFixed(0),
      (raw.wallMs / cost.wallMs).toFixed(2),
      (cost.cpuMs / course.pages).toFixed(2),
      cost.wallMs.toFixed(0),
      cost.rssMb.toFixed(0),
      String(cost.requests),
      String(cost.mostOpen),
    ]);
    const head = ["", "pages/s", "of raw", "CPU ms a page", "ms in all", "MB", "requests", "most open"];
    const faults = missed(course, ours, raw);
    const title = `${course.pages} pages of ${course.kilobytes} kB, ${course.latencyMs} ms a response, ${course.concurrency} at once`;
    const note = faults.length === 0 ? "" : `\n\nMissed: ${faults.join("; ")}.`;
    return { text: `### ${title}\n\n${table(head, rows)}${note}`, missed: faults };
  } finally {
    site.close();
  }
}

const isSmoke = process.argv.includes("--smoke");
const results: { readonly text: string; readonly missed: readonly string[] }[] = [];
for (const course of isSmoke ? SMOKE : COURSES) results.push(await hold(course));
const text = results.map((result) => result.text).join("\n\n");
if (isSmoke) console.log(text);
else keepResult("npm run bench:crawl", `Command to file, process start included.\n\n${text}`);
// On shared cores seconds come and go: a full run reports, the smoke run decides.
process.exitCode = isSmoke && results.some((result) => result.missed.length > 0) ? 1 : 0;
