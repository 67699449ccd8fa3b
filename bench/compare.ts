// What keeping a site fresh costs: a recrawl of an unchanged and of a 5 %-changed site beside its first crawl.
//   npm run bench:compare [-- --smoke]
import { type Generated, generate, type PreviousCrawl } from "../packages/service/src/jobs/generate/generate.ts";
import { jobRequest, jobWorld } from "./job.ts";
import { serveSite } from "./measure.ts";
import { judge, keepResult, table } from "./results.ts";

const PAGES = 200;

const site = await serveSite(PAGES, 14, { latencyMs: 0 });
const world = jobWorld({ topics: false });

interface Spent {
  readonly generated: Generated;
  readonly requests: number;
  readonly bytes: number;
  readonly cpuMs: number;
}

async function crawl(previous?: PreviousCrawl): Promise<Spent> {
  await fetch(`${site.origin}/reset`);
  const cpu = process.cpuUsage();
  const generated = await generate(
    jobRequest(site.origin, PAGES),
    { world, report: () => {}, ...(previous && { previous }) },
    new AbortController().signal,
  );
  const { user, system } = process.cpuUsage(cpu);
  const stats: { requests: number; bytes: number } = JSON.parse(await (await fetch(`${site.origin}/stats`)).text());
  return { generated, ...stats, cpuMs: (user + system) / 1000 };
}

const remembered = ({ pages, generatedAt, plainDigest }: Generated): PreviousCrawl => ({
  pages: new Map(pages.map((page) => [page.url, page])),
  generatedAt,
  plainDigest,
});

await crawl(); // warm: compiled code is no part of what is compared
const first = await crawl();
const unchanged = await crawl(remembered(first.generated));
await fetch(`${site.origin}/touch`);
const changed = await crawl(remembered(first.generated));
site.close();
await world.fetching.close();

const row = (name: string, { requests, bytes, cpuMs, generated }: Spent) => [
  name,
  String(requests),
  (bytes / 1024).toFixed(0),
  `${((bytes / first.bytes) * 100).toFixed(1)} %`,
  cpuMs.toFixed(0),
  generated.changed ? "yes" : "no",
];
const text = table(
  [`${PAGES} pages of 14 kB`, "requests", "kB of pages", "of the first", "CPU ms", "text changed"],
  [row("first crawl", first), row("unchanged", unchanged), row("5 % changed", changed)],
);
keepResult("npm run bench:compare", text);

judge({
  "an unchanged site is asked once a page": unchanged.requests <= PAGES + 5,
  "an unchanged site sends no page": unchanged.bytes === 0,
  "an unchanged site keeps its text": !unchanged.generated.changed,
  "a changed page is seen": changed.generated.changed,
  "a site of which 5 % changed sends a tenth at most": changed.bytes <= 0.1 * first.bytes,
  "a recrawl costs less CPU than a first crawl": unchanged.cpuMs < first.cpuMs,
});
