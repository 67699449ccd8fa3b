// A crawl of 20 small pages alone, and beside clients and sites that want all of the reading threads: nobody starves.
// Eight equal clients beside a greedy one: each gets as much as the others.
//   npm run bench -- fairness [--smoke]     COMMAND names another build to measure (default dist/cli.js)
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { startProcess } from "../test/servers/process.ts";
import { serveSite } from "../test/servers/site.ts";
import { topicSite } from "../test/servers/topic-site.ts";
import { isSmoke, judge, keepResult, median, table } from "./results.ts";
import { addressOf, crawlFrom, EQUAL, jain, LEAST_JAIN, MOST_TIMES, OWN_ADDRESS } from "./shares.ts";

/** As many crawls as there is time for, and so many at least. */
const ROUNDS = isSmoke ? 1 : 5;
const LONG_MS = isSmoke ? 0 : 8_000;
/** By then the others have filled their lines, and some were refused. */
const BEFORE_MS = isSmoke ? 0 : 3_000;
/** A crawl that has no end by then is taken for starved. */
const MAX_MS = 60_000;
const PAGES = 20;

/** What each of the equal clients and a greedy one has asked for at any time. */
const CRAWLS_EACH = 3;
const CRAWLS_OF_GREEDY = 60;

const folder = await mkdtemp(join(tmpdir(), "bench-fairness-"));
const settings = {
  DATA_DIR: folder,
  DATABASE_URL: "none",
  BROWSER_ENABLED: "false",
  ALLOW_PRIVATE_NETWORKS: "true",
  // The crawls of large pages have all places of one client, three quarters: the threads are what is measured.
  MAX_CONCURRENT_CRAWLS: "6",
};
// Built, but for the tests, which build nothing.
const command = process.env.COMMAND ?? (isSmoke ? undefined : "dist/cli.js");
const server = await startProcess(settings, command);
process.once("exit", () => server.kill("SIGKILL"));

const small = await topicSite({ pages: PAGES, latencyMs: 1 });
const page = (body: string): string => `<!doctype html><title>T</title><main><h1>T</h1>${body}</main>`;
const paths = Array.from({ length: 40 }, (_, at) => `/${at}`);
const links = paths.map((path) => `<a href="${path}">${path}</a>`).join("");
const words = "<p>Words that are here to be read.</p>".repeat(isSmoke ? 30_000 : 270_000);
const large = await Promise.all(
  Array.from({ length: 4 }, () =>
    serveSite({ "/": page(words + links), ...Object.fromEntries(paths.map((path) => [path, page(words + path)])) }),
  ),
);

/** @returns the pages in the document */
const crawl = (url: string, maxPages: number, localAddress = "127.0.0.1"): Promise<number> =>
  crawlFrom(localAddress, server.url, { url, maxPages });

interface Beside {
  /** Requests that were answered, and those that were refused. */
  answered: number;
  refused: number;
  /** Requests that got no answer. */
  broken: number;
  isOver: boolean;
}

const post = (path: string, body: object) => async (beside: Beside) => {
  const headers = { "content-type": "application/json" };
  const answer = await fetch(`${server.url}${path}`, { method: "POST", headers, body: JSON.stringify(body) });
  await answer.text();
  if (answer.status === 429) beside.refused++;
  else beside.answered++;
};

const text = `# A\n\n> b\n\n## C\n\n${"- [a](https://x.test/a): text\n".repeat(30_000)}`;
const yaml = `pages:\n${"  - path: /a\n    title: A title\n".repeat(14_000)}`;
const include = Array.from({ length: 100 }, (_, at) => `/*a*b*c*d*e*f*g*${at}`);
const many = (count: number, work: (beside: Beside) => Promise<unknown>) => Array.from({ length: count }, () => work);
const HOSTILE: Readonly<Record<string, readonly ((beside: Beside) => Promise<unknown>)[]>> = {
  alone: [],
  "four sites of 10 MB pages": large.map(({ origin }) => async (beside) => {
    beside.answered += await crawl(origin, 40);
  }),
  "16 clients that validate": many(16, post("/api/validate", { text })),
  "60 overlay previews of 0.5 MB": many(60, post("/api/overlay/preview", { yaml })),
  "16 filter previews": many(16, post("/api/crawls/preview", { url: small.origin, include })),
};

/** Processor time of the service's main thread; undefined where the system does not tell. */
async function mainThreadMs(): Promise<number> {
  const stat = await readFile(`/proc/${server.pid}/task/${server.pid}/stat`, "utf8").catch(() => "");
  const [user, system] = stat.slice(stat.lastIndexOf(")")).split(" ").slice(12).map(Number);
  // In hundredths of a second.
  return ((user ?? Number.NaN) + (system ?? Number.NaN)) * 10;
}

