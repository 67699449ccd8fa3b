// Settings of crawls: extent, speed, network, documents.

import { CRAWL_DEFAULTS } from "@llmstxt-service/crawler/crawl/options";
import { DOCUMENT_OPTIONS } from "@llmstxt-service/document/document-options";
import { READ_BY_ALL } from "@llmstxt-service/document/limits";
import manifest from "../../../../package.json" with { type: "json" };
import { REQUEST_LIMITS } from "../jobs/request.ts";
import { fieldValue, flag, forwardProxy, text, wholeNumber } from "./kinds.ts";
import { setting } from "./setting.ts";

export const crawls = {
  maxPagesLimit: setting(wholeNumber(1, 100_000), {
    fallback: REQUEST_LIMITS.maxPages.max,
    about: "Largest number of pages that a request or the command may ask for",
  }),
  documentBudget: setting(wholeNumber(1_000, 10_000_000), {
    fallback: READ_BY_ALL,
    about: "Characters of an llms.txt: its notes are as long as they fit",
  }),
  documentTopics: setting(flag, {
    fallback: DOCUMENT_OPTIONS.topics.default,
    about: "Each page's own headings, names and phrases behind its excerpt, as far as DOCUMENT_BUDGET allows",
  }),
  crawlTimeoutSeconds: setting(wholeNumber(1, 86_400), {
    fallback: CRAWL_DEFAULTS.timeoutMs / 1000,
    about: "Time limit of one crawl, in seconds",
  }),
  crawlConcurrency: setting(wholeNumber(1, 256), {
    fallback: CRAWL_DEFAULTS.concurrency,
    about: "Most requests at once to one host",
  }),
  addressConcurrency: setting(wholeNumber(1, 1_000), {
    fallback: 32,
    about: "Most requests at once to one IP address from a process, however many host names lead to it",
  }),
  maxConcurrentCrawls: setting(wholeNumber(1, 1_000), {
    fallback: 16,
    about: "Crawls that a process runs at once; others wait, and clients take turns",
  }),
  maxCrawlsPerClient: setting(wholeNumber(1, 1_000), {
    about:
      "Of these, those of one client: of all that has `API_KEY`, of one session of the web page, or, without a key, of one address",
    unset: "three quarters of the places, and at least one",
  }),
  crawlsKeptDays: setting(wholeNumber(1, 3_650), {
    fallback: 7,
    about: "Days for which a finished crawl is kept, with its document and its events",
  }),
  readerThreads: setting(wholeNumber(0, 64), {
    about:
      "Threads that read pages and sitemaps and write documents, with a limit of processor time for each task; short tasks get one more while long ones hold all. 0: the main thread does it, without a limit. The command: threads that read from the 200th page of a crawl on",
    unset: "number of processors minus one; 1 to 8. The command: 1 with four processors or more, else 0",
  }),
  allowPrivateNetworks: setting(flag, {
    fallback: false,
    about: "Allow crawls of loopback, private and other special-purpose addresses",
  }),
  useEnvProxy: setting(flag, {
    fallback: false,
    about: "Use HTTP_PROXY, HTTPS_PROXY and NO_PROXY, in upper or lower case",
  }),
  httpProxy: setting(forwardProxy, {
    about: "Proxy for http:// addresses, with USE_ENV_PROXY=true: `http://user:password@proxy.example:3128`",
    secret: true,
  }),
  httpsProxy: setting(forwardProxy, { about: "Proxy for https:// addresses, with USE_ENV_PROXY=true", secret: true }),
  noProxy: setting(text, {
    about:
      "Hosts that are reached without a proxy, with USE_ENV_PROXY=true: `example.com, 10.0.0.0/8, other.example:8080, *`",
  }),
  respectRobots: setting(flag, { fallback: true, about: "Obey robots.txt" }),
  userAgent: setting(fieldValue, {
    fallback: `llmstxt-service/${manifest.version} (+https://www.npmjs.com/package/llmstxt-service)`,
    about: "User agent that is sent with every request; its first word is the name for robots.txt",
  }),
};
