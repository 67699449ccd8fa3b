// node-crawler (`crawler`), with cheerio as it brings it: node crawler.js ORIGIN PAGES CONCURRENCY
import Crawler from "crawler";
import { finish, readPage } from "./reading.js";

const [origin, pages, concurrency] = process.argv.slice(2);
const found = [];
const seen = new Set([`${origin}/`]);
const crawler = new Crawler({
  maxConnections: Number(concurrency),
  retries: 0,
  silence: true,
  callback(error, { $, options }, done) {
    if (error === null) {
      const page = readPage($, options.url);
      found.push(page);
      for (const link of page.links) {
        if (!link.startsWith(origin) || seen.has(link) || seen.size >= Number(pages)) continue;
        seen.add(link);
        crawler.add(link);
      }
    }
    done();
  },
});
crawler.on("drain", () => finish(found, Number(pages)));
crawler.add(`${origin}/`);
