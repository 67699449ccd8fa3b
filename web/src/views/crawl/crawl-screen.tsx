import type { JSX } from "preact";
import { useEffect, useRef } from "preact/hooks";
import type { ServerConfig } from "../../protocol/types.ts";
import { type Run, useCrawl } from "../../state/crawls.ts";
import type { ResultTab } from "../../state/route.ts";
import { ResultView } from "../done/result-view.tsx";
import { FailedScreen } from "../failed/failed-screen.tsx";
import { Gone } from "./gone.tsx";
import { LiveCrawl } from "./live-crawl.tsx";

interface CrawlScreenProps {
  readonly id: string;
  readonly tab: ResultTab;
  readonly config: ServerConfig;
}

/** Moves the focus to the new screen when the crawl ends and the focused element is gone. */
function useFocusAtEnd(type: Run["type"]): void {
  const before = useRef(type);
  useEffect(() => {
    if (before.current !== type && document.activeElement === document.body)
      document.getElementById("main")?.focus({ preventScroll: true });
    before.current = type;
  }, [type]);
}

/** Screen of a crawl, in any state. */
export function CrawlScreen({ id, tab, config }: CrawlScreenProps): JSX.Element {
  const run = useCrawl(id);
  useFocusAtEnd(run.type);
  switch (run.type) {
    case "opening":
      return <p class="p-6 text-ink-3">Loading…</p>;
    case "running":
    case "lost":
      return <LiveCrawl id={id} run={run} />;
    case "failed":
      return <FailedScreen run={run} config={config} />;
    case "done":
      return <ResultView {...run} tab={tab} config={config} />;
    case "missing":
      return <Gone id={id} why={run.why} />;
  }
}
