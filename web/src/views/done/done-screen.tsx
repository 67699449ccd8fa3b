import { useLayoutEffect, useState } from "preact/hooks";
import { readDocument } from "../../document/read.ts";
import type { ServerConfig } from "../../protocol/config.ts";
import { rememberCrawl } from "../../state/recent.ts";
import { type Result, resultOf } from "../../state/result.ts";
import { href } from "../../state/route.ts";
import { type Run, startCrawl } from "../../state/run.ts";
import { some } from "../../words/amounts.ts";
import { took } from "../../words/times.ts";
import { howFetched } from "./how-fetched.ts";
import { ResultView } from "./result-view.tsx";

type DoneRun = Extract<Run, { type: "done" }>;

function remember(result: Result, at: number): void {
  const { summary } = result;
  const sections = readDocument(result.text).sections.map(({ items, hue }) => ({ pages: items.length, hue }));
  rememberCrawl({
    url: result.url,
    ...(result.id === undefined ? {} : { id: result.id }),
    ...(result.fileUrl === undefined ? {} : { fileUrl: result.fileUrl }),
    pages: summary.pages,
    characters: summary.characters,
    at,
    sections,
  });
}

/** The crawl has just ended well: its result, and the crawl's own figures. */
export function DoneScreen({ run, config }: { readonly run: DoneRun; readonly config: ServerConfig }) {
  const { crawl, request, tookMs } = run;
  const [result] = useState(() => resultOf(request.url, crawl));
  useLayoutEffect(() => {
    remember(result, Date.now());
    // A reload opens the stored result; the screen itself stays.
    if (result.id !== undefined) history.replaceState(null, "", href.result(result.id));
  }, [result]);
  const { pages, timedOut } = result.summary;
  const how = howFetched(crawl);
  const headline = timedOut
    ? `${pages} of ${some(request.maxPages, "page")} in ${took(tookMs)}`
    : `${some(pages, "page")} in ${took(tookMs)}`;
  return (
    <ResultView
      result={result}
      config={config}
      headline={[headline, ...how].join(" · ")}
      stoppedAfterMs={timedOut ? tookMs : undefined}
      waiting={crawl.tiles.counts().waiting}
      enrolledFor={crawl.enrolled ? request.recrawlIntervalMinutes : undefined}
      interval={request.recrawlIntervalMinutes}
      notStored={crawl.notStored}
      notEnrolled={crawl.notEnrolled}
      onAgain={() => startCrawl(request)}
      onFull={() => startCrawl({ ...request, full: true })}
    />
  );
}
