import { useState } from "preact/hooks";
import { Button } from "../../parts/button.tsx";
import { Select } from "../../parts/select.tsx";
import { Trouble, useWork } from "../../parts/trouble.tsx";
import type { Result } from "../../state/result.ts";
import { href } from "../../state/route.ts";
import { enrol } from "../../state/sites.ts";
import { every, INTERVALS, relative } from "../../words/times.ts";
import type { ResultViewProps } from "./result-props.ts";

function Kept({ site }: { readonly site: NonNullable<Result["site"]> }) {
  const { recrawlIntervalMinutes, nextCrawlAt, paused } = site;
  return (
    <section class="panel px-4 py-3.5 phone:order-5" role="status">
      <h2>Kept up to date: every {every(recrawlIntervalMinutes)}</h2>
      <p class="mt-0.5 text-[13px]/[18px] text-ink-3">
        {paused ? "Paused." : nextCrawlAt && `Next crawl ${relative(nextCrawlAt, Date.now())}.`}{" "}
        <a href={href.site(site.id)}>Open the site</a>
        {" · "}
        <a href={href.edit(site.id)}>Edit the document</a>
      </p>
    </section>
  );
}

const CHOICES = INTERVALS.map(({ minutes, long }) => ({ value: minutes, label: `Every ${long}` }));

/** Panel that enrols the site, to be recrawled. */
export function EnrolPanel(props: ResultViewProps) {
  const { result, crawl } = props;
  const [site, setSite] = useState(result.site);
  const { isBusy, trouble, run } = useWork(crawl.notEnrolled);
  const [minutes, setMinutes] = useState(
    props.request.recrawlIntervalMinutes ?? props.config.defaults.recrawlIntervalMinutes,
  );
  if (site) return <Kept site={site} />;
  if (!props.config.features.database) return null;
  return (
    <section class="panel px-4 py-3.5 phone:order-5">
      <h2>Keep up to date</h2>
      <p class="mt-0.5 text-[13px]/[18px] text-ink-3">
        The site is crawled again on a schedule, and a new file is written when something changed.
      </p>
      <div class="mt-2.5 flex items-center gap-2">
        <Select aria-label="Crawl every" class="flex-1" choices={CHOICES} value={minutes} onChange={setMinutes} />
        <Button label="Enrol" disabled={isBusy} onClick={() => run(enrol(result.id, minutes).then(setSite))} />
      </div>
      <Trouble why={trouble} />
    </section>
  );
}
