import type { Crawl } from "../../state/crawl.ts";
import type { Beat } from "../../state/pace.ts";
import { clock } from "../../words/times.ts";

const LOOKS: Readonly<Record<Beat["state"], readonly [look: string, word: string]>> = {
  going: ["text-r0", "answering"],
  slow: ["text-amber", "slowed down"],
  waiting: ["text-amber hatch", "waiting, as asked"],
  away: ["text-ink-3 hatch", "the server was away"],
};

/** Bars that fit the strip. */
const MAX_BEATS = 96;

/** Pages a second over the time so far; where a site asked for a pause the strip is hatched. */
export function PaceStrip({ crawl }: { readonly crawl: Crawl }) {
  const elapsed = crawl.elapsedMs(performance.now());
  const { pace } = crawl;
  const beats = pace.beats(elapsed, MAX_BEATS);
  const most = Math.max(1, ...beats.map(({ rate }) => rate));
  const waited = pace.waitedMs(elapsed);
  const present = Object.entries(LOOKS).filter(([state]) => beats.some((beat) => beat.state === state));
  const times: Partial<Record<string, string>> = { going: clock(elapsed - waited), waiting: clock(waited) };
  return (
    <section class="panel flex-none px-4 pt-2.5 pb-3 phone:px-3.5" aria-label="Pages a second">
      <div class="flex flex-wrap items-center gap-x-4 gap-y-0.5 text-[12.5px] text-ink-2">
        <h2 class="flex-1 text-ink-3">Pages a second</h2>
        {present.map(([state, [look, word]]) => (
          <span key={state} class="inline-flex items-center gap-1.5 whitespace-nowrap">
            <i class={`sq ${look}`} />
            {word} {times[state] && <b class="font-[550] text-ink tabular-nums">{times[state]}</b>}
          </span>
        ))}
      </div>
      <div class="mt-1.5 flex h-9 items-end gap-px" aria-hidden="true">
        {beats.map(({ rate, state }, index) => {
          const isHeld = state === "waiting" || state === "away";
          return (
            <i
              key={index}
              class={`min-w-0 flex-1 ${isHeld ? "" : "rounded-t-[2px] bg-current"} ${LOOKS[state][0]}`}
              style={{ height: isHeld ? "100%" : `${Math.max(3, (rate / most) * 100)}%` }}
            />
          );
        })}
      </div>
    </section>
  );
}
