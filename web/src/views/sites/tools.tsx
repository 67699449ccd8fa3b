import { Button } from "../../parts/button.tsx";
import { Icon } from "../../parts/icon.tsx";
import { SearchField } from "../../parts/search-field.tsx";
import { Seg } from "../../parts/seg.tsx";
import { Select } from "../../parts/select.tsx";
import type { Sites } from "../../protocol/types.ts";
import type { ListPlace } from "../../state/list-place.ts";
import { count, some } from "../../words/amounts.ts";
import { orMore } from "../../words/site-status.ts";
import { SORTS } from "./columns.tsx";
import { TagFilter } from "./tags.tsx";

interface ToolsProps {
  /** The latest answer; undefined before the first. */
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

function Sort({ place, onPlace }: ToolsProps) {
  return (
    <span class="flex gap-1.5 roomy:hidden">
      <Select
        aria-label="Sort by"
        class="h-[42px]"
        choices={SORTS.map(([value, label]) => ({ value, label }))}
        value={place.sort}
        onChange={(sort) => onPlace({ sort, isReversed: false })}
      />
      <Button
        class="btn-icon h-[42px] w-[42px]"
        aria-label="Reverse the order"
        aria-pressed={place.isReversed}
        onClick={() => onPlace({ isReversed: !place.isReversed })}
      >
        <Icon name="chevd" class={place.isReversed ? "rotate-180" : ""} />
      </Button>
    </span>
  );
}

/** Number of sites in the list: `41 of 20,000 sites`. */
function listed(list: Sites): string {
  const all = some(list.counts.all, "site");
  if (list.isPart) return `${count(list.total)} found in a part of ${all}`;
  return list.total < list.counts.all ? `${count(list.total)}${orMore(list)} of ${all}` : all;
}

/** Search, filters and order of the list. */
export function Tools(props: ToolsProps) {
  const { latest, place, onPlace } = props;
  const counts = latest?.counts;
  return (
    <div class="mt-4 mb-3 flex flex-wrap items-center gap-2.5">
      <SearchField label="Search sites" value={place.search} onSearch={(search) => onPlace({ search })} />
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
          {listed(latest)}
        </span>
      )}
    </div>
  );
}
