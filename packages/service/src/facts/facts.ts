export { CrawlEvents } from "./crawl-events.ts";
export type { CountedFact, CrawlFact, Fact } from "./fact.ts";
export { failedEvent, failureFacts } from "./failure-facts.ts";
export { RunLog } from "./run-log.ts";
export { describe, isAtLeast, logFact, rowOf } from "./table.ts";
