// simplecrawler, its pages read by cheerio: node simplecrawler.js ORIGIN PAGES CONCURRENCY
import { load } from "cheerio";
import Crawler from "simplecrawler";
import { finish, readPage } from "./reading.js";

const [origin, pages, concurrency] = process.argv.slice(2);
const found = [];
const seen = new Set([`${origin}/`]);
const crawler = new Crawler(`${origin}/`);
crawler.interval = 1;
crawler.maxConcurrency = Number(concurrency);
crawler.decompressResponses = true;
crawler.discoverResources = false;
crawler.on("fetchcomplete", ({ url }, body) => {
  const page = readPage(load(body), url);
  found.push(page);
  for (const link of page.links) {
    if (!link.startsWith(origin) || seen.has(link) || seen.size >= Number(pages)) continue;
    seen.add(link);
    crawler.queueURL(link);
  }
});
crawler.on("complete", () => finish(found, Number(pages)));
crawler.start();
