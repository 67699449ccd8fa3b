import type { ComponentChildren } from "preact";
import { useMemo, useState } from "preact/hooks";
import { type DocumentSection, type ReadDocument, readDocument } from "../../document/read.ts";
import { Seg } from "../../parts/seg.tsx";
import type { Check } from "../../protocol/types.ts";
import type { Asked } from "../../state/query.ts";
import { count, some } from "../../words/amounts.ts";
import { DocumentView } from "./document-view.tsx";
import { RawView } from "./raw-view.tsx";

interface OutlineProps {
  readonly sections: readonly DocumentSection[];
  readonly onJump: (section: DocumentSection) => void;
}

/** The document's sections: a column on wide screens, a row of chips on phones. */
function Outline({ sections, onJump }: OutlineProps) {
  const [current, setCurrent] = useState(sections[0]?.line);
  const jump = (section: DocumentSection) => {
    setCurrent(section.line);
    onJump(section);
  };
  if (sections.length === 0) return <span class="narrow:hidden phone:hidden" />;
  return (
    <nav
      aria-label="Sections"
      class="sticky top-[70px] max-h-[calc(100vh-90px)] min-w-0 overflow-y-auto px-2 -mx-2 narrow:roomy:hidden phone:static phone:order-3 phone:-mx-4 phone:flex phone:max-w-[100vw] phone:gap-1.5 phone:overflow-x-auto phone:px-4 phone:pb-0.5"
    >
      <h2 class="mb-1.5 text-[13px] font-[550] phone:sr-only">Sections</h2>
      {sections.map((section) => (
        <button
          key={section.line}
          type="button"
          aria-current={section.line === current ? "true" : undefined}
          class="-mx-2 grid w-[calc(100%+16px)] grid-cols-[9px_minmax(0,1fr)_auto] items-center gap-[9px] rounded-md px-2 py-[5px] text-left text-[13.5px] text-ink-2 hover:bg-hover hover:text-ink focus-visible:-outline-offset-2 aria-[current]:bg-hover aria-[current]:font-medium aria-[current]:text-ink phone:mx-0 phone:w-auto phone:flex-none phone:grid-cols-[9px_auto_auto] phone:gap-[7px] phone:rounded-full phone:border phone:border-line phone:bg-panel phone:px-[11px] phone:py-[9px]"
          onClick={() => jump(section)}
        >
          <i class={`sq hue-${section.hue}`} />
          <span class="wrap-anywhere" dir="auto">
            {section.name}
          </span>
          <span class="text-xs font-normal text-ink-3 tabular-nums">{count(section.items.length)}</span>
        </button>
      ))}
    </nav>
  );
}

interface DocumentTabProps {
  readonly text: string;
  readonly check: Asked<Check>;
  /** Buttons beside the choice of views. */
  readonly tools?: ComponentChildren;
  /** Panels beside the document. */
  readonly children: (document: ReadDocument) => ComponentChildren;
}

const VIEWS = [
  { value: "doc", label: "Rendered" },
  { value: "raw", label: "Raw" },
] as const;

/** A file, rendered or line by line, with its sections and panels. */
export function DocumentTab({ text, check, tools, children }: DocumentTabProps) {
  const [view, setView] = useState<"doc" | "raw">("doc");
  const document = useMemo(() => readDocument(text), [text]);
  const jump = (line: number) =>
    globalThis.document
      .getElementById(`${view === "raw" ? "line" : "section"}-${line}`)
      ?.scrollIntoView({ block: view === "raw" ? "center" : "start" });
  return (
    <div class="grid grid-cols-[204px_minmax(0,1fr)_300px] items-start gap-x-[22px] gap-y-3.5 narrow:grid-cols-[minmax(0,1fr)_290px] phone:grid-cols-1">
      <Outline sections={document.sections} onJump={({ line }) => jump(line)} />
      <section class="panel min-w-0 phone:order-4" aria-label="The document">
        <header class="sticky top-[52px] z-2 flex flex-wrap items-center gap-2 rounded-t-panel border-b border-line bg-panel py-2 pr-2 pl-2.5">
          <Seg label="View" value={view} choices={VIEWS} onChange={setView} />
          <span class="flex-1 pr-2 text-right text-[13px] text-ink-3 tabular-nums phone:hidden">
            {some(document.lines.length, "line")}
          </span>
          {tools}
        </header>
        {view === "doc" ? (
          <DocumentView document={document} />
        ) : (
          <RawView lines={document.lines} findings={check.type === "there" ? check.value.findings : []} />
        )}
      </section>
      <aside aria-label="About the file" class="grid grid-cols-1 gap-3.5 phone:contents">
        {children(document)}
      </aside>
    </div>
  );
}
