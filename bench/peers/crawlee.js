// crawlee's CheerioCrawler doing the same work: title, description, text and links of each page.
//   node crawlee.js ORIGIN PAGES CONCURRENCY
import { CheerioCrawler, Configuration, LogLevel, log } from "@crawlee/cheerio";

const [origin, pages, concurrency] = process.argv.slice(2);
log.setLevel(LogLevel.OFF);
const found = [];
const crawler = new CheerioCrawler(
  {
    maxRequestsPerCrawl: Number(pages),
    minConcurrency: Number(concurrency),
    maxConcurrency: Number(concurrency),
    maxRequestRetries: 0,
    useSessionPool: false,
    async requestHandler({ $, request, enqueueLinks }) {
      $("script, style").remove();
      found.push({
        url: request.loadedUrl,
        title: $("title").text(),
        description: $('meta[name="description"]').attr("content") ?? $("p").first().text(),
        text: $("body").text(),
      });
      await enqueueLinks({ strategy: "same-domain" });
    },
  },
  new Configuration({ persistStorage: false }),
);
await crawler.run([`${origin}/`]);
if (found.length < 0.9 * Number(pages)) process.exitCode = 1;
