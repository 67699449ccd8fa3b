// Other crawlers: a bench installs them when it first runs, and leaves them out where the registry cannot be reached.
import { join } from "node:path";
import { isInstalled } from "./install.ts";

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

export const peers = (): readonly Peer[] => (isInstalled("peers") ? PEERS : []);