const rows: string[][] = [];
const pages: number[] = [];
/** Time of a crawl beside each of the others, the first alone. */
const times: number[] = [];
let broken = 0;
await crawl(small.origin, PAGES);
for (const [name, works] of Object.entries(HOSTILE)) {
  const beside: Beside = { answered: 0, refused: 0, broken: 0, isOver: false };
  const loops = works.map(async (work) => {
    while (!beside.isOver) await work(beside).catch(() => void beside.broken++);
  });
  await Promise.all([crawl(small.origin, 1, OWN_ADDRESS), sleep(BEFORE_MS)]);
  const counted = { ...beside };
  const end = performance.now() + LONG_MS;
  const wall: number[] = [];
  const cpu: number[] = [];
  for (let round = 0; round < ROUNDS || performance.now() < end; round++) {
    const began = { wall: performance.now(), cpu: await mainThreadMs() };
    const late = new Promise<number>((resolve) => setTimeout(resolve, MAX_MS, 0).unref());
    const found = await Promise.race([crawl(small.origin, PAGES, OWN_ADDRESS), late]);
    pages.push(found);
    wall.push(found === PAGES ? performance.now() - began.wall : Number.POSITIVE_INFINITY);
    cpu.push((await mainThreadMs()) - began.cpu);
  }
  beside.isOver = true;
  const took = median(wall);
  times.push(took);
  rows.push([
    name,
    Number.isFinite(took) ? `${Math.round(took)} ms` : `no end in ${MAX_MS / 1000} s`,
    `${Math.round(median(cpu))} ms`,
    String(wall.length),
    `${beside.answered - counted.answered} + ${beside.refused - counted.refused}`,
  ]);
  broken += beside.broken;
  console.log(rows.at(-1)?.join(" | "));
  const ended = Promise.allSettled(loops);
  if (!isSmoke) await Promise.race([ended, sleep(10_000)]);
}
/** Crawls that each of equal clients had in a while, and those of one that asks for twenty times as many. */
async function shares(): Promise<{ readonly equal: readonly number[]; readonly greedy: number }> {
  const had = Array.from({ length: EQUAL + 1 }, () => 0);
  const end = performance.now() + LONG_MS;
  const loops = had.flatMap((_, client) =>
    Array.from({ length: client === EQUAL ? CRAWLS_OF_GREEDY : CRAWLS_EACH }, async () => {
      while (performance.now() < end) {
        await crawl(small.origin, PAGES, addressOf(client));
        had[client] = (had[client] ?? 0) + (performance.now() < end ? 1 : 0);
      }
    }),
  );
  await Promise.all(loops);
  return { equal: had.slice(0, EQUAL), greedy: had.at(-1) ?? 0 };
}

// A while of it takes too long for a test; the line's own tests have the turns of clients.
const { equal, greedy } = isSmoke ? { equal: [1], greedy: 0 } : await shares();
const index = jain(equal);
console.log(
  `${EQUAL} equal clients: ${equal.join(", ")} crawls; the greedy one: ${greedy}; Jain's index ${index.toFixed(3)}`,
);

keepResult(
  "npm run bench -- fairness",
  `A crawl of ${PAGES} pages beside others: medians of one run. Before threads were shared by
processor time it took 41 to 51 ms alone and had no end in 24 s beside each of them; while refused requests were still read and
parsed, 8.3 s beside the overlay previews. Crawls of large pages go on
beside the rows below theirs.

${table(["beside", "wall", "CPU of the main thread meanwhile", "crawls", "requests or pages of the others, done + refused"], rows)}

${EQUAL} clients with ${CRAWLS_EACH} crawls asked for at any time, beside one with ${CRAWLS_OF_GREEDY}: ${equal.join(", ")} crawls;
the greedy one ${greedy}. Jain's index of the equal ones: ${index.toFixed(3)}.`,
);
judge({
  [`every crawl ends with its ${PAGES} pages`]: pages.every((found) => found === PAGES),
  [`a crawl takes at most ${MOST_TIMES} times as long beside others`]:
    isSmoke || Math.max(...times) <= MOST_TIMES * (times[0] ?? 0),
  "every request is answered": broken === 0,
  "equal clients are served equally": index >= LEAST_JAIN,
});
// Crawls of large pages may still run: the process is not asked to wait for them.
server.kill("SIGKILL");
await server.exited;
await Promise.all([small, ...large].map((site) => site.close()));
await rm(folder, { recursive: true, force: true, maxRetries: 5 });
process.exit();
