import type { JSX } from "preact";
import { useState } from "preact/hooks";
import { Answer } from "../../parts/answer.tsx";
import { Banner } from "../../parts/banner.tsx";
import { Button, LinkButton } from "../../parts/button.tsx";
import { Pill } from "../../parts/pill.tsx";
import { Tabs } from "../../parts/seg.tsx";
import { useTitle } from "../../parts/title.ts";
import { tried } from "../../parts/toast.tsx";
import type { ServerConfig, Site } from "../../protocol/types.ts";
import { useNow } from "../../state/pulse.ts";
import { goTo, href, type SiteTab } from "../../state/route.ts";
import { deliver, siteQuery, versionsQuery } from "../../state/sites.ts";
import { shortAddress } from "../../words/addresses.ts";
import { some } from "../../words/amounts.ts";
import { STATUS_WORDS } from "../../words/site-status.ts";
import { dateTime, relative } from "../../words/times.ts";
import { RemoveDialog } from "../sites/dialogs.tsx";
import { siteAction, theSite } from "../sites/site-actions.ts";
import { STATUS_TONES } from "../sites/status.tsx";
import { Tags } from "../sites/tags.tsx";
import { CrawlNow } from "./crawl-now.tsx";
import { noSite } from "./no-site.tsx";
import { NewestText } from "./site-document.tsx";
import type { SiteProps } from "./site-props.ts";
import { SiteRuns } from "./site-runs.tsx";
import { SiteSettings } from "./site-settings.tsx";
import { SiteVersions } from "./site-versions.tsx";
import { WebhookDialog } from "./webhook-dialog.tsx";

const TABS = [
  { value: "document", label: "Document" },
  { value: "ask", label: "Ask" },
  { value: "quality", label: "Quality" },
  { value: "versions", label: "Versions" },
  { value: "runs", label: "Runs" },
  { value: "settings", label: "Settings" },
] as const satisfies readonly { value: SiteTab; label: string }[];

function Head({ site, tab }: { readonly site: Site; readonly tab: SiteTab }) {
  const act = siteAction();
  const label = TABS.find(({ value }) => value === tab)?.label ?? "";
  useTitle(tab === "document" ? shortAddress(site.baseUrl) : `${label}, ${shortAddress(site.baseUrl)}`);
  return (
    <div class="flex flex-wrap items-center gap-3">
      <LinkButton icon="left" class="btn-icon btn-small btn-quiet -ml-1.5" href={href.sites} aria-label="All sites" />
      <div class="min-w-0 flex-1">
        <div class="flex flex-wrap items-center gap-2">
          <h1>{shortAddress(site.baseUrl)}</h1>
          <Pill tone={STATUS_TONES[site.status]}>
            <i class="dot" />
            {STATUS_WORDS[site.status]}
          </Pill>
          <Tags tags={site.tags} />
        </div>
        {site.reason && <p class="text-[13px] wrap-anywhere text-ink-3">{site.reason}</p>}
      </div>
      <div class="ml-auto flex flex-wrap gap-2 phone:w-full phone:[&>.btn]:h-11 phone:[&>.btn]:flex-1">
        <LinkButton icon="pen" label="Edit" href={href.edit(site.id)} />
        <LinkButton icon="out" label="Publish" href={href.publish(site.id)} />
        <Button
          icon={site.paused ? "clock" : "pause"}
          label={site.paused ? "Resume" : "Pause"}
          onClick={() => act(theSite(site), { action: site.paused ? "resume" : "pause" })}
        />
        <CrawlNow site={site} class="btn-primary" />
      </div>
    </div>
  );
}

/** Notice of a text that the store did not take: what readers get, when it is tried again, and a button for now. */
function NotStored({ id, undelivered, fileUrl }: Site) {
  const now = useNow(30);
  if (undelivered === null) return null;
  const { why, tries, since, nextTryAt } = undelivered;
  return (
    <div class="mt-3.5">
      <Banner
        tone="bad"
        icon="out"
        title={`The newest text is not stored: ${why}`}
        actions={
          <Button
            label="Try now"
            class="btn-small"
            onClick={() => void tried(deliver(id), "The store is asked again within seconds")}
          />
        }
      >
        {fileUrl ? "Readers get the text before it." : "Readers get nothing yet."} The new one stands under Document and
        is kept. Tried {some(tries, "time")} since {dateTime(since)}; next {relative(nextTryAt, now)}.
      </Banner>
    </div>
  );
}

function Part({ tab, ...props }: SiteProps & { readonly tab: SiteTab }): JSX.Element {
  switch (tab) {
    case "document":
    case "ask":
    case "quality":
      return <NewestText {...props} tab={tab} />;
    case "versions":
      return <SiteVersions {...props} />;
    case "runs":
      return <SiteRuns {...props} />;
    case "settings":
      return <SiteSettings {...props} />;
  }
}

interface SiteScreenProps {
  readonly id: string;
  readonly tab: SiteTab;
  readonly config: ServerConfig;
}

/** Screen of one site: document, versions, crawls and settings. */
export function SiteScreen({ id, ...props }: SiteScreenProps) {
  return (
    <div class="mx-auto max-w-[1440px] px-6 pt-[18px] pb-16 phone:px-4 phone:pb-24">
      <Answer query={siteQuery(id)} refusal={noSite}>
        {(site) => <Known {...props} site={site} />}
      </Answer>
    </div>
  );
}

function Known({ site, tab, config }: Omit<SiteScreenProps, "id"> & { readonly site: Site }) {
  const [open, setOpen] = useState<"nothing" | "webhook" | "remove">("nothing");
  const close = () => setOpen("nothing");
  const props = { site, config, onWebhook: () => setOpen("webhook"), onRemove: () => setOpen("remove") };
  return (
    <>
      <Head site={site} tab={tab} />
      <NotStored {...site} />
      <div class="mt-3.5 mb-4 max-w-full overflow-x-auto [scrollbar-width:none]">
        <Tabs label="About this site" value={tab} choices={TABS} onChange={(to) => goTo(href.site(site.id, to))} />
      </div>
      <div id={`panel-${tab}`} role="tabpanel" aria-labelledby={`tab-${tab}`}>
        <Answer query={versionsQuery(site)}>{(versions) => <Part {...props} versions={versions} tab={tab} />}</Answer>
      </div>
      {open === "webhook" && (
        <WebhookDialog site={site} publicUrl={config.publicUrl || location.origin} onClose={close} />
      )}
      {open === "remove" && (
        <RemoveDialog
          subject={theSite(site)}
          onClose={close}
          onRemove={() => siteAction({ onDone: () => goTo(href.sites) })(theSite(site), { action: "remove" })}
        />
      )}
    </>
  );
}
