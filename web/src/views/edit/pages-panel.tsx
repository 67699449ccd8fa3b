import { useMemo, useState } from "preact/hooks";
import { hueOf, readDocument } from "../../document/read.ts";
import { Box } from "../../parts/box.tsx";
import { Button } from "../../parts/button.tsx";
import { Seg } from "../../parts/seg.tsx";
import type { Preview, ShownPage } from "../../protocol/types.ts";
import { route } from "../../state/route.ts";
import { count, some } from "../../words/amounts.ts";
import { DocumentView } from "../done/document-view.tsx";
import { RawView } from "../done/raw-view.tsx";
import type { EditProps } from "./edit-props.ts";
import { PageRow } from "./page-row.tsx";

interface Group {
  readonly name: string;
  /** The crawl's name of the section; null for a new one. */
  readonly from: string | null;
  readonly items: readonly ShownPage[];
  readonly hue: number;
  readonly isHidden: boolean;
}

interface Filter {
  readonly text: string;
  readonly isMineOnly: boolean;
}

function groupsOf({ sections, hidden }: Preview, { text, isMineOnly }: Filter): readonly Group[] {
  const words = text.trim().toLowerCase();
  const isWanted = ({ change, title, url }: ShownPage) =>
    (!isMineOnly || change !== null) && (words === "" || `${title} ${url}`.toLowerCase().includes(words));
  const shown = sections.map(({ name, from, items }, index) => ({
    ...{ name, from, items: items.filter(isWanted) },
    ...{ hue: hueOf(name, index), isHidden: false },
  }));
  const last = { name: "Hidden", from: null, items: hidden.filter(isWanted), hue: 8, isHidden: true };
  return [...shown, last].filter(({ items }) => items.length > 0);
}

/** Rows shown at first; a button shows more. */
const ROWS = 50;

function Pages({ group, ...props }: EditProps & { readonly group: Group }) {
  const [isWhole, setIsWhole] = useState(false);
  const { name, from, items, hue, isHidden } = group;
  const shown = isWhole ? items : items.slice(0, ROWS);
  return (
    <section aria-label={name}>
      <h2 class="flex items-center gap-2.5 px-[18px] pt-4 pb-1 text-[15px] font-semibold tracking-[-0.015em]">
        <i class={`sq hue-${hue}`} />
        <span class="wrap-anywhere" dir="auto">
          {name}
        </span>
        <span class="text-[13px] font-normal text-ink-3 tabular-nums">{count(items.length)}</span>
        <small class="text-[12.5px] font-normal tracking-normal text-ink-3">
          {from !== null && from !== name && `on the site: ${from}`}
        </small>
      </h2>
      <ul>
        {shown.map((page) => (
          <PageRow key={page.url} {...props} page={page} place={{ from, isHidden }} />
        ))}
      </ul>
      {items.length > shown.length && (
        <Button
          label={`Show ${some(items.length - shown.length, "more page")}`}
          class="btn-small mx-[18px] my-2"
          onClick={() => setIsWhole(true)}
        />
      )}
    </section>
  );
}

function Edited(props: EditProps) {
  const [filter, setFilter] = useState<Filter>({
    text: route.value.at === "edit" ? route.value.find : "",
    isMineOnly: false,
  });
  const { preview } = props.editing.shown;
  const groups = useMemo(() => groupsOf(preview, filter), [preview, filter]);
  return (
    <>
      <div class="flex flex-wrap items-center gap-x-4 gap-y-2 border-b border-line px-[18px] py-2.5 text-[13px]">
        <input
          type="search"
          class="input min-w-40 flex-1"
          placeholder="Find a page"
          aria-label="Find a page"
          value={filter.text}
          onInput={({ currentTarget }) => setFilter({ ...filter, text: currentTarget.value })}
        />
        <Box
          label="Only my edits"
          class="min-h-8 text-ink-2"
          isOn={filter.isMineOnly}
          onChange={(isMineOnly) => setFilter({ ...filter, isMineOnly })}
        />
      </div>
      <div class="pb-4">
        {groups.map((group) => (
          <Pages key={`${group.isHidden} ${group.from ?? group.name}`} {...props} group={group} />
        ))}
        {groups.length === 0 && (
          <p class="px-[18px] pt-4 text-ink-2">
            {filter.isMineOnly && filter.text === "" ? "No page has an edit of yours." : "No page matches."}
          </p>
        )}
      </div>
    </>
  );
}

function Shown({ text, view }: { readonly text: string; readonly view: "doc" | "raw" }) {
  const document = useMemo(() => readDocument(text), [text]);
  return view === "doc" ? <DocumentView document={document} /> : <RawView lines={document.lines} findings={[]} />;
}

/** The pages to change, or the document with the changes. */
export function PagesPanel(props: EditProps) {
  const [view, setView] = useState<"edit" | "doc" | "raw">("edit");
  return (
    <section class="panel min-w-0 phone:-order-1" aria-label="Pages">
      <header class="border-b border-line py-2 pr-2 pl-2.5">
        <Seg
          label="View"
          value={view}
          choices={[
            { value: "edit", label: "Edit" },
            { value: "doc", label: "Preview" },
            { value: "raw", label: "Raw" },
          ]}
          onChange={setView}
        />
      </header>
      {view === "edit" ? <Edited {...props} /> : <Shown text={props.editing.shown.preview.text} view={view} />}
    </section>
  );
}
