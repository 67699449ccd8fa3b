import { useMemo, useState } from "preact/hooks";
import { type ReadDocument, readDocument } from "../../document/read.ts";
import { Banner } from "../../parts/banner.tsx";
import { Icon } from "../../parts/icon.tsx";
import { Pill } from "../../parts/pill.tsx";
import { Tabs } from "../../parts/seg.tsx";
import type { Check } from "../../protocol/summary.ts";
import { type Asked, useAsked } from "../../state/asked.ts";
import { checkText, hostOf } from "../../state/result.ts";
import { goTo, href } from "../../state/route.ts";
import { some } from "../../words/amounts.ts";
import { clock } from "../../words/times.ts";
import { typedAddress } from "../start/form-state.ts";
import { Actions } from "./actions.tsx";
import { DocumentView } from "./document-view.tsx";
import { Outline } from "./outline.tsx";
import { RawView } from "./raw-view.tsx";
import type { ResultViewProps } from "./result-props.ts";
import { Side } from "./side.tsx";

export type Tab = "doc" | "raw";

function Title({ result, headline }: ResultViewProps) {
  const { timedOut } = result.summary;
  return (
    <div class="min-w-0">
      <div class="flex flex-wrap items-center gap-2">
        <h1 class="text-[22px]/[30px] font-semibold tracking-[-0.025em] wrap-anywhere phone:text-xl/[26px]">
          {hostOf(result.url)}
        </h1>
        <Pill tone={timedOut ? "warn" : "ok"}>
          <Icon name={timedOut ? "clock" : "check"} class="size-[13px]" />
          {timedOut ? "Partial" : "Done"}
        </Pill>
      </div>
      <p class="text-[13px] text-ink-3 tabular-nums" role="status">
        <span class="sr-only">{timedOut ? "Stopped: " : "Done: "}</span>
        {headline}
      </p>
    </div>
  );
}

/** The crawl's time was over: what there is, and what to do. */
function Partial({ result, stoppedAfterMs, waiting }: ResultViewProps) {
  if (!result.summary.timedOut) return null;
  const after = stoppedAfterMs === undefined ? "" : ` after ${clock(stoppedAfterMs)}`;
  const change = () => {
    typedAddress.set(result.url);
    goTo(href.start);
  };
  return (
    <div class="col-span-full phone:order-1">
      <Banner
        tone="warn"
        icon="clock"
        title={`Stopped at the time limit${after}.`}
        actions={
          <button type="button" class="btn btn-small" onClick={change}>
            Change options
          </button>
        }
      >
        The {some(result.summary.pages, "page")} read by then are in this file
        {waiting > 0 ? `; ${waiting} more were waiting` : ""}. Lower the page limit or restrict the paths to finish in
        time.
      </Banner>
    </div>
  );
}

interface PaperProps {
  readonly document: ReadDocument;
  readonly findings: Check["findings"];
  readonly tab: Tab;
  readonly onTab: (tab: Tab) => void;
}

function Paper({ document, findings, tab, onTab }: PaperProps) {
  return (
    <section class="panel min-w-0 phone:order-4" aria-label="The document">
      <header class="sticky top-[52px] z-2 flex items-center gap-2 rounded-t-panel border-b border-line bg-panel py-2 pr-2 pl-2.5">
        <Tabs
          label="View"
          value={tab}
          choices={[
            { value: "doc", label: "Rendered" },
            { value: "raw", label: "Raw" },
          ]}
          onChange={onTab}
        />
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
    </section>
  );
}

const findingsOf = (check: Asked<Check>) => (check.type === "there" ? check.value.findings : []);

/** A finished document: rendered and raw, with its outline, its place, its size, its check and what was left out. */
export function ResultView(props: ResultViewProps) {
  const { result } = props;
  const [tab, setTab] = useState<Tab>("doc");
  const document = useMemo(() => readDocument(result.text), [result.text]);
  const check = useAsked<Check>((signal) => checkText({ text: result.text, profile: "strict" }, signal), [result.text]);
  const jump = (id: string, to: Tab) => {
    setTab(to);
    // After the tab is drawn.
    requestAnimationFrame(() =>
      window.document.getElementById(id)?.scrollIntoView({ block: to === "raw" ? "center" : "start" }),
    );
  };
  return (
    <div class="mx-auto grid max-w-[1440px] grid-cols-[204px_minmax(0,1fr)_300px] items-start gap-x-[22px] gap-y-[18px] px-6 pt-[18px] pb-16 narrow:grid-cols-[minmax(0,1fr)_290px] phone:grid-cols-1 phone:gap-3.5 phone:px-4 phone:pb-24">
      <div class="col-span-full flex flex-wrap items-center gap-3 phone:order-1">
        <Title {...props} />
        <Actions {...props} />
      </div>
      <Partial {...props} />
      <Outline
        sections={document.sections}
        onJump={(section) => jump(tab === "raw" ? `line-${section.line}` : `section-${section.line}`, tab)}
      />
      <Paper document={document} findings={findingsOf(check)} tab={tab} onTab={setTab} />
      <Side {...props} document={document} check={check} onLine={(line) => jump(`line-${line}`, "raw")} />
    </div>
  );
}
