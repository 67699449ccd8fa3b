import { Icon } from "../../parts/icon.tsx";
import type { Site } from "../../protocol/site.ts";
import { some } from "../../words/amounts.ts";
import { INTERVALS } from "../../words/times.ts";
import type { SiteActions } from "./site-actions.ts";

interface SelectionBarProps {
  readonly sites: readonly Site[];
  readonly actions: SiteActions;
  readonly onRemove: () => void;
  readonly onClear: () => void;
}

/** What one can do to the rows that are selected. Stands at the foot of the window while there are any. */
export function SelectionBar({ sites, actions, onRemove, onClear }: SelectionBarProps) {
  if (sites.length === 0) return null;
  const allPaused = sites.every((site) => site.paused);
  return (
    <section
      aria-label="Selected sites"
      class="panel sticky bottom-4 z-8 mx-auto mt-4 flex w-fit max-w-full flex-wrap items-center gap-2 px-3 py-2 shadow-pop"
    >
      <b class="px-1 font-medium tabular-nums" role="status">
        {some(sites.length, "site")} selected
      </b>
      <button type="button" class="btn btn-small" onClick={() => actions.crawl(sites)}>
        <Icon name="again" />
        Crawl now
      </button>
      <button type="button" class="btn btn-small" onClick={() => actions.pause(sites, !allPaused)}>
        <Icon name={allPaused ? "clock" : "pause"} />
        {allPaused ? "Resume" : "Pause"}
      </button>
      <label class="sr-only" for="selected-every">
        Interval
      </label>
      <select
        id="selected-every"
        class="select h-7 text-[13px]"
        value=""
        onChange={(event) => {
          const minutes = Number(event.currentTarget.value);
          if (minutes > 0) actions.setInterval(sites, minutes);
          event.currentTarget.value = "";
        }}
      >
        <option value="">Interval…</option>
        {INTERVALS.map((interval) => (
          <option key={interval.minutes} value={interval.minutes}>
            Every {interval.long}
          </option>
        ))}
      </select>
      <button type="button" class="btn btn-small btn-danger" onClick={onRemove}>
        <Icon name="trash" />
        Remove…
      </button>
      <button type="button" class="btn btn-small btn-icon btn-quiet" aria-label="Select none" onClick={onClear}>
        <Icon name="x" />
      </button>
    </section>
  );
}
