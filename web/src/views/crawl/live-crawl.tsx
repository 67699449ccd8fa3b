import { useEffect, useRef, useState } from "preact/hooks";
import { Icon } from "../../parts/icon.tsx";
import { useKeys } from "../../parts/keys.ts";
import { Pill } from "../../parts/pill.tsx";
import { toast } from "../../parts/toast.tsx";
import type { Crawl } from "../../state/crawl.ts";
import { usePulse } from "../../state/pulse.ts";
import { goTo, href } from "../../state/route.ts";
import { cancelCrawl, type Run } from "../../state/run.ts";
import { count } from "../../words/amounts.ts";
import { clock } from "../../words/times.ts";
import { typedAddress } from "../start/form-state.ts";
import { LogPane } from "./log-pane.tsx";
import { LostBanner } from "./lost-banner.tsx";
import { MapPane } from "./map-pane.tsx";
import type { Pane } from "./panes.tsx";
import { Tally } from "./tally.tsx";

export type LiveRun = Extract<Run, { type: "crawling" | "lost" }>;

const TWICE_MS = 2000;

/** Back to the form, filled as it was. */
function cancel(run: LiveRun): void {
  typedAddress.set(run.request.url);
  cancelCrawl();
  goTo(href.start);
}

/** Escape twice cancels: once could be meant for something else. */
function useEscapeTwice(act: () => void): void {
  const last = useRef(Number.NEGATIVE_INFINITY);
  useKeys(({ key, timeStamp }) => {
    if (key !== "Escape") return;
    if (timeStamp - last.current < TWICE_MS) return act();
    last.current = timeStamp;
    toast("Press Esc again to cancel");
  });
}

function now(run: LiveRun): string {
  const { crawl } = run;
  if (run.type === "lost") return run.afterMs > 0 ? `Stopped at ${clock(run.afterMs)}` : "Not connected";
  if (crawl.queued !== undefined) {
    const { queued } = crawl;
    return queued === 0 ? "Next in line" : `${count(queued)} ${queued === 1 ? "crawl" : "crawls"} before this one`;
  }
  const { inFlight, done } = crawl.progress;
  if (done === 0 && inFlight === 0) return crawl.doing;
  const flying = inFlight > 0 ? `Fetching pages · ${count(inFlight)} in progress` : crawl.doing;
  if (crawl.chosen > 0) return `${flying} · reading ${count(crawl.chosen)} of ${count(crawl.known)} pages found`;
  return crawl.known > 0 ? `${flying} · ${count(crawl.known)} pages found` : flying;
}

function Status({ run }: { readonly run: LiveRun }) {
  if (run.type === "lost")
    return (
      <Pill tone="bad">
        <i class="dot" />
        Disconnected
      </Pill>
    );
  return (
    <Pill tone={run.crawl.queued === undefined ? "run" : "muted"}>
      <i class={`dot ${run.crawl.queued === undefined ? "animate-beat" : "dot-open"}`} />
      {run.crawl.queued === undefined ? "Crawling" : "Waiting"}
    </Pill>
  );
}

/** Tells a screen reader every five seconds how far it is, and a tab's title once a second. */
function Spoken({ crawl, live }: { readonly crawl: Crawl; readonly live: boolean }) {
  usePulse(live ? 0.2 : 0);
  return (
    <p class="sr-only" aria-live="polite">
      {crawl.progress.done > 0 ? crawl.spoken : ""}
    </p>
  );
}

function useTitle(crawl: Crawl, live: boolean): void {
  const beat = usePulse(live ? 1 : 0);
  // Told anew with each beat.
  useEffect(() => {
    const { done, max } = crawl.progress;
    document.title = live ? `${count(done)}/${count(max)} · ${crawl.host}` : `Disconnected · ${crawl.host}`;
    return () => {
      document.title = "llms.txt";
    };
  }, [beat, live, crawl]);
}

/** The crawl while it goes on, and after its connection was lost. Fills the window; only map and log scroll. */
export function LiveCrawl({ run }: { readonly run: LiveRun }) {
  const live = run.type === "crawling";
  const { crawl } = run;
  const [pane, setPane] = useState<Pane>("map");
  usePulse(live ? 4 : 0);
  useTitle(crawl, live);
  useEscapeTwice(() => cancel(run));
  return (
    <div class="mx-auto flex h-[max(660px,calc(100vh-52px))] max-w-[1440px] flex-col gap-3.5 px-6 pt-[18px] pb-5 phone:h-auto phone:gap-2.5 phone:px-4 phone:pb-22">
      <div class="flex items-center gap-3">
        <div class="min-w-0 flex-1">
          <div class="flex flex-wrap items-center gap-x-2">
            <h1 class="text-[22px]/[30px] font-semibold tracking-[-0.025em] wrap-anywhere phone:text-xl/[26px]">
              {crawl.host}
            </h1>
            <Status run={run} />
          </div>
          <p class="text-[13px] wrap-anywhere text-ink-3 tabular-nums">{now(run)}</p>
        </div>
        {live && (
          <button type="button" class="btn phone:h-11" onClick={() => cancel(run)}>
            <Icon name="x" />
            Cancel
          </button>
        )}
      </div>
      {run.type === "lost" && <LostBanner run={run} onBack={() => cancel(run)} />}
      <Spoken crawl={crawl} live={live} />
      <Tally crawl={crawl} stale={!live} />
      <div
        class={`grid min-h-[420px] flex-1 grid-cols-[minmax(0,1fr)_404px] gap-3.5 narrow:grid-cols-[minmax(0,1fr)_340px] phone:min-h-0 phone:grid-cols-1 ${live ? "" : "stale"}`}
      >
        <MapPane crawl={crawl} live={live} shown={pane === "map"} onPane={setPane} />
        <LogPane crawl={crawl} live={live} shown={pane === "log"} onPane={setPane} />
      </div>
    </div>
  );
}
