import { useState } from "preact/hooks";
import { Button } from "../../parts/button.tsx";
import { Form } from "../../parts/form.tsx";
import type { ServerConfig } from "../../protocol/types.ts";
import type { Run } from "../../state/crawls.ts";
import { changeRequest, startCrawl } from "../../state/form.ts";
import { type AddressCheck, checkAddress } from "../../words/addresses.ts";
import { AddressProblem } from "../start/address-problem.tsx";

export interface FailedProps {
  readonly run: Extract<Run, { type: "failed" }>;
  readonly config: ServerConfig;
}

/** Button to try again, with a field for the address if that was wrong. */
export function FailedActions({ run, config }: FailedProps) {
  const { request, crawl } = run;
  const [typed, setTyped] = useState(request.url);
  const [check, setCheck] = useState<AddressCheck>({ type: "good", url: request.url });
  const canProxy = config.features.proxy && !request.useProxy && crawl.failures.length > 0;
  const submit = () => {
    const verdict = checkAddress(typed);
    setCheck(verdict);
    if (verdict.type === "good") void startCrawl({ ...request, url: verdict.url });
  };
  return (
    <Form class="mt-5" noValidate onSend={submit}>
      <label class="text-[13px] font-medium" for="failed-url">
        Address
      </label>
      <div class="mt-1 flex flex-wrap gap-2">
        <input
          id="failed-url"
          type="url"
          inputmode="url"
          spellcheck={false}
          class="input min-w-0 flex-1 basis-64 font-mono text-[13px] phone:h-11 phone:text-base"
          value={typed}
          aria-invalid={check.type !== "good"}
          aria-describedby="failed-url-error"
          onInput={(event) => setTyped(event.currentTarget.value)}
        />
        <Button
          icon="again"
          label={typed.trim() === request.url ? "Try again" : "Crawl this address"}
          type="submit"
          class="btn-primary phone:h-11 phone:basis-full"
        />
      </div>
      <div id="failed-url-error" role="alert">
        <AddressProblem check={check} onTake={setTyped} />
      </div>
      <div class="mt-3 flex flex-wrap gap-2 phone:[&_.btn]:h-11 phone:[&_.btn]:basis-full">
        {canProxy && (
          <Button
            icon="via"
            label="Try with the proxy browser"
            onClick={() => void startCrawl({ ...request, useProxy: true })}
          />
        )}
        <Button label="Change options" class="btn-quiet" onClick={() => changeRequest(request)} />
      </div>
    </Form>
  );
}
