import type { JSX } from "preact";
import { useEffect, useRef } from "preact/hooks";
import { Button, LinkButton } from "../../parts/button.tsx";
import { Icon } from "../../parts/icon.tsx";
import { Message } from "../../parts/message.tsx";
import { Outside } from "../../parts/outside.tsx";
import type { ServerConfig } from "../../protocol/types.ts";
import { type Run, useCrawl } from "../../state/crawls.ts";
import { changeRequest } from "../../state/form.ts";
import { recentCrawls } from "../../state/recent.ts";
import { href, type ResultTab } from "../../state/route.ts";
import { safeHref } from "../../words/addresses.ts";
import { ResultView } from "../done/result-view.tsx";
import { FailedScreen } from "../failed/failed-screen.tsx";
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

/** Screen of a crawl that the server does not keep any more, with its hosted file, if known, and a new crawl. */
export function Gone({ id, why }: { readonly id: string; readonly why: string }) {
  const known = recentCrawls().find((crawl) => crawl.id === id);
  const file = known?.fileUrl && safeHref(known.fileUrl);
  return (
    <Message
      role="alert"
      title="This crawl cannot be opened"
      actions={
        <>
          {known && (
            <Button
              icon="again"
              label="Crawl again"
              class="btn-primary"
              onClick={() => changeRequest({ url: known.url })}
            />
          )}
          {file && (
            <Outside class="btn" url={file}>
              <Icon name="out" />
              Open the hosted file
            </Outside>
          )}
          <LinkButton label="Back to the start" class="btn-quiet" href={href.start} />
        </>
      }
    >
      {why}. The server keeps crawls for a week unless it was set up otherwise.
    </Message>
  );
}
