import { Icon } from "../../parts/icon.tsx";
import type { ServerConfig } from "../../protocol/config.ts";
import type { CrawlRequest } from "../../protocol/crawl-socket.ts";
import type { Failure, FetchedBy } from "../../protocol/messages.ts";
import type { HomeFailure } from "../../state/crawl.ts";
import { failureTitle } from "../../words/facts.ts";
import { FAILURE_WORDS } from "../../words/failures.ts";
import { took } from "../../words/times.ts";
import { FailedActions, type FailedProps } from "./failed-actions.tsx";
import { FoldedLog } from "./folded-log.tsx";
import { Headline } from "./headline.tsx";

const NAMES: Readonly<Record<FetchedBy, string>> = { plain: "Plain fetch", browser: "Browser", proxy: "Proxy browser" };

/** Why a way of fetching was not tried. */
function notTried(by: FetchedBy, request: CrawlRequest, { features }: ServerConfig): string {
  if (by === "proxy" && features.proxy && !request.useProxy) return "Not tried: switched off for this crawl";
  if (by !== "plain" && !features[by]) return "Not set up on this server";
  return "Not tried";
}

interface TryProps {
  readonly by: FetchedBy;
  readonly failure: HomeFailure | undefined;
  readonly otherwise: string;
}

function Try({ by, failure, otherwise }: TryProps) {
  return (
    <li class="grid grid-cols-[22px_128px_minmax(0,1fr)_auto] items-baseline gap-2.5 border-t border-line px-3.5 py-[9px] first:border-t-0 phone:grid-cols-[20px_minmax(0,1fr)_auto] phone:gap-y-0.5">
      <Icon name={failure ? "x" : "skip"} class={`self-center ${failure ? "text-bad" : "text-ink-3"}`} />
      <b class="font-medium">{NAMES[by]}</b>
      <span class="text-[13.5px] wrap-anywhere text-ink-2 phone:col-[2/-1] phone:row-start-2">
        {failure ? failureTitle(failure) : otherwise}
      </span>
      <span class="text-[13px] text-ink-3 tabular-nums phone:col-start-3 phone:row-start-1">
        {failure && failure.ms > 0 ? took(failure.ms) : "—"}
      </span>
    </li>
  );
}

const triedBy = (failures: readonly HomeFailure[], by: FetchedBy) => failures.findLast((tried) => tried.by === by);

/** No way of fetching got the home page: one row for each. */
export function Unreachable({ failure, ...props }: FailedProps & { readonly failure: Failure }) {
  const { run, config } = props;
  const { crawl, request } = run;
  const { title, advice } = FAILURE_WORDS[failure.code](failure.facts);
  return (
    <>
      <Headline icon="plug" tone="bad" title={`${crawl.host} could not be read`} say={`${title}. ${advice}`} />
      <ol class="mt-[18px] overflow-hidden rounded-lg border border-line">
        {(["plain", "browser", "proxy"] as const).map((by) => (
          <Try
            key={by}
            by={by}
            failure={
              triedBy(crawl.failures, by) ??
              (by === "plain" && crawl.failures.length === 0 ? { ...failure, by, ms: 0 } : undefined)
            }
            otherwise={notTried(by, request, config)}
          />
        ))}
      </ol>
      <FoldedLog log={crawl.log} />
      <FailedActions {...props} />
    </>
  );
}
