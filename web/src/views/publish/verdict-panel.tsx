import { Button } from "../../parts/button.tsx";
import { Icon } from "../../parts/icon.tsx";
import type { Live } from "../../protocol/types.ts";
import { useNow } from "../../state/pulse.ts";
import { VERDICTS } from "../../words/live.ts";
import { date, relative } from "../../words/times.ts";

const TONES = { ok: "bg-ok-bg text-ok", warn: "bg-warn-bg text-warn", bad: "bg-bad-bg text-bad" } as const;

const ICONS: Readonly<Record<Live["verdict"], string>> = {
  live: "check",
  stale: "clock",
  other: "alert",
  absent: "skip",
  unreachable: "plug",
};

interface VerdictPanelProps {
  /** Result of the check; undefined if the site was not checked yet. */
  readonly live: Live | undefined;
  readonly isAsking: boolean;
  readonly onCheck: () => void;
  /** Reason why the check itself failed. */
  readonly trouble: string | undefined;
}

/** Verdict on a site's own files, with the time since which it is true, and the versions in between. */
export function VerdictPanel({ live, isAsking, onCheck, trouble }: VerdictPanelProps) {
  const now = useNow(30);
  const { word, tone } = live ? VERDICTS[live.verdict] : { word: "", tone: "warn" as const };
  return (
    <section class="panel col-span-full flex flex-wrap items-start gap-x-4 gap-y-2 px-5 py-4" aria-label="Is it live?">
      {live && (
        <span class={`grid size-11 flex-none place-items-center rounded-panel ${TONES[tone]}`}>
          <Icon name={ICONS[live.verdict]} />
        </span>
      )}
      <div class="min-w-56 flex-1" role="status">
        <h2 class="text-[17px]/6 font-semibold tracking-[-0.02em]">
          {live ? word : trouble ? "The site could not be reached" : "Asking the site…"}
          {live?.behind !== undefined && live.behind > 0 && `: ${live.behind} behind`}
        </h2>
        <p class="text-ink-2 wrap-anywhere">{live?.detail ?? trouble}</p>
      </div>
      <div class="grid justify-items-end gap-1.5 phone:w-full phone:justify-items-stretch">
        <span class="text-[13px] text-ink-3">
          {isAsking ? "Asking the site…" : live && `Checked ${relative(live.at, now)}, and after every crawl`}
        </span>
        <Button icon="again" label="Check now" class="btn-small" disabled={isAsking} onClick={onCheck} />
      </div>
      {live && <Versions {...live} />}
    </section>
  );
}

/** Most versions drawn. */
const MAX_SHOWN = 6;

/** The versions in a row: the one that the site serves, the newest, and those in between. */
function Versions({ versions, served, verdict }: Live) {
  const at = versions.findIndex(({ digest }) => digest === served);
  if (versions.length < 2 || (verdict !== "live" && at < 0)) return null;
  const shown = versions.slice(0, Math.max(MAX_SHOWN, at + 1)).map((version, index) => ({ ...version, index }));
  return (
    <ol
      class="mt-1 flex w-full overflow-x-auto border-t border-line pt-4 text-center"
      aria-label="Versions, oldest first"
    >
      {shown.toReversed().map(({ digest, at: made, index }) => (
        <li key={digest} class={`vers ${index < at ? "missed" : ""}`}>
          <i class={index === at ? "on" : index === 0 ? "newest" : ""} />
          <span class="block text-[12.5px] text-ink-3">{date(made)}</span>
          <b class="block text-[12.5px] font-medium">
            {index === at && index === 0
              ? "Newest, on your site"
              : index === at
                ? "On your site"
                : index === 0
                  ? "Newest"
                  : ""}
          </b>
        </li>
      ))}
    </ol>
  );
}
