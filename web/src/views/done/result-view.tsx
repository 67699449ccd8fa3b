import type { ComponentChildren, JSX } from "preact";
import { Banner } from "../../parts/banner.tsx";
import { Button } from "../../parts/button.tsx";
import { Filters } from "../../parts/filters.tsx";
import { Icon } from "../../parts/icon.tsx";
import { Lazily } from "../../parts/lazily.tsx";
import { Pill } from "../../parts/pill.tsx";
import { type Choice, Tabs } from "../../parts/seg.tsx";
import { useTitle } from "../../parts/title.ts";
import type { Check, CrawlRequest, Summary } from "../../protocol/types.ts";
import { changeRequest } from "../../state/form.ts";
import { type Asked, useQuery } from "../../state/query.ts";
import { checkQuery, hostOf, type Result } from "../../state/result.ts";
import { goTo, href, type ResultTab } from "../../state/route.ts";
import { type Mended, useMended } from "../../state/texts.ts";
import { count, some } from "../../words/amounts.ts";
import { took } from "../../words/times.ts";
import { Actions } from "./actions.tsx";
import { DocumentTab } from "./document-tab.tsx";
import { FailuresPanel } from "./failures-panel.tsx";
import { headline } from "./headline.ts";
import { LogView } from "./log-view.tsx";
import type { ResultViewProps } from "./result-props.ts";
import { useRetry } from "./retry.ts";
import { Side } from "./side.tsx";
import { WriteButton } from "./write-button.tsx";

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
        <h1>{hostOf(result.url)}</h1>
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
  /** Button before the one that opens the options. */
  readonly action?: ComponentChildren;
}

/** Note about a result that other options would change, with a link to them. */
function Note({ title, request, children, action }: NoteProps) {
  return (
    <div class="col-span-full phone:order-1">
      <Banner
        tone="warn"
        icon="alert"
        title={title}
        actions={
          <span class="flex gap-2">
            {action}
            <Button label="Change options" class="btn-small" onClick={() => changeRequest(request)} />
          </span>
        }
      >
        {children}
      </Banner>
    </div>
  );
}

/** Button that reads the pages that a stopped crawl did not reach. */
function GoOn({ result: { id, keepsPages } }: ResultViewProps) {
  const { busy, start } = useRetry(id);
  if (!keepsPages) return null;
  return <Button label="Go on" class="btn-small" disabled={busy} onClick={() => void start()} />;
}

