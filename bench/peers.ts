// Who else could do the work: installed beside the benches only (npm ci --prefix bench/peers), left out where they are not.
import { existsSync } from "node:fs";
import { join } from "node:path";

export interface Peer {
  readonly name: string;
  /** Arguments for node. */
  args(origin: string, pages: number, concurrency: number): readonly string[];
}

const FOLDER = join(import.meta.dirname, "peers");

/** Crawls by a program of ours that does with the peer what its documentation shows, tuned where that helps it. */
const driven = (file: string) => (origin: string, pages: number, concurrency: number) => [
  join(FOLDER, file),
  origin,
  String(pages),
  String(concurrency),
];

const PEERS: readonly Peer[] = [
  { name: "simplecrawler + cheerio", args: driven("simplecrawler.js") },
  { name: "node-crawler", args: driven("crawler.js") },
  { name: "crawlee (Cheerio)", args: driven("crawlee.js") },
  {
    // Takes the sitemap as it is: all of its pages, no crawl.
    name: "dotenvx llmstxt",
    args: (origin, _, concurrency) => [
      join(FOLDER, "node_modules/llmstxt/src/cli/llmstxt.js"),
      "gen",
      `${origin}/sitemap.xml`,
      "-c",
      String(concurrency),
    ],
  },
];

export const peers: readonly Peer[] = existsSync(join(FOLDER, "node_modules")) ? PEERS : [];
