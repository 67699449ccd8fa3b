// Opens the page of its first argument in a browser and waits to be killed.
import { openFetching } from "@llmstxt-service/crawler/fetch/open";
import { BROWSER } from "./chromium-processes.ts";

const url = new URL(process.argv[2] ?? "");
const fetching = openFetching({ userAgent: "llmstxt-test/1", browser: BROWSER });
const crawl = fetching.forCrawl({
  typed: url.href,
  useProxy: false,
  read: async () => ({ problem: "shell" }),
});
await crawl.page({ url: url.href }, new AbortController().signal);
