import { useState } from "preact/hooks";
import { Button } from "../../parts/button.tsx";
import { troubleOf } from "../../state/query.ts";
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

function useEnrol({ result, crawl }: ResultViewProps) {
  const [site, setSite] = useState(result.site);
  const [trouble, setTrouble] = useState(crawl.notEnrolled);
  const [busy, setBusy] = useState(false);
  const start = async (minutes: number) => {
    setBusy(true);
    setTrouble("");
    try {
      setSite(await enrol(result.id, minutes));
    } catch (thrown) {
      setTrouble(troubleOf(thrown).why);
    }
    setBusy(false);
  };
  return { site, trouble, busy, start };
}

/** Panel that enrols the site, to be recrawled. */
export function EnrolPanel(props: ResultViewProps) {
  const { site, trouble, busy, start } = useEnrol(props);
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
        <label class="sr-only" for="enrol-every">
          Crawl every
        </label>
        <select
          id="enrol-every"
          class="select flex-1"
          value={minutes}
          onChange={(event) => setMinutes(Number(event.currentTarget.value))}
        >
          {INTERVALS.map((interval) => (
            <option key={interval.minutes} value={interval.minutes}>
              Every {interval.long}
            </option>
          ))}
        </select>
        <Button label="Enrol" disabled={busy} onClick={() => start(minutes)} />
      </div>
      <p role="alert" class={trouble ? "mt-2 text-[13px]/[18px] text-bad" : ""}>
        {trouble}
      </p>
    </section>
  );
}
