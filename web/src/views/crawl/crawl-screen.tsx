import type { ServerConfig } from "../../protocol/config.ts";
import type { Run } from "../../state/run.ts";
import { DoneScreen } from "../done/done-screen.tsx";
import { FailedScreen } from "../failed/failed-screen.tsx";
import { LiveCrawl } from "./live-crawl.tsx";

interface CrawlScreenProps {
  readonly run: Exclude<Run, { type: "none" }>;
  readonly config: ServerConfig;
}

/** The crawl of this page in whatever state it is. */
export function CrawlScreen({ run, config }: CrawlScreenProps) {
  switch (run.type) {
    case "crawling":
    case "lost":
      return <LiveCrawl run={run} />;
    case "failed":
      return <FailedScreen run={run} config={config} />;
    case "done":
      return <DoneScreen run={run} config={config} />;
  }
}
