import { Icon } from "../../parts/icon.tsx";
import type { Site } from "../../protocol/types.ts";
import { type Chosen, howMany } from "../../state/bulk.ts";
import type { ListPlace } from "../../state/list-place.ts";
import type { SiteRows } from "../../state/list-reader.ts";
import { count, some } from "../../words/amounts.ts";
import { INTERVALS } from "../../words/times.ts";
import { chosenOf, isSelected, type Selection } from "./selection.ts";
import { type Act, type Progress, type Subject, theSite, theSites } from "./site-actions.ts";

interface SelectionBarProps {
  readonly rows: SiteRows;
  readonly place: ListPlace;
  readonly selection: Selection;
  readonly progress: Progress | undefined;
  readonly act: Act;
  readonly onTags: (subject: Subject, sites: readonly Site[]) => void;
  readonly onRemove: (subject: Subject) => void;
  readonly onSelection: (selection: Selection) => void;
  readonly onClear: () => void;
}

/** Progress of a change of many sites. */
function UnderWay({ done, of }: Progress) {
  return (
    <b class="px-1 font-medium tabular-nums" role="status">
      {count(done)} of {count(of)}
    </b>
  );
}

interface HowManyProps {
  readonly rows: SiteRows;
  readonly selection: Selection;
  readonly chosen: Chosen;
  readonly onSelection: (selection: Selection) => void;
}

/** Number of selected rows; if all rows are selected, all that match are offered. */
function HowMany({ rows, selection, chosen, onSelection }: HowManyProps) {
  const selected = howMany(chosen);
  const isMore = selection.type === "some" && selected === rows.sites.length && rows.total > selected;
  return (
    <>
      <b class="px-1 font-medium tabular-nums" role="status">
        {some(selected, "site")}
        {rows.isExact || selection.type === "some" ? "" : " or more"} selected
      </b>
      {isMore && (
        <button
          type="button"
          class="px-1 text-link tabular-nums underline underline-offset-3"
          onClick={() => onSelection({ type: "all" })}
        >
          Select all {count(rows.total)}
        </button>
      )}
    </>
  );
}

/** Sets how often the sites are crawled; stands at no choice of its own, for they may differ. */
function IntervalChoice({ onMinutes }: { readonly onMinutes: (minutes: number) => void }) {
  return (
    <>
      <label class="sr-only" for="selected-every">
        Interval
      </label>
      <select
        id="selected-every"
        class="select h-7 text-[13px] phone:h-10"
        value=""
        onChange={(event) => {
          const minutes = Number(event.currentTarget.value);
          if (minutes > 0) onMinutes(minutes);
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
    </>
  );
}

/** Actions on the selected rows. Stands at the foot of the window while there are any. */
export function SelectionBar(props: SelectionBarProps) {
  const { rows, place, selection, progress, act, onTags, onRemove, onSelection, onClear } = props;
  const chosen = chosenOf(selection, rows, place);
  if (progress === undefined && howMany(chosen) === 0) return null;
  const sites = rows.sites.filter(({ id }) => isSelected(selection, id));
  const [only, ...others] = sites;
  const subject = chosen.type === "some" && only && others.length === 0 ? theSite(only) : theSites(chosen);
  const allPaused = chosen.type === "some" && sites.every((site) => site.paused);
  return (
    <section
      aria-label="Selected sites"
      class="panel sticky bottom-4 z-8 mx-auto mt-4 flex w-fit max-w-full flex-wrap items-center gap-2 px-3 py-2 shadow-pop"
    >
      {progress ? (
        <UnderWay {...progress} />
      ) : (
        <HowMany rows={rows} selection={selection} chosen={chosen} onSelection={onSelection} />
      )}
      <fieldset class="contents" disabled={progress !== undefined}>
        <button type="button" class="btn btn-small" onClick={() => act(subject, { action: "crawl" })}>
          <Icon name="again" />
          Crawl now
        </button>
        <button
          type="button"
          class="btn btn-small"
          onClick={() => act(subject, { action: allPaused ? "resume" : "pause" })}
        >
          <Icon name={allPaused ? "clock" : "pause"} />
          {allPaused ? "Resume" : "Pause"}
        </button>
        <IntervalChoice
          onMinutes={(recrawlIntervalMinutes) => act(subject, { action: "setInterval", recrawlIntervalMinutes })}
        />
        <button type="button" class="btn btn-small" onClick={() => onTags(subject, sites)}>
          <Icon name="tag" />
          Tags…
        </button>
        <button type="button" class="btn btn-small btn-danger" onClick={() => onRemove(subject)}>
          <Icon name="trash" />
          Remove…
        </button>
      </fieldset>
      <button type="button" class="btn btn-small btn-icon btn-quiet" aria-label="Select none" onClick={onClear}>
        <Icon name="x" />
      </button>
    </section>
  );
}
