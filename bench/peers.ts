// Other crawlers: installed when a bench first needs them, left out where the registry cannot be reached.
import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { join } from "node:path";

interface Peer {
  readonly name: string;
  /** Arguments for node. */
  readonly args: (origin: string, pages: number, concurrency: number) => readonly string[];
}

const FOLDER = join(import.meta.dirname, "peers");
const NPM = ["install", "--no-package-lock", "--ignore-scripts", "--no-audit", "--no-fund", "--prefix", FOLDER];

/** Crawls by a small program that uses the peer as its documentation shows. */
const driven = (file: string) => (origin: string, pages: number, concurrency: number) => [
  join(FOLDER, file),
  ...[origin, String(pages), String(concurrency)],
];

const PEERS: readonly Peer[] = [
  { name: "node-crawler", args: driven("crawler.js") },
  { name: "simplecrawler + cheerio", args: driven("simplecrawler.js") },
  { name: "crawlee (Cheerio)", args: driven("crawlee.js") },
  {
    // Takes the sitemap as it is: all of its pages, no crawl.
    name: "dotenvx llmstxt",
    args: (origin, _, concurrency) => [
      join(FOLDER, "node_modules/llmstxt/src/cli/llmstxt.js"),
      ...["gen", `${origin}/sitemap.xml`, "-c", String(concurrency)],
    ],
  },
];

export function peers(): readonly Peer[] {
  if (existsSync(join(FOLDER, "node_modules"))) return PEERS;
  const { status } = spawnSync("npm", NPM, { stdio: ["ignore", "ignore", "inherit"] });
  if (status !== 0) console.error("Peers are left out: npm could not install them");
  return status === 0 ? PEERS : [];
}
