export { CrawlEvents } from "./crawl-events.ts";
export type { CountedFact, CrawlFact, Fact } from "./fact.ts";
export { logFact } from "./fact-log.ts";
export { failedEvent, failureFacts } from "./failure-facts.ts";
export { RunLog } from "./run-log.ts";
export { describe, isAtLeast, rowOf } from "./table.ts";
