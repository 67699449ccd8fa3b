// CPU and memory of a crawl by this build and by others, in turn: what a change costs.
//   npm run bench -- builds NAME=DIST… [PAGES]      `dist` of another checkout, and its name; three rounds each
import { existsSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { compete, serveSite } from "./measure.ts";
import { keepResult, numbers, table } from "./results.ts";

const KILOBYTES = 14;
const OURS = "this one";
const [PAGES = 300] = numbers;
const others = process.argv.slice(2).flatMap((argument) => {
  const [, name, dist] = /^([^=]+)=(.+)$/.exec(argument) ?? [];
  return name !== undefined && dist !== undefined && existsSync(join(dist, "cli.js")) ? [{ name, dist }] : [];
});

const site = await serveSite(PAGES, KILOBYTES, { latencyMs: 0 });
try {
  const out = join(tmpdir(), `bench-builds-${process.pid}.txt`);
  const contestants = [{ name: OURS, dist: "dist" }, ...others].map(({ name, dist }) => ({
    name,
    args: [join(dist, "cli.js"), "generate", `${site.origin}/`, "--max-pages", String(PAGES), "--quiet", "-o", out],
    site,
    rounds: 3,
    env: { CRAWL_CONCURRENCY: "64", ADDRESS_CONCURRENCY: "64", MAX_PAGES_LIMIT: String(PAGES) },
  }));
  const costs = await compete(contestants);
  const own = costs.get(OURS);
  const rows = [...costs].map(([name, { cpuMs, rssMb }]) => [
    name,
    (cpuMs / PAGES).toFixed(2),
    own === undefined ? "" : (cpuMs / own.cpuMs).toFixed(2),
    rssMb.toFixed(0),
  ]);
  keepResult(
    "npm run bench -- builds",
    `${PAGES} pages of ${KILOBYTES} kB, 0 ms a response.\n\n${table(["build", "CPU ms a page", "of ours", "MB"], rows)}`,
  );
} finally {
  site.close();
}
