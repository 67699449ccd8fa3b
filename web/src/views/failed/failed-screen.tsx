import { useTitle } from "../../parts/title.ts";
import { FAILURE_WORDS } from "../../words/failures.ts";
import { Attempts } from "./attempts.tsx";
import { FailedActions, type FailedProps } from "./failed-actions.tsx";
import { FoldedLog } from "./folded-log.tsx";
import { Headline } from "./headline.tsx";
import { RobotsFailure } from "./robots-failure.tsx";

/** The crawl ended without a document: why, in words, and what can be done. */
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
            <Attempts {...props} />
          </>
        )}
        <FoldedLog log={crawl.log} />
        <FailedActions {...props} />
      </div>
    </div>
  );
}
