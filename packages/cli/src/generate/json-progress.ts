import { CrawlEvents } from "@llmstxt-service/service/facts";
import type { Output, ProgressView } from "./progress.ts";

/** Writes one JSON event a line: the events of the socket with `events=1`. */
export function jsonProgress(output: Output, maxPages: number): ProgressView {
  const events = new CrawlEvents({ maxPages, now: () => performance.now() });
  return {
    show: (progress) => {
      for (const event of events.of(progress)) output.write(`${JSON.stringify(event)}\n`);
    },
    notice: (text) => output.write(`${JSON.stringify({ type: "notice", text })}\n`),
    end: () => {},
  };
}
