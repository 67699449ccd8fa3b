import { Icon } from "../../parts/icon.tsx";
import type { ServerConfig } from "../../protocol/config.ts";
import { goTo, href } from "../../state/route.ts";
import { cancelCrawl, type Run, startCrawl } from "../../state/run.ts";
import { typedAddress } from "../start/form-state.ts";
import { OtherFailure } from "./other-failure.tsx";
import { RobotsFailure } from "./robots-failure.tsx";
import { Unreachable } from "./unreachable.tsx";

export interface FailedProps {
  readonly run: Extract<Run, { type: "failed" }>;
  readonly config: ServerConfig;
}

/** Try again, or change the address. */
export function FailedActions({ run, config }: FailedProps) {
  const { request } = run;
  const canProxy = config.features.proxy && !request.useProxy;
  const change = () => {
    typedAddress.set(request.url);
    cancelCrawl();
    goTo(href.start);
  };
  return (
    <div class="mt-5 flex flex-wrap gap-2 phone:[&_.btn]:h-11 phone:[&_.btn]:basis-full">
      <button type="button" class="btn btn-primary" onClick={() => startCrawl(request)}>
        <Icon name="again" />
        Try again
      </button>
      {canProxy && run.crawl.failures.length > 0 && (
        <button type="button" class="btn" onClick={() => startCrawl({ ...request, useProxy: true })}>
          <Icon name="via" />
          Try with the proxy browser
        </button>
      )}
      <button type="button" class="btn btn-quiet" onClick={change}>
        Change the address
      </button>
    </div>
  );
}

/** The crawl ended without a document: why, in words, and what can be done. */
export function FailedScreen(props: FailedProps) {
  const { crawl, message } = props.run;
  const isRobots = crawl.robots?.allowed === false || /robots\.txt disallows/.test(message);
  const isFetch = message.startsWith("Failed to fetch page");
  return (
    <div class="mx-auto max-w-[760px] px-6 pt-16 pb-16 phone:px-4 phone:pt-6">
      <div class="panel px-7 py-[26px] phone:px-[18px] phone:py-5" role="alert">
        {isRobots ? <RobotsFailure {...props} /> : isFetch ? <Unreachable {...props} /> : <OtherFailure {...props} />}
      </div>
    </div>
  );
}
