import type { Crawl } from "../../state/crawl.ts";
import type { Beat } from "../../state/pace.ts";
import { clock } from "../../words/times.ts";

const LOOKS: Readonly<Record<Beat["state"], readonly [look: string, word: string]>> = {
  going: ["text-r0", "answering"],
  slow: ["text-amber", "slowed down"],
  waiting: ["text-amber hatch", "waiting, as asked"],
  away: ["text-ink-3 hatch", "the server was away"],
};

/** Bars that fit the strip, as many as it has columns. */
const MAX_BEATS = 60;

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
        <h2 class="flex-1 text-[12.5px] font-normal text-ink-3">Pages a second</h2>
        {present.map(([state, [look, word]]) => (
          <span key={state} class="inline-flex items-center gap-1.5 whitespace-nowrap">
            <i class={`sq ${look}`} />
            {word} {times[state] && <b class="font-[550] text-ink tabular-nums">{times[state]}</b>}
          </span>
        ))}
      </div>
      {/* Each beat keeps its place: a strip that moves would draw the eye. */}
      <div class="mt-1.5 grid h-9 grid-cols-[repeat(60,minmax(0,1fr))] gap-px" aria-hidden="true">
        {beats.map(({ rate, state }, index) => {
          const isHeld = state === "waiting" || state === "away";
          return (
            <i
              key={index}
              class={`${isHeld ? "" : "bg-current"} ${LOOKS[state][0]}`}
              style={{ clipPath: isHeld ? "none" : `inset(${Math.min(97, 100 - (rate / most) * 100)}% 0 0 0)` }}
            />
          );
        })}
      </div>
    </section>
  );
}
