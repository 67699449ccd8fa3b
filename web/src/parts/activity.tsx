import { useState } from "preact/hooks";
import { cancelCrawl } from "../protocol/crawls.ts";
import type { Job } from "../protocol/types.ts";
import { active, ownName } from "../state/activity.ts";
import { href } from "../state/route.ts";
import { useStore } from "../state/store.ts";
import { count } from "../words/amounts.ts";
import { isOfSites, subjectOf, workOf } from "../words/jobs.ts";
import { Button } from "./button.tsx";
import { Menu } from "./menu.tsx";
import { tried } from "./toast.tsx";
import { WorkState } from "./work.tsx";

const shareOf = ({ done, total }: Job) => Math.min(1, done / Math.max(1, total));

/** A ring that is whole when everything is read. */
function Ring({ share }: { readonly share: number }) {
  const around = 2 * Math.PI * 6;
  return (
    <svg class="size-4 flex-none -rotate-90" viewBox="0 0 16 16" fill="none" stroke-width="2.4" aria-hidden="true">
      <circle class="stroke-line-2" cx="8" cy="8" r="6" />
      <circle
        class="stroke-run"
        cx="8"
        cy="8"
        r="6"
        stroke-linecap="round"
        stroke-dasharray={`${Math.max(0.06, share) * around} ${around}`}
      />
    </svg>
  );
}

/** Button whose second press cancels a crawl: the first may be a mistake. */
function CancelButton({ id, name }: { readonly id: string; readonly name: string }) {
  const [asked, setAsked] = useState(false);
  return asked ? (
    <Button label="Cancel this crawl" class="btn-small text-bad" onClick={() => void tried(cancelCrawl(id))} />
  ) : (
    <Button
      icon="x"
      class="btn-quiet btn-icon btn-small"
      aria-label={`Cancel the crawl of ${name}`}
      onClick={() => setAsked(true)}
    />
  );
}

function Row({ job, onOpen }: { readonly job: Job; readonly onOpen: () => void }) {
  const isCrawl = !isOfSites(job);
  const id = ownName(job.id);
  const look = "min-w-0 flex-1 truncate font-mono text-[13px] font-medium tracking-[-0.025em] text-ink";
  return (
    <li class="grid gap-[5px] border-line px-3.5 pt-2 pb-[11px] not-first:border-t">
      <div class="flex min-h-7 items-center gap-2">
        {isCrawl ? (
          <a class={`${look} hover:underline`} href={href.crawl(id)} onClick={onOpen}>
            {subjectOf(job)}
          </a>
        ) : (
          <span class={look}>{subjectOf(job)}</span>
        )}
        {isCrawl && <CancelButton id={id} name={subjectOf(job)} />}
      </div>
      <span class="text-[12.5px] text-ink-3 tabular-nums">
        <WorkState work={workOf(job)} />
      </span>
    </li>
  );
}

const CRAWLS: ReadonlySet<Job["kind"]> = new Set(["crawl", "publish", "recrawl"]);

/** Numbers of jobs: `1 crawling`, `2 crawling, 1 waiting`, `1 crawling, 1 other`. */
function said(jobs: readonly Job[]): string {
  const running = jobs.filter(({ state }) => state === "running");
  const crawling = running.filter(({ kind }) => CRAWLS.has(kind)).length;
  const told = [
    [crawling, "crawling"],
    [running.length - crawling, crawling > 0 ? "other" : "at work"],
    [jobs.length - running.length, "waiting"],
  ] as const;
  return told.flatMap(([jobs, words]) => (jobs > 0 ? [`${count(jobs)} ${words}`] : [])).join(", ");
}

/** All work of the server, shown on every screen, with a link to each crawl. */
export function Activity() {
  const jobs = useStore(active);
  if (jobs.length === 0) return null;
  const share = jobs.reduce((sum, job) => sum + shareOf(job), 0) / jobs.length;
  return (
    <Menu
      label={said(jobs)}
      buttonClass="btn btn-quiet btn-small text-ink phone:px-1.5"
      button={
        <>
          <Ring share={share} />
          <span class="phone:hidden">{said(jobs)}</span>
        </>
      }
      popClass="w-[348px] p-0 phone:fixed phone:inset-x-2 phone:top-[58px] phone:w-auto"
    >
      {(close) => (
        <>
          <h2 class="px-3.5 pt-[11px] pb-[3px]">Work of the server</h2>
          <ul class="max-h-[60vh] overflow-y-auto">
            {jobs.map((job) => (
              <Row key={job.id} job={job} onOpen={close} />
            ))}
          </ul>
        </>
      )}
    </Menu>
  );
}
