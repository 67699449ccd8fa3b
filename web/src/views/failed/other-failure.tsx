import type { CloseReason } from "../../protocol/messages.ts";
import type { Failed } from "../../state/run.ts";
import { FAILURE_WORDS, type FailureWords } from "../../words/failures.ts";
import { FailedActions, type FailedProps } from "./failed-actions.tsx";
import { FoldedLog } from "./folded-log.tsx";
import { Headline } from "./headline.tsx";

const FORBIDDEN: CloseReason = "Forbidden origin";

function wordsOf(failed: Failed, host: string): FailureWords {
  if (failed.type === "failure") return FAILURE_WORDS[failed.failure.code](failed.failure.facts);
  if (failed.reason === FORBIDDEN)
    return {
      title: "This page may not crawl here",
      advice: "The server does not know the address this page was opened from.",
    };
  return { title: `${host} was not crawled`, advice: `The server said: ${failed.reason}` };
}

/** Anything but a home page that could not be fetched: a time-out without a page, a server that stops. */
export function OtherFailure(props: FailedProps) {
  const { crawl, failure } = props.run;
  const { title, advice } = wordsOf(failure, crawl.host);
  return (
    <>
      <Headline icon="alert" tone="bad" title={title} say={advice} />
      <FoldedLog log={crawl.log} />
      <FailedActions {...props} />
    </>
  );
}
