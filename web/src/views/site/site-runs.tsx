import { useState } from "preact/hooks";
import { Answer } from "../../parts/answer.tsx";
import { Icon } from "../../parts/icon.tsx";
import type { RunLine, RunLogAnswer, SiteRun } from "../../protocol/types.ts";
import { runLogQuery, runsQuery } from "../../state/sites.ts";
import { count, some } from "../../words/amounts.ts";
import { dateTime, took } from "../../words/times.ts";
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

const SIGNS: Readonly<Record<RunLine["level"], readonly [sign: string, look: string]>> = {
  info: ["check", ""],
  warning: ["alert", "k-warn"],
  failure: ["x", "k-failed"],
};

function RunLogView({ run, lines, dropped }: RunLogAnswer & { readonly run: SiteRun }) {
  if (lines.length === 0) return <p class="px-4 py-3 text-[13px] text-ink-3">This run has no log.</p>;
  return (
    <ol class="log max-h-96 border-t border-line bg-sunken" aria-label={`Log of ${dateTime(run.at)}`}>
      {lines.map(({ atMs, level, text }, index) => [
        dropped > 0 && index === 30 && (
          <li key="dropped">
            <span />
            <span />
            <span class="p text-ink-3">{some(dropped, "line")} left out</span>
          </li>
        ),
        <li key={index} class={SIGNS[level][1] || "k-info"}>
          <time>{(atMs / 1000).toFixed(1)}</time>
          <span class="g">
            <Icon name={SIGNS[level][0]} />
          </span>
          <span class="p" dir="auto">
            {text}
          </span>
        </li>,
      ])}
    </ol>
  );
}

function Run({ siteId, run }: { readonly siteId: string; readonly run: SiteRun }) {
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
      {open && <Answer query={runLogQuery(siteId, run.id)}>{(log) => <RunLogView run={run} {...log} />}</Answer>}
    </li>
  );
}

/** The latest crawls of a site: outcome, reason, and log of each. */
export function SiteRuns({ site }: SiteProps) {
  return (
    <section class="panel overflow-hidden" aria-label="Runs">
      <Answer query={runsQuery(site)}>
        {(runs) => (
          <>
            {runs.length === 0 && (
              <p class="p-[18px] text-ink-3">
                No crawl by the schedule or by hand so far. Each stands here with its outcome, its failed pages and its
                log; the crawl that enrolled the site is under Versions.
              </p>
            )}
            <ol>
              {runs.map((run) => (
                <Run key={run.id} siteId={site.id} run={run} />
              ))}
            </ol>
          </>
        )}
      </Answer>
    </section>
  );
}
