import { type Parsed, parse } from "@llmstxt-service/document/check";
import { useMemo, useState } from "preact/hooks";
import { Seg } from "../../parts/seg.tsx";
import { count, some } from "../../words/amounts.ts";
import { DocumentView, hueOf } from "./document-view.tsx";
import { RawView } from "./raw-view.tsx";
import { SaveBar } from "./save-bar.tsx";
import { Side } from "./side.tsx";
import type { SiteProps } from "./site-props.ts";

interface OutlineProps {
  readonly document: Parsed;
  readonly onJump: (line: number) => void;
}

/** The document's sections: a column on wide screens, a row of chips on phones. */
function Outline({ document: { sections }, onJump }: OutlineProps) {
  if (sections.length === 0) return <span class="narrow:hidden phone:hidden" />;
  return (
    <nav
      aria-label="Sections"
      class="sticky top-[70px] max-h-[calc(100vh-90px)] min-w-0 overflow-y-auto px-2 -mx-2 narrow:roomy:hidden phone:static phone:order-3 phone:-mx-4 phone:flex phone:max-w-[100vw] phone:gap-1.5 phone:overflow-x-auto phone:px-4 phone:pb-0.5"
    >
      <h2 class="mb-1.5 text-[13px] font-[550] phone:sr-only">Sections</h2>
      {sections.map(({ name, line, items }, index) => (
        <button
          key={line}
          type="button"
          class="-mx-2 grid w-[calc(100%+16px)] grid-cols-[9px_minmax(0,1fr)_auto] items-center gap-[9px] rounded-md px-2 py-[5px] text-left text-[13.5px] text-ink-2 hover:bg-hover hover:text-ink focus-visible:-outline-offset-2 phone:mx-0 phone:w-auto phone:flex-none phone:grid-cols-[9px_auto_auto] phone:gap-[7px] phone:rounded-full phone:border phone:border-line phone:bg-panel phone:px-[11px] phone:py-[9px]"
          onClick={() => onJump(line)}
        >
          <i class={`sq ${hueOf(name, index)}`} />
          <span class="wrap-anywhere" dir="auto">
            {name}
          </span>
          <span class="text-xs font-normal text-ink-3 tabular-nums">{count(items.length)}</span>
        </button>
      ))}
    </nav>
  );
}

const VIEWS = [
  { value: "rendered", label: "Rendered" },
  { value: "raw", label: "Raw" },
] as const;

/** The text, rendered or raw, with its facts and the panel for publishing it. */
export function DocumentTab(props: SiteProps) {
  const { subject, editing } = props;
  const [view, setView] = useState<"rendered" | "raw">("rendered");
  const text = editing.text ?? "";
  const document = useMemo(() => parse(text), [text]);
  const jump = (line: number) =>
    globalThis.document
      .getElementById(`${view === "raw" ? "line" : "section"}-${line}`)
      ?.scrollIntoView({ block: view === "raw" ? "center" : "start" });
  if (text === "")
    return (
      <p class="panel px-4 py-3.5 text-ink-2">
        {subject.state === "waiting" ? "The file is written by the first crawl." : "No crawl has written a file yet."}
      </p>
    );
  return (
    <div class="grid grid-cols-[204px_minmax(0,1fr)_300px] items-start gap-x-[22px] gap-y-3.5 narrow:grid-cols-[minmax(0,1fr)_290px] phone:grid-cols-1">
      <Outline document={document} onJump={jump} />
      <section class="panel min-w-0 phone:order-4" aria-label="The document">
        <header class="sticky top-[52px] z-2 flex flex-wrap items-center gap-2 rounded-t-panel border-b border-line bg-panel py-2 pr-3.5 pl-2.5">
          <Seg label="View" value={view} choices={VIEWS} onChange={setView} />
          <span class="flex-1 text-right text-[13px] text-ink-3 tabular-nums phone:hidden">
            {view === "raw" ? some(text.trimEnd().split("\n").length, "line") : "Press a pencil to edit"}
          </span>
        </header>
        {view === "rendered" ? (
          <DocumentView document={document} subject={subject} editing={editing} />
        ) : (
          <RawView text={text} findings={editing.isChanged ? [] : (subject.summary?.findings ?? [])} />
        )}
      </section>
      <Side {...props} document={document} text={text} />
      <SaveBar editing={editing} />
    </div>
  );
}
