import { Icon } from "../../parts/icon.tsx";
import type { ServerConfig } from "../../protocol/config.ts";
import { useAsked } from "../../state/asked.ts";
import { crawlRequest, keptOptions } from "../../state/options.ts";
import { recentCrawls } from "../../state/recent.ts";
import { openResult, type Result } from "../../state/result.ts";
import { goTo, href } from "../../state/route.ts";
import { run, startCrawl } from "../../state/run.ts";
import { useStore } from "../../state/store.ts";
import { safeHref } from "../../words/addresses.ts";
import { some } from "../../words/amounts.ts";
import { CrawlScreen } from "../crawl/crawl-screen.tsx";
import { ResultView } from "./result-view.tsx";

interface GoneProps {
  readonly id: string;
  readonly why: string;
  readonly onAgain: (url: string) => void;
}

/** No longer kept by the server: the hosted file may still be there, and a new crawl always is. */
function Gone({ id, why, onAgain }: GoneProps) {
  const known = recentCrawls().find((crawl) => crawl.id === id);
  const file = known?.fileUrl && safeHref(known.fileUrl);
  return (
    <div class="mx-auto max-w-[760px] px-6 pt-16 phone:px-4 phone:pt-6">
      <div class="panel p-7" role="alert">
        <h1 class="text-[22px]/7 font-semibold tracking-[-0.025em]">This result cannot be opened</h1>
        <p class="mt-2 text-ink-2">{why} A server keeps results for a day.</p>
        <div class="mt-5 flex flex-wrap gap-2">
          {known && (
            <button type="button" class="btn btn-primary" onClick={() => onAgain(known.url)}>
              <Icon name="again" />
              Crawl again
            </button>
          )}
          {file && (
            <a class="btn" href={file} target="_blank" rel="noopener noreferrer nofollow">
              <Icon name="out" />
              Open the hosted file
            </a>
          )}
          <a class="btn btn-quiet" href={href.start}>
            Back to the start
          </a>
        </div>
      </div>
    </div>
  );
}

interface ResultScreenProps {
  readonly id: string;
  readonly config: ServerConfig;
}

function Opened({ id, config }: ResultScreenProps) {
  const asked = useAsked<Result>((signal) => openResult(id, signal), [id]);
  const again = (url: string, full: boolean) => {
    const request = crawlRequest(url, keptOptions(config));
    startCrawl(full ? { ...request, full } : request);
    goTo(href.crawl);
  };
  if (asked.type === "asking") return <p class="p-6 text-ink-3">Opening…</p>;
  if (asked.type === "refused") return <Gone id={id} why={asked.why} onAgain={(url) => again(url, false)} />;
  const { value: result } = asked;
  return (
    <ResultView
      result={result}
      config={config}
      headline={some(result.summary.pages, "page")}
      waiting={0}
      interval={config.defaults.recrawlIntervalMinutes}
      notStored=""
      notEnrolled=""
      onAgain={() => again(result.url, false)}
      onFull={() => again(result.url, true)}
    />
  );
}

/** A result by its address. The one just made needs no asking. */
export function ResultScreen({ id, config }: ResultScreenProps) {
  const now = useStore(run);
  if (now.type !== "none" && now.crawl.id === id) return <CrawlScreen run={now} config={config} />;
  return <Opened id={id} config={config} />;
}
