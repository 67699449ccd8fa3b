import type { ComponentChildren } from "preact";
import { useMemo, useState } from "preact/hooks";
import { type ReadDocument, readDocument } from "../../document/read.ts";
import { Banner } from "../../parts/banner.tsx";
import { Filters } from "../../parts/filters.tsx";
import { Icon } from "../../parts/icon.tsx";
import { Pill } from "../../parts/pill.tsx";
import { Tabs } from "../../parts/seg.tsx";
import { useTitle } from "../../parts/title.ts";
import type { Check, CrawlRequest, Summary } from "../../protocol/types.ts";
import type { Crawl } from "../../state/crawl.ts";
import { changeRequest } from "../../state/form.ts";
import { useQuery } from "../../state/query.ts";
import { checkQuery, hostOf } from "../../state/result.ts";
import { some } from "../../words/amounts.ts";
import { took } from "../../words/times.ts";
import { Actions } from "./actions.tsx";
import { DocumentView } from "./document-view.tsx";
import { FailuresPanel } from "./failures-panel.tsx";
import { headline } from "./headline.ts";
import { LogView } from "./log-view.tsx";
import { Outline } from "./outline.tsx";
import { RawView } from "./raw-view.tsx";
import type { ResultViewProps } from "./result-props.ts";
import { Side } from "./side.tsx";
import { findingsOf, scrollTo, VIEWS } from "./views.ts";

export type Tab = "doc" | "raw" | "log";

function Status({ why, timedOut, failed }: Summary) {
  const isPartial = timedOut || why === "asked";
  const said = isPartial ? "Partial" : "Done";
  return (
    <Pill tone={isPartial || failed > 0 ? "warn" : "ok"}>
      <Icon name={isPartial ? "clock" : failed > 0 ? "alert" : "check"} class="size-[13px]" />
      {failed > 0 ? `${said}, ${some(failed, "page")} failed` : said}
    </Pill>
  );
}

function Title({ result, request }: ResultViewProps) {
  const { summary, elapsedMs } = result;
  return (
    <div class="min-w-0">
      <div class="flex flex-wrap items-center gap-2">
        <h1 class="text-[22px]/[30px] font-semibold tracking-[-0.025em] wrap-anywhere phone:text-xl/[26px]">
          {hostOf(result.url)}
        </h1>
        <Status {...summary} />
        <Filters request={request} />
      </div>
      <p class="text-[13px] text-ink-3 tabular-nums" role="status">
        <span class="sr-only">{summary.timedOut ? "Stopped: " : "Done: "}</span>
        {headline(summary, elapsedMs)}
      </p>
    </div>
  );
}

interface NoteProps {
  readonly title: string;
  readonly request: CrawlRequest;
  readonly children: ComponentChildren;
}

/** Something about the result that the options would change. */
function Note({ title, request, children }: NoteProps) {
  return (
    <div class="col-span-full phone:order-1">
      <Banner
        tone="warn"
        icon="alert"
        title={title}
        actions={
          <button type="button" class="btn btn-small" onClick={() => changeRequest(request)}>
            Change options
          </button>
        }
      >
        {children}
      </Banner>
    </div>
  );
}

/** Warnings before the file is used: it is not complete. */
function Notes({ result, request }: ResultViewProps) {
  const { summary, elapsedMs } = result;
  const { pages, timedOut, why, leftOut } = summary;
  const { include = [], exclude = [] } = request;
  const excluded = leftOut.find(({ reason }) => reason === "excluded")?.count ?? 0;
  return (
    <>
      {timedOut && (
        <Note title={`Stopped at the time limit (${took(elapsedMs)}).`} request={request}>
          The {some(pages, "page")} read by then are in this file. Lower the page limit or restrict the paths to finish
          in time.
        </Note>
      )}
      {why === "asked" && (
        <Note title="Finished early, as asked." request={request}>
          The {some(pages, "page")} read by then are in this file.
        </Note>
      )}
      {pages <= 1 && include.length + exclude.length > 0 && (
        <Note title="Your path filters left only the home page." request={request}>
          {excluded > 0 && `${some(excluded, "page")} ${excluded === 1 ? "was" : "were"} excluded. `}
          Paths count from the root of the host: write <code>/docs/**</code> for everything below <code>/docs</code>.
        </Note>
      )}
    </>
  );
}

interface PaperProps {
  readonly document: ReadDocument;
  readonly findings: Check["findings"];
  readonly id: string;
  readonly crawl: Crawl;
  readonly tab: Tab;
  readonly onTab: (tab: Tab) => void;
}

function Paper({ document, findings, id, crawl, tab, onTab }: PaperProps) {
  return (
    <section class="panel min-w-0 phone:order-4" aria-label="The document">
      <header class="sticky top-[52px] z-2 flex items-center gap-2 rounded-t-panel border-b border-line bg-panel py-2 pr-2 pl-2.5">
        <Tabs label="View" value={tab} choices={[...VIEWS, { value: "log", label: "Log" }]} onChange={onTab} />
        <span class="flex-1" />
        <span class="pr-2 text-[13px] text-ink-3 tabular-nums phone:hidden">
          llms.txt · {some(document.lines.length, "line")}
        </span>
      </header>
      <div id="panel-doc" role="tabpanel" aria-labelledby="tab-doc" hidden={tab !== "doc"}>
        <DocumentView document={document} />
      </div>
      <div id="panel-raw" role="tabpanel" aria-labelledby="tab-raw" hidden={tab !== "raw"}>
        {tab === "raw" && <RawView lines={document.lines} findings={findings} />}
      </div>
      <div id="panel-log" role="tabpanel" aria-labelledby="tab-log" hidden={tab !== "log"}>
        {tab === "log" && <LogView id={id} crawl={crawl} />}
      </div>
    </section>
  );
}

/** A finished document: rendered and raw, with its outline, its place, its size, its check and what was left out. */
export function ResultView(props: ResultViewProps) {
  useTitle(hostOf(props.result.url));
  const { result } = props;
  const [tab, setTab] = useState<Tab>("doc");
  const document = useMemo(() => readDocument(result.text), [result.text]);
  const check = useQuery(checkQuery(result.text));
  const jump = (id: string, to: Tab) => {
    setTab(to);
    scrollTo(id, to);
  };
  return (
    <div class="mx-auto grid max-w-[1440px] grid-cols-[204px_minmax(0,1fr)_300px] items-start gap-x-[22px] gap-y-[18px] px-6 pt-[18px] pb-16 narrow:grid-cols-[minmax(0,1fr)_290px] phone:grid-cols-1 phone:gap-3.5 phone:px-4 phone:pb-24">
      <div class="col-span-full flex flex-wrap items-center gap-3 phone:order-1">
        <Title {...props} />
        <Actions {...props} />
      </div>
      <Notes {...props} />
      <FailuresPanel result={result} />
      <Outline
        sections={document.sections}
        onJump={(section) => jump(tab === "raw" ? `line-${section.line}` : `section-${section.line}`, tab)}
      />
      <Paper
        document={document}
        findings={findingsOf(check)}
        id={result.id}
        crawl={props.crawl}
        tab={tab}
        onTab={setTab}
      />
      <Side {...props} document={document} check={check} onLine={(line) => jump(`line-${line}`, "raw")} />
    </div>
  );
}
