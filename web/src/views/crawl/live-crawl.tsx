import { useEffect, useRef, useState } from "preact/hooks";
import { Banner } from "../../parts/banner.tsx";
import { Button } from "../../parts/button.tsx";
import { Filters } from "../../parts/filters.tsx";
import { useKeys } from "../../parts/keys.ts";
import { Pill } from "../../parts/pill.tsx";
import { toast, tried } from "../../parts/toast.tsx";
import { cancelCrawl, finishCrawl } from "../../protocol/crawls.ts";
import type { Crawl } from "../../state/crawl.ts";
import type { Run } from "../../state/crawls.ts";
import { changeRequest } from "../../state/form.ts";
import { usePulse } from "../../state/pulse.ts";
import { count, some } from "../../words/amounts.ts";
import { clock, clockTime } from "../../words/times.ts";
import { LogPane } from "./log-pane.tsx";
import { MapPane } from "./map-pane.tsx";
import { PaceStrip } from "./pace-strip.tsx";
import type { Pane } from "./panes.tsx";
import { Tally } from "./tally.tsx";

type LiveRun = Extract<Run, { type: "running" | "lost" }>;

interface LiveCrawlProps {
  readonly id: string;
  readonly run: LiveRun;
}

const TWICE_MS = 2000;

/** Cancels the crawl and opens the form, filled as it was. */
async function cancel({ id, run }: LiveCrawlProps): Promise<void> {
  if (!(await tried(cancelCrawl(id)))) return;
  changeRequest(run.request);
}

const finish = (id: string) => tried(finishCrawl(id));

/** Calls `act` at the second of two quick Escapes: a single one may be a mistake. */
function useEscapeTwice(act: () => void): void {
  const last = useRef(Number.NEGATIVE_INFINITY);
  useKeys(({ key, timeStamp }) => {
    if (key !== "Escape") return;
    if (timeStamp - last.current < TWICE_MS) return act();
    last.current = timeStamp;
    toast("Press Esc again to cancel");
  });
}

function now({ crawl }: LiveRun): string {
  const { queued, progress, known, chosen, doing } = crawl;
  if (queued !== undefined) return queued === 0 ? "Next in line" : `${some(queued, "crawl")} before this one`;
  const { inFlight, done } = progress;
  if (done === 0 && inFlight === 0) return doing;
  const slowed = crawl.slowness && ` (slowed down: ${crawl.slowness})`;
  const requests = inFlight > 0 && !crawl.isWriting ? `${some(inFlight, "request")} at a time${slowed}` : doing;
  if (chosen > 0) return `${requests} · reading ${count(chosen)} of ${some(known, "page")} found`;
  return known > 0 ? `${requests} · ${some(known, "page")} found` : requests;
}

function Status({ run }: { readonly run: LiveRun }) {
  const { isStopping, queued } = run.crawl;
  if (run.type === "lost" || isStopping)
    return (
      <Pill tone="bad">
        <i class="dot" />
        {isStopping ? "Server stopping" : "Disconnected"}
      </Pill>
    );
  if (run.crawl.pause(Date.now()))
    return (
      <Pill tone="warn">
        <i class="dot" />
        Waiting
      </Pill>
    );
  return (
    <Pill tone={queued === undefined ? "run" : "muted"}>
      <i class={`dot ${queued === undefined ? "animate-beat" : "dot-open"}`} />
      {queued === undefined ? "Crawling" : "Waiting"}
    </Pill>
  );
}

/** Warnings: the connection is lost, or the server stops. */
function Trouble({ run }: { readonly run: LiveRun }) {
  if (run.type === "lost")
    return (
      <Banner tone="bad" icon="plug" title="Connection lost.">
        {run.crawl.isStopping
          ? "The server was stopping. This page shows what became of the crawl as soon as it is back."
          : "This page shows what became of the crawl as soon as the server answers."}
      </Banner>
    );
  if (!run.crawl.isStopping) return <Pause crawl={run.crawl} />;
  return (
    <Banner tone="warn" icon="alert" title="The server is stopping.">
      The crawl is interrupted unless it ends in a few seconds. “Stop with what is there” makes the file of the pages
      read so far.
    </Banner>
  );
}

/** Pause that a host asked for: its name, when it ends, and how many pages wait meanwhile. */
function Pause({ crawl }: { readonly crawl: Crawl }) {
  const now = Date.now();
  const pause = crawl.pause(now);
  if (pause === undefined) return null;
  const { host, until, others } = pause;
  const waiting = crawl.progress.waiting;
  return (
    <Banner
      tone="warn"
      icon="clock"
      title={`${host}${others > 0 ? ` and ${some(others, "more host")}` : ""} asked for a pause.`}
    >
      Its answer had Retry-After. The crawl goes on at {clockTime(new Date(until).toISOString())}, in{" "}
      <span role="timer" class="tabular-nums">
        {clock(until - now)}
      </span>
      {waiting > 0 ? `; ${some(waiting, "page waits", "pages wait")}, and none is lost.` : "."} “Stop with what is
      there” makes the file of what is read.
    </Banner>
  );
}

/** Reports progress to screen readers every five seconds, and in the tab's title every second. */
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
  // The effect runs at each beat.
  useEffect(() => {
    const { done, max } = crawl.progress;
    document.title = live ? `${count(done)}/${count(max)} · ${crawl.host}` : `Disconnected · ${crawl.host}`;
  }, [beat, live, crawl]);
}

/** Screen of a running crawl. It fills the window; only map and log scroll. */
export function LiveCrawl(props: LiveCrawlProps) {
  const { id, run } = props;
  const live = run.type === "running";
  const { crawl } = run;
  const [pane, setPane] = useState<Pane>("map");
  usePulse(live ? 4 : 0);
  useTitle(crawl, live);
  useEscapeTwice(() => void cancel(props));
  return (
    <div class="mx-auto flex h-[max(660px,calc(100vh-52px))] max-w-[1440px] flex-col gap-3.5 px-6 pt-[18px] pb-5 phone:h-auto phone:gap-2.5 phone:px-4 phone:pb-22">
      <div class="flex items-center gap-3 phone:flex-wrap">
        <div class="min-w-0 flex-1 phone:basis-full">
          <div class="flex flex-wrap items-center gap-x-2">
            <h1>{crawl.host}</h1>
            <Status run={run} />
          </div>
          <p class="text-[13px] wrap-anywhere text-ink-3 tabular-nums">{now(run)}</p>
        </div>
        {crawl.progress.done > 0 && !crawl.isWriting && (
          <Button
            icon="check"
            label="Stop with what is there"
            class="phone:h-11 phone:flex-1"
            title="Makes the file of the pages read so far"
            onClick={() => void finish(id)}
          />
        )}
        <Button icon="x" label="Cancel" class="phone:h-11 phone:flex-1" onClick={() => void cancel(props)} />
      </div>
      <Filters request={run.request} />
      <Trouble run={run} />
      <Spoken crawl={crawl} live={live} />
      <Tally crawl={crawl} stale={!live} />
      <PaceStrip crawl={crawl} />
      <div
        class={`grid min-h-[420px] flex-1 grid-cols-[minmax(0,1fr)_404px] gap-3.5 narrow:grid-cols-[minmax(0,1fr)_340px] phone:min-h-0 phone:grid-cols-1 ${live ? "" : "stale"}`}
      >
        <MapPane crawl={crawl} live={live} shown={pane === "map"} onPane={setPane} />
        <LogPane crawl={crawl} live={live} shown={pane === "log"} onPane={setPane} />
      </div>
    </div>
  );
}
