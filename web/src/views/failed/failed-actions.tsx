import { Icon } from "../../parts/icon.tsx";
import type { ServerConfig } from "../../protocol/config.ts";
import { goTo, href } from "../../state/route.ts";
import { cancelCrawl, type Run, startCrawl } from "../../state/run.ts";
import { typedAddress } from "../start/form-state.ts";

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