/** Reasons why the file is not complete. */
function Notes(props: ResultViewProps) {
  const { result, request } = props;
  const { summary, elapsedMs } = result;
  const { pages, timedOut, why, leftOut } = summary;
  const { include = [], exclude = [] } = request;
  const fromStart = result.keepsPages ? "" : " Another crawl reads them again.";
  const excluded = leftOut.find(({ reason }) => reason === "excluded")?.count ?? 0;
  return (
    <>
      {timedOut && (
        <Note title={`Stopped at the time limit (${took(elapsedMs)}).`} request={request} action={<GoOn {...props} />}>
          The {some(pages, "page")} read by then are in this file. Lower the page limit or restrict the paths to finish
          in time.{fromStart}
        </Note>
      )}
      {why === "asked" && (
        <Note title="Stopped early, as asked." request={request} action={<GoOn {...props} />}>
          The {some(pages, "page")} read by then are in this file.{fromStart}
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

const loadAsk = async () => (await import("./result-ask.tsx")).default;
const loadQuality = async () => (await import("../quality/result-quality.tsx")).default;
const loadLeftOut = async () => (await import("../left-out/left-out-view.tsx")).default;
const loadFamily = async () => (await import("../family/family-view.tsx")).default;

interface TabbedProps extends ResultViewProps {
  readonly tab: ResultTab;
}

interface PartProps extends TabbedProps {
  readonly check: Asked<Check>;
  readonly mended: Mended & { readonly text: string };
}

function Part({ tab, mended, check, ...props }: PartProps): JSX.Element {
  const { result, crawl, request } = props;
  const write = (lines?: ReadonlySet<number>) => <WriteButton {...props} text={mended.text} lines={lines} />;
  switch (tab) {
    case "document":
      return (
        <DocumentTab text={mended.text} check={check}>
          {(document) => <Side {...props} document={document} check={check} />}
        </DocumentTab>
      );
    case "ask":
      return <Lazily key="ask" load={loadAsk} props={{ result, text: mended.text, write }} />;
    case "quality":
      return <Lazily key="quality" load={loadQuality} props={{ text: mended.text, check, mended, write }} />;
    case "left-out":
      return <Lazily key="left-out" load={loadLeftOut} props={{ id: result.id, crawl, request }} />;
    case "family":
      return <Lazily key="family" load={loadFamily} props={props} />;
    case "log":
      return (
        <section class="panel" aria-label="Log">
          <LogView id={result.id} crawl={crawl} />
        </section>
      );
  }
}

const TAB_WORDS: Readonly<Record<ResultTab, string>> = {
  document: "Document",
  ask: "Ask",
  quality: "Quality",
  "left-out": "Left out",
  family: "Languages and versions",
  log: "Log",
};

function tabsOf({ leftOut, relatives = [] }: Summary, check: Asked<Check>): readonly Choice<ResultTab>[] {
  const all = leftOut.reduce((sum, group) => sum + group.count, 0);
  const tab = (value: ResultTab, amount?: number) => ({
    value,
    label: (
      <>
        {TAB_WORDS[value]}{" "}
        {amount !== undefined && <span class="text-ink-2 tabular-nums">{count(Math.round(amount))}</span>}
      </>
    ),
  });
  return [
    tab("document"),
    tab("ask"),
    tab("quality", check.type === "there" ? check.value.score : undefined),
    tab("left-out", all),
    ...(relatives.length > 0 ? [tab("family", relatives.length + 1)] : []),
    tab("log"),
  ];
}

/** The crawl's own validation, which includes the questions; a changed text, or an old crawl's, is validated anew. */
function useCheck({ id, summary, text: original }: Result, text: string): Asked<Check> {
  const { parts, notMeasured, score, findings } = summary;
  const asked = checkQuery(text);
  if (parts === undefined || notMeasured === undefined || text !== original) return useQuery(asked);
  const valid = findings.every(({ level }) => level !== "error");
  const own: Check = { profile: "strict", valid, parts, notMeasured: [...notMeasured], score, findings, more: 0 };
  return useQuery({ key: `/api/crawls/${id} check`, ask: async () => own });
}

/** A finished document, with tabs for reading, asking, quality, left-out pages and log. */
export function ResultView({ tab, ...props }: TabbedProps) {
  const { result } = props;
  const host = hostOf(result.url);
  useTitle(tab === "document" ? host : `${TAB_WORDS[tab]}, ${host}`);
  const mended = useMended(result.text);
  const check = useCheck(result, mended.text);
  return (
    <div class="mx-auto grid max-w-[1440px] grid-cols-[minmax(0,1fr)] gap-[18px] px-6 pt-[18px] pb-16 phone:gap-3.5 phone:px-4 phone:pb-24">
      <div class="flex flex-wrap items-center gap-3">
        <Title {...props} />
        <Actions {...props} text={mended.text} />
      </div>
      <Notes {...props} />
      <FailuresPanel result={result} />
      <div class="max-w-full overflow-x-auto [scrollbar-width:none]">
        <Tabs
          label="The result"
          value={tab}
          choices={tabsOf(result.summary, check)}
          onChange={(to) => goTo(href.crawl(result.id, to))}
        />
      </div>
      <div id={`panel-${tab}`} role="tabpanel" aria-labelledby={`tab-${tab}`}>
        <Part {...props} tab={tab} check={check} mended={mended} />
      </div>
    </div>
  );
}
