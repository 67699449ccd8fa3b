import { FailedActions, type FailedProps } from "./failed-screen.tsx";
import { FoldedLog } from "./folded-log.tsx";
import { Headline } from "./headline.tsx";

/** What the server's own words mean for the reader. */
const SAID: readonly (readonly [RegExp, string, string])[] = [
  [/^Crawl timeout exceeded/, "No page was read in time", "The crawl's time was over before the first page was there."],
  [
    /^Crawl interrupted/,
    "The server stopped the crawl",
    "It is shutting down or starting anew. Try again in a moment.",
  ],
  [
    /^Forbidden origin/,
    "This page may not crawl here",
    "The server does not know the address this page was opened from.",
  ],
];

/** Anything else: a refused request, a time-out without a page, a server that stops. */
export function OtherFailure(props: FailedProps) {
  const { crawl, message } = props.run;
  const known = SAID.find(([pattern]) => pattern.test(message));
  const [, title, say] = known ?? [undefined, `${crawl.host} was not crawled`, `The server said: ${message}`];
  return (
    <>
      <Headline icon="alert" tone="bad" title={title} say={say} />
      <FoldedLog log={crawl.log} />
      <FailedActions {...props} />
    </>
  );
}
