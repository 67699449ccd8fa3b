import type { CrawlRequest, ServerConfig } from "../../protocol/types.ts";
import type { Crawl } from "../../state/crawl.ts";
import type { Result } from "../../state/result.ts";

export interface ResultViewProps {
  readonly result: Result;
  readonly config: ServerConfig;
  /** Request of the crawl. */
  readonly request: CrawlRequest;
  /** Events of the crawl; empty if the page was opened after its end. */
  readonly crawl: Crawl;
}
