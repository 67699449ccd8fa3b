import type { ComponentChildren } from "preact";
import { useMemo, useState } from "preact/hooks";
import { type ReadDocument, readDocument } from "../../document/read.ts";
import { Seg } from "../../parts/seg.tsx";
import type { Check } from "../../protocol/types.ts";
import type { Asked } from "../../state/query.ts";
import { some } from "../../words/amounts.ts";
import { DocumentView } from "./document-view.tsx";
import { Outline } from "./outline.tsx";
import { RawView } from "./raw-view.tsx";

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
