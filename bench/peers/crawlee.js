import { CheerioCrawler, Configuration, LogLevel, log } from "@crawlee/cheerio";
import { finish, readPage } from "./reading.js";

const [origin, pages, concurrency] = process.argv.slice(2);
log.setLevel(LogLevel.OFF);
const found = [];
const seen = new Set([`${origin}/`]);
const crawler = new CheerioCrawler(
  {
    maxRequestsPerCrawl: Number(pages),
    minConcurrency: Number(concurrency),
    maxConcurrency: Number(concurrency),
    maxRequestRetries: 0,
    useSessionPool: false,
    autoscaledPoolOptions: { maybeRunIntervalSecs: 0.01, loggingIntervalSecs: null },
    async requestHandler({ $, request, addRequests }) {
      const page = readPage($, request.loadedUrl);
      found.push(page);
      const fresh = page.links.filter(
        (link) => link.startsWith(origin) && !seen.has(link) && seen.size < Number(pages),
      );
      for (const link of fresh) seen.add(link);
      if (fresh.length) await addRequests(fresh);
    },
  },
  new Configuration({ persistStorage: false }),
);
await crawler.run([`${origin}/`]);
finish(found, Number(pages));
