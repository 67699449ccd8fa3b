import { useState } from "preact/hooks";
import { Icon } from "../../parts/icon.tsx";
import { useKeys } from "../../parts/keys.ts";
import { Pill } from "../../parts/pill.tsx";
import { useTitle } from "../../parts/title.ts";
import type { ServerConfig } from "../../protocol/config.ts";
import { type Site, STATUS_WORDS, type Versions } from "../../protocol/site.ts";
import { usePolled } from "../../state/polled.ts";
import { hostOf } from "../../state/result.ts";
import { goTo, href } from "../../state/route.ts";
import { getSite, listVersions } from "../../state/sites.ts";
import { shortAddress } from "../../words/addresses.ts";
import { RemoveDialog } from "../sites/remove-dialog.tsx";
import { type SiteActions, siteActions } from "../sites/site-actions.ts";
import { STATUS_TONES } from "../sites/status.tsx";
import { AlertsPanel } from "./alerts-panel.tsx";
import { type Compared, DiffView } from "./diff-view.tsx";
import { SiteFacts } from "./site-facts.tsx";
import { VersionsList } from "./versions-list.tsx";
import { WebhookDialog } from "./webhook-dialog.tsx";

interface Known {
  readonly site: Site;
  readonly versions: Versions;
}

async function ask(id: string, signal: AbortSignal): Promise<Known> {
  const [site, versions] = await Promise.all([getSite(id, signal), listVersions(id, signal)]);
  return { site, versions };
}

interface HeadProps {
  readonly site: Site;
  readonly actions: SiteActions;
  readonly onWebhook: () => void;
  readonly onRemove: () => void;
}

function Head({ site, actions, onWebhook, onRemove }: HeadProps) {
  return (
    <div class="col-span-full flex flex-wrap items-center gap-3">
      <a class="btn btn-icon btn-small btn-quiet -ml-1.5" href={href.sites} aria-label="All sites">
        <Icon name="left" />
      </a>
      <div class="min-w-0 flex-1">
        <div class="flex flex-wrap items-center gap-2">
          <h1 class="text-[22px]/[30px] font-semibold tracking-[-0.025em] wrap-anywhere phone:text-xl/[26px]">
            {shortAddress(site.baseUrl)}
          </h1>
          <Pill tone={STATUS_TONES[site.status]}>
            <i class="dot" />
            {STATUS_WORDS[site.status]}
          </Pill>
        </div>
        {site.reason && <p class="text-[13px] wrap-anywhere text-ink-3">{site.reason}</p>}
      </div>
      <div class="ml-auto flex flex-wrap gap-2 phone:w-full phone:[&>.btn]:h-11 phone:[&>.btn]:flex-1">
        <button type="button" class="btn btn-danger" onClick={onRemove}>
          <Icon name="trash" />
          Remove…
        </button>
        <a class="btn" href={href.publish(site.id)}>
          <Icon name="out" />
          Publish
        </a>
        <button type="button" class="btn" onClick={onWebhook}>
          <Icon name="hook" />
          Webhook
        </button>
        <button type="button" class="btn" onClick={() => actions.pause([site], !site.paused)}>
          <Icon name={site.paused ? "clock" : "pause"} />
          {site.paused ? "Resume" : "Pause"}
        </button>
        <button type="button" class="btn btn-primary" onClick={() => actions.crawl([site])}>
          <Icon name="again" />
          Crawl now
        </button>
      </div>
    </div>
  );
}

/** The newest version beside the one before, unless others were chosen. */
function comparedBy({ items }: Versions, chosen: Compared | undefined): Compared | undefined {
  if (chosen && items.some(({ id }) => id === chosen.to)) return chosen;
  const [newest, before] = items;
  return newest && before ? { from: before.id, to: newest.id } : undefined;
}

/** Which two versions are compared, and how a click on one changes that. */
function useCompared(versions: Versions) {
  const [chosen, setChosen] = useState<Compared>();
  const { items } = versions;
  const choose = (id: string) => {
    const before = items[items.findIndex((version) => version.id === id) + 1];
    if (before) setChosen({ from: before.id, to: id });
  };
  return { compared: comparedBy(versions, chosen), choose, setChosen };
}

interface SiteScreenProps {
  readonly id: string;
  readonly config: ServerConfig;
}

/** One site: its facts, its versions, and what changed between them. */
export function SiteScreen({ id, config }: SiteScreenProps) {
  const [open, setOpen] = useState<"nothing" | "webhook" | "remove">("nothing");
  const { asked, refresh } = usePolled(
    (signal) => ask(id, signal),
    ({ site }) => (site.status === "crawling" || site.status === "due" ? 3 : 30),
    [id],
  );
  const actions = siteActions(refresh);
  useKeys(({ key }) => {
    if (asked.type === "there" && key.toLowerCase() === "r") actions.crawl([asked.value.site]);
  });
  if (asked.type === "asking") return <p class="p-6 text-ink-3">Loading…</p>;
  if (asked.type === "refused")
    return (
      <p class="panel m-6 p-4" role="alert">
        {asked.why}{" "}
        <a class="underline underline-offset-3" href={href.sites}>
          All sites
        </a>
      </p>
    );
  const { site } = asked.value;
  return (
    <>
      <SiteBody
        {...asked.value}
        actions={actions}
        onWebhook={() => setOpen("webhook")}
        onRemove={() => setOpen("remove")}
        onChange={refresh}
      />
      {open === "webhook" && (
        <WebhookDialog
          site={site}
          publicUrl={config.publicUrl || location.origin}
          onClose={() => setOpen("nothing")}
          onChange={refresh}
        />
      )}
      {open === "remove" && (
        <RemoveDialog
          sites={[site]}
          onClose={() => setOpen("nothing")}
          onRemove={() => {
            actions.remove([site]);
            goTo(href.sites);
          }}
        />
      )}
    </>
  );
}

function SiteBody(props: Known & HeadProps & { readonly onChange: () => void }) {
  const { site, versions, actions, onChange } = props;
  useTitle(shortAddress(site.baseUrl));
  const { compared, choose, setChosen } = useCompared(versions);
  return (
    <div class="mx-auto grid max-w-[1360px] grid-cols-[304px_minmax(0,1fr)] items-start gap-x-5 gap-y-[18px] px-6 pt-6 pb-16 phone:grid-cols-1 phone:px-4">
      <Head {...props} />
      <div class="grid grid-cols-[minmax(0,1fr)] gap-3.5">
        <SiteFacts site={site} onInterval={(minutes) => actions.setInterval([site], minutes)} />
        <VersionsList versions={versions} current={compared?.to} onChoose={({ id }) => choose(id)} />
        <AlertsPanel site={site} onChange={onChange} />
      </div>
      {compared ? (
        <DiffView
          siteId={site.id}
          host={hostOf(site.baseUrl)}
          versions={versions.items}
          compared={compared}
          onCompare={setChosen}
        />
      ) : (
        <p class="panel p-[18px] text-ink-3">No changes so far. The next version will be compared here.</p>
      )}
    </div>
  );
}
