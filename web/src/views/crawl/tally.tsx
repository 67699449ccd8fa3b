import type { ComponentChildren } from "preact";
import { Bar } from "../../parts/bar.tsx";
import type { Crawl } from "../../state/crawl.ts";
import { bytes, count, rate } from "../../words/amounts.ts";
import { clock } from "../../words/times.ts";

function Stat({ term, value, unit }: { readonly term: string; readonly value: string; readonly unit: string }) {
  return (
    <div class="border-line px-4 pt-[11px] pb-[15px] not-first:border-l phone:px-3.5 phone:pt-2 phone:pb-[9px] phone:nth-[n+3]:border-t phone:nth-[3]:border-l-0">
      <dt class="text-[12.5px]/[18px] text-ink-3">{term}</dt>
      <dd class="flex items-baseline gap-[7px] text-xl/[26px] font-[550] tracking-[-0.025em] whitespace-nowrap tabular-nums phone:text-lg/6">
        {value} <small class="text-[13px] font-normal tracking-normal text-ink-3">{unit}</small>
      </dd>
    </div>
  );
}

/** Remaining time, `about 14 s left`; empty if it cannot be estimated. */
function timeLeft(seconds: number | undefined): string {
  if (seconds === undefined) return "";
  if (seconds < 2) return "nearly done";
  return seconds < 60 ? `about ${Math.ceil(seconds)} s left` : `about ${Math.ceil(seconds / 60)} min left`;
}

function Way({
  colour,
  name,
  pages,
}: {
  readonly colour: string;
  readonly name: string;
  readonly pages: ComponentChildren;
}) {
  return (
    <span class="inline-flex items-center gap-1.5 text-ink-2">
      <i class={`dot ${colour}`} />
      {name} <b class="font-[550] text-ink tabular-nums">{pages}</b>
    </span>
  );
}

interface TallyProps {
  readonly crawl: Crawl;
  /** True if the connection is lost, so that the figures may be old. */
  readonly stale: boolean;
}

/** Figures of the crawl, and its progress as a bar by ways of fetching. */
export function Tally({ crawl, stale }: TallyProps) {
  const { progress, failed } = crawl;
  // The clock runs with each drawing, also between events.
  const now = performance.now();
  const { pagesBy, done, max } = progress;
  const [received, unit] = bytes(progress.bytes);
  const whole = Math.max(max, done, 1);
  return (
    <div class="panel relative flex-none overflow-hidden">
      <dl class="grid grid-cols-[1.25fr_.85fr_1.1fr_.75fr_2.15fr] phone:grid-cols-2">
        <Stat term="Pages" value={count(done)} unit={`(limit ${count(max)})`} />
        <Stat term="Speed" value={rate(crawl.pagesPerSecond(now))} unit="pages/s" />
        <Stat
          term="Time"
          value={clock(crawl.elapsedMs(now))}
          unit={stale || crawl.pause(Date.now()) ? "" : timeLeft(crawl.secondsLeft(now))}
        />
        <Stat term="Received" value={received} unit={unit} />
        <div class="border-l border-line px-4 pt-[11px] pb-[15px] phone:col-span-2 phone:border-t phone:border-l-0 phone:px-3.5">
          <dt class="text-[12.5px]/[18px] text-ink-3">Fetched by</dt>
          <dd class="mt-[5px] flex flex-wrap gap-x-3.5 gap-y-0.5 text-[13px]/[18px]">
            <Way colour="text-r0" name="Plain" pages={count(pagesBy.plain)} />
            <Way colour="text-r1" name="Browser" pages={count(pagesBy.browser)} />
            <Way colour="text-r2" name="Proxy" pages={count(pagesBy.proxy)} />
            <Way colour="text-fail" name="Failed" pages={count(failed)} />
          </dd>
        </div>
      </dl>
      <div
        class={`absolute inset-x-0 bottom-0 ${stale ? "opacity-45 saturate-60" : ""}`}
        role="progressbar"
        aria-label="Pages done"
        aria-valuemin={0}
        aria-valuemax={whole}
        aria-valuenow={done}
      >
        <Bar
          class="h-1! rounded-none [&>i]:transition-[width] [&>i]:duration-300"
          parts={[
            { share: pagesBy.plain / whole, look: "text-r0" },
            { share: pagesBy.browser / whole, look: "text-r1" },
            { share: pagesBy.proxy / whole, look: "text-r2" },
            { share: Math.min(failed / whole, Math.max(0, 1 - done / whole)), look: "text-fail" },
          ]}
        />
      </div>
    </div>
  );
}
