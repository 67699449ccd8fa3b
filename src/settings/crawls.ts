// How crawls go: how far, how fast, by which way out, and what their documents are like.
import manifest from "../../package.json" with { type: "json" };
import { CRAWL_DEFAULTS } from "../crawl/options.ts";
import { REQUEST_LIMITS } from "../jobs/request.ts";
import { DOCUMENT_BUDGET } from "../llmstxt/limits.ts";
import { flag, forwardProxy, text, wholeNumber } from "./kinds.ts";
import { notes } from "./notes.ts";

export const crawls = {
  maxPagesLimit: wholeNumber(1, 100_000)
    .default(REQUEST_LIMITS.maxPages.max)
    .register(notes, { about: "Largest maxPages a request, or the command, may ask for" }),
  documentBudget: wholeNumber(1_000, 10_000_000).default(DOCUMENT_BUDGET).register(notes, {
    about: "Characters of an llms.txt over which its excerpts are shortened",
  }),
  documentTopics: flag.default(false).register(notes, {
    about:
      "Whether each page's own headings stand behind its excerpt, as `Covers: …`, as far as DOCUMENT_BUDGET has room",
  }),
  crawlTimeoutSeconds: wholeNumber(1, 86_400)
    .default(CRAWL_DEFAULTS.timeoutMs / 1000)
    .register(notes, { about: "Limit of one crawl, in seconds" }),
  crawlConcurrency: wholeNumber(1, 256)
    .default(CRAWL_DEFAULTS.concurrency)
    .register(notes, { about: "Most requests in flight to one host" }),
  addressConcurrency: wholeNumber(1, 1_000).default(32).register(notes, {
    about: "Most requests in flight to one address, whatever its names",
  }),
  maxConcurrentCrawls: wholeNumber(1, 1_000).default(16).register(notes, {
    about: "Crawls one process runs at once; further ones wait in order",
  }),
  crawlsKeptDays: wholeNumber(1, 3_650)
    .default(7)
    .register(notes, { about: "How many days a crawl that is over is kept, with its document and its events" }),
  readerThreads: wholeNumber(0, 64).optional().register(notes, {
    about:
      "Threads that read pages and sitemaps and write documents under a time limit; 0 reads in the main thread, without one",
    unset: "a thread for each processor but one; 1 to 8",
  }),
  allowPrivateNetworks: flag.default(false).register(notes, {
    about: "Whether crawls may reach loopback, private and other special-purpose addresses",
  }),
  useEnvProxy: flag.default(false).register(notes, {
    about: "Whether HTTP_PROXY, HTTPS_PROXY and NO_PROXY count, in upper case or lower case",
  }),
  httpProxy: forwardProxy().optional().register(notes, {
    about: "Proxy for http:// addresses, with USE_ENV_PROXY=true: `http://user:password@proxy.example:3128`",
    secret: true,
  }),
  httpsProxy: forwardProxy().optional().register(notes, {
    about: "Proxy for https:// addresses, with USE_ENV_PROXY=true",
    secret: true,
  }),
  noProxy: text.optional().register(notes, {
    about:
      "Hosts that are asked without a proxy, with USE_ENV_PROXY=true: `example.com, 10.0.0.0/8, other.example:8080, *`",
  }),
  respectRobots: flag.default(true).register(notes, { about: "Whether robots.txt is kept to" }),
  userAgent: text
    .regex(/^[\x21-\x7e][\x20-\x7e]*$/, "must be printable ASCII")
    .default(`llmstxt-service/${manifest.version} (+https://www.npmjs.com/package/llmstxt-service)`)
    .register(notes, { about: "Sent with every request" }),
};
