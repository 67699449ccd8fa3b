import { useTitle } from "../../parts/title.ts";
import { callText } from "../../protocol/http.ts";
import { type Query, useQuery } from "../../state/query.ts";
import { FAILURE_WORDS } from "../../words/failures.ts";
import { Attempts } from "./attempts.tsx";
import { FailedActions, type FailedProps } from "./failed-actions.tsx";
import { FoldedLog } from "./folded-log.tsx";
import { Headline } from "./headline.tsx";
import { RobotsFailure } from "./robots-failure.tsx";

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
