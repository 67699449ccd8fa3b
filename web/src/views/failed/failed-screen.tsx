import type { FailedProps } from "./failed-actions.tsx";
import { OtherFailure } from "./other-failure.tsx";
import { RobotsFailure } from "./robots-failure.tsx";
import { Unreachable } from "./unreachable.tsx";

/** The crawl ended without a document: why, in words, and what can be done. */
export function FailedScreen(props: FailedProps) {
  return (
    <div class="mx-auto max-w-[760px] px-6 pt-16 pb-16 phone:px-4 phone:pt-6">
      <div class="panel px-7 py-[26px] phone:px-[18px] phone:py-5" role="alert">
        <Why {...props} />
      </div>
    </div>
  );
}

function Why(props: FailedProps) {
  const { crawl, failure } = props.run;
  if (crawl.robots?.allowed === false) return <RobotsFailure {...props} />;
  if (failure.type === "failure" && failure.failure.about === "page")
    return <Unreachable {...props} failure={failure.failure} />;
  return <OtherFailure {...props} />;
}
