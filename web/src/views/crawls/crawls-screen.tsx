import { useState } from "preact/hooks";
import { Answer } from "../../parts/answer.tsx";
import { Button, LinkButton } from "../../parts/button.tsx";
import { Icon } from "../../parts/icon.tsx";
import { SearchField } from "../../parts/search-field.tsx";
import { Seg } from "../../parts/seg.tsx";
import { Select } from "../../parts/select.tsx";
import { WorkState } from "../../parts/work.tsx";
import type { Job } from "../../protocol/types.ts";
import { JOB_STARTERS, JOBS_PAGE, type JobsPlace, jobsQuery, jobsQueryText, readJobsPlace } from "../../state/jobs.ts";
import { goTo, href } from "../../state/route.ts";
import { some } from "../../words/amounts.ts";
import { isOfSites, STARTERS, subjectOf, workOf } from "../../words/jobs.ts";
import { clockTime, dayOf, took } from "../../words/times.ts";

const STATES = [
  { value: "", label: "All" },
  { value: "running", label: "Running" },
  { value: "waiting", label: "Waiting" },
  { value: "failed", label: "Failed" },
] as const;

const ASKED_BY = [
  { value: "", label: "By anyone" },
  ...JOB_STARTERS.map((by) => ({ value: by, label: STARTERS[by].words })),
] as const;

interface ToolsProps {
  readonly place: JobsPlace;
  readonly onPlace: (change: Partial<JobsPlace>) => void;
}

function Tools({ place, onPlace }: ToolsProps) {
  return (
    <div class="mt-3.5 flex flex-wrap items-center gap-2.5">
      <SearchField label="Search sites" value={place.q} onSearch={(q) => onPlace({ q })} />
      <Seg label="State" value={place.state} choices={STATES} onChange={(state) => onPlace({ state })} />
      <Select
        aria-label="Asked for by"
        class="ml-auto phone:ml-0 phone:h-10"
        choices={ASKED_BY}
        value={place.by}
        onChange={(by) => onPlace({ by })}
      />
    </div>
  );
}

/** Id in a crawl's address; for a private crawl only its requester knows all of it. */
const idIn = (crawl: string): string => crawl.split("/").at(-1) ?? "";

function Row({ job }: { readonly job: Job }) {
  const { createdAt, startedAt, finishedAt, by, done, crawl, state } = job;
  const starter = STARTERS[by];
  const ms = startedAt && finishedAt ? Date.parse(finishedAt) - Date.parse(startedAt) : undefined;
  const name = subjectOf(job);
  return (
    <li class="grid grid-cols-[48px_minmax(0,1.3fr)_minmax(0,1.4fr)_minmax(0,0.9fr)_88px_72px_84px] items-center gap-x-3.5 border-t border-line px-4 py-2.5 tabular-nums narrow:grid-cols-[48px_minmax(0,1fr)_minmax(0,1fr)_88px_84px] phone:grid-cols-[48px_minmax(0,1fr)_auto] phone:gap-y-0.5">
      <time class="text-ink-3" dateTime={createdAt}>
        {clockTime(createdAt)}
      </time>
      <span class="truncate font-mono text-[13px] tracking-[-0.02em]" title={name}>
        {name}
      </span>
      <span class="min-w-0 phone:col-start-2 phone:row-start-2">
        <WorkState work={workOf(job)} />
      </span>
      <span class="flex min-w-0 items-center gap-2 text-ink-2 narrow:hidden">
        <Icon name={starter.icon} class="text-ink-3" />
        {starter.words}
      </span>
      <span class="text-right text-ink-2 phone:hidden">
        {state === "waiting" ? "—" : some(done, isOfSites(job) ? "site" : "page")}
      </span>
      <span class="text-ink-3 narrow:hidden">{ms === undefined ? "—" : took(ms)}</span>
      <span class="text-right phone:col-start-3 phone:row-span-2 phone:row-start-1">
        {crawl ? (
          <LinkButton
            label="Open"
            class="btn-small"
            href={href.crawl(idIn(crawl))}
            aria-label={`Open the crawl of ${name}`}
          />
        ) : (
          <span class="text-[12.5px] text-ink-3">{isOfSites(job) ? "" : "not yours"}</span>
        )}
      </span>
    </li>
  );
}

function Days({ jobs }: { readonly jobs: readonly Job[] }) {
  const days = [...Map.groupBy(jobs, ({ createdAt }) => dayOf(createdAt, Date.now()))];
  return (
    <div class="panel mt-3.5 overflow-hidden">
      {days.map(([day, ofDay]) => (
        <section key={day} aria-label={day}>
          <h2 class="flex justify-between border-t border-line bg-sunken px-4 py-2 text-[13px] font-medium text-ink-2 first:border-t-0">
            {day}
            <span class="font-normal text-ink-3 tabular-nums">{ofDay.length}</span>
          </h2>
          <ul>
            {ofDay.map((job) => (
              <Row key={job.id} job={job} />
            ))}
          </ul>
        </section>
      ))}
    </div>
  );
}

function None({ place, onClear }: { readonly place: JobsPlace; readonly onClear: () => void }) {
  if (jobsQueryText(place) === "")
    return (
      <p class="panel mt-3.5 px-5 py-6 text-ink-2">
        No crawl yet. Every crawl of this server will be listed here with its outcome, whoever asked for it, until it is
        deleted.
      </p>
    );
  return (
    <p class="panel mt-3.5 flex flex-wrap items-center gap-3 px-5 py-5 text-ink-2">
      No crawl matches{place.q && `: ${place.q}`}.
      <Button label="Clear the search" class="btn-small" onClick={onClear} />
    </p>
  );
}

/** Numbers of jobs: `1 running, 2 waiting`. */
function underWay(jobs: readonly Job[]): string {
  const of = (state: Job["state"]) => jobs.filter((job) => job.state === state).length;
  const [running, waiting] = [of("running"), of("waiting")];
  return [running > 0 && `${running} running`, waiting > 0 && `${waiting} waiting`].filter(Boolean).join(", ");
}

/** Screen with all jobs of the server, by day. */
export function CrawlsScreen({ query }: { readonly query: string }) {
  const place = readJobsPlace(query);
  const [wanted, setWanted] = useState(JOBS_PAGE);
  const onPlace = (change: Partial<JobsPlace>) => {
    const text = jobsQueryText({ ...place, ...change });
    goTo(text === "" ? href.crawls : `${href.crawls}?${text}`);
  };
  return (
    <div class="mx-auto max-w-[1360px] px-6 pt-5 pb-16 phone:px-4">
      <div class="flex items-start gap-3">
        <div class="min-w-0 flex-1">
          <h1>Crawls</h1>
          <p class="text-[13px] text-ink-3">
            Restarts do not clear this list. Anyone sees that a crawl with credentials ran; only the person who started
            it can open it.
          </p>
        </div>
        <LinkButton icon="plus" label="New crawl" class="btn-primary phone:h-11" href={href.start} />
      </div>
      <Tools place={place} onPlace={onPlace} />
      <Answer query={jobsQuery(place, wanted)}>
        {({ items, next }) => (
          <>
            <p class="sr-only" role="status">
              {underWay(items)}
            </p>
            {items.length === 0 ? (
              <None place={place} onClear={() => onPlace({ q: "", state: "", by: "" })} />
            ) : (
              <Days jobs={items} />
            )}
            {next !== null && (
              <Button
                label="Show earlier ones"
                class="mt-3.5 phone:h-11"
                onClick={() => setWanted(items.length + JOBS_PAGE)}
              />
            )}
          </>
        )}
      </Answer>
    </div>
  );
}
