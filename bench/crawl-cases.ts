// Crawls every hostile site of ../shared/hostile (groups site, robots, sitemap, links) and prints what came of each
// beside its bounds: node bench/crawl-cases.ts [part of an id …]
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { connect } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { crawlOne } from "./crawl-one.ts";

interface Bound {
  readonly ms?: number;
  readonly requests?: number;
  readonly pages?: number;
  readonly maxPages?: number;
  readonly maxOpen?: number;
  readonly minGapMs?: number;
  readonly bodyBytes?: number;
}

interface Case {
  readonly id: string;
  readonly group: string;
  readonly kind: string;
  readonly url: string;
  readonly expect: string;
  readonly bound: Bound;
}

interface Stat {
  readonly requests: number;
  readonly maxOpen: number;
  readonly bytes: number;
  readonly times: readonly number[];
}

interface Outcome {
  readonly id: string;
  readonly pages: number;
  readonly ms: number;
  readonly said: string;
  readonly stat: Stat | undefined;
  readonly faults: readonly string[];
}

const shared = fileURLToPath(new URL("../../shared", import.meta.url));
const wanted = process.argv.slice(2);
const isWanted = (id: string) => wanted.length === 0 || wanted.some((part) => id.includes(part));

/** Cases at once: few, since what is measured are bounds and not speed. */
const AT_ONCE = 4;

/** Where a case's number of pages is no number to reach exactly, and why. Every other case must give just that many. */
const PAGES: Readonly<Record<string, { readonly most: number; readonly why: string }>> = {
  calendar: { most: 50, why: "days of a calendar are dropped after twelve" },
  "relative-trap": { most: 20, why: "the path repeats itself after two" },
  facets: { most: 50, why: "a limit" },
  "same-content": { most: 2, why: "the homepage is the same content already" },
  "case-slash-variants": { most: 3, why: "all variants have one content" },
  "robots-redos": { most: 4, why: "no page has a path that the rules match" },
};

/** The case counts the twenty pages that its homepage links to. */
const EXACTLY: Readonly<Record<string, number>> = { "rate-limited": 21 };

/**
 * Where a case's most open requests are what a crawler learns by trying: the third of two allowed is refused, and no
 * further try is made before fifty answers. Shown with its refusals in test/fetch/politeness.test.ts.
 */
const LEARNT_AT: Readonly<Record<string, number>> = { "rate-limited": 3 };

/**
 * Requests over a case's bound that leave beside the homepage, before its answer is known: its sitemaps and llms.txt. One
 * that waited for it would cost every crawl of a site with Markdown versions a round trip more, ten for nine
 * (round-trips.test.ts).
 */
const BESIDE_HOME: Readonly<Record<string, number>> = { "home-500": 1, "home-redirect-away": 1 };

/** The homepage links to three pages, whatever the sitemap lists; one case's sitemap names a fourth. */
const pagesOfSitemapCase = (id: string): number => (id === "sitemap-lastmod-forms" || id === "sitemap-50000" ? 5 : 4);

async function startHostile(): Promise<{ main: string; child: ChildProcess }> {
  for (let attempt = 0; attempt < 20; attempt++) {
    const base = 20_000 + Math.floor(Math.random() * 20_000);
    const child = spawn(process.execPath, [`${shared}/hostile/hostile.mjs`, "--base", String(base)], {
      stdio: ["ignore", "pipe", "ignore"],
    });
    const ready = await Promise.race([once(child.stdout, "data"), once(child, "exit")]);
    if (child.exitCode === null && String(ready[0]).includes("ready"))
      return { main: `http://127.0.0.1:${base}`, child };
  }
  throw new Error("no free range of ports for the hostile sites");
}

async function stats(main: string): Promise<{ stats: Record<string, Stat | undefined> }> {
  const answer: unknown = await (await fetch(`${main}/stats.json`)).json();
  return answer as { stats: Record<string, Stat | undefined> }; // the program that answers is pinned beside us
}

async function runHostile(main: string, one: Case): Promise<Outcome> {
  const { pages, said, ms } = await crawlOne(one.url, { maxPages: one.bound.maxPages ?? 50, concurrency: 16 });
  const stat = (await stats(main)).stats[one.id];
  const faults = faultsOf(one, pages.length, ms, stat);
  const sent = await bytesFault(main, one, stat);
  return { id: one.id, pages: pages.length, ms, said, stat, faults: sent === undefined ? faults : [...faults, sent] };
}

