import { useEffect, useRef, useState } from "preact/hooks";
import { Button, Icon } from "../../parts/button.tsx";
import { tried } from "../../parts/toast.tsx";
import { useNow } from "../../state/asked.ts";
import { call } from "../../state/call.ts";
import { type CrawledLine, useStream } from "../../state/stream.ts";
import { pathOn } from "../../words/addresses.ts";
import { count, some } from "../../words/amounts.ts";
import { clock } from "../../words/times.ts";
import { Log } from "./log.tsx";
import { Rows } from "./rows.tsx";
import type { SiteProps } from "./site-props.ts";

/** Pages that must be done before the time that is left is told. */
const TELLING_PAGES = 5;

interface PaceProps {
  readonly done: number;
  readonly found: number;
  readonly startedAt: string | null;
}

/** A bar of pages done of pages found, the time so far, and about how much is left. */
function Pace({ done, found, startedAt }: PaceProps) {
  const elapsed = Math.max(0, useNow(1) - (startedAt === null ? Number.NaN : Date.parse(startedAt)));
  const left = done >= TELLING_PAGES ? (elapsed / done) * (found - done) : Number.NaN;
  const bar = useRef<HTMLElement>(null);
  // Set by the CSSOM: the page's policy forbids style attributes.
  useEffect(() => bar.current?.style.setProperty("width", `${found === 0 ? 0 : (done / found) * 100}%`), [done, found]);
  return (
    <div class="px-4 py-3.5">
      <p class="mb-2 flex flex-wrap items-baseline gap-x-4 gap-y-1 tabular-nums">
        <span class="mr-auto">
          <b class="text-lg/6 font-semibold tracking-[-0.02em]">{count(done)}</b>{" "}
          <span class="text-ink-2">of {some(found, "page")} found</span>
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

/** A page as it came. */
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

/** Buttons of a crawl that this page began; a site's recrawl ends by itself. */
function Stops({ id, asked }: { readonly id: string } & Pick<SiteProps, "asked">) {
  const [isFinishing, setFinishing] = useState(false);
  const finish = () => {
    setFinishing(true);
    void tried(call(`/api/crawls/${id}/finish`, { method: "POST" }));
  };
  const cancel = async () => {
    await call(`/api/crawls/${id}`, { method: "DELETE" });
    asked.again();
  };
  return (
    <div class="flex flex-wrap gap-2 border-t border-line px-4 py-3">
      <Button
        icon="check"
        label={isFinishing ? "Finishing…" : "Finish now"}
        disabled={isFinishing}
        title="Write the file of the pages that are read so far"
        onClick={finish}
      />
      <Button icon="x" label="Cancel" class="btn-quiet" onClick={() => void tried(cancel())} />
    </div>
  );
}

/** A crawl while it runs. */
export function Progressing({ subject, asked }: SiteProps) {
  const { crawl, url } = subject;
  const stream = useStream(crawl?.id);
  // The result is there as soon as the stream has ended.
  useEffect(() => {
    if (stream.hasEnded) asked.again();
  }, [stream.hasEnded]);
  const told = stream.progress.found > 0 ? stream.progress : (subject.progress ?? stream.progress);
  const host = URL.parse(url)?.host ?? "";
  const ahead = crawl?.ahead ?? 0;
  return (
    <section class="panel overflow-hidden" aria-label="Progress">
      {subject.state === "waiting" ? (
        <p class="px-4 py-3.5">{ahead === 0 ? "Next in line." : `${some(ahead, "crawl")} ahead of this one.`}</p>
      ) : (
        <Pace {...told} startedAt={crawl?.startedAt ?? null} />
      )}
      {crawl && <Stops id={crawl.id} asked={asked} />}
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
