import { useEffect, useRef } from "preact/hooks";
import { Icon } from "../../parts/button.tsx";
import { useNow } from "../../state/asked.ts";
import { type CrawledLine, NOTHING_TOLD } from "../../state/stream.ts";
import { pathOn } from "../../words/addresses.ts";
import { count, some } from "../../words/amounts.ts";
import { clock } from "../../words/times.ts";
import { Log } from "./log.tsx";
import { Rows } from "./rows.tsx";
import type { SiteProps } from "./site-props.ts";

/** Pages before the remaining time is shown. */
const TELLING_PAGES = 5;

interface PaceProps {
  readonly done: number;
  readonly found: number;
  readonly startedAt: string | null;
}

/** Progress bar of pages, the time so far, and an estimate of the rest. */
function Pace({ done, found, startedAt }: PaceProps) {
  const elapsed = Math.max(0, useNow(1) - (startedAt === null ? Number.NaN : Date.parse(startedAt)));
  const left = done >= TELLING_PAGES ? (elapsed / done) * (found - done) : Number.NaN;
  const bar = useRef<HTMLElement>(null);
  // Set by the CSSOM, since the page's policy forbids style attributes.
  useEffect(() => bar.current?.style.setProperty("width", `${found === 0 ? 0 : (done / found) * 100}%`), [done, found]);
  return (
    <div class="px-4 py-3.5">
      <p class="mb-2 flex flex-wrap items-baseline gap-x-4 gap-y-1 tabular-nums">
        <span class="mr-auto">
          {found === 0 ? (
            "Looking for pages…"
          ) : (
            <>
              <b class="text-lg/6 font-semibold tracking-[-0.02em]">{count(done)}</b>{" "}
              <span class="text-ink-2">of {some(found, "page")} found</span>
            </>
          )}
        </span>
        {!Number.isNaN(elapsed) && <span class="text-[13px] text-ink-3">{clock(elapsed)} so far</span>}
        {left > 0 && <span class="text-[13px] text-ink-3">about {clock(Math.ceil(left / 1000) * 1000)} left</span>}
      </p>
      <div
        class="bar text-run"
        role="progressbar"
        aria-label="Pages done of pages found"
        aria-valuemin={0}
        aria-valuemax={found}
        aria-valuenow={done}
      >
        <i ref={bar} />
      </div>
    </div>
  );
}

/** A page that was just read. */
function CrawledRow({ line, host }: { readonly line: CrawledLine; readonly host: string }) {
  return (
    <li class="flex min-w-0 items-baseline gap-2.5 border-t border-line px-4 py-2">
      <Icon
        name={line.failure ? "x" : "check"}
        class={`size-3.5 self-center ${line.failure ? "text-bad" : "text-ok"}`}
      />
      <span class="min-w-0 truncate" dir="auto">
        {line.title || pathOn(host, line.url)}
      </span>
      <code class="min-w-0 flex-1 truncate text-xs text-ink-3 phone:hidden">
        {line.title && pathOn(host, line.url)}
      </code>
      {line.failure && <span class="min-w-0 text-[13px] wrap-anywhere text-bad">{line.failure}</span>}
    </li>
  );
}

/** A running crawl: its progress, its pages, and its folded log. */
export function Progressing({ subject, stream }: Pick<SiteProps, "subject" | "stream">) {
  const { crawl, url, progress } = subject;
  const host = URL.parse(url)?.host ?? "";
  const ahead = crawl?.ahead ?? 0;
  return (
    <section class="panel overflow-hidden" aria-label="Progress">
      {stream.isLost && (
        <p class="bg-warn-bg px-4 py-2 text-warn" role="status">
          The server does not answer. Trying again…
        </p>
      )}
      {subject.state === "waiting" ? (
        <p class="px-4 py-3.5">{ahead === 0 ? "Next in line." : `${some(ahead, "crawl")} ahead of this one.`}</p>
      ) : (
        <Pace {...(progress ?? NOTHING_TOLD.progress)} startedAt={crawl?.startedAt ?? null} />
      )}
      {stream.pages.length > 0 && (
        <Rows
          label="Pages as they come"
          rows={stream.pages.toReversed()}
          row={(line) => <CrawledRow key={line.url} line={line} host={host} />}
        />
      )}
      {stream.log.length > 0 && <Log lines={stream.log} />}
    </section>
  );
}
