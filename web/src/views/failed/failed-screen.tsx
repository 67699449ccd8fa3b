import { Icon } from "../../parts/icon.tsx";
import { useTitle } from "../../parts/title.ts";
import { callText } from "../../protocol/http.ts";
import type { FetchedBy } from "../../protocol/types.ts";
import type { HomeFailure } from "../../state/crawl.ts";
import { type Log, logText } from "../../state/log.ts";
import { type Query, useQuery } from "../../state/query.ts";
import { some } from "../../words/amounts.ts";
import { failureTitle } from "../../words/facts.ts";
import { FAILURE_WORDS } from "../../words/failures.ts";
import { took } from "../../words/times.ts";
import { FailedActions, type FailedProps } from "./failed-actions.tsx";
import { Headline } from "./headline.tsx";
import { RobotsFailure } from "./robots-failure.tsx";

function FoldedLog({ log }: { readonly log: Log }) {
  if (log.lines.length === 0) return null;
  return (
    <details class="mt-3.5">
      <summary class="flex w-fit items-center gap-1.5 text-[13.5px] text-ink-2">
        <Icon name="chev" class="chev" />
        Log, {some(log.lines.length, "line")}
      </summary>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard. */}
      <div class="code max-h-80" tabIndex={0} role="group" aria-label="Log">
        <pre>{logText(log.lines)}</pre>
      </div>
    </details>
  );
}

const NAMES: Readonly<Record<FetchedBy, string>> = { plain: "Plain fetch", browser: "Browser", proxy: "Proxy browser" };

function Tried({ failure }: { readonly failure: HomeFailure }) {
  return (
    <li class="grid grid-cols-[22px_128px_minmax(0,1fr)_auto] items-baseline gap-2.5 border-t border-line px-3.5 py-[9px] first:border-t-0 phone:grid-cols-[20px_minmax(0,1fr)_auto] phone:gap-y-0.5">
      <Icon name="x" class="self-center text-bad" />
      <b class="font-medium">{NAMES[failure.by]}</b>
      <span class="text-[13.5px] wrap-anywhere text-ink-2 phone:col-[2/-1] phone:row-start-2">
        {failureTitle(failure)}
      </span>
      <span class="text-[13px] text-ink-3 tabular-nums phone:col-start-3 phone:row-start-1">
        {failure.ms > 0 ? took(failure.ms) : "—"}
      </span>
    </li>
  );
}

/** Ways in which the home page was requested, a row each, if there were several. */
function Attempts({ run: { crawl } }: FailedProps) {
  const tried = (["plain", "browser", "proxy"] as const).flatMap(
    (by) => crawl.failures.findLast((failure) => failure.by === by) ?? [],
  );
  if (tried.length < 2) return null;
  return (
    <ol class="mt-[18px] overflow-hidden rounded-lg border border-line">
      {tried.map((failure) => (
        <Tried key={failure.by} failure={failure} />
      ))}
    </ol>
  );
}

const READY: Query<string> = {
  key: "/ready",
  ask: (signal) => callText("/ready", {}, signal),
  isWorking: () => false,
};

/** Present state of the server, which may be up again. */
function ServerNow() {
  const asked = useQuery(READY);
  return (
    <p class="mt-2 text-ink-2" role="status">
      {asked.type === "asking" && "Checking whether the server is back…"}
      {asked.type === "there" && "The server is up and takes crawls again."}
      {asked.type === "refused" && `The server takes no crawls yet: ${asked.why} It is asked again every few seconds.`}
    </p>
  );
}

/** Screen of a crawl without a document: the reason in words, and remedies. */
export function FailedScreen(props: FailedProps) {
  const { run } = props;
  const { crawl, failure } = run;
  useTitle(`Failed: ${crawl.host}`);
  const { title, advice } = FAILURE_WORDS[failure.code](failure.facts);
  const isRefused = crawl.robots?.allowed === false;
  return (
    <div class="mx-auto max-w-[760px] px-6 pt-16 pb-16 phone:px-4 phone:pt-6">
      <div class="panel px-7 py-[26px] phone:px-[18px] phone:py-5" role="alert">
        {isRefused ? (
          <RobotsFailure {...props} />
        ) : (
          <>
            <Headline
              icon={failure.code === "aborted" ? "x" : "plug"}
              tone={failure.code === "aborted" ? "warn" : "bad"}
              title={failure.code === "aborted" ? "Crawl cancelled" : title}
              say={`${crawl.host}: ${advice}`}
            />
            {failure.code === "interrupted" && <ServerNow />}
            <Attempts {...props} />
          </>
        )}
        <FoldedLog log={crawl.log} />
        <FailedActions {...props} />
      </div>
    </div>
  );
}
