import { Icon } from "../../parts/icon.tsx";
import type { ServerConfig } from "../../protocol/config.ts";
import type { CrawlRequest } from "../../protocol/crawl-socket.ts";
import type { Rung } from "../../protocol/summary.ts";
import type { Crawl, HomeFailure } from "../../state/crawl.ts";
import { took } from "../../words/times.ts";
import { FailedActions, type FailedProps } from "./failed-screen.tsx";
import { FoldedLog } from "./folded-log.tsx";
import { Headline } from "./headline.tsx";

const NAMES: Readonly<Record<Rung, string>> = { plain: "Plain fetch", browser: "Browser", proxy: "Proxy browser" };

/** Why a way of fetching was not tried. */
function notTried(rung: Rung, request: CrawlRequest, { features }: ServerConfig): string {
  if (rung === "proxy" && features.proxy && !request.useProxy) return "Not tried: switched off for this crawl";
  if (rung !== "plain" && !features[rung]) return "Not set up on this server";
  return "Not tried";
}

interface RungRowProps {
  readonly rung: Rung;
  readonly failure: HomeFailure | undefined;
  readonly otherwise: string;
}

function RungRow({ rung, failure, otherwise }: RungRowProps) {
  return (
    <li class="grid grid-cols-[22px_128px_minmax(0,1fr)_auto] items-baseline gap-2.5 border-t border-line px-3.5 py-[9px] first:border-t-0 phone:grid-cols-[20px_minmax(0,1fr)_auto] phone:gap-y-0.5">
      <Icon name={failure ? "x" : "skip"} class={`self-center ${failure ? "text-bad" : "text-ink-3"}`} />
      <b class="font-medium">{NAMES[rung]}</b>
      <span class="text-[13.5px] wrap-anywhere text-ink-2 phone:col-[2/-1] phone:row-start-2">
        {failure?.reason ?? otherwise}
      </span>
      <span class="text-[13px] text-ink-3 tabular-nums phone:col-start-3 phone:row-start-1">
        {failure && failure.ms > 0 ? took(failure.ms) : "—"}
      </span>
    </li>
  );
}

/** The last failure of each way of fetching; where the server gave none, its error is the plain fetch's. */
function failureOf(crawl: Crawl, rung: Rung, message: string): HomeFailure | undefined {
  const known = crawl.failures.findLast((failure) => failure.rung === rung);
  if (known || rung !== "plain" || crawl.failures.length > 0) return known;
  return { rung, reason: message.replace(/^Failed to fetch page: /, ""), ms: 0 };
}

/** No way of fetching got the home page: one row for each. */
export function Unreachable(props: FailedProps) {
  const { run, config } = props;
  const { crawl, message, request } = run;
  return (
    <>
      <Headline
        icon="plug"
        tone="bad"
        title={`${crawl.host} could not be read`}
        say="The home page could not be fetched in any way this server has. If it opens in your browser, the site may let only some networks in."
      />
      <ol class="mt-[18px] overflow-hidden rounded-lg border border-line">
        {(["plain", "browser", "proxy"] as const).map((rung) => (
          <RungRow
            key={rung}
            rung={rung}
            failure={failureOf(crawl, rung, message)}
            otherwise={notTried(rung, request, config)}
          />
        ))}
      </ol>
      <FoldedLog log={crawl.log} />
      <FailedActions {...props} />
    </>
  );
}
