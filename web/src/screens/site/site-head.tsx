import type { Begun, Enrolled, Site } from "@llmstxt-service/service/shapes";
import { useState } from "preact/hooks";
import { Button, Icon } from "../../parts/button.tsx";
import { Switch } from "../../parts/field.tsx";
import { Pill } from "../../parts/notice.tsx";
import { copy, download, toast, tried } from "../../parts/toast.tsx";
import { useNow } from "../../state/asked.ts";
import { call } from "../../state/call.ts";
import { goTo, href } from "../../state/route.ts";
import { shortAddress } from "../../words/addresses.ts";
import { some } from "../../words/amounts.ts";
import { relative, took } from "../../words/times.ts";
import type { SiteProps } from "./site-props.ts";
import { isAtWork, nameOf, type Subject, stateOf } from "./subject.ts";

/** Facts below the name: size and crawl times. */
function factsOf({ summary, site, crawl }: Subject, now: number): string {
  const facts = [
    summary && some(summary.pages, "page"),
    crawl && summary && took(summary.elapsedMs),
    crawl?.finishedAt && relative(crawl.finishedAt, now),
    site?.lastChangedAt && `changed ${relative(site.lastChangedAt, now)}`,
    site?.lastCrawledAt && `crawled ${relative(site.lastCrawledAt, now)}`,
    site && (site.nextCrawlAt === null ? "no next crawl" : `next crawl ${nextOf(site.nextCrawlAt, now)}`),
  ];
  return facts.filter(Boolean).join(" · ");
}

/** Text for the next crawl; a due site waits for the scheduler. */
export const nextOf = (iso: string, now: number): string => (Date.parse(iso) <= now ? "due" : relative(iso, now));

/** The request of a crawl, for repeating it. */
export function repeated({ url, crawl, overlay }: Extract<Subject, { kind: "crawls" }>) {
  const { enableAutoUpdate: _, recrawlIntervalMinutes: __, ...request } = crawl.request;
  return { url, ...request, overlay };
}

async function crawlNow({ subject, onCrawl }: SiteProps): Promise<void> {
  if (subject.kind === "sites") {
    await call(`/api/sites/${subject.id}/recrawl`, { method: "POST" });
    onCrawl();
    return;
  }
  const { id } = await call<Begun>("/api/crawls", { method: "POST", body: repeated(subject) });
  goTo(href.site("crawls", id));
}

/** Turns the schedule of a site on or off; a crawl enrols it, without another crawl. */
async function keepUpToDate({ subject, enrolled: kept, asked }: SiteProps, isOn: boolean): Promise<void> {
  const { site, id } = subject;
  if (kept && (site || !isOn)) {
    const changed = await call<Site>(`/api/sites/${kept.id}`, { method: "PATCH", body: { paused: !isOn } });
    if (site) asked.put(changed);
    else goTo(href.site("sites", kept.id));
    toast(isOn ? "Kept up to date" : "Paused: crawled only when you ask");
    return;
  }
  const [enrolled] = (await call<Enrolled>("/api/sites", { method: "POST", body: { crawlId: id } })).sites;
  if (enrolled) goTo(href.site("sites", enrolled.id));
  toast("Kept up to date");
}

function KeepSwitch(props: SiteProps) {
  const { enrolled, config } = props;
  if (!config.features.database) return null;
  return (
    <label class="flex h-[34px] items-center gap-2.5 pr-1.5 font-medium" for="keep">
      <Switch
        id="keep"
        isOn={enrolled !== undefined && enrolled.nextCrawlAt !== null}
        onChange={(isOn) => void tried(keepUpToDate(props, isOn))}
      />
      Keep up to date
    </label>
  );
}

/** Name of a file that a person downloads. */
const fileName = (subject: Subject): string => `${shortAddress(subject.url).replace(/[^\w.-]+/g, "_")}-llms.txt`;

/** Buttons to copy and download the text. On a phone they stay at the bottom. */
function Take({ subject, text }: { readonly subject: Subject; readonly text: string }) {
  return (
    <div class="flex gap-2 phone:fixed phone:inset-x-0 phone:bottom-0 phone:z-5 phone:border-t phone:border-line phone:bg-canvas phone:px-4 phone:py-2.5 phone:*:h-11 phone:*:flex-1">
      <Button icon="copy" label="Copy" onClick={() => copy(text, "llms.txt")} />
      <Button
        icon="down"
        label="Download llms.txt"
        class="btn-primary"
        onClick={() => download(text, fileName(subject))}
      />
    </div>
  );
}

/** Buttons to end a crawl on request; a site's recrawl ends by itself. */
function Stops({ id, asked }: { readonly id: string } & Pick<SiteProps, "asked">) {
  const [isFinishing, setFinishing] = useState(false);
  const finish = async () => {
    setFinishing(await tried(call(`/api/crawls/${id}/finish`, { method: "POST" })));
  };
  const cancel = async () => {
    await call(`/api/crawls/${id}`, { method: "DELETE" });
    asked.again();
  };
  return (
    <div class="flex flex-wrap gap-2">
      <Button
        icon="check"
        label={isFinishing ? "Finishing…" : "Finish now"}
        disabled={isFinishing}
        title="Write the file of the pages that are read so far"
        onClick={() => void finish()}
      />
      <Button icon="x" label="Cancel" onClick={() => void tried(cancel())} />
    </div>
  );
}

export function SiteHead(props: SiteProps) {
  const { subject } = props;
  const now = useNow(20);
  const { tone, icon, words } = stateOf(subject);
  const hasEnded = !isAtWork(subject);
  return (
    <div class="flex flex-wrap items-center gap-x-3 gap-y-2">
      <div class="mr-auto min-w-0">
        <div class="flex flex-wrap items-center gap-2">
          <h1>{nameOf(subject)}</h1>
          <Pill tone={tone}>
            <Icon name={icon} class="size-[13px]" />
            <span class="max-w-[50ch] truncate">{words}</span>
          </Pill>
        </div>
        <p class="text-[13px] text-ink-3 tabular-nums" role="status">
          {factsOf(subject, now)}
        </p>
      </div>
      {subject.crawl && !hasEnded && <Stops id={subject.id} asked={props.asked} />}
      {hasEnded && (subject.site || subject.document !== null) && (
        <>
          <KeepSwitch {...props} />
          <Button icon="again" label="Crawl now" onClick={() => void tried(crawlNow(props))} />
        </>
      )}
      {subject.document !== null && <Take subject={subject} text={subject.document} />}
    </div>
  );
}
