import { Banner } from "../../parts/banner.tsx";
import { type Run, startCrawl, stayHere } from "../../state/run.ts";
import { some } from "../../words/amounts.ts";

interface LostBannerProps {
  readonly run: Extract<Run, { type: "lost" }>;
  readonly onBack: () => void;
}

/** The connection ended without a result: it starts again by itself, three times, unless one stays. */
export function LostBanner({ run, onBack }: LostBannerProps) {
  const { done } = run.crawl.progress;
  const title = done > 0 ? `Connection lost after ${some(done, "page")}.` : "No connection to the server.";
  return (
    <Banner
      tone="bad"
      icon="plug"
      title={title}
      actions={
        <span class="flex gap-2">
          {run.againIn === undefined ? (
            <button type="button" class="btn btn-small" onClick={onBack}>
              Back to the form
            </button>
          ) : (
            <button type="button" class="btn btn-small" onClick={stayHere}>
              Stay here
            </button>
          )}
          <button type="button" class="btn btn-small btn-primary" onClick={() => startCrawl(run.request)}>
            Start again now
          </button>
        </span>
      }
    >
      Connection lost, so the crawl stopped.{" "}
      {run.againIn === undefined ? (
        "The log stays below."
      ) : (
        <>
          Restarting in{" "}
          <span class="tabular-nums" aria-live="off">
            {run.againIn}
          </span>{" "}
          s. The log stays below.
        </>
      )}
    </Banner>
  );
}
