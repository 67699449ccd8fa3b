import { Button } from "../../parts/button.tsx";
import type { Site } from "../../protocol/types.ts";
import { howMany } from "../../state/bulk.ts";
import type { ListPlace } from "../../state/list-place.ts";
import type { SitePages } from "../../state/site-pages.ts";
import { count, some } from "../../words/amounts.ts";
import { orMore } from "../../words/site-status.ts";
import { INTERVALS } from "../../words/times.ts";
import { chosenOf, isSelected, type Selection } from "./selection.ts";
import { type Act, type Progress, type Subject, theSite, theSites } from "./site-actions.ts";

interface SelectionBarProps {
  readonly list: SitePages;
  readonly sites: readonly Site[];
  readonly place: ListPlace;
  readonly selection: Selection;
  readonly progress: Progress | undefined;
  readonly act: Act;
  readonly onTags: (subject: Subject, sites: readonly Site[]) => void;
  readonly onRemove: (subject: Subject) => void;
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

/** Choice of an interval for the sites. None is selected at first, since the sites may differ. */
function IntervalChoice({ onMinutes }: { readonly onMinutes: (minutes: number) => void }) {
  return (
    <select
      class="select h-7 text-[13px] phone:h-10"
      aria-label="Interval"
      value=""
      onChange={({ currentTarget }) => {
        onMinutes(Number(currentTarget.value));
        currentTarget.value = "";
      }}
    >
      <option value="">Interval…</option>
      {INTERVALS.map(({ minutes, long }) => (
        <option key={minutes} value={minutes}>
          {`Every ${long}`}
        </option>
      ))}
    </select>
  );
}

/** Actions for the selected rows, at the foot of the window while there are any. */
export function SelectionBar(props: SelectionBarProps) {
  const { list, sites: known, place, selection, progress, act, onTags, onRemove, onClear } = props;
  const chosen = chosenOf(selection, place, list.latest?.total ?? 0);
  if (progress === undefined && howMany(chosen) === 0) return null;
  const sites = known.filter(({ id }) => isSelected(selection, id));
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
        <b class="px-1 font-medium tabular-nums" role="status">
          {some(howMany(chosen), "site")}
          {list.latest && chosen.type === "all" ? orMore(list.latest) : ""} selected
        </b>
      )}
      <fieldset class="contents" disabled={progress !== undefined}>
        <Button icon="again" label="Crawl now" class="btn-small" onClick={() => act(subject, { action: "crawl" })} />
        <Button
          icon={allPaused ? "clock" : "pause"}
          label={allPaused ? "Resume" : "Pause"}
          class="btn-small"
          onClick={() => act(subject, { action: allPaused ? "resume" : "pause" })}
        />
        <IntervalChoice
          onMinutes={(recrawlIntervalMinutes) => act(subject, { action: "setInterval", recrawlIntervalMinutes })}
        />
        <Button icon="tag" label="Tags…" class="btn-small" onClick={() => onTags(subject, sites)} />
        <Button icon="trash" label="Remove…" class="btn-small btn-danger" onClick={() => onRemove(subject)} />
      </fieldset>
      <Button icon="x" class="btn-small btn-icon btn-quiet" aria-label="Select none" onClick={onClear} />
    </section>
  );
}
