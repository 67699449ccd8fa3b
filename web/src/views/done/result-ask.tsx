import type { ComponentChildren } from "preact";
import { callText } from "../../protocol/http.ts";
import type { Result } from "../../state/result.ts";
import AskView from "../ask/ask-view.tsx";
import { NO_PAGES, type PageText } from "../ask/walk.tsx";
import { FindabilityPanel } from "./findability-panel.tsx";

/** One page's part of an llms-full.txt. */
function pageIn(full: string, url: string): string | undefined {
  const start = full.indexOf(`\nSource: ${url}\n`);
  if (start < 0) return undefined;
  const end = full.indexOf("\nSource: ", start + 1);
  // The part ends before the title of the next page.
  return end < 0 ? full.slice(start) : full.slice(start, full.lastIndexOf("\n# ", end));
}

/** Questions to a crawl's document; the pages' texts are known if llms-full.txt was made. */
interface ResultAskProps {
  readonly result: Result;
  readonly text: string;
  /** Button to describe pages that no question finds. */
  readonly write: () => ComponentChildren;
}

export default function ResultAsk({ result, text, write }: ResultAskProps) {
  const path = `/api/crawls/${encodeURIComponent(result.id)}/llms-full.txt`;
  const pageText: PageText = (url) => ({
    key: `${path} ${url}`,
    ask: async (signal) => pageIn(await callText(path, {}, signal), url),
  });
  return (
    <AskView text={text} pageText={result.summary.fullUrl === undefined ? NO_PAGES : pageText}>
      <FindabilityPanel result={result} write={write} />
    </AskView>
  );
}
