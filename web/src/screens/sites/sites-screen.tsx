import type { Config, Sites } from "@llmstxt-service/service/shapes";
import { useState } from "preact/hooks";
import { Button } from "../../parts/button.tsx";
import { Answer } from "../../parts/notice.tsx";
import { SearchField } from "../../parts/search-field.tsx";
import { Seg } from "../../parts/seg.tsx";
import { useAsked } from "../../state/asked.ts";
import { withQuery } from "../../state/call.ts";
import { goTo } from "../../state/route.ts";
import { count, some } from "../../words/amounts.ts";
import { AddDialog } from "./add-dialog.tsx";
import { addressOf, type Place, readPlace } from "./place.ts";
import { SitesTable } from "./sites-table.tsx";

const WORKING_SECONDS = 3;
const IDLE_SECONDS = 30;

/** Rows of one page from the server. */
const PAGE = 100;

interface PagesProps {
  readonly next: string | null;
  /** Cursors of the previous pages. */
  readonly before: readonly string[];
  readonly onCursors: (cursors: readonly string[]) => void;
}

function Pages({ next, before, onCursors }: PagesProps) {
  if (next === null && before.length === 0) return null;
  return (
    <nav class="flex items-center gap-2 border-t border-line px-4 py-2.5" aria-label="Pages of the list">
      <span class="mr-auto text-[13px] text-ink-3 tabular-nums">From {count(before.length * PAGE + 1)}</span>
      <Button
        label="Previous"
        class="btn-small"
        disabled={before.length === 0}
        onClick={() => onCursors(before.slice(0, -1))}
      />
      <Button
        label="Next"
        class="btn-small"
        disabled={next === null}
        onClick={() => next !== null && onCursors([...before, next])}
      />
    </nav>
  );
}

function NoSites({ place, onAdd }: { readonly place: Place; readonly onAdd: () => void }) {
  if (place.search !== "") return <p class="px-4 py-3.5 text-ink-2">No address has “{place.search}” in it.</p>;
  if (place.filter === "attention") return <p class="px-4 py-3.5 text-ink-2">No site needs attention.</p>;
  return (
    <div class="px-4 py-8 text-center">
      <p class="text-ink-2">
        No sites yet. Sites are crawled again on a schedule, and a new file is written when something changed.
      </p>
      <Button icon="plus" label="Add sites" class="btn-primary mt-4" onClick={onAdd} />
    </div>
  );
}

interface SitesScreenProps {
  readonly query: URLSearchParams;
  readonly config: Config;
}

/** All enrolled sites. */
export function SitesScreen({ query, config }: SitesScreenProps) {
  const place = readPlace(query);
  const at = addressOf(place);
  const [cursors, setCursors] = useState<{ readonly at: string; readonly list: readonly string[] }>({ at, list: [] });
  const before = cursors.at === at ? cursors.list : [];
  const [isAdding, setAdding] = useState(false);
  const asked = useAsked<Sites>(
    withQuery("/api/sites", { ...place, limit: PAGE, cursor: before.at(-1) }),
    ({ items }) =>
      items.some(({ state }) => state === "crawling" || state === "waiting") ? WORKING_SECONDS : IDLE_SECONDS,
  );
  const { total = 0, attention = 0 } = asked.value ?? {};
  const onPlace = (change: Partial<Place>) => goTo(addressOf({ ...place, ...change }));
  const filters = [
    { value: "all", label: "All" },
    {
      value: "attention",
      label: (
        <>
          Needs attention <span class="text-ink-3 tabular-nums">{asked.value ? count(attention) : ""}</span>
        </>
      ),
    },
  ] as const;
  return (
    <div class="mx-auto grid max-w-[1360px] grid-cols-[minmax(0,1fr)] gap-3.5 px-6 pt-7 pb-16 phone:px-4 phone:pt-4">
      <div class="flex flex-wrap items-center gap-3">
        <div class="mr-auto">
          <h1>Sites</h1>
          <p class="text-[13px] text-ink-3">{asked.value ? some(total, "site") : " "}</p>
        </div>
        <Button icon="plus" label="Add sites" class="btn-primary" onClick={() => setAdding(true)} />
      </div>
      <div class="flex flex-wrap items-center gap-2.5">
        <SearchField label="Search sites" value={place.search} onSearch={(search) => onPlace({ search })} />
        <Seg label="Filter" choices={filters} value={place.filter} onChange={(filter) => onPlace({ filter })} />
      </div>
      <section class="panel min-w-0" aria-label="Sites">
        <Answer asked={asked}>
          {({ items, next }) => (
            <>
              {items.length === 0 ? (
                <NoSites place={place} onAdd={() => setAdding(true)} />
              ) : (
                <SitesTable sites={items} place={place} onPlace={onPlace} />
              )}
              <Pages next={next} before={before} onCursors={(list) => setCursors({ at, list })} />
            </>
          )}
        </Answer>
      </section>
      {isAdding && (
        <AddDialog
          config={config}
          onClose={() => {
            setAdding(false);
            asked.again();
          }}
        />
      )}
    </div>
  );
}
