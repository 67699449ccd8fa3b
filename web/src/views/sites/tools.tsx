import { useEffect, useRef, useState } from "preact/hooks";
import { Icon } from "../../parts/icon.tsx";
import { useKeys } from "../../parts/keys.ts";
import { Seg } from "../../parts/seg.tsx";
import type { Sites } from "../../protocol/types.ts";
import type { ListPlace } from "../../state/list-place.ts";
import { count, some } from "../../words/amounts.ts";
import { SORTS } from "./columns.tsx";
import { TagFilter } from "./tags.tsx";

interface ToolsProps {
  /** undefined: not known yet. */
  readonly latest: Sites | undefined;
  readonly place: ListPlace;
  readonly onPlace: (change: Partial<ListPlace>) => void;
}

const FILTERS = [
  ["all", "All"],
  ["attention", "Needs attention"],
  ["changed", "Changed"],
  ["paused", "Paused"],
] as const;

/** Typing goes on for so long before the list is asked for. */
const TYPING_MS = 200;

function Search({ place, onPlace }: ToolsProps) {
  const field = useRef<HTMLInputElement>(null);
  const [typed, setTyped] = useState(place.search);
  useKeys((event) => {
    if (event.key !== "/") return;
    event.preventDefault();
    field.current?.focus();
  });
  // Back, or a link, may have gone to another search.
  useEffect(() => {
    if (place.search !== typed.trim()) setTyped(place.search);
  }, [place.search]);
  useEffect(() => {
    if (typed.trim() === place.search) return;
    const waiting = setTimeout(() => onPlace({ search: typed.trim() }), TYPING_MS);
    return () => clearTimeout(waiting);
  }, [typed]);
  return (
    <label class="flex h-[34px] w-[280px] items-center gap-2 rounded-control border border-line-2 bg-panel pr-2 pl-2.5 focus-within:outline-2 focus-within:-outline-offset-1 focus-within:outline-focus phone:h-[42px] phone:w-full">
      <Icon name="search" class="text-ink-3" />
      <span class="sr-only">Search sites</span>
      <input
        ref={field}
        type="search"
        placeholder="Search sites"
        class="min-w-0 flex-1 outline-none phone:text-base"
        value={typed}
        onInput={(event) => setTyped(event.currentTarget.value)}
      />
      <kbd class="kbd phone:hidden">/</kbd>
    </label>
  );
}

/** Functions of the table's headings, for screens without a table. */
function Sort({ place, onPlace }: ToolsProps) {
  return (
    <span class="flex gap-1.5 roomy:hidden">
      <label class="sr-only" for="sort">
        Sort by
      </label>
      <select
        id="sort"
        class="select h-[42px]"
        value={place.sort}
        onChange={(event) => {
          const sort = SORTS.find(([by]) => by === event.currentTarget.value);
          if (sort) onPlace({ sort: sort[0], isReversed: false });
        }}
      >
        {SORTS.map(([by, heading]) => (
          <option key={by} value={by}>
            {heading}
          </option>
        ))}
      </select>
      <button
        type="button"
        class="btn btn-icon h-[42px] w-[42px]"
        aria-label="Reverse the order"
        aria-pressed={place.isReversed}
        onClick={() => onPlace({ isReversed: !place.isReversed })}
      >
        <Icon name="chevd" class={place.isReversed ? "rotate-180" : ""} />
      </button>
    </span>
  );
}

/** Which sites the list shows. */
export function Tools(props: ToolsProps) {
  const { latest, place, onPlace } = props;
  const counts = latest?.counts;
  return (
    <div class="mt-4 mb-3 flex flex-wrap items-center gap-2.5">
      <Search {...props} />
      <Seg
        label="Show"
        class="max-w-full overflow-x-auto [scrollbar-width:none] phone:[&>button]:h-9"
        value={place.filter}
        choices={FILTERS.map(([value, label]) => ({
          value,
          label: (
            <>
              {label}{" "}
              <span
                class={`text-xs tabular-nums ${value === "attention" && (counts?.attention ?? 0) > 0 ? "text-bad" : "text-ink-2"}`}
              >
                {counts && count(counts[value])}
              </span>
            </>
          ),
        }))}
        onChange={(filter) => onPlace({ filter })}
      />
      <TagFilter tags={counts?.tags ?? []} tag={place.tag} onTag={(tag) => onPlace({ tag })} />
      <Sort {...props} />
      {latest && (
        <span class="ml-auto text-[13px] text-ink-3 tabular-nums" role="status">
          {latest.total < latest.counts.all ? `${count(latest.total)} of ` : ""}
          {some(latest.counts.all, "site")}
        </span>
      )}
    </div>
  );
}
