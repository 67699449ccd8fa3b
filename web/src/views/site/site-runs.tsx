import { useState } from "preact/hooks";
import { Answer } from "../../parts/answer.tsx";
import { Icon } from "../../parts/icon.tsx";
import type { RunLine, RunLogAnswer, Site, SiteRun } from "../../protocol/types.ts";
import type { LineKind } from "../../state/log.ts";
import { useNow } from "../../state/pulse.ts";
import { href } from "../../state/route.ts";
import { runLogQuery, runsQuery } from "../../state/sites.ts";
import { count, some } from "../../words/amounts.ts";
import { dateTime, relative, took } from "../../words/times.ts";
import { Line } from "../crawl/log-list.tsx";
import { CrawlNow } from "./crawl-now.tsx";
import type { SiteProps } from "./site-props.ts";

/** Outcome of a crawl, in words. */
function outcomeOf({ outcome, reason, added, removed, changed }: SiteRun): string {
  if (outcome === "failed") return reason ?? "Failed";
  if (outcome === "unchanged") return "Nothing new in the sitemap, not crawled";
  if (outcome === "same") return "Nothing changed";
  if (outcome === "published") return "The same document; files for agents updated";
  const parts = [
    [added, "added"],
    [removed, "removed"],
    [changed, "changed"],
  ] as const;
  const said = parts.flatMap(([pages, how]) => (pages > 0 ? [`${count(pages)} ${how}`] : [])).join(", ");
  const made = said === "" ? "New version" : `New version: ${said}`;
  return outcome === "notStored" ? `${made}; it could not be stored` : made;
}

const DOTS: Readonly<Record<string, string>> = {
  failed: "text-bad",
  notStored: "text-amber",
  updated: "text-ok",
  published: "text-ok",
};

const KINDS = { info: "info", warning: "warn", failure: "failed" } as const satisfies Record<
  RunLine["level"],
  LineKind
>;

function LogLines({ lines, dropped = 0, label }: LogLinesProps) {
  return (
    <ol class="log max-h-96 border-t border-line bg-sunken" aria-label={label}>
      {lines.map(({ atMs, level, text }, index) => [
        dropped > 0 && index === 30 && (
          <li key="dropped">
            <span />
            <span />
            <span class="p text-ink-3">{some(dropped, "line")} left out</span>
          </li>
        ),
        <Line key={index} line={{ number: index, atMs, kind: KINDS[level], text, detail: "" }} />,
      ])}
    </ol>
  );
}

interface LogLinesProps extends Pick<RunLogAnswer, "lines"> {
  readonly label: string;
  /** Lines that were not kept, after the first thirty. */
  readonly dropped?: number;
}

interface RunProps {
  readonly site: Site;
  readonly run: SiteRun;
}

/** Pages that failed, with their reasons, before the whole log: a recrawl asks for them again. */
function FailedPages({ site, run: { at, failed }, lines }: RunProps & Pick<RunLogAnswer, "lines">) {
  const told = lines.filter(({ level }) => level === "failure");
  return (
    <>
      <p class="flex flex-wrap items-center gap-x-3 gap-y-1 border-t border-line bg-sunken px-4 py-2 text-[13px] text-ink-2">
        <span class="min-w-0 flex-1">
          {some(failed, "page")} failed{told.length < failed && `; ${count(told.length)} of them are in the log`}. The
          next crawl asks for {failed === 1 ? "it" : "them"} again.
        </span>
        <CrawlNow site={site} class="btn-small" />
      </p>
      {told.length > 0 && <LogLines label={`Failed pages of ${dateTime(at)}`} lines={told} />}
    </>
  );
}

function RunLogView({ site, run, lines, dropped }: RunLogAnswer & RunProps) {
  return (
    <>
      {run.failed > 0 && <FailedPages site={site} run={run} lines={lines} />}
      {lines.length > 0 ? (
        <LogLines label={`Log of ${dateTime(run.at)}`} lines={lines} dropped={dropped} />
      ) : (
        <p class="border-t border-line px-4 py-3 text-[13px] text-ink-3">
          The log of this crawl is not kept here. It may still be under <a href={href.crawls}>Crawls</a>.
        </p>
      )}
    </>
  );
}

function Run({ site, run }: RunProps) {
  const [open, setOpen] = useState(false);
  const { at, pages, failed, ms, outcome } = run;
  const facts = [
    ...(pages === null ? [] : [some(pages, "page")]),
    ...(failed > 0 ? [`${count(failed)} failed`] : []),
    ...(ms === null ? [] : [took(ms)]),
  ];
  return (
    <li class="border-t border-line first:border-t-0">
      <button
        type="button"
        aria-expanded={open}
        class="grid w-full grid-cols-[16px_176px_minmax(0,1fr)_auto] items-center gap-x-3 px-4 py-2.5 text-left hover:bg-sunken focus-visible:-outline-offset-2 phone:grid-cols-[16px_minmax(0,1fr)]"
        onClick={() => setOpen(!open)}
      >
        <Icon name="chev" class={`text-ink-3 ${open ? "rotate-90" : ""}`} />
        <b class="text-[13.5px] font-medium tabular-nums">{dateTime(at)}</b>
        <span class="flex min-w-0 items-baseline gap-2 text-ink-2 phone:col-start-2">
          <i class={`dot ${DOTS[outcome] ?? "text-ink-3 dot-open"}`} />
          <span class="wrap-anywhere">{outcomeOf(run)}</span>
        </span>
        <small class="text-[12.5px] text-ink-3 tabular-nums phone:col-start-2">{facts.join(" · ")}</small>
      </button>
      {open && (
        <Answer query={runLogQuery(site.id, run.id)}>{(log) => <RunLogView site={site} run={run} {...log} />}</Answer>
      )}
    </li>
  );
}

/** Notice of a site that was never crawled: when it will be, and a button for now. */
function NoRuns({ site }: { readonly site: Site }) {
  const now = useNow(30);
  const { nextCrawlAt, paused, status } = site;
  const isNow = status === "crawling" || status === "due";
  return (
    <div class="flex flex-wrap items-center gap-3 p-[18px]">
      <p class="min-w-60 flex-1 text-ink-2">
        {paused
          ? "No crawl yet, and the site is paused."
          : isNow
            ? "The first crawl is under way, or next in line."
            : `No crawl yet. The first is ${relative(nextCrawlAt, now)}.`}{" "}
        Each crawl is listed here with its outcome, its failed pages and its log.
      </p>
      {!isNow && <CrawlNow site={site} />}
    </div>
  );
}

/** The latest crawls of a site: outcome, reason, and log of each. */
export function SiteRuns({ site }: SiteProps) {
  return (
    <section class="panel overflow-hidden" aria-label="Runs">
      <Answer query={runsQuery(site)}>
        {(runs) => (
          <>
            {runs.length === 0 && <NoRuns site={site} />}
            <ol>
              {runs.map((run) => (
                <Run key={run.id} site={site} run={run} />
              ))}
            </ol>
          </>
        )}
      </Answer>
    </section>
  );
}
