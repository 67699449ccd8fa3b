import { useState } from "preact/hooks";
import { troubleOf } from "../../state/asked.ts";
import { enrol } from "../../state/enrol.ts";
import { href } from "../../state/route.ts";
import { every, INTERVALS, intervalSpan } from "../../words/times.ts";
import type { ResultViewProps } from "./result-props.ts";

/** How the enrolment stands: what was chosen, and where the site can be seen. */
interface Enrolled {
  readonly minutes: number;
  readonly siteId?: string;
}

function Kept({ minutes, siteId }: Enrolled) {
  return (
    <section class="panel px-4 py-3.5 phone:order-5" role="status">
      <h2 class="text-[13.5px] font-[550]">Kept up to date</h2>
      <p class="mt-0.5 text-[13px]/[18px] text-ink-3">
        Every {every(minutes)}; next crawl in {intervalSpan(minutes)}.{" "}
        <a class="underline underline-offset-3" href={siteId ? href.site(siteId) : href.sites}>
          {siteId ? "Open the site" : "See all sites"}
        </a>
      </p>
    </section>
  );
}

function useEnrol({ result, enrolledFor, notEnrolled }: ResultViewProps) {
  const [enrolled, setEnrolled] = useState<Enrolled | undefined>(
    enrolledFor === undefined ? undefined : { minutes: enrolledFor },
  );
  const [trouble, setTrouble] = useState(notEnrolled);
  const [busy, setBusy] = useState(false);
  const start = async (minutes: number) => {
    if (result.id === undefined) return;
    setBusy(true);
    setTrouble("");
    try {
      const { id } = await enrol(result.id, minutes, AbortSignal.timeout(20_000));
      setEnrolled({ minutes, ...(id ? { siteId: id } : {}) });
    } catch (thrown) {
      setTrouble(troubleOf(thrown).why);
    }
    setBusy(false);
  };
  return { enrolled, trouble, busy, start };
}

/** Keeps the site up to date from now on. */
export function EnrolPanel(props: ResultViewProps) {
  const { enrolled, trouble, busy, start } = useEnrol(props);
  const [minutes, setMinutes] = useState(props.interval);
  if (enrolled) return <Kept {...enrolled} />;
  if (!props.config.features.database || props.result.id === undefined) return null;
  return (
    <section class="panel px-4 py-3.5 phone:order-5">
      <h2 class="text-[13.5px] font-[550]">Keep up to date</h2>
      <p class="mt-0.5 text-[13px]/[18px] text-ink-3">Recrawl on a schedule and publish when content changes.</p>
      <div class="mt-2.5 flex items-center gap-2">
        <label class="sr-only" for="enrol-every">
          Crawl again every
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
        <button type="button" class="btn" disabled={busy} onClick={() => start(minutes)}>
          Enrol
        </button>
      </div>
      <p role="alert" class={trouble ? "mt-2 text-[13px]/[18px] text-bad" : ""}>
        {trouble}
      </p>
    </section>
  );
}