/** A case counts what its server wrote, and so what the kernel took for a reader who hung up long ago. */
async function bytesFault(main: string, { id, url, bound }: Case, stat: Stat | undefined): Promise<string | undefined> {
  const sent = stat?.bytes ?? 0;
  if (bound.bodyBytes === undefined || sent <= bound.bodyBytes) return undefined;
  const unread = await writtenUnread(main, id, url);
  console.log(`${id}: the server wrote ${sent} bytes; to bare sockets that read nothing it wrote ${unread}`);
  return sent > bound.bodyBytes + unread ? `${sent} bytes` : undefined;
}

/** How much the case's server writes to sockets that ask for robots.txt and the sitemap and then never read. */
async function writtenUnread(main: string, id: string, url: string): Promise<number> {
  const bytes = async () => (await stats(main)).stats[id]?.bytes ?? 0;
  const before = await bytes();
  const { hostname, port } = new URL(url);
  const sockets = ["/robots.txt", "/sitemap.xml"].map((path) => {
    const socket = connect(Number(port), hostname).pause();
    socket.write(`GET ${path} HTTP/1.1\r\nHost: ${hostname}:${port}\r\n\r\n`);
    return socket;
  });
  await sleep(1000);
  for (const socket of sockets) socket.destroy();
  return (await bytes()) - before;
}

function faultsOf({ id, kind, group, bound }: Case, pages: number, ms: number, stat: Stat | undefined): string[] {
  const faults: string[] = [];
  const fault = (isOne: boolean, text: string) => isOne && faults.push(text);
  fault(ms > (bound.ms ?? Number.POSITIVE_INFINITY), `over ${bound.ms} ms`);
  // The cases of one path count a single fetch; a crawl asks for robots.txt and the like beside it.
  const mostRequests = kind === "site" && bound.requests ? bound.requests + (BESIDE_HOME[id] ?? 0) : undefined;
  fault((stat?.requests ?? 0) > (mostRequests ?? Number.POSITIVE_INFINITY), `over ${mostRequests} requests`);
  fault((stat?.maxOpen ?? 0) > (LEARNT_AT[id] ?? bound.maxOpen ?? 16), `${stat?.maxOpen} open`);
  const gaps = (stat?.times ?? []).slice(1).map((time, index) => time - (stat?.times[index] ?? 0));
  // Timers may fire a millisecond early, and the request arrives a little after it was sent.
  fault(Math.min(...gaps) < (bound.minGapMs ?? 0) - 50, `a gap of ${Math.min(...gaps)} ms`);
  const most = PAGES[id]?.most;
  const ofGroup = group === "sitemap" ? pagesOfSitemapCase(id) : id === "robots-sitemaps" ? 4 : bound.pages;
  const exact = EXACTLY[id] ?? ofGroup;
  if (most !== undefined) fault(pages > most, `over ${most} pages`);
  else fault(exact !== undefined && pages !== exact, `${exact} pages expected`);
  return faults;
}

function print({ id, pages, ms, said, stat, faults }: Outcome): void {
  const cells = [id.padEnd(30), String(pages).padStart(4), String(stat?.requests ?? "").padStart(5)];
  const most = String(stat?.maxOpen ?? "").padStart(4);
  console.log([...cells, most, `${ms} ms`.padStart(10), ` ${faults.join("; ") || "ok"}`.padEnd(30), said].join(" "));
}

async function hostile(): Promise<number> {
  const { main, child } = await startHostile();
  let faulty = 0;
  try {
    const listed: unknown = await (await fetch(`${main}/cases.json`)).json();
    const all = (listed as { cases: Case[] }).cases; // as above
    const cases = all.filter(({ id, group }) => ["site", "robots", "sitemap", "links"].includes(group) && isWanted(id));
    console.log(`${"case".padEnd(30)} pages  req open       time  verdict`);
    const queue = cases.values();
    await Promise.all(
      Array.from({ length: AT_ONCE }, async () => {
        for (const one of queue) {
          const outcome = await runHostile(main, one);
          faulty += Math.min(1, outcome.faults.length);
          print(outcome);
        }
      }),
    );
    const canary = (await stats(main)).stats.canary?.requests ?? 0;
    console.log(`${cases.length} cases, ${faulty} at fault, ${canary} requests to the canary`);
    return faulty + canary;
  } finally {
    child.kill();
    await once(child, "exit");
  }
}

if (!existsSync(shared)) throw new Error("needs ../shared beside the repository");
process.exitCode = (await hostile()) > 0 ? 1 : 0;
