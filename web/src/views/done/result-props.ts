import type { CrawlRequest, ServerConfig } from "../../protocol/types.ts";
import type { Crawl } from "../../state/crawl.ts";
import type { Result } from "../../state/result.ts";

export interface ResultViewProps {
  readonly result: Result;
  readonly config: ServerConfig;
  /** What was asked for. */
  readonly request: CrawlRequest;
  /** What was heard of the crawl; nothing yet where it was opened after its end. */
  readonly crawl: Crawl;
}
