// The command with its pages read in the main thread, and in others: when is that faster?
//   npm run bench -- threads [PAGES]
import { availableParallelism, tmpdir } from "node:os";
import { join } from "node:path";
import { compete, serveSite } from "./measure.ts";
import { keepResult, numbers, table } from "./results.ts";

const KILOBYTES = 14;
/** Processors of machines whose time is computed from what the threads did. */
const PROCESSORS = [4, 8];
const [PAGES = 1_000] = numbers;

const site = await serveSite(PAGES, KILOBYTES, { latencyMs: 0 });
try {
  const out = join(tmpdir(), `bench-threads-${process.pid}.txt`);
  const contestants = ["0", "1", "2"].map((threads) => ({
    name: threads,
    args: ["dist/cli.js", "generate", `${site.origin}/`, "--max-pages", String(PAGES), "--quiet", "-o", out],
    site,
    rounds: 5,
    env: {
      READER_THREADS: threads,
      CRAWL_CONCURRENCY: "64",
      ADDRESS_CONCURRENCY: "64",
      MAX_PAGES_LIMIT: String(PAGES),
    },
  }));
  const rows = [...(await compete(contestants))].map(([name, { wallMs, cpuMs, threadMs, rssMb }]) => [
    name,
    ...[wallMs, cpuMs, threadMs, ...PROCESSORS.map((count) => Math.max(threadMs, cpuMs / count)), rssMb].map((figure) =>
      figure.toFixed(0),
    ),
  ]);
  const head = [
    "READER_THREADS",
    "ms in all",
    "CPU ms",
    "of it main thread",
    ...PROCESSORS.map((count) => `least ms with ${count} processors`),
    "MB",
  ];
  const about = `${PAGES} pages of ${KILOBYTES} kB, 0 ms a response, 64 at once, ${availableParallelism()} processors. With more processors a crawl
takes as long as its main thread, or its share of all work where that is more.`;
  keepResult("npm run bench -- threads", `${about}\n\n${table(head, rows)}`);
} finally {
  site.close();
}
