import type { Begun } from "@llmstxt-service/service/shapes";
import { useState } from "preact/hooks";
import { Button, Icon } from "../../parts/button.tsx";
import { Form, Trouble, useWork } from "../../parts/field.tsx";
import { Banner } from "../../parts/notice.tsx";
import { useNow } from "../../state/asked.ts";
import { call } from "../../state/call.ts";
import { goTo, href } from "../../state/route.ts";
import { failureWords } from "../../words/failures.ts";
import { relative } from "../../words/times.ts";
import { KeptLog } from "./log.tsx";
import { repeated } from "./site-head.tsx";
import type { SiteProps } from "./site-props.ts";
import type { Subject } from "./subject.ts";

/** Field with the failed address, to be corrected and tried again with the same options. */
function Again({ subject }: { readonly subject: Extract<Subject, { kind: "crawls" }> }) {
  const [address, setAddress] = useState(subject.url);
  const { isBusy, trouble, run } = useWork();
  const send = () =>
    run(async () => {
      const body = { ...repeated(subject), url: address.trim() };
      const { id } = await call<Begun>("/api/crawls", { method: "POST", body });
      goTo(href.site("crawls", id));
    });
  return (
    <Form class="mt-5" noValidate onSend={send}>
      <label class="mb-1.5 block text-[13.5px] font-medium" for="again">
        Address
      </label>
      <div class="flex flex-wrap gap-2">
        <input
          id="again"
          type="url"
          class="input min-w-56 flex-1 font-mono text-[13px]"
          spellcheck={false}
          value={address}
          onInput={({ currentTarget }) => setAddress(currentTarget.value)}
        />
        <Button icon="again" label="Try again" type="submit" class="btn-primary" disabled={isBusy} />
      </div>
      <Trouble why={trouble} />
    </Form>
  );
}

/** Explains a failed crawl without a file: the attempt, the reason, and advice. */
function FirstFailed({ subject }: { readonly subject: Extract<Subject, { kind: "crawls" }> }) {
  const { failure, crawl } = subject;
  const { title, advice, tried } = failureWords(failure ?? { code: "aborted", reason: "" });
  return (
    <div class="mx-auto w-full max-w-[712px] pt-6 phone:pt-0">
      <div class="panel px-7 py-[26px] phone:px-[18px] phone:py-5" role="alert">
        <span class="mb-3.5 grid size-8 place-items-center rounded-control bg-bad-bg text-bad">
          <Icon name={failure ? "plug" : "x"} />
        </span>
        <h2 class="text-[22px]/[30px] font-semibold tracking-[-0.025em] wrap-anywhere">{title}</h2>
        {tried && <p class="mt-1 wrap-anywhere text-ink-2">{tried}</p>}
        <p class="mt-1 text-ink-2">{advice}</p>
        <Again subject={subject} />
      </div>
      <div class="panel mt-3.5 overflow-hidden empty:hidden">
        <KeptLog crawlId={crawl.id} />
      </div>
    </div>
  );
}

/** Explains a failed crawl: a site keeps its earlier file. */
export function FailedPanel({ subject }: Pick<SiteProps, "subject">) {
  const now = useNow(30);
  const { failure, site } = subject;
  if (subject.kind === "crawls") return <FirstFailed subject={subject} />;
  if (!failure) return null;
  const { title, advice, tried } = failureWords(failure);
  const next = site?.nextCrawlAt ? ` The next try is ${relative(site.nextCrawlAt, now)}.` : "";
  const stays = subject.document === null ? "" : " The file below is from the last good crawl.";
  return (
    <Banner tone="bad" title={`The last crawl failed: ${title}`}>
      {tried && `${tried}. `}
      {advice}
      {next}
      {stays}
    </Banner>
  );
}
