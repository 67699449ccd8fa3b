// From an address to its llms.txt: node library.ts https://example.com > llms.txt (in a project with "type": "module").
import { crawl, openFetching, readerHere, render } from "llmstxt-service";

const source = process.argv[2] ?? "https://example.com/";
const allowPrivateNetworks = process.env.ALLOW_PRIVATE_NETWORKS === "true"; // for sites on this machine
const fetching = openFetching({ userAgent: "example-crawler/1.0 (+https://example.com/bot)", allowPrivateNetworks });
const read = readerHere();
const fetch = fetching.forCrawl({ read });
try {
  const signal = AbortSignal.timeout(300_000);
  for await (const event of crawl(source, { fetch, read, maxPages: 50, productToken: "example-crawler" }, signal)) {
    if (event.type === "page") console.error(`${event.done} ${event.page.url} ${event.page.page.title}`);
    if (event.type === "failed") console.error(`failed: ${event.error.message}`);
    if (event.type === "end") process.stdout.write(render(event.pages, { source, generatedAt: new Date() }).text);
  }
} finally {
  await fetching.close();
}
